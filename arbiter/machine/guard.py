"""Keeps the files of the instance under watch: witnesses, whole chains, the second medium, and what the disk takes.

It looks at the machine's own clock as well, which nothing here goes by: the office is told when somebody sets it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from arbiter.desk.desks import Desks
from arbiter.journal.journal import CannotWrite, Obstacle
from arbiter.machine.heads import Heads, add_head

log = logging.getLogger(__name__)

PACE = 0.8
"""Seconds between two looks: a witness is on the disk within a second of its line."""
EVERY = 180.0
"""Seconds between two times that each chain is looked through from its first line."""
APART = 60.0
"""Seconds between two signed heads of a tournament on the second medium."""
REST = 4
"""While a chain is looked through the guard rests so many times as long as it works."""


class Guard:
    """One thread that looks after the files of all desks."""

    def __init__(self, desks: Desks, obstacle: Callable[[], Obstacle | None], heads: Heads | None = None) -> None:
        self.desks = desks
        self.obstacle = obstacle
        self.heads = heads
        self._signed: dict[str, tuple[int, float]] = {}
        """The line of each tournament that was signed last on the second medium, and when by the monotonic clock."""
        self.found: Obstacle | None = None
        """What stands in the way of writing, as of the last look."""
        self._looked = time.monotonic()
        self._ended = threading.Event()
        self._threads = (
            threading.Thread(target=self._watch, name="guard", daemon=True),
            threading.Thread(target=self._look_through, name="chains", daemon=True),
        )

    def start(self) -> None:
        """Begins to look."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Looks no more; waits for the look that is going on."""
        self._ended.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        self._guarded(lambda: self._sign(apart=0))

    def look(self) -> None:
        """One look: every witness has its lines on the disk, and it is said once when the disk changes its mind."""
        setting = self.desks.wall.look()
        if setting is not None:
            log.warning(
                "the machine's clock was set by %s s; the hall's clock goes on as before", f"{setting.by / 1_000:+.1f}"
            )
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
        """Looks every chain through."""
        for desk in self.desks:
            try:
                desk.journal.check(REST)
            except CannotWrite as cause:
                log.warning("the journal of %s could not be mended: %s", desk.id, cause)

    def _sign(self, apart: float = APART) -> None:
        """The last line of each witness on the second medium is signed there, where it is another than *apart* ago."""
        for desk in self.desks:
            found, (line, at) = desk.journal.condition(), self._signed.get(desk.id, (0, -APART))
            far, now = found.far, time.monotonic()
            if self.heads is None or far is None or found.broken is not None or far.late is not None:
                continue
            if far.version not in (0, line) and now - at >= apart:
                self._signed[desk.id] = far.version, now
                try:
                    add_head(far.path.with_suffix(".heads"), self.heads.sign(desk.id, far.version, far.head))
                except OSError as cause:
                    log.warning("the head of %s could not be written to the second medium: %s", desk.id, cause)

    def _watch(self) -> None:
        while not self._ended.wait(PACE):
            self._guarded(self.look)

    def _look_through(self) -> None:
        self._guarded(self.desks.wake_all)
        while not self._ended.wait(EVERY):
            self._guarded(self.check)

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception:  # one tournament's files must not keep the others' from being looked after
            log.exception("the files could not be looked after")
