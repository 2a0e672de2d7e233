"""Events of computer players: one was entered, or an engine failed to play for it."""

from __future__ import annotations

from arbiter.refused import Fact
from arbiter.sides import Side
from arbiter.tournament.computer import HousePlayer
from arbiter.tournament.events.event import BoardAct, Event, TournamentAct
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseSeated(TournamentAct):
    """The computer plays for an entry from now on, at a level or by an external engine.

    Its errors follow from the random number `chance`, so that they can be reproduced.
    """

    entry: int
    level: int
    engine: str
    chance: int

    def after(self, state: Tournament) -> Tournament:
        player = HousePlayer(level=self.level, engine=self.engine, chance=self.chance)
        return replace(state, computers=state.computers | {self.entry}, house={**state.house, self.entry: player})


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineFailed(BoardAct):
    """An engine failed to move, so the computer's own search plays the move.

    `code` and `facts` describe the failure.
    """

    side: Side
    engine: str
    code: str
    facts: tuple[tuple[str, Fact], ...]

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        return state.put(game.noted(replace(self.note(game, "engine", step=self.code), reason=self.engine)))


EVENTS: tuple[type[Event], ...] = (HouseSeated, EngineFailed)
