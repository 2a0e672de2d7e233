"""A result of an earlier round that is to be another one: what follows from it is shown before it is recorded."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from arbiter.refused import Refused
from arbiter.rulings.rounds.consequences import consequences
from arbiter.web import doors, page
from arbiter.web.reading import typed
from arbiter.web.reading.fields import Fields

corrected = Blueprint("corrected", __name__, url_prefix="/api/v1/tournaments/<t>/rounds/<int:n>/boards/<int:b>")


@corrected.get("/consequences")
@doors.officials_only
def told(t: str, n: int, b: int) -> Response:
    """What would follow if the game had ended otherwise: `?result=white`, `draw`, `black`, `neither`, or 9-1."""
    state = doors.desk(t).state
    result = Fields(request.args).word("result")
    written = typed.written(request.args)
    if result not in typed.RESULTS and not written:
        raise Refused("unknown_key", field="result", key=result[:80], known=tuple(typed.RESULTS))
    found = consequences(state, n, b, typed.result(request.args), page.view(t).known, written=written)
    moved = [
        {"entry": moved.entry, "points": [state.points.number(p) for p in moved.points], "rank": list(moved.rank)}
        for moved in found.moved
    ]
    return jsonify(moved=moved, paired_since=list(found.paired_since), draft=found.draft)


def corrects_the_past(t: str, n: int, b: int) -> bool:
    """Whether the game has a result, and a round has been paired on it."""
    state = doors.desk(t).state
    return state.game(n, b).result is not None and len(state.rounds) > n


def shown_first(t: str, n: int, b: int) -> str:
    """The page that says what follows, and asks whether it is meant."""
    view = page.view(t)
    state = view.state
    written = typed.written(request.form)
    found = consequences(state, n, b, typed.result(request.form), view.known, written=written)
    return page.render(
        "office/consequences.html",
        view,
        game=state.game(n, b),
        found=found,
        points=state.points.text,
        result=request.form["result"],
        written=written,
    )
