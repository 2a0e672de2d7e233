"""API of proposals: rulings that the service proposes, such as flag falls. An arbiter signs or dismisses each."""

from __future__ import annotations

from typing import TypedDict

from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.rounds.consequences import after_signing, differences
from arbiter.shapes.referee.consequences import ConsequencesTold, consequences_shape
from arbiter.shapes.tournament import (
    ProposalTold,
    proposal_shape,
)
from arbiter.tournament.events.referee.proposals import FirstSigned
from arbiter.web import access
from arbiter.web.api.operation import ROOT, Api, Asked, LineTold

proposals_api = Api("proposals", __name__, url_prefix=f"{ROOT}/tournaments/<t>")


class ProposalsTold(TypedDict):
    """Response: the proposals that wait for an arbiter's signature, and those that were signed or dismissed."""

    proposals: list[ProposalTold]


class SignedTold(LineTold, ProposalTold):
    """Response: a proposal after it was signed or dismissed, with the number of the journal line."""


@proposals_api.ask("GET", "/proposals", answers=ProposalsTold)
def proposals(asked: Asked) -> ProposalsTold:
    """List the proposals that wait for an arbiter's signature, and those that were signed or dismissed."""
    view = asked.view()
    return {"proposals": [proposal_shape(view, proposal) for proposal in view.state.proposals]}


@proposals_api.ask("GET", "/proposals/<int:p>/consequences", answers=ConsequencesTold)
def proposal_consequences(asked: Asked) -> ConsequencesTold:
    """Show how standings and prizes would change if a proposal were signed. Nothing is recorded."""
    view, number = asked.view(), asked.address["proposal"]
    after = after_signing(view.state, number, access.reader().by, asked.desk.now())
    return consequences_shape(view, differences(view.state, after, view.state.proposal(number).round, view.known))


def decided(asked: Asked) -> SignedTold:
    """Sign or dismiss a proposal, and return the proposal as it is after that.

    Raise Refused with `second_signature` if another official must sign too. The signature is recorded all the same.
    """
    recorded = asked.submit()
    proposal = recorded.state.proposal(asked.address["proposal"])
    if isinstance(recorded.last, FirstSigned):
        raise Refused("second_signature", board=proposal.board)
    return {"seq": recorded.seq, **proposal_shape(asked.view(recorded.state), proposal)}


proposals_api.plain(decided, "/proposals/<int:p>/sign", SignProposal, who=RULE, answers=SignedTold)

proposals_api.plain(decided, "/proposals/<int:p>/dismiss", DismissProposal, who=RULE, answers=SignedTold)
