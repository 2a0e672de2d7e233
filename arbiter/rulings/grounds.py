"""The articles of the rulebooks on which proposals rest, and those that fit a ruling made by hand.

An official may cite another text. The ruling then says so ("other: FIDE 6.11"), so that nobody takes it for an article
of the book that is played by.
"""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.rules.endings import ENDINGS
from arbiter.rulings.request import article, plain_text
from arbiter.tournament.past.proof import unchecked
from arbiter.tournament.regulations import HOUSE_RULE, MOVE_CODES, OTHER, SETTLED_BY
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
    if unchecked(proposal):
        return HOUSE_RULE
    if proposal.kind == "ending" and (told := ENDINGS[proposal.ground].article):
        return told
    kind = proposal.ground if proposal.ground in ("forfeits", "groundless") else proposal.kind
    if kind == "penalty" and any(c.line == (proposal.offence or proposal.number) for c in state.conduct):
        own = proposal.ground if proposal.ground in ("telephone", "refusal") else "conduct"
        kind = own if article(state, own) else "conduct"
    return article(state, MATTERS.get(kind, kind)) or HOUSE_RULE


FITTING: Mapping[str, tuple[str, ...]] = {
    "result": ("flag", "claim", "no_move", "late", "refusal", "penalty", "conduct", "telephone", "strength", "appeal"),
    "adjudication": ("strength", "claim", "no_move"),
    "forfeit": ("late", "forfeits"),
    "time": ("time", "position", "penalty", "flag"),
    "stop": ("stop",),
    "counter": ("time", "flag"),
    "swap": ("starts",),
    "resume": ("adjourned",),
    "position": ("objection", "rectify", "irregular", "position", "touch", "crown"),
    "both_flags": ("both_flags", "flag"),
    "penalty": ("penalty", "groundless", "conduct", "telephone", "refusal", "inactivity"),
    "overrule": ("irregular", "objection", "rectify"),
    "notice": ("strength",),
    "conduct": ("conduct", "telephone", "late", "refusal", "stop"),
    "inactivity": ("inactivity",),
    "board_turned": ("board_turned",),
}
"""The matters that a ruling made by hand may be about, by its name among `RULINGS`; the likeliest one first."""
OF_MOVES = ("position", "overrule")
"""The rulings about a move, for which the articles on moves fit too. None of them sets a penalty."""
OF_DRAWS = ("result", "adjudication")
"""The rulings that may end a game by a count, for which the articles of the counted endings fit too."""


IF_IN_FORCE = ("penalty", "groundless", "inactivity", "strength", "forfeits", "touch")
"""The matters whose article fits only if the tournament has them: 000 names no penalty, 001 enforces no inactivity."""


def fitting_articles(state: Tournament, kind: str) -> tuple[str, ...]:
    """Return the articles that fit a ruling of this kind, made by hand: those of the regulations, then of the game.

    The last one stands for a rule of the tournament itself that no published text has, so that every ruling can name
    a ground.
    """
    rules = state.regulations
    matters = (m for m in FITTING.get(kind, ()) if m not in IF_IN_FORCE or rules.value(SETTLED_BY[m]))
    told = [article(state, matter) for matter in matters]
    if kind in OF_MOVES:
        codes = (*MOVE_CODES, "kings_step", "taken_stay")
        own = [rules.articles[code] for code in MOVE_CODES if code in rules.articles]
        told += own or [state.variant.article(code) for code in codes]
    if kind in OF_DRAWS:
        told += [row.article for row in state.rows]
    return tuple(dict.fromkeys([*(one for one in told if one and one != HOUSE_RULE), HOUSE_RULE]))


def by_hand(state: Tournament, kind: str, text: str | None) -> str | None:
    """Return the article that an official names for a ruling of this kind, or None if there is none.

    One that does not fit the ruling is marked as another text. Raise Refused if the text cannot be printed.
    """
    named = plain_text(text or "", "article", needed=False)
    if not named or named.startswith(OTHER) or named in fitting_articles(state, kind):
        return named or None
    return OTHER + named
