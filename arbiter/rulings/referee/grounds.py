"""The articles of the rulebooks on which proposals to an arbiter rest, for every kind of proposal."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.rules.endings import ENDINGS
from arbiter.tournament.state import Proposal, Tournament

MATTERS: Mapping[str, tuple[str, str]] = {
    "flag": ("flag", "flags"),
    "late_move": ("flag", "flags"),
    "late": ("late", "late"),
    "claim": ("claim", "draw_found"),
    "ending": ("claim", "draw_found"),
    "irregular": ("objection", "irregular_policy"),
    "objection": ("objection", "objections_answered_by"),
    "groundless": ("groundless", "groundless_objections"),
    "early_draw": ("draw_too_early", "plies_before_a_draw"),
    "inactivity": ("inactivity", "inactivity_warning"),
    "penalty": ("irregular", "ladder"),
    "position": ("position", "retraction_clock"),
    "conduct": ("conduct", "conduct_ladder"),
    "telephone": ("conduct", "phone_ladder"),
    "forfeits": ("late", "forfeits_out"),
}
"""For each kind of proposal: its key among a profile's articles, and the switch whose source is cited if none."""
HOUSE_RULE = "house rule"
"""The text shown if no rulebook covers the proposal."""


def proposal_article(state: Tournament, proposal: Proposal) -> str:
    """Return the article of the rulebook on which the proposal rests; never empty."""
    if proposal.article:
        return proposal.article
    if proposal.kind == "ending" and (told := ENDINGS[proposal.ground].article):
        return told
    kind = proposal.kind
    if kind == "penalty" and any((c.line, c.category) == (proposal.number, proposal.ground) for c in state.conduct):
        kind = "telephone" if proposal.ground == "telephone" else "conduct"
    matter, switch = MATTERS[proposal.ground if proposal.ground in ("forfeits", "groundless") else kind]
    rules = state.regulations
    said = rules.articles.get(matter) or rules.source(switch).text
    return HOUSE_RULE if said == "-" else said
