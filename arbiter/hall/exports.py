"""A tournament in open formats: over the API beside the desks, and for `arbiter export` from the files alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, request

from arbiter.desk.desk import Desk
from arbiter.desk.recorded import events_of
from arbiter.exchange.bring import bring
from arbiter.exchange.formats import format_named
from arbiter.exchange.whole import Whole
from arbiter.hall.printing import zone
from arbiter.journal.sqlite.archive import journal_path
from arbiter.journal.sqlite.journal import lines_in
from arbiter.journal.sqlite.register import people_in
from arbiter.refused import Refused
from arbiter.shapes.tournament import tournament_shape
from arbiter.tournament.replay import replay
from arbiter.web import doors
from arbiter.web.reading.fields import Fields

incoming = Blueprint("incoming", __name__, url_prefix="/api/v1/tournaments")
exports = Blueprint("exports", __name__, url_prefix="/api/v1/tournaments/<t>")


@exports.get("/export.<format>")
def export(t: str, format: str) -> Response:
    """The tournament in one of the formats, as a file to be kept."""
    row = format_named(format)
    if not row.public and not doors.reader().official:
        raise Refused("not_yours" if doors.reader().role == "tablet" or doors.reader().by_token else "sign_in_first")
    state = doors.seen(doors.desks().desk(t).state)
    whole = Whole(
        tournament=t,
        state=state if doors.reader().official else replace(state, bans=()),  # who may not meet is for officials
        people=doors.people(t),
        zone=zone(doors.the_doors().settings),
        language=doors.language(),
        lines=tuple(doors.desks().desk(t).journal.read()) if row.journal else (),
    )
    kind = row.kind if "openxml" in row.kind else f"{row.kind}; charset=utf-8"
    answer = Response(row.written(whole), content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{t}{row.suffix or "." + format}"'
    return answer


@incoming.post("/import")
@doors.officials_only
def bring_in() -> tuple[Response, int]:
    """A tournament of a file: our own document, or a TRF that may still be running. It gets an id of its own."""
    asked = Fields(request.args)
    sent = request.files.get("file")
    data = sent.read() if sent is not None else request.get_data()
    terms = {"variant": asked.word("variant", ""), "control": asked.word("control", "")}
    desk, lines = bring_tournament(data, key=asked.key, **terms)
    return jsonify(tournament_shape(desk.id, desk.state_at(lines), doors.people(desk.id))), 201


def bring_tournament(data: bytes, *, key: str | None = None, **terms: str) -> tuple[Desk, int]:
    """The desk of the tournament of that file, and how many lines came; *terms* are what a TRF does not say."""
    desks = doors.desks()
    came = bring(data, desks.clock.now(), **{name: value for name, value in terms.items() if value})
    return desks.bring(came.name, came.lines, came.people, key=key), len(came.lines)


def export_from_files(
    instance: Path, tournament: str, format: str, settings: Mapping[str, Any], language: str
) -> bytes:
    """The same file from the journal and the register as they lie there, whether or not the service runs."""
    lines = lines_in(journal_path(instance, tournament))
    state = replay(events_of(lines))
    people = people_in(instance / "register.sqlite", tournament)
    whole = Whole(
        tournament=tournament,
        state=state,
        people=people,
        zone=zone(settings),
        language=language,
        lines=tuple(lines),
    )
    return format_named(format).written(whole)
