"""Thinking too long on a board without a running clock: first a warning, then the loss, both only proposed.

Rulebook 001 lists the rule (a warning after five minutes, the loss one minute later) but does not enforce it, so it is
off by default. An alarm of the service checks the board when the time is up. An arbiter may also check; the warning is
then given at once. Time in which the board is stopped is not counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.refused import Refused
from arbiter.rules.moves import moves_in_play
from arbiter.rulings.request import BoardRequest, OfBoard, OfRound, article, running_game, won_by
from arbiter.sides import MINUTE, Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.referee.conduct import NoticeGiven
from arbiter.tournament.events.referee.proposals import ProposalSigned, RulingProposed
from arbiter.tournament.game import Game
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass

MATTER = "inactivity"
"""The code of the warning's subject in the notice to the players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskInactivity(BoardRequest):
    """Check, as an arbiter, whether the side to move has thought too long.

    The first time both players get a warning. After that, the loss of the game is proposed for an arbiter's signature.
    """

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        if not _counted(state, game):
            if state.regulations.inactivity_warning > 0:
                raise Refused("inactivity_clocked", board=self.board)
            raise Refused("no_inactivity", board=self.board, article=article(state, "inactivity"))
        due = due_at(state, game)
        if due is None or at < due:
            raise Refused("still_active", board=self.board, due_at=due)
        waiting = next((one for one in _asked(state, game) if one.decided is None), None)
        if _warned(game) is None:
            signed = [ProposalSigned(at=at, proposal=waiting.number, by=self.by)] if waiting else []
            return [*signed, warning(game, at, self.by)]
        if waiting is not None:
            raise Refused("claim_waits", board=self.board)
        return [_proposed(state, game, at)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RingInactivity:
    """Check, as the service's alarm, whether the side to move has thought too long.

    First the warning is proposed to an arbiter, and later the loss. If it is too early, raise Refused with the instant
    at which it will be due.
    """

    round: OfRound
    board: OfBoard

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = running_game(state, self.round, self.board)
        due = rings_at(state, game)
        if due is None or at < due:
            raise Refused("still_active", board=self.board, due_at=due)
        return [_proposed(state, game, at)]


def due_at(state: Tournament, game: Game) -> Instant | None:
    """Return the instant at which the side to move has thought too long; None if thinking time is not counted.

    It is the instant for the warning or, after the warning, for the loss.
    """
    clock, rules = game.clock, state.regulations
    if not _counted(state, game) or not game.running or clock.running is None:
        return None
    warned = _warned(game)
    if warned is None:
        minutes = rules.inactivity_warning
        if rules.inactivity_single:
            legal = moves_in_play(game.position, state.variant)
            minutes = rules.inactivity_single if len(legal) == 1 and legal[0].taken else minutes
        return clock.since + minutes * MINUTE
    return warned + rules.inactivity_loss * MINUTE


def rings_at(state: Tournament, game: Game) -> Instant | None:
    """Return the instant at which the alarm will check the board.

    None if a proposal about this move already waits or was dismissed.
    """
    step = "warning" if _warned(game) is None else ""
    asked = any(one.step == step and one.decided in (None, "dismissed") for one in _asked(state, game))
    return None if asked else due_at(state, game)


def warning(game: Game, at: Instant, by: str) -> NoticeGiven:
    """Return the notice that warns both players: further thinking may lose the game."""
    return NoticeGiven(at=at, round=game.round, board=game.board, matter=MATTER, by=by)


def _proposed(state: Tournament, game: Game, at: Instant) -> RulingProposed:
    side = game.position.turn
    lost = won_by(side.other, game, at, because="ruling", article=None) if _warned(game) is not None else None
    return RulingProposed(
        at=at,
        round=game.round,
        board=game.board,
        kind="inactivity",
        side=side,
        white=lost.white if lost else None,
        black=lost.black if lost else None,
        because="ruling",
        article=article(state, "inactivity"),
        step="" if lost else "warning",
    )


def _counted(state: Tournament, game: Game) -> bool:
    """Return whether thinking time is counted: the regulations provide it, and no clock runs at the board."""
    rules = state.regulations
    return rules.inactivity_warning > 0 and not game.clock.control[game.position.turn].periods


def slow(game: Game) -> bool:
    """Return whether the side to move has already been warned about thinking too long at this move."""
    return game.running and _warned(game) is not None


def _warned(game: Game) -> Instant | None:
    """Return the instant of the warning at this move, or None.

    A warning before the board's last start does not count.
    """
    told = [note.at for note in game.notes if (note.what, note.step, note.ply) == ("notice", MATTER, game.ply)]
    return told[-1] if told and told[-1] >= game.clock.since else None


def _asked(state: Tournament, game: Game) -> list[Proposal]:
    """Return the proposals about too long thinking at this move, since the board was last started."""
    return [
        one
        for one in state.proposals
        if (one.kind, one.round, one.board, one.ply) == ("inactivity", game.round, game.board, game.ply)
        and one.at >= game.clock.since
    ]
