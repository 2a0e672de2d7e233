"""Recorded requests with their events, and the lines written for events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from arbiter.journal.lines import Line, Unwritten
from arbiter.sides import Instant
from arbiter.tournament.events import event_text, parse_event
from arbiter.tournament.events.event import Event
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


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


def events_of(lines: Sequence[Line]) -> Iterator[Event]:
    return (parse_event(line.kind, line.at, line.body) for line in lines)


def unwritten(events: Sequence[Event], key: str | None = None) -> list[Unwritten]:
    """Return the lines to write for these events. The last one stores the *key* of their request."""
    last = len(events) - 1
    return [
        Unwritten(event.at, type(event).__name__, event_text(event), key if number == last else None)
        for number, event in enumerate(events)
    ]
