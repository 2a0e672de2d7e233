"""Touching a piece, if moves are played without confirmation. After the touch the last move can no longer be undone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rulings.request import BoardRequest, BySide
from arbiter.rulings.time.flags import undisputed_game
from arbiter.sides import Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import PieceTouched
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

UNDONE = "undone"
"""The reason that is recorded when a player undoes a move."""
SPOKEN = ("claim", "irregular", "objection")
"""The kinds of proposals that stand for an objection to the last move. The move cannot be undone while one waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchPiece(BoardRequest):
    """Record that the side to move has touched a piece, so that the opponent can no longer undo the last move.

    Refused if moves are played with confirmation. `ply` is the number of plies played, as the sender knows it.
    """

    ply: Annotated[int, Sent("moves already played, as the sender knows it", 0)]
    side: BySide = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = undisputed_game(state, self.round, self.board, at)
        if self.ply != game.ply:
            raise Refused("stale_ply", board=self.board, ply=self.ply, played=game.ply)
        if may_undo(state, game) is None or self.side not in (None, game.position.turn):
            raise Refused("nothing_changed")
        return [PieceTouched(**self.at_board(at), side=game.position.turn)]


def may_undo(state: Tournament, game: Game) -> Side | None:
    """Return the side that may undo its last move now, or None.

    None if moves need confirmation, before the first move, and after the opponent's touch or objection. None also while
    something is open at the board, such as an offer, a flag, a claim or a move to correct.
    """
    if state.regulations.confirm_moves or not game.plays or not game.running or game.halted:
        return None
    last = game.plays[-1]
    answered = game.touched == game.ply or last.line in game.opened or _spoken(state, game)
    open_ = answered or game.offer or game.owed or game.objection or game.flag
    drawn = game.opening is not None and last.ply <= game.opening.plies
    by_computer = game.entries[last.side] in state.computers
    return None if open_ or drawn or by_computer or last.side is game.position.turn else last.side


def _spoken(state: Tournament, game: Game) -> bool:
    """Return whether an objection or a claim at the board waits for an arbiter."""
    return any((p.round, p.board) == (game.round, game.board) and p.kind in SPOKEN for p in state.waiting)
