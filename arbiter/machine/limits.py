"""How many files and how much memory the system lets this process have, and what a hall needs of both.

Whatever the service may raise by itself it raises. What is then too little for a hall is said before anybody is served,
with what is needed and how to raise it; what is enough for fewer connections than are set is said with their number.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from arbiter.refused import Refused
from arbiter.settings import Settings

FILES = 80
"""Open files that are no connections: program, libraries, register, log, copies and sheets that are being made."""
FILES_A_TOURNAMENT = 8
"""Of each tournament: journal, its log and index, its witnesses, and one that is being read."""
TO_COME = 5
"""Tournaments for which there is to be room beside those of the instance."""
FEWEST = 50
"""Connections with fewer of which no hall is served: a tablet needs one or two, a page of the office six."""
ENOUGH = 65_536
"""Open files that are asked of the system if it sets no limit."""
BACKLOG = 2_048
"""Connections that may wait to be taken in, all of which may be taken in at once."""
MEGABYTE = 1 << 20
PROGRAM = 400 * MEGABYTE
"""Address space of the program with its libraries, journals and pages."""
STACK = 8 * MEGABYTE
"""Of the stack of a thread, where the system does not say how much."""
ARENA = 64 * MEGABYTE
"""Of each arena from which threads get their memory."""
ARENAS_A_CORE = 8
OTHER_THREADS = 24
"""Threads that answer no request: alarms, guards, copies, engines, and those to which the event loop hands work."""


@dataclass(frozen=True, slots=True)
class Files:
    """How many files may be open, its limit raised as far as it goes, and how many of them are no connections."""

    have: int
    others: int
    wanted: int
    """Connections that are set."""

    @property
    def backlog(self) -> int:
        """Connections that may wait to be taken in: few if there is not room for all that are set."""
        spare = self.have - self.others
        return BACKLOG if spare >= self.wanted + BACKLOG else max(8, min(BACKLOG, spare // 8))

    @property
    def connections(self) -> int:
        """How many connections may be open at one time."""
        spare = self.have - self.others
        return self.wanted if spare >= self.wanted + BACKLOG else min(self.wanted, spare - self.backlog)

    @property
    def needed(self) -> int:
        """Files that have to be open for all connections that are set."""
        return self.others + self.wanted + BACKLOG

    @property
    def least(self) -> int:
        """Files without which nobody is served."""
        return self.others + FEWEST + 8

    @property
    def code(self) -> str:
        """Which sentence says how it is."""
        if self.have < self.least:
            return "files_too_few"
        return "files_few" if self.connections < self.wanted else "files_good"

    @property
    def facts(self) -> dict[str, int]:
        return {
            "have": self.have,
            "least": self.least,
            "needed": self.needed,
            "count": self.connections,
            "most": self.wanted,
        }


@dataclass(frozen=True, slots=True)
class Space:
    """How much address space there may be, and what the threads that are set need; None: as much as there is."""

    have: int | None
    needed: int

    @property
    def code(self) -> str:
        """Which sentence says how it is."""
        return "memory_good" if self.have is None or self.have >= self.needed else "memory_too_little"

    @property
    def facts(self) -> dict[str, int]:
        return {"have": (self.have or 0) // MEGABYTE, "needed": -(-self.needed // MEGABYTE)}


def open_files(instance: Path, settings: Settings, *, raises: bool = False) -> Files:
    """How many files this process may have open; *raises*: its own limit is raised to what the system allows."""
    there = len(list((instance / "tournaments").glob("*.sqlite")))
    others, wanted = FILES + FILES_A_TOURNAMENT * (there + TO_COME), settings.connections
    if sys.platform == "win32":
        return Files(ENOUGH, others, wanted)
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else hard
    if raises and soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return Files(most, others, wanted)


def address_space(settings: Settings, *, raises: bool = False) -> Space:
    """How much address space this process may have; *raises*: its own limit is raised to what the system allows."""
    if sys.platform == "win32":
        return Space(None, 0)
    import resource

    threads = settings.threads + settings.reader_threads + OTHER_THREADS
    stack = resource.getrlimit(resource.RLIMIT_STACK)[0]
    arenas = min(threads, ARENAS_A_CORE * (os.cpu_count() or 1))
    needed = PROGRAM + threads * (STACK if stack == resource.RLIM_INFINITY else stack) + arenas * ARENA
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if raises and soft != hard:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    return Space(None if hard == resource.RLIM_INFINITY else hard, needed)


def allowed(instance: Path, settings: Settings) -> Files:
    """The open files of a service that begins now, its limits raised; refused where they are too few for a hall."""
    space, files = address_space(settings, raises=True), open_files(instance, settings, raises=True)
    for one in (space, files):
        if one.code in ("memory_too_little", "files_too_few"):
            raise Refused(one.code, article=None, **one.facts)
    return files
