"""The articles of the rulebooks on which proposals to an arbiter rest, for every kind of proposal."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.rules.endings import ENDINGS
from arbiter.tournament.regulations import HOUSE_RULE
from arbiter.tournament.state import Proposal, Tournament

MATTERS: Mapping[str, str] = {
    "late_move": "flag",
    "ending": "claim",
    "irregular": "objection",
    "early_draw": "draw_too_early",
}
"""The matter that each kind of proposal is about, if it is not called like the kind (`Regulations.article`)."""


def proposal_article(state: Tournament, proposal: Proposal) -> str:
    """Return the article of the rulebook on which the proposal rests, or a house rule; never empty."""
    if proposal.article:
        return proposal.article
    if proposal.kind == "ending" and (told := ENDINGS[proposal.ground].article):
        return told
    kind = "forfeits" if proposal.ground == "forfeits" else proposal.kind
    if kind == "penalty" and any((c.line, c.category) == (proposal.number, proposal.ground) for c in state.conduct):
        kind = "telephone" if proposal.ground == "telephone" else "conduct"
    return state.regulations.article(MATTERS.get(kind, kind)) or HOUSE_RULE
