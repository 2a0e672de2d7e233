"""Recorded requests with their events, the lines for events, and a tournament's earlier states.

The states after the latest requests are cached; they share nearly all their data with the present state. Some older
states are cached at regular distances. Any other state is replayed from the nearest cached state before it, without the
desk's lock.
"""

from __future__ import annotations

import gc
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import NamedTuple, TypeAlias

from arbiter.journal.journal import Journal
from arbiter.journal.lines import Line, Unwritten
from arbiter.progress import counted
from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.event import Event, event_text
from arbiter.tournament.events.rounds import RoundPaired
from arbiter.tournament.replay import after, replay
from arbiter.tournament.state import Tournament
from arbiter.tournament.stored.packed import unpacked
from arbiter.values import dataclass

UNREPLAYABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError, Refused)
"""The exceptions raised for a line whose text is not an event that this program can replay."""


class Head(NamedTuple):
    """The number and the hash of a journal's last line.

    A different hash shows that the journal was altered before that line.
    """

    seq: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """The result of a request: the number of its last line, its events, and the tournament after them.

    `again`: whether the request had been recorded before under the same key, so that this is the earlier result.
    """

    seq: int
    at: Instant
    events: Sequence[Event]
    state: Tournament
    again: bool = False

    @property
    def last(self) -> Event:
        """The last event of the request. Any earlier events of the request led up to it."""
        return self.events[-1]


Follower: TypeAlias = Callable[[str, Recorded], None]


def events_of(lines: Iterable[Line]) -> Iterator[Event]:
    return (parse_event(line.kind, line.at, line.body) for line in lines)


class UnreplayableLine(Exception):
    """Raised if a line cannot be replayed: *seq* is its number, *cause* the error."""

    def __init__(self, seq: int, cause: Exception) -> None:
        super().__init__(f"line {seq}: {cause}")
        self.seq = seq
        self.cause = cause


def replayed(lines: Sequence[Line], state: Tournament | None = None) -> Tournament:
    """Return the tournament after these lines, replayed together. *state*: the tournament before them, if any.

    Raise UnreplayableLine with the first line that cannot be replayed.
    """
    try:
        with lasting():
            return replay(events_of(counted(lines)), state)
    except UNREPLAYABLE:
        state = state or Tournament()
    for line in lines:
        try:
            state = after(state, parse_event(line.kind, line.at, line.body))
        except UNREPLAYABLE as cause:
            raise UnreplayableLine(line.seq, cause) from cause
    return state


def unwritten(events: Sequence[Event], key: str | None = None) -> list[Unwritten]:
    """Return the lines to write for these events. The last one stores the *key* of their request."""
    last = len(events) - 1
    return [
        Unwritten(event.at, type(event).__name__, event_text(event), key if number == last else None)
        for number, event in enumerate(events)
    ]


def other_boards(before: Tournament, after: Tournament) -> str:
    """Return the games that differ between two states of a tournament, each as "round.board", separated by commas."""
    games = {(game.round, game.board): game for game in after.games()}
    other = sorted((one.round, one.board) for one in before.games() if games.get((one.round, one.board)) != one)
    return ", ".join(f"{round}.{board}" for round, board in other)


RECENT_STATES = 256
"""The number of recent states that are cached: the state after each of the latest requests."""
OLDER_STATES = 32
"""The largest number of older states that are cached."""
PIECE_LINES = 2_000
"""The number of lines that are read at a time when an older state is replayed."""
OPENING_LINES = 8_000
"""The number of lines that are read at a time when a journal is opened."""
MOST_UNPACKED_PLAYS = 2_000
"""An older state is cached only if its running games have at most this many plays together.

Games that are over take little memory, because the states share their packed plays.
"""


MANY_OBJECTS = 100_000
"""If reading lines makes more new objects than this, they are exempted from garbage collection.

Some 5,000 lines make so many objects.
"""


@contextmanager
def lasting() -> Iterator[None]:
    """Collect no garbage in the block, and none ever of what it has made if that is much: a tournament stays in memory.

    What is garbage by then is collected first, because nothing that is exempt is ever collected.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if gc.get_count()[0] > MANY_OBJECTS:
            gc.collect()
            gc.freeze()
        if collects:
            gc.enable()


class Bygone:
    """The cached earlier states of one tournament. All other earlier states are replayed from these."""

    def __init__(self, journal: Journal, passed: Callable[[int, int], None] = lambda _, __: None) -> None:
        """*passed*: a function that is told the progress while the whole journal is read.

        It is called after each piece with the numbers of two lines: the last line read, and the last line of the
        journal.
        """
        self.journal = journal
        self._passed = passed
        self._lock = threading.Lock()
        self._recent: deque[Tournament] = deque()
        self._marks: list[Tournament] = []
        self._apart = PIECE_LINES
        self._due = 0
        """The number of the line from which on the next older state may be cached."""

    def opened(self, held: Callable[[], Tournament] = Tournament) -> Tournament:
        """Return the tournament after all lines of the journal.

        *held*: a function that returns an earlier state to start from.
        """
        with lasting():
            state = held()
        if state.version:
            self._mark(state)
        return self._read(state)

    def keep(self, state: Tournament) -> None:
        """Cache the tournament's state after one more request."""
        with self._lock:
            self._recent.append(state)
            if len(self._recent) > RECENT_STATES:
                self._mark(self._recent.popleft())

    def at(self, seq: int) -> Tournament:
        """Return the tournament after the line *seq*."""
        with self._lock:
            kept = (state for state in (*self._marks, *self._recent) if state.version <= seq)
            nearest = max(kept, key=lambda state: state.version, default=Tournament())
        return self._read(nearest, until=seq)

    def _read(self, state: Tournament, until: int | None = None) -> Tournament:
        """Return the tournament at an earlier line, replayed from the earlier state *state*.

        *until*: the number of the last line to replay; None for the last line of the journal.
        """
        for lines in self._pieces(state.version, until):
            for round in _by_round(lines) if until is None else (lines,):
                with lasting() if until is None else nullcontext():
                    state = replay(events_of(round), state)
                if until is None:
                    with self._lock:
                        self._mark(state)
            if until is None:
                self._passed(state.version, self.journal.version)
        return state

    def _pieces(self, after: int, until: int | None) -> Iterator[list[Line]]:
        while until is None or after < until:
            lines = self.journal.read(after, OPENING_LINES if until is None else min(PIECE_LINES, until - after))
            if not lines:
                return
            yield lines
            after = lines[-1].seq

    def _mark(self, state: Tournament) -> None:
        if state.version < self._due:
            return
        self._due = state.version + PIECE_LINES // 10
        if sum(map(unpacked, state.games())) > MOST_UNPACKED_PLAYS:
            return
        self._marks.append(state)
        if len(self._marks) > OLDER_STATES:
            self._apart *= 2
            self._marks = self._marks[::2]
        self._due = state.version + self._apart


def _by_round(lines: list[Line]) -> Iterator[list[Line]]:
    """Yield the lines in groups, in their order. Each line that pairs a round begins a new group."""
    began = 0
    for at, line in enumerate(lines):
        if line.kind == RoundPaired.__name__ and at:
            yield lines[began:at]
            began = at
    yield lines[began:]
