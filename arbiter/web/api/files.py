"""Files over the API: sheets as PDF, a tournament in open formats, and one that is brought in."""

from __future__ import annotations

import io
from dataclasses import asdict, dataclass, replace
from typing import Annotated

from flask import Blueprint, Response, jsonify, request, send_file

from arbiter.exchange.formats import format_named
from arbiter.fields import Sent
from arbiter.hall.bringing import bring_tournament
from arbiter.hall.printing import print_sheet
from arbiter.shapes.tournament import tournament_shape
from arbiter.sheets.catalogue import SHEETS
from arbiter.web import doors, page
from arbiter.web.reading.body import key, read

files = Blueprint("files", __name__, url_prefix="/api/v1/tournaments")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What is printed, and on what."""

    round: Annotated[int | None, Sent("the round; without it the last one")] = None
    board: Annotated[int | None, Sent("the board, for a sheet of one game")] = None
    paper: Annotated[str | None, Sent("A4 or Letter")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a TRF does not say."""

    variant: Annotated[str, Sent("the game that is played")] = ""
    control: Annotated[str, Sent("the time control")] = ""


@files.get("/<t>/sheets/<sheet>.pdf")
def pdf(t: str, sheet: str) -> Response:
    """A sheet as PDF; those that hold links, and rulings before they are published, for officials alone."""
    row = SHEETS.get(sheet)
    if row is not None and not row.public:
        doors.official()
    asked, gate, desk = read(Paper, request.args), doors.the_doors(), doors.desk(t)
    view = page.view(t)
    first = 0 if row is not None and row.history else view.state.version - 1
    lines = tuple(desk.journal.read(after=first, limit=view.state.version - first))
    made = io.BytesIO()
    print_sheet(
        sheet,
        replace(view, lines=lines, paper=asked.paper or view.paper),
        made,
        gate.address,
        lambda number: gate.links.make(t, number, None),
        round=asked.round,
        board=asked.board,
    )
    made.seek(0)
    return send_file(made, "application/pdf", download_name=f"{t}-{sheet}.pdf")


@files.get("/<t>/export.<format>")
def export(t: str, format: str) -> Response:
    """The tournament in one of the formats, as a file to be kept."""
    row = format_named(format)
    if not row.public:
        doors.official()
    view = page.view(t)
    if not doors.reader().official:
        view = replace(view, state=replace(view.state, bans=()))  # who may not meet is for officials
    lines = tuple(doors.desk(t).journal.read(limit=view.state.version)) if row.journal else ()
    kind = row.kind if "openxml" in row.kind else f"{row.kind}; charset=utf-8"
    answer = Response(row.written(replace(view, lines=lines)), content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{t}{row.suffix or "." + format}"'
    return answer


@files.post("/import")
@doors.officials_only
def bring_in() -> tuple[Response, int]:
    """A tournament of a file: our own document, or a TRF that may still be running. It gets an id of its own."""
    sent = request.files.get("file")
    data = sent.read() if sent is not None else request.get_data()
    desk, lines = bring_tournament(doors.desks(), data, key=key(request.args), **asdict(read(Terms, request.args)))
    return jsonify(tournament_shape(page.view(desk.id, desk.state_at(lines)))), 201
