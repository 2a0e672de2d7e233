"""A tournament as it was at earlier lines of its journal.

The states after the latest requests are cached, because they share nearly all their data with the present state. Of
older states some are cached, at regular distances. Any other state is replayed from the nearest cached one before it,
without the desk's lock.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator

from arbiter.desk.recorded import events_of
from arbiter.journal.journal import Journal
from arbiter.journal.lines import Line
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament

RECENT_STATES = 256
"""The number of states cached after the latest requests."""
OLDER_STATES = 32
"""The most older states that are cached."""
PIECE_LINES = 2_000
"""Lines that are read at a time."""


class Bygone:
    """The cached states of one journal. All other states are replayed from these."""

    def __init__(self, journal: Journal, passed: Callable[[int, int], None] = lambda _, __: None) -> None:
        """*passed* is called with the number of the line to which the journal has been read, and of the last one."""
        self.journal = journal
        self._passed = passed
        self._lock = threading.Lock()
        self._recent: deque[Tournament] = deque()
        self._marks: list[Tournament] = []
        self._apart = PIECE_LINES

    def opened(self, state: Tournament | None = None) -> Tournament:
        """Return the tournament after all lines of the journal. *state*: an earlier state to start from."""
        if state is not None and state.version:
            self._marks.append(state)
        return self._read(state or Tournament())

    def keep(self, state: Tournament) -> None:
        """Cache the tournament's state after one more request."""
        with self._lock:
            self._recent.append(state)
            if len(self._recent) > RECENT_STATES:
                self._mark(self._recent.popleft())

    def at(self, seq: int) -> Tournament:
        """Return the tournament after the line of that number."""
        with self._lock:
            kept = (state for state in (*self._marks, *self._recent) if state.version <= seq)
            nearest = max(kept, key=lambda state: state.version, default=Tournament())
        return self._read(nearest, until=seq)

    def _read(self, state: Tournament, until: int | None = None) -> Tournament:
        """Return the tournament replayed from *state* up to line *until*, or up to the last line."""
        for lines in self._pieces(state.version, until):
            state = replay(events_of(lines), state)
            if until is None:
                self._passed(state.version, self.journal.version)
                with self._lock:
                    self._mark(state)
        return state

    def _pieces(self, after: int, until: int | None) -> Iterator[list[Line]]:
        while until is None or after < until:
            lines = self.journal.read(
                after=after, limit=PIECE_LINES if until is None else min(PIECE_LINES, until - after)
            )
            if not lines:
                return
            yield lines
            after = lines[-1].seq

    def _mark(self, state: Tournament) -> None:
        if self._marks and state.version < self._marks[-1].version + self._apart:
            return
        self._marks.append(state)
        if len(self._marks) > OLDER_STATES:
            self._apart *= 2
            self._marks = self._marks[::2]
