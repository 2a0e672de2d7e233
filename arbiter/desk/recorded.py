"""Recorded requests with their events, and the lines written for events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from arbiter.journal.lines import Line, Unwritten
from arbiter.progress import counted
from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.tournament.events import event_text, parse_event
from arbiter.tournament.events.event import Event
from arbiter.tournament.replay import after, replay
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

UNREPLAYABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError, Refused)
"""The errors of a line whose text is no event of this program."""


class Head(NamedTuple):
    """The number and the hash of a journal line, by which a journal that was altered before that line is noticed."""

    seq: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """The result of a request: its last line, the events, and the tournament after it.

    `again`: the request had been recorded before under the same key, and this is that earlier result.
    """

    seq: int
    at: Instant
    events: Sequence[Event]
    state: Tournament
    again: bool = False

    @property
    def last(self) -> Event:
        """The last event of the request. Earlier events of the same request led up to it."""
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
    """Return the boards whose games differ between two states of a tournament, as "round.board", with commas."""
    games = {(game.round, game.board): game for game in after.games()}
    other = sorted((one.round, one.board) for one in before.games() if games.get((one.round, one.board)) != one)
    return ", ".join(f"{round}.{board}" for round, board in other)
