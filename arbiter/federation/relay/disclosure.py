"""How far a journal may be known outside the hall.

Its lines go in their order, and the first that has to wait holds up those behind it. Where the tournament is shown with
a delay, a line about a game that is being played waits until it is as old as that, or the game is over. A draft waits
until it is published, as long as nobody plays. So a hub never has, not even in its database, what a stranger in the
hall would not be told; results come to it by the delay later at the most.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from arbiter.journal.lines import BEGINNING, Line, sound
from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.event import Place
from arbiter.tournament.past.delayed import delay
from arbiter.tournament.replay import after
from arbiter.tournament.state import Tournament


class Waiting(NamedTuple):
    """A line that has been read and not been told yet: the boards that it is about, and the draft that it is of."""

    seq: int
    at: Instant
    places: tuple[Place, ...]
    draft: int


class Allowed:
    """A journal as far as it has been read, each line held against the one before it."""

    def __init__(self) -> None:
        self.state = Tournament()
        self.head = BEGINNING
        self.told = 0
        """The last line that may be known."""
        self._waiting: deque[Waiting] = deque()

    def take(self, line: Line) -> None:
        """One more line; refused where it is not what was written behind the line before it."""
        if line.seq != self.state.version + 1 or line.before != self.head or not sound(line):
            raise Refused("chain_broken", line=line.seq)
        event = parse_event(line.kind, line.at, line.body)
        self.state = after(self.state, event)
        self.head = line.hash
        draft = self.state.rounds[-1].number if self.state.rounds and self.state.rounds[-1].draft else 0
        self._waiting.append(Waiting(line.seq, line.at, event.about(self.state), draft))

    def until(self, now: Instant) -> int:
        """The last line that may be known at that instant."""
        if not self._waiting:
            return self.told
        late = delay(self.state)
        going = {(game.round, game.board) for game in self.state.games() if game.running}
        drafted = self.state.rounds[-1].number if self.state.rounds and self.state.rounds[-1].draft else 0
        while self._waiting:
            first = self._waiting[0]
            if late and first.at > now - late and not going.isdisjoint(first.places):
                break
            if drafted and first.draft == drafted and not going:
                break
            self.told = self._waiting.popleft().seq
        return self.told
