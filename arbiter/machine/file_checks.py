"""Checks the files of the instance: text copies, hash chains from their first line, the second medium, and the disk.

`periodic.py` calls these checks at intervals.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from arbiter.desk.desks import Desks
from arbiter.journal.journal import CannotWrite, Obstacle
from arbiter.machine.signed_heads import Heads, add_head

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.8
"""The seconds between two looks, so that a text copy is on the disk within a second of its journal line."""
CHECK_SECONDS = 180.0
"""The seconds between two checks of each hash chain from its first line."""
APART_SECONDS = 60.0
"""The seconds between two signed heads of a tournament on the second medium."""
REST_TIMES = 4
"""After each piece of work, the check of a hash chain pauses this many times as long as the work took."""


class Guard:
    """Checks the files of all tournaments regularly, so that damage and a full disk are noticed early."""

    def __init__(self, desks: Desks, obstacle: Callable[[], Obstacle | None], heads: Heads | None = None) -> None:
        self.desks = desks
        self.obstacle = obstacle
        self.heads = heads
        self._signed: dict[str, tuple[int, float]] = {}
        """The number of the last line signed on the second medium, and when (monotonic seconds), by tournament."""
        self.found: Obstacle | None = None
        """The reason why nothing can be written, as of the last look; None if there is none."""

    def stop(self) -> None:
        """Sign the last line of each journal copy on the second medium, before the service ends."""
        self._sign(apart_seconds=0)

    def look(self) -> None:
        """Write every text copy up to its last line, and log if the disk has become writable or unwritable."""
        found = self.obstacle()
        if found != self.found:
            if found is None:
                log.warning("the disk takes something again; moves are recorded")
            else:
                log.warning("the disk takes nothing (%s); no move is recorded", found)
            self.found = found
        for desk in self.desks:
            desk.journal.settle()
        self._sign()

    def check(self) -> None:
        """Check the hashes of every journal from its first line. Log a journal that could not be repaired."""
        for desk in self.desks:
            try:
                desk.journal.check(REST_TIMES)
            except CannotWrite as cause:
                log.warning("the journal of %s could not be mended: %s", desk.id, cause)

    def _sign(self, apart_seconds: float = APART_SECONDS) -> None:
        """Sign the last line of each journal copy on the second medium.

        A copy whose last signature is less than *apart_seconds* old is left out.
        """
        for desk in self.desks:
            found, (line, at) = desk.journal.condition(), self._signed.get(desk.id, (0, -APART_SECONDS))
            far, now = found.far, time.monotonic()
            if self.heads is None or far is None or found.broken is not None or far.late is not None:
                continue
            if far.version not in (0, line) and now - at >= apart_seconds:
                self._signed[desk.id] = far.version, now
                try:
                    add_head(far.path.with_suffix(".heads"), self.heads.sign(desk.id, far.version, far.head))
                except OSError as cause:
                    log.warning("the head of %s could not be written to the second medium: %s", desk.id, cause)
