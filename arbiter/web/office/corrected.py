"""A result of an earlier round that is to be another one: what follows from it is shown before it is recorded."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, request

from arbiter.rulings.request import OfResult, outcome_told
from arbiter.rulings.rounds.consequences import consequences
from arbiter.web import doors, page
from arbiter.web.reading.body import form, read

corrected = Blueprint("corrected", __name__, url_prefix="/api/v1/tournaments/<t>/rounds/<int:n>/boards/<int:b>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """What an arbiter asks about a result that is not recorded: what would stand after it."""

    result: OfResult


@corrected.get("/consequences")
@doors.officials_only
def told(t: str, n: int, b: int) -> Response:
    """What would follow if the game had ended otherwise: `?result=white`, `draw`, `black`, `neither`, or 9-1."""
    state = doors.desk(t).state
    outcome, written = outcome_told(state, read(Otherwise, request.args).result)
    found = consequences(state, n, b, outcome, page.view(t).known, written=written)
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
    result = read(Otherwise, form()).result
    outcome, written = outcome_told(state, result)
    found = consequences(state, n, b, outcome, view.known, written=written)
    return page.render(
        "office/consequences.html",
        view,
        game=state.game(n, b),
        found=found,
        points=state.points.text,
        result=result,
        written=written,
    )
