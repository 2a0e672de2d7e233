"""Rulings about the computer player: its entry, reports of engines that fail, and take-backs in practice games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Road, Sent
from arbiter.refused import Fact, Refused
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.request import BoardRequest, By, BySide, OfEntry, running_game
from arbiter.rulings.time.flags import undisputed_game
from arbiter.sides import Instant, Side
from arbiter.tournament.computer import HousePlayer
from arbiter.tournament.events.computer import EngineFailed, HouseSeated
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.halts import ClocksResumed
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

HIGHEST_LEVEL = 9

OfLevel = Annotated[int, Sent("how far it thinks, from 1 to 9", 3, least=1, most=HIGHEST_LEVEL)]
OfEngine = Annotated[str, Sent("the engine that plays for it, by its name here; without it the house", longest=40)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatHouse:
    """Let the computer player play for an entry. A second request for the same entry changes its level of play.

    Refused unless the terms of the tournament allow computer players.
    """

    entry: OfEntry
    by: By
    level: OfLevel = 5
    engine: OfEngine = ""
    chance: Annotated[int, Road("the number from which its errors follow")] = 0

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if self.entry not in state.entries:
            raise Refused("no_entry", entry=self.entry)
        may_sit(state)
        if self.entry not in state.house and any(self.entry in tuple(game.entries) for game in state.games()):
            raise Refused("house_in_their_place", entry=self.entry)
        if state.house.get(self.entry) == HousePlayer(level=self.level, engine=self.engine, chance=self.chance):
            raise Refused("nothing_changed")
        return [
            HouseSeated(at=at, entry=self.entry, level=self.level, engine=self.engine, chance=self.chance, by=self.by)
        ]


def may_sit(state: Tournament) -> None:
    """Raise Refused unless the terms of the tournament allow computer players and its games are not rated."""
    if state.setting("house") != "yes":
        raise Refused("house_not_announced")
    if state.setting("ratings") != "none":
        raise Refused("house_unrated")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportEngine(BoardRequest):
    """Report that an external engine failed when it was to move. The built-in computer player replaces it."""

    side: Annotated[Side, Road("the side for which it was to move")]
    engine: Annotated[str, Road("its name here")]
    code: Annotated[str, Road("what it did")]
    facts: Annotated[tuple[tuple[str, Fact], ...], Road("the facts of that")]

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        running_game(state, self.round, self.board)
        return [EngineFailed(**self.at_board(at), side=self.side, engine=self.engine, code=self.code, facts=self.facts)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(BoardRequest):
    """Take back a practising player's last move and the computer's answer.

    The clocks continue from the times before that move.
    """

    side: BySide = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if not state.practice:
            raise Refused("practice_only")
        game = undisputed_game(state, self.round, self.board, at)
        side = self.side or next((side for side in Side if game.entries[side] not in state.house), game.position.turn)
        mine = next((play.ply for play in reversed(game.plays) if play.side is side), None)
        if mine is None:
            raise Refused("nothing_to_take_back", board=self.board)
        back = RestorePosition(
            round=self.round, board=self.board, ply=mine - 1, by=self.by, reason="taken back at practice"
        )
        resumed = ClocksResumed(at=at, round=self.round, boards=(self.board,), by=self.by, reason="")
        return [*back.rule(state, at), resumed]
