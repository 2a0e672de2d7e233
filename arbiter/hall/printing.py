"""What a sheet is drawn from, gathered: for the API beside the desks, and for `arbiter print` from the files alone."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any, BinaryIO
from zoneinfo import ZoneInfo

from flask import Blueprint, Response, request, send_file

from arbiter.desk.recorded import events_of
from arbiter.hall.keys import instance_keys
from arbiter.instants import HallClock
from arbiter.journal.lines import BEGINNING
from arbiter.journal.sqlite.archive import journal_path
from arbiter.journal.sqlite.journal import lines_in
from arbiter.journal.sqlite.register import epoch_in, people_in, setting_in
from arbiter.refused import Refused
from arbiter.sheets.catalogue import SHEETS, draw
from arbiter.sheets.given import Given, Link
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament
from arbiter.web import doors
from arbiter.web.reading.fields import Fields

papers = Blueprint("papers", __name__, url_prefix="/api/v1/tournaments/<t>/sheets")
PAPERS = ("A4", "Letter")


@papers.get("/<sheet>.pdf")
def pdf(t: str, sheet: str) -> Response:
    """A sheet as PDF; those that hold links, and rulings before they are published, for officials alone."""
    row = SHEETS.get(sheet)
    if row is not None and not row.public and not doors.reader().official:
        raise Refused("not_yours" if doors.reader().role == "tablet" or doors.reader().by_token else "sign_in_first")
    desk = doors.desks().desk(t)
    asked = Fields(request.args)
    state, board = doors.seen(desk.state), asked.whole("board", None)
    wanted = (board,) if board is not None else boards_of(state)
    gate = doors.the_doors()
    links = cards(wanted, gate.address, lambda number: gate.tablet_link(t, number, None))
    head = desk.journal.read(after=state.version - 1, limit=1)
    printed = io.BytesIO()
    given = Given(
        tournament=t,
        state=state,
        printed_at=doors.desks().clock.now(),
        people=doors.people(t),
        zone=zone(gate.settings),
        language=doors.language(),
        paper=paper(asked.word("paper", PAPERS[0])),
        round=asked.whole("round", None),
        board=board,
        links=links if row is not None and row.links else (),
        head=head[0].hash if head else "",
        events=tuple(events_of(desk.journal.read())) if row is not None and row.history else (),
    )
    draw(sheet, given, printed)
    printed.seek(0)
    return send_file(printed, "application/pdf", download_name=f"{t}-{sheet}.pdf")


def print_from_files(
    instance: Path,
    tournament: str,
    sheet: str,
    to: BinaryIO,
    settings: Mapping[str, Any],
    *,
    round: int | None,
    board: int | None,
    paper: str,
    language: str,
) -> None:
    """Draws a sheet from the journal and the register as they lie there, whether or not the service runs."""
    lines = lines_in(journal_path(instance, tournament))
    state = replay(events_of(lines))
    register = instance / "register.sqlite"
    wanted = (board,) if board is not None else boards_of(state)
    row = SHEETS.get(sheet)
    links: tuple[Link, ...] = ()
    if row is not None and row.links:
        keys, address = instance_keys(instance), setting_in(register, "address") or "http://127.0.0.1:8000"
        links = cards(
            wanted,
            address,
            lambda number: keys.tablet(tournament, number, None, epoch_in(register, tournament, number)),
        )
    given = Given(
        tournament=tournament,
        state=state,
        printed_at=HallClock().now(),
        people=people_in(register, tournament),
        zone=zone(settings),
        language=language,
        paper=paper,
        round=round,
        board=board,
        links=links,
        head=lines[-1].hash if lines else BEGINNING,
        events=tuple(events_of(lines)) if row is not None and row.history else (),
    )
    draw(sheet, given, to)


def cards(boards: Iterable[int], address: str, link: Callable[[int], tuple[str, str]]) -> tuple[Link, ...]:
    """What the table cards of those boards hold; *link* gives the token and the PIN of one."""
    made = ((board, *link(board)) for board in boards)
    return tuple(Link(board=board, url=f"{address}/t/{token}", pin=pin) for board, token, pin in made)


def boards_of(state: Tournament) -> tuple[int, ...]:
    """The boards that the tournament can use: half as many as entries, or as many as a round had."""
    most = max([len(state.entries) // 2, *(len(round.games) for round in state.rounds)])
    return tuple(range(1, max(1, most) + 1))


def paper(name: str) -> str:
    """The paper asked for."""
    if name not in PAPERS:
        raise Refused("unknown_key", field="paper", key=name[:80], known=PAPERS)
    return name


def zone(settings: Mapping[str, Any]) -> tzinfo:
    """The hall's time zone: the one set, or this machine's."""
    name = str(settings["timezone"])
    return ZoneInfo(name) if name else datetime.now(UTC).astimezone().tzinfo or UTC
