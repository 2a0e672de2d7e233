"""The part of a journal that may be known outside the hall.

Lines go in order, and a line that must wait holds up those after it. If the tournament is shown with a delay, a line
about a game in progress waits until it is that old, or until the game is over. A draft waits until it is published, as
long as nobody plays. So a hub never has what a stranger in the hall would not be told, not even in its database.
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
    """A line that has been read but not sent: the boards it is about, and the number of its draft (0: none)."""

    seq: int
    at: Instant
    places: tuple[Place, ...]
    draft: int


class Allowed:
    """A journal as far as it was read, with its hashes checked, and the last line that may be made public."""

    def __init__(self) -> None:
        self.state = Tournament()
        self.head = BEGINNING
        self.told = 0
        """The last line that may be known outside the hall."""
        self._waiting: deque[Waiting] = deque()

    def take(self, line: Line) -> None:
        """Read one more line. Refuse it if it does not follow the line before it."""
        if line.seq != self.state.version + 1 or line.before != self.head or not sound(line):
            raise Refused("chain_broken", line=line.seq)
        event = parse_event(line.kind, line.at, line.body)
        self.state = after(self.state, event)
        self.head = line.hash
        draft = self.state.rounds[-1].number if self.state.rounds and self.state.rounds[-1].draft else 0
        self._waiting.append(Waiting(line.seq, line.at, event.about(self.state), draft))

    def until(self, now: Instant) -> int:
        """Return the last line that may be known at that instant."""
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
