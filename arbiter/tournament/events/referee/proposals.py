"""Events of proposals by the service, and of the officials' decisions on them."""

from __future__ import annotations

from dataclasses import field

from arbiter.pairing.table.points import Outcome
from arbiter.refused import Fact
from arbiter.sides import Both, Side
from arbiter.tournament.events.event import EMPTY, AtBoard, Event, OnProposal
from arbiter.tournament.lapsed_proposals import decided, late_lapsed, uncounted
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingProposed(AtBoard):
    """The service proposed a ruling for a board, and an arbiter decides on the proposal.

    `white` and `black` are the proposed result. If both are None, `step` is the proposed penalty or warning.
    """

    kind: str
    side: Side
    white: Outcome | None = field(metadata=EMPTY)
    black: Outcome | None = field(metadata=EMPTY)
    because: str
    article: str | None = None
    step: str = ""
    offence: int = 0
    """The journal line of the irregular move or conduct, if a penalty for it is proposed a second time; otherwise 0."""
    details: tuple[tuple[str, Fact], ...] = ()
    """The fields of a ruling that needs a second signature, as pairs of a name and a value; otherwise empty."""
    signed_by: str = ""
    """The official who made the proposed ruling in a game of their own; empty for every other proposal."""

    def after(self, state: Tournament) -> Tournament:
        *others, proposal = self.proposed(state, self.kind, self.because, step=self.step).proposals
        outcome = Both(self.white, self.black) if self.white and self.black else None
        proposal = replace(proposal, outcome=outcome, article=self.article, offence=self.offence)
        proposal = replace(proposal, details=self.details, signed_by=self.signed_by or None)
        return replace(state, proposals=(*others, proposal))


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstSigned(OnProposal):
    """The first of two officials signed a proposal.

    A second has to sign too, because the first is involved in the game.
    """

    by: str

    def after(self, state: Tournament) -> Tournament:
        proposals = tuple(replace(p, signed_by=self.by) if p.number == self.proposal else p for p in state.proposals)
        return replace(state, proposals=proposals)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalSigned(OnProposal):
    """An arbiter signed a proposal, which makes it a ruling. The proposal is named by its journal line."""

    by: str

    def after(self, state: Tournament) -> Tournament:
        return decided(state, self.proposal, "signed", by=self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalDismissed(OnProposal):
    """An arbiter dismissed a proposal.

    If its board was stopped, the clock stays stopped until the arbiter starts it. If the proposal was a penalty, the
    conduct for which it was proposed counts no more.
    """

    by: str
    reason: str

    def after(self, state: Tournament) -> Tournament:
        proposal = state.proposal(self.proposal)
        game = state.game(proposal.round, proposal.board)
        game = game.noted(replace(self.note(game, "dismissed"), side=proposal.side, about=self.proposal))
        if game.flag is not None and game.flag.proposal == self.proposal:
            game = replace(game, flag=None, halted="arbiter")
            state = late_lapsed(state, game)
        return decided(uncounted(state.put(game), self.proposal), self.proposal, "dismissed", by=self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalLapsed(OnProposal):
    """A proposal about a count of moves became void, because a move ended the count. `why`: the code of that reason."""

    why: str

    def after(self, state: Tournament) -> Tournament:
        proposal = state.proposal(self.proposal)
        game = state.game(proposal.round, proposal.board)
        note = replace(self.note(game, "lapsed_count", step=proposal.ground), reason=f"begun by {self.why}")
        return decided(state.put(game.noted(note)), self.proposal, "lapsed", self.why)


EVENTS: tuple[type[Event], ...] = (RulingProposed, FirstSigned, ProposalSigned, ProposalDismissed, ProposalLapsed)
