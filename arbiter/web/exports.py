"""A tournament in open formats: over the API beside the desks, and for `arbiter export` from the files alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Blueprint, Response

from arbiter.desk import events_of
from arbiter.exchange.formats import format_named
from arbiter.exchange.whole import Whole
from arbiter.journal.archive import journal_path
from arbiter.journal.journal import lines_in
from arbiter.journal.register import people_in
from arbiter.refused import Refused
from arbiter.tournament.replay import replay
from arbiter.web import doors
from arbiter.web.papers import zone

exports = Blueprint("exports", __name__, url_prefix="/api/v1/tournaments/<t>")


@exports.get("/export.<format>")
def export(t: str, format: str) -> Response:
    """The tournament in one of the formats, as a file to be kept."""
    row = format_named(format)
    if not row.public and not doors.reader().official:
        raise Refused("not_yours" if doors.reader().role == "tablet" or doors.reader().by_token else "sign_in_first")
    whole = Whole(
        tournament=t,
        state=doors.seen(doors.desks().desk(t).state),
        people=doors.people(t),
        zone=zone(doors.the_doors().settings),
        language=doors.language(),
    )
    answer = Response(row.written(whole), content_type=f"{row.kind}; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{t}.{format}"'
    return answer


def export_from_files(
    instance: Path, tournament: str, format: str, settings: Mapping[str, Any], language: str
) -> bytes:
    """The same file from the journal and the register as they lie there, whether or not the service runs."""
    state = replay(events_of(lines_in(journal_path(instance, tournament))))
    people = people_in(instance / "register.sqlite", tournament)
    whole = Whole(tournament=tournament, state=state, people=people, zone=zone(settings), language=language)
    return format_named(format).written(whole)
