"""Decides which journal lines may be published, that is, sent to a hub.

Lines are published in order: a line that must wait holds up all lines after it. If spectators see the tournament with a
delay, a line about a running game waits for that delay, or until the game is over. The lines of a draft pairing wait
until the draft is published or a game is running. So the hub, and its database, never has anything that a spectator in
the hall may not know.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from arbiter.journal.lines import BEGINNING, Line, sound
from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.event import Place
from arbiter.tournament.past.spectator_delay import delay, running
from arbiter.tournament.replay import after
from arbiter.tournament.state import Tournament


class Waiting(NamedTuple):
    """A journal line that is not published yet: its boards, and the round whose draft it belongs to (0: no draft)."""

    seq: int
    at: Instant
    places: tuple[Place, ...]
    draft: int


class Allowed:
    """The part of a journal that has been read, with the number of the last line that may be published."""

    def __init__(self) -> None:
        self.state = Tournament()
        self.head = BEGINNING
        self.told = 0
        """The number of the last line that people outside the hall may know."""
        self._waiting: deque[Waiting] = deque()

    def take(self, line: Line) -> None:
        """Read the next line. Raise Refused if its number or its hash does not fit the line before."""
        if line.seq != self.state.version + 1 or line.before != self.head or not sound(line):
            raise Refused("chain_broken", line=line.seq)
        event = parse_event(line.kind, line.at, line.body)
        self.state = after(self.state, event)
        self.head = line.hash
        draft = self.state.rounds[-1].number if self.state.rounds and self.state.rounds[-1].draft else 0
        self._waiting.append(Waiting(line.seq, line.at, event.about(self.state), draft))

    def until(self, now: Instant) -> int:
        """Return the number of the last journal line that may be published at *now*."""
        if not self._waiting:
            return self.told
        late, going = delay(self.state), running(self.state)
        drafted = self.state.rounds[-1].number if self.state.rounds and self.state.rounds[-1].draft else 0
        while self._waiting:
            first = self._waiting[0]
            if late and first.at > now - late and not going.isdisjoint(first.places):
                break
            if drafted and first.draft == drafted and not going:
                break
            self.told = self._waiting.popleft().seq
        return self.told
