"""Moves that are played without confirmation (tap-tap), and that their player may undo until the opponent touches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.request import By, BySide, OfBoard, OfRound
from arbiter.rulings.time.flags import undisputed_game
from arbiter.sides import Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import PieceTouched
from arbiter.tournament.events.halts import ClocksResumed
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

SPOKEN = ("claim", "irregular", "objection")
"""The kinds of proposals by which a player has spoken about the last move, which ends the undoing as a touch does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchPiece:
    """Tell that the side to move has touched a piece, so that the opponent can no longer undo the last move.

    Only where moves are played without confirmation. `ply` is the number of plies played, as the sender knows it.
    """

    round: OfRound
    board: OfBoard
    by: By
    ply: Annotated[int, Sent("moves already played, as the sender knows it", 0)]
    side: BySide = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = undisputed_game(state, self.round, self.board, at)
        if self.ply != game.ply:
            raise Refused("stale_ply", board=self.board, ply=self.ply, played=game.ply)
        if may_undo(state, game) is None or self.side not in (None, game.position.turn):
            raise Refused("nothing_changed")
        return [PieceTouched(at=at, round=self.round, board=self.board, side=game.position.turn, by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoMove:
    """Undo the last move, which was played without confirmation. Refused once the opponent has touched a piece.

    The clock of the side that undoes runs on, as if it had not been pressed. Without a `side` the side that moved last
    undoes its move.
    """

    round: OfRound
    board: OfBoard
    by: By
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
            reason="undone",
            white_left=left if side is Side.WHITE and left > 0 else None,
            black_left=left if side is Side.BLACK and left > 0 else None,
        )
        return [
            *back.rule(state, at),
            ClocksResumed(at=at, round=self.round, boards=(self.board,), by=self.by, reason=""),
        ]


def may_undo(state: Tournament, game: Game) -> Side | None:
    """Return the side that may undo its last move now, or None.

    Nobody may if moves are confirmed, before the first move, and after the opponent's touch or objection. Nobody may
    while something is open at the board either, such as an offer, a flag, a claim or a move to correct.
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
