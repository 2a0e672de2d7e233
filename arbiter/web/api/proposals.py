"""The API of proposals: listed, signed, dismissed."""

from __future__ import annotations

from typing import TypedDict

from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.shapes.tournament import (
    ProposalTold,
    proposal_shape,
)
from arbiter.tournament.events.referee.proposals import FirstSigned
from arbiter.web.api.operation import ROOT, Api, Asked, LineTold

proposals_api = Api("proposals", __name__, url_prefix=f"{ROOT}/tournaments/<t>")


class ProposalsTold(TypedDict):
    """What waits for a signature, and what had it."""

    proposals: list[ProposalTold]


class SignedTold(LineTold, ProposalTold):
    """A proposal after its decision."""


@proposals_api.ask("GET", "/proposals", answers=ProposalsTold)
def proposals(asked: Asked) -> ProposalsTold:
    """What waits for a signature, and what had it."""
    view = asked.view()
    return {"proposals": [proposal_shape(view, proposal) for proposal in view.state.proposals]}


def decided(asked: Asked) -> SignedTold:
    """The proposal after its decision."""
    recorded = asked.submit()
    proposal = recorded.state.proposal(asked.address["proposal"])
    if isinstance(recorded.last, FirstSigned):
        raise Refused("second_signature", board=proposal.board)
    return {"seq": recorded.seq, **proposal_shape(asked.view(recorded.state), proposal)}


proposals_api.plain(decided, "/proposals/<int:p>/sign", SignProposal, who=RULE, answers=SignedTold)

proposals_api.plain(decided, "/proposals/<int:p>/dismiss", DismissProposal, who=RULE, answers=SignedTold)
