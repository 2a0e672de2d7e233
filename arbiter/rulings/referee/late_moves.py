"""Accepting a move that arrived after the flag fell: the move becomes valid, and the clock is set accordingly."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.refused import Refused
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.time.lag import Stamp
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.late_moves import LateMoveAccepted
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Proposal, Tournament


def accepted(state: Tournament, proposal: Proposal, at: Instant, by: str, reason: str) -> Sequence[Event]:
    """Return the events that play a late move as if it had been pressed in time.

    The instant of the press is the one that the tablet recorded, but never before the side began to think and never
    after its flag fell. The opponent's clock runs from the arbiter's acceptance on: nobody is charged for the time
    between. A game that the flag had ended goes on.
    """
    game = state.game(proposal.round, proposal.board)
    late = next(late for late in game.late if late.line == proposal.number)
    fallen = game if game.flag is not None else game.fallen
    if fallen is None or fallen.flag is None or late.ply != game.ply:
        raise Refused("proposal_decided", proposal=proposal.number, decided="lapsed")
    pressed = max(fallen.flag.clock.since, min(late.pressed, fallen.flag.at - 1))
    taken = LateMoveAccepted(
        at=at,
        round=game.round,
        board=game.board,
        side=late.side,
        move=late.move,
        pressed=pressed,
        by=by,
        reason=reason,
    )
    move = PlayMove(
        round=game.round,
        board=game.board,
        ply=late.ply,
        move=late.move,
        by=late.by,
        stamp=Stamp(pressed=late.pressed),
        stood=pressed,
    )
    return [taken, *move.rule(replay([taken], state), at)]
