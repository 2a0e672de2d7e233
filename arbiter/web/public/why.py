"""The page that explains a pairing: the reasons for the round and for each pair and bye, and why two do not meet."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from arbiter.pairing.system_interface import Reason
from arbiter.refused import Refused
from arbiter.rulings.rounds.pairing_input import Inputs
from arbiter.rulings.rounds.why_not import why_not
from arbiter.shapes.reasons import reason_text
from arbiter.view import View
from arbiter.web import access, page
from arbiter.web.public.pagination import ROWS_A_PAGE, asked_part, game_words
from arbiter.web.public.scores import scores_before
from arbiter.web.request_parsing import number

why = Blueprint("why", __name__)
public_why = Blueprint("public_why", __name__)


@why.get("/office/<t>/rounds/<int:n>/why")
@access.officials_only
def show(t: str, n: int) -> ResponseReturnValue:
    """Show officials the reasons for the pairing of a round, which may still be a draft."""
    return _page(t, n, "office/tournament.html")


@public_why.get("/tournaments/<t>/rounds/<int:n>/why")
def read(t: str, n: int) -> ResponseReturnValue:
    return _page(t, n, "public/tournament.html")


def _page(t: str, n: int, frame: str) -> str:
    view = page.view(t)
    round = view.state.round(n)
    return page.render(
        "why.html",
        view,
        frame=frame,
        round=round,
        part=asked_part(round.games, ROWS_A_PAGE, partial(game_words, view)),
        pairing_number={entry: number for number, entry in enumerate(view.state.order, start=1)},
        before=scores_before(view.state, n),
        reason=view.reason,
        say_reason=lambda reason: reason_text(reason, view.language, view),
        **_asked(view, n),
    )


def _asked(view: View, n: int) -> dict[str, Any]:
    """Return the answer to "why do these two not meet?" as variables of the template.

    The query `?one=` and `?other=` names the two entries. If the question is refused, for example because both are the
    same, the answer is the reason for that.
    """
    asked: dict[str, Any] = {"one": None, "other": None, "answer": (), "refused": None}
    try:
        one, other = (number(request.args, name) for name in ("one", "other"))
        if one is None or other is None:
            return {**asked, "one": one}
        if one == other:
            raise Refused("swap_with_self", entry=one)
        answer: tuple[Reason, ...] = why_not(view.state, n, one, other, Inputs(known=view.known))
    except Refused as refused:
        return {**asked, "refused": page.sentence(refused)}
    return {"one": one, "other": other, "answer": answer, "refused": None}
