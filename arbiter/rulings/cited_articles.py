"""The articles of the rulebooks on which proposals are based, and the articles that fit a ruling made by hand.

An official may cite another text. The ruling then says so ("other: FIDE 6.11"), so that nobody takes it for an article
of the tournament's rulebook. An article of that rulebook that does not fit the ruling is marked as named by the
official.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from arbiter.rules.endings import ENDINGS
from arbiter.rulings.request import article, plain_text
from arbiter.tournament.past.draw_proof import completed, unchecked
from arbiter.tournament.regulations import HOUSE_RULE, MOVE_CODES, NAMED, OTHER, SETTLED_BY
from arbiter.tournament.state import Proposal, Tournament

MATTERS: Mapping[str, str] = {
    "late_move": "flag",
    "ending": "claim",
    "irregular": "objection",
    "early_draw": "draw_too_early",
}
"""For a kind of proposal, the subject (matter) under which its article is looked up.

For a kind that is missing here, the subject has the name of the kind.
"""


def proposal_article(state: Tournament, proposal: Proposal) -> str:
    """Return the article of the rulebook, or the house rule, on which the proposal is based; never empty."""
    if proposal.article:
        return proposal.article
    if unchecked(proposal):
        return HOUSE_RULE
    if (count := completed(state, proposal)) is not None and count.row.article:
        return count.row.article
    if proposal.kind == "ending" and (told := ENDINGS[proposal.ground].article):
        return told
    kind = proposal.ground if proposal.ground in ("forfeits", "groundless") else proposal.kind
    noted = next((c for c in state.conduct if c.line == (proposal.offence or proposal.number)), None)
    if kind == "penalty" and noted is not None:
        return noted.article or HOUSE_RULE
    return article(state, MATTERS.get(kind, kind)) or HOUSE_RULE


FITTING: Mapping[str, tuple[str, ...]] = {
    "result": (
        *("flag", "claim", "no_move", "late", "penalty", "conduct", "telephone", "strength", "appeal"),
        *("agreed", "neither_wins"),
    ),
    "adjudication": ("strength", "claim", "no_move", "neither_wins", "agreed"),
    "forfeit": ("late", "forfeits"),
    "time": ("time", "position", "penalty", "flag"),
    "stop": ("stop",),
    "counter": ("time", "flag"),
    "swap": ("starts", "colours"),
    "resume": ("adjourned",),
    "position": ("objection", "rectify", "irregular", "position", "touch", "crown", "displaced"),
    "both_flags": ("both_flags", "flag"),
    "penalty": ("penalty", "groundless", "conduct", "telephone", "inactivity"),
    "overrule": ("irregular", "objection", "rectify"),
    "notice": ("strength",),
    "conduct": ("conduct", "telephone", "late", "stop", "adjusting", "recording"),
    "inactivity": ("inactivity",),
    "board_turned": ("board_turned", "wrong_start"),
}
"""For each kind of ruling made by hand, the subjects (matters) whose articles fit it, the likeliest first."""
OF_MOVES = ("position", "overrule")
"""The rulings about a move. Articles on moves fit these rulings too. None of them is a penalty."""
OF_DRAWS = ("result", "adjudication")
"""The rulings that may end a game by a draw count. Articles on counted endings fit these rulings too."""


OF_OFFENCES = ("result", "penalty", "conduct")
"""The rulings about a player's conduct. Articles on single offences fit these rulings too."""


IF_IN_FORCE = ("penalty", "groundless", "inactivity", "strength", "forfeits", "touch")
"""The subjects (matters) whose article fits only if the tournament's regulations have such a rule.

For example, the rulebook 000 has no penalties, and the rulebook 001 does not enforce its rule on inactivity.
"""


def fitting_articles(state: Tournament, kind: str) -> tuple[str, ...]:
    """Return the articles that fit a ruling of this kind, made by hand.

    The articles of the regulations come first, then those of the game. The last one stands for a rule of the tournament
    itself, so that every ruling has an article to name.
    """
    rules = state.regulations
    matters = (m for m in FITTING.get(kind, ()) if m not in IF_IN_FORCE or rules.value(SETTLED_BY[m]))
    told = [article(state, matter) for matter in matters]
    if kind in OF_MOVES:
        codes = (*MOVE_CODES, "kings_step", "taken_stay")
        own = [rules.articles[code] for code in MOVE_CODES if code in rules.articles]
        told += own or [state.variant.article(code) for code in codes]
    if kind in OF_OFFENCES:
        told += [own for _, own in rules.offences.values()]
    if kind in OF_DRAWS:
        told += [row.article for row in state.rows]
    return tuple(dict.fromkeys([*(one for one in told if one and one != HOUSE_RULE), HOUSE_RULE]))


def by_hand(state: Tournament, kind: str, text: str | None) -> str | None:
    """Return the article that an official names for a ruling of this kind; None if they name none.

    An article that does not fit the ruling is marked: "named by the official" if it is in a text by which the
    tournament is played, otherwise "other". Raise Refused if the text cannot be printed.
    """
    named = plain_text(text or "", "article", needed=False)
    if not named or named.startswith(OTHER) or named in fitting_articles(state, kind):
        return named or None
    return (NAMED if _source(named) in set(map(_source, _in_force(state))) else OTHER) + named


def _in_force(state: Tournament) -> Iterator[str]:
    """Yield the articles of the texts by which the tournament is played."""
    rules = state.regulations
    yield from rules.articles.values()
    yield from (source.article for source in rules.sources.values() if source.article)
    yield from (row.article for row in state.rows if row.article)
    if not any(code in rules.articles for code in MOVE_CODES):
        yield from state.variant.articles.values()


def _source(article: str) -> str:
    """Return the name of the text of an article: "FMJD Annex 1" for "FMJD Annex 1, 7.3.3", "000" for "000 X"."""
    found = re.match(r"FMJD Annex \d|\d{3}|[^\d,;]*", article)
    return found[0].strip() if found else ""
