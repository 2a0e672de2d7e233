"""The articles of the rulebooks on which proposals rest, and those that fit a ruling made by hand."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.rules.endings import ENDINGS
from arbiter.tournament.regulations import HOUSE_RULE, MOVE_CODES
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
    kind = proposal.ground if proposal.ground in ("forfeits", "groundless") else proposal.kind
    if kind == "penalty" and any(c.line == (proposal.offence or proposal.number) for c in state.conduct):
        kind = "telephone" if proposal.ground == "telephone" else "conduct"
    return state.regulations.article(MATTERS.get(kind, kind)) or HOUSE_RULE


FITTING: Mapping[str, tuple[str, ...]] = {
    "result": ("flag", "claim", "no_move", "late", "refusal", "penalty", "conduct", "telephone", "strength"),
    "adjudication": ("strength", "claim", "no_move"),
    "forfeit": ("late", "forfeits", "appeal"),
    "time": ("time", "position", "penalty", "flag"),
    "stop": ("stop",),
    "counter": ("time", "flag"),
    "swap": ("starts", "board_turned"),
    "resume": ("adjourned",),
    "position": ("objection", "rectify", "irregular", "position", "touch", "crown"),
    "both_flags": ("both_flags", "flag"),
    "penalty": ("penalty", "irregular", "conduct", "telephone", "refusal", "inactivity"),
    "overrule": ("irregular", "objection", "rectify"),
    "notice": ("strength",),
    "conduct": ("conduct", "telephone", "late", "refusal", "stop"),
    "inactivity": ("inactivity",),
    "board_turned": ("board_turned",),
}
"""The matters that a ruling made by hand may be about, by its name among `RULINGS`; the likeliest one first."""
OF_MOVES = ("position", "penalty", "overrule")
"""The rulings about a move, for which the articles on moves fit too."""
OF_DRAWS = ("result", "adjudication")
"""The rulings that may end a game by a count, for which the articles of the counted endings fit too."""


def fitting_articles(state: Tournament, kind: str) -> tuple[str, ...]:
    """Return the articles that fit a ruling of this kind, made by hand: those of the regulations, then of the game.

    A rule of the tournament that is in no text comes last, so that every ruling can name a ground.
    """
    rules = state.regulations
    told = [rules.article(matter) for matter in FITTING.get(kind, ())]
    if kind in OF_MOVES:
        told += [rules.articles.get(code) or state.variant.article(code) for code in MOVE_CODES]
    if kind in OF_DRAWS:
        told += [row.article for row in state.rows]
    return tuple(dict.fromkeys([*(one for one in told if one and one != HOUSE_RULE), HOUSE_RULE]))
