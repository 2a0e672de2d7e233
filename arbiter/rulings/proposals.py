"""What the service found and an arbiter decides.

He signs it, and it becomes his ruling, or he dismisses it with a reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arbiter.refused import Refused
from arbiter.rules.endings import ENDINGS, Outcome
from arbiter.rulings.endings import drawn
from arbiter.rulings.request import article, plain_text, running_game, won_by
from arbiter.sides import Instant
from arbiter.tournament.events import Event, GameEnded, ProposalDismissed, ProposalSigned
from arbiter.tournament.game import Game
from arbiter.tournament.state import Proposal, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class SignProposal:
    """A fallen flag loses the game (000 X), a player who is late forfeits it, a claim that is upheld ends it drawn."""

    proposal: int
    by: str
    reason: str = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        proposal = waiting(state, self.proposal)
        game = running_game(state, proposal.round, proposal.board)
        reason = plain_text(self.reason, "reason", needed=False) or proposal.ground
        signed = ProposalSigned(at=at, proposal=proposal.number, by=self.by)
        if proposal.kind == "flag":
            winner = proposal.side.other
            return [
                signed,
                won_by(winner, game, at, because="flag", article=article(state, "flag"), by=self.by, reason=reason),
            ]
        if proposal.kind == "ending" and ENDINGS[proposal.ground].outcome is Outcome.DRAW:
            row = ENDINGS[proposal.ground]
            return [signed, drawn(game, at, row, by=self.by, reason=plain_text(self.reason, "reason", needed=False))]
        if proposal.kind == "late":
            return [signed, self._forfeited(state, proposal, game, at)]
        end = GameEnded(
            at=at,
            round=proposal.round,
            board=proposal.board,
            white="drawn",
            black="drawn",
            because="claim",
            by=self.by,
            article=article(state, "claim"),
            reason=reason,
        )
        return [signed, end]

    def _forfeited(self, state: Tournament, proposal: Proposal, game: Game, at: Instant) -> GameEnded:
        """The game lost by whoever did not come, or by both."""
        if any(play.side is proposal.side for play in game.plays) and proposal.ground != "both":
            raise Refused("has_played", board=game.board, side=proposal.side.value)
        lost = won_by(
            proposal.side.other,
            game,
            at,
            because="forfeit",
            article=article(state, "late"),
            by=self.by,
            reason=plain_text(self.reason, "reason", needed=False),
        )
        return replace(lost, white="lost", black="lost") if proposal.ground == "both" else lost


@dataclass(frozen=True, slots=True, kw_only=True)
class DismissProposal:
    """The arbiter decides otherwise.

    After a flag the board stays stopped until he has given time and set the clocks going.
    """

    proposal: int
    by: str
    reason: str

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        proposal = waiting(state, self.proposal)
        reason = plain_text(self.reason, "reason")
        return [ProposalDismissed(at=at, proposal=proposal.number, by=self.by, reason=reason)]


def waiting(state: Tournament, number: int) -> Proposal:
    """That proposal; refused when it has been decided or has lapsed."""
    proposal = state.proposal(number)
    if proposal.decided is not None:
        raise Refused("proposal_decided", proposal=number, decided=proposal.decided)
    return proposal
