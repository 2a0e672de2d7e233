"""The office page of the rulings library, in which officials look up earlier rulings on similar events."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from arbiter import words
from arbiter.hall.precedents.search import RulingsWanted
from arbiter.refused import Refused
from arbiter.rules.position import parse_fen
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.bounds.rights import LOOK
from arbiter.sentences import TERMS
from arbiter.sentences.officials import SHUT
from arbiter.shapes.game.diagrams import diagram
from arbiter.web import access, page
from arbiter.web.api.service.rulings import EarlierRulingTold, rulings_told
from arbiter.web.request_parsing import read

precedents = Blueprint("precedents", __name__)
ROWS = 20


@precedents.get("/office/service/rulings")
@access.officials_only
def show() -> ResponseReturnValue:
    """Show the rulings of all tournaments that match the form's words, article, kind and game, the newest first."""
    language, asked = access.language(), {name: text for name, text in request.args.items() if text and name != "lang"}
    refused = None
    try:
        wanted = read(RulingsWanted, {"rows": ROWS, **asked})
    except Refused as cause:
        refused, wanted = page.sentence(cause), RulingsWanted(rows=ROWS)
    told = rulings_told(access.service.precedents.search(wanted), language)
    return render_template(
        "office/precedents.html",
        wanted=wanted,
        refused=refused,
        told=told,
        shown=[(one, pictured(one, language), access.may(LOOK, one["tournament"])) for one in told["rulings"]],
        kind_words=lambda kind: kind_words(kind, language),
        rows=ROWS,
        shut=words.text(SHUT, language, count=told["shut"]),
    ), 200 if refused is None else 422


def pictured(ruling: EarlierRulingTold, language: str) -> Markup:
    """Return the diagram of the position before the ruling."""
    variant = VARIANTS[ruling["game"]]
    return diagram(parse_fen(ruling["fen"], variant, uncrowned=True), variant, language)


def kind_words(kind: str, language: str) -> str:
    """Return the word for a kind of ruling in *language*, as a list of kinds shows it.

    Some kinds have a word for such lists that differs from their usual word.
    """
    own = f"ruling {kind}"
    return words.term(own if own in TERMS else kind, language)
