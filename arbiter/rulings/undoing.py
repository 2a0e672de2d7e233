"""Undoing the last move, in tournaments in which moves are played without confirmation (tap-tap)."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.refused import Refused
from arbiter.rulings.board.touches import UNDONE, may_undo
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.request import BoardRequest, BySide
from arbiter.rulings.time.flags import undisputed_game
from arbiter.sides import Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.halts import ClocksResumed
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoMove(BoardRequest):
    """Undo the last move, which was played without confirmation. Refused once the opponent has touched a piece.

    The clock of the side that undoes its move runs on, as if it had not been pressed. Without a `side`, it is the side
    that moved last.
    """

    side: BySide = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = undisputed_game(state, self.round, self.board, at)
        if state.regulations.confirm_moves:
            raise Refused("moves_are_confirmed")
        side = may_undo(state, game)
        if side is None or self.side not in (None, side):
            raise Refused("undo_over", board=self.board)
        last = game.plays[-1]
        left = game.shown[last.ply - 1].start(side, last.at - last.charged).left(side, at)
        if game.clock.control[side].periods and left <= 0:
            raise Refused("undo_over", board=self.board)
        back = RestorePosition(
            round=self.round,
            board=self.board,
            by=self.by,
            ply=last.ply - 1,
            reason=UNDONE,
            white_left=left if side is Side.WHITE and left > 0 else None,
            black_left=left if side is Side.BLACK and left > 0 else None,
        )
        return [
            *back.rule(state, at),
            ClocksResumed(at=at, round=self.round, boards=(self.board,), by=self.by, reason=""),
        ]
