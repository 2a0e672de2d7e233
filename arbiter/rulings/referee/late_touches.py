"""A touch of a piece that an offline tablet reports after the opponent has undone the last move.

Nothing can be undone once the opponent has touched a piece. The tablet's record of the touch is put before the arbiter,
who decides whether the undone move stands again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.fields import fitting
from arbiter.refused import Refused
from arbiter.rulings.board.late_acts import ConfirmedAct, Device
from arbiter.rulings.board.touches import UNDONE, TouchPiece
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.restoring import played_again
from arbiter.rulings.request import Request, plain_text
from arbiter.rulings.time.flags import undisputed_game
from arbiter.sides import Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.late_moves import TouchCameLate
from arbiter.tournament.game import Game, Play
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmedTouch(ConfirmedAct):
    """The touch of a piece, together with the tablet's own record of it.

    The record matters only if the opponent has undone the last move meanwhile. Then it is written down, and an arbiter
    decides whether that move stands.
    """

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        came = late_touch(state, self.act, self.device, at)
        touch: Request = self.act
        return touch.rule(state, at) if came is None else [came]


def late_touch(state: Tournament, touch: TouchPiece, device: Device, at: Instant) -> TouchCameLate | None:
    """Return the evidence that a piece was touched before the opponent undid the move; None if it was not.

    Raise Refused if the evidence was written down before.
    """
    game, pressed = state.game(touch.round, touch.board), device.instant
    fitting(device)
    side = touch.side or game.position.turn.other
    found = _undone(game, touch.ply, side, pressed)
    if found is None or not game.running or game.ply > touch.ply:
        return None
    play, undone = found
    if any(note.what == "late_touch" and note.at >= undone for note in game.notes):
        raise Refused("nothing_changed")
    return TouchCameLate(
        at=at,
        round=game.round,
        board=game.board,
        ply=play.ply,
        side=side,
        move=play.move,
        pressed=pressed,
        offset=device.offset_ms,
        chain=plain_text(device.chain, "chain", needed=False),
        undone=undone,
        by=touch.by,
    )


def stands_again(state: Tournament, proposal: Proposal, at: Instant, by: str) -> Sequence[Event]:
    """Return the events that restore an undone move, because the opponent had touched a piece before the undoing.

    The move is played again with the time that it had taken, and the opponent's clock starts. Nobody is charged for the
    time between.
    """
    where: dict[str, Any] = {"round": proposal.round, "board": proposal.board, "by": by}
    game = undisputed_game(state, proposal.round, proposal.board, at)
    play = next(play for play in reversed(game.struck) if (play.ply, play.move) == (proposal.ply, proposal.move))
    back = RestorePosition(**where, ply=play.ply - 1, reason="a piece had been touched")
    events: list[Event] = [*back.rule(state, at)] if game.ply >= play.ply else []
    return [*events, *played_again(replay(events, state), game, play, at, by)]


def _undone(game: Game, ply: int, side: Side, pressed: Instant) -> tuple[Play, Instant] | None:
    """Return the other side's move that stood when *side* touched a piece, and the instant at which it was undone."""
    undos = [note.at for note in game.notes if note.what == "position" and note.reason == UNDONE]
    for play in game.struck:
        undone = next((at for at in undos if at >= play.at), None)
        if play.ply == ply and play.side is not side and undone is not None and play.at <= pressed < undone:
            return play, undone
    return None
