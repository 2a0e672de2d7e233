"""The system's limits of open files and memory for this process, and how much of both the service needs.

The service raises its limits as far as it is allowed to. If they are still too low, it does not start, and says how
much is needed and how to raise them. If they suffice for fewer connections than set, it says for how many.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from arbiter.refused import Refused
from arbiter.settings import Settings
from arbiter.values import dataclass

OTHER_FILES = 80
"""The number of open files besides connections: program, libraries, register, log, copies and sheets."""
FILES_A_TOURNAMENT = 8
"""The number of open files for each tournament: journal, its log and index, its copies, and one being read."""
TOURNAMENTS_TO_COME = 5
"""The number of further tournaments for which there should be room."""
FEWEST_CONNECTIONS = 50
"""A service starts only if it can have at least this many connections.

A tablet needs one or two, an office page six.
"""
UNLIMITED_FILES = 65_536
"""The number of open files to expect if the system sets no limit."""
BACKLOG_CONNECTIONS = 2_048
"""The most connections that may wait to be accepted; all of them may be accepted at the same moment."""
MEGABYTE = 1 << 20
PROGRAM_BYTES = 400 * MEGABYTE
"""The bytes of address space for the program with its libraries, journals and pages."""
STACK_BYTES = 8 * MEGABYTE
"""The bytes of the stack of a thread, if the system does not say."""
ARENA_BYTES = 64 * MEGABYTE
"""The bytes of each arena, a region from which the C library gives memory to threads."""
ARENAS_A_CORE = 8
OTHER_THREADS = 24
"""The number of threads that answer no request: alarms, checks, copies, engines, and helpers of the event loop."""


@dataclass(frozen=True, slots=True)
class Files:
    """The number of files that this process may open, and the number needed for other things than connections."""

    have: int
    others: int
    wanted: int
    """The number of connections that the settings allow."""

    @property
    def backlog(self) -> int:
        """The number of connections that may wait to be accepted.

        It is lower if the limit of open files does not suffice for as many connections as the settings allow.
        """
        spare = self.have - self.others
        return (
            BACKLOG_CONNECTIONS
            if spare >= self.wanted + BACKLOG_CONNECTIONS
            else max(8, min(BACKLOG_CONNECTIONS, spare // 8))
        )

    @property
    def connections(self) -> int:
        """The number of connections that may be open at one time."""
        spare = self.have - self.others
        return self.wanted if spare >= self.wanted + BACKLOG_CONNECTIONS else min(self.wanted, spare - self.backlog)

    @property
    def needed(self) -> int:
        """The number of open files needed for as many connections as the settings allow."""
        return self.others + self.wanted + BACKLOG_CONNECTIONS

    @property
    def least(self) -> int:
        """The fewest open files with which the service starts."""
        return self.others + FEWEST_CONNECTIONS + 8

    @property
    def code(self) -> str:
        """The code of the sentence that says whether the limit of open files suffices."""
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
    """The limit of this process's address space in bytes (None: unlimited), and the bytes that the service needs."""

    have: int | None
    needed: int

    @property
    def code(self) -> str:
        """The code of the sentence that says whether the limit of memory suffices."""
        return "memory_good" if self.have is None or self.have >= self.needed else "memory_too_little"

    @property
    def facts(self) -> dict[str, int]:
        return {"have": (self.have or 0) // MEGABYTE, "needed": -(-self.needed // MEGABYTE)}


def open_files(instance: Path, settings: Settings, *, raises: bool = False) -> Files:
    """Return how many files this process may open. If *raises*, first raise the limit as far as the system allows."""
    there = len(list((instance / "tournaments").glob("*.sqlite")))
    others, wanted = OTHER_FILES + FILES_A_TOURNAMENT * (there + TOURNAMENTS_TO_COME), settings.connections
    if sys.platform == "win32":
        return Files(UNLIMITED_FILES, others, wanted)
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = UNLIMITED_FILES if hard == resource.RLIM_INFINITY else hard
    if raises and soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return Files(most, others, wanted)


def address_space(settings: Settings, *, raises: bool = False) -> Space:
    """Return how many bytes of address space this process may have. If *raises*, first raise the limit."""
    if sys.platform == "win32":
        return Space(None, 0)
    import resource

    threads = settings.threads + settings.reader_threads + OTHER_THREADS
    stack = resource.getrlimit(resource.RLIMIT_STACK)[0]
    arenas = min(threads, ARENAS_A_CORE * (os.cpu_count() or 1))
    needed = (
        PROGRAM_BYTES + threads * (STACK_BYTES if stack == resource.RLIM_INFINITY else stack) + arenas * ARENA_BYTES
    )
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if raises and soft != hard:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    return Space(None if hard == resource.RLIM_INFINITY else hard, needed)


def allowed(instance: Path, settings: Settings) -> Files:
    """Raise the system's limits for the starting service, and return the limit of open files.

    Raise Refused if a limit remains too low for the service to start.
    """
    space, files = address_space(settings, raises=True), open_files(instance, settings, raises=True)
    for one in (space, files):
        if one.code in ("memory_too_little", "files_too_few"):
            raise Refused(one.code, article=None, **one.facts)
    return files
