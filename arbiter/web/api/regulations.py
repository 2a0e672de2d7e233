"""The API of the regulations: every profile, and the one that a tournament is played under."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from arbiter.rulings.settling import ChangeRegulations
from arbiter.shapes.regulations import regulations_shape
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.web import doors
from arbiter.web.reading.body import body, key, read

regulations = Blueprint("regulations", __name__, url_prefix="/api/v1")


@regulations.get("/regulations")
def profiles() -> Response:
    """Every profile with its switches and their sources."""
    return jsonify(regulations=[regulations_shape(row, doors.language()) for row in REGULATIONS.values()])


@regulations.get("/tournaments/<t>/regulations")
def of_tournament(t: str) -> Response:
    """What a tournament is played under."""
    state = doors.desk(t).state
    return jsonify(regulations_shape(state.regulations, doors.language()))


@regulations.post("/tournaments/<t>/regulations")
@doors.officials_only
def turn(t: str) -> Response:
    """The director turns switches before the first round."""
    given = body()
    asked = read(ChangeRegulations, given, by=doors.reader().by)
    recorded = doors.desk(t).submit(asked, key=key(given))
    return jsonify(seq=recorded.seq, **regulations_shape(recorded.state.regulations, doors.language()))
