"""The API of the clocks: the hall stopped and resumed, previews of rulings, who is short of time, and the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint, Response, jsonify, request

from arbiter.desk.desk import Desk
from arbiter.desk.recorded import events_of
from arbiter.fields import Sent
from arbiter.rulings.entries import MOST_ENTRIES
from arbiter.rulings.request import Request
from arbiter.rulings.time.clocks import ResumeHall, StopHall
from arbiter.rulings.time.controls import SetControl
from arbiter.shapes.clock import hall_preview_shape, presets_shape, preview_shape, report_shape, trouble_shape
from arbiter.tournament.clock_report import ClockLine, clock_report
from arbiter.web import doors, page
from arbiter.web.api.boards import ruling_sent
from arbiter.web.reading.body import body, key, read

clocks = Blueprint("clocks", __name__, url_prefix="/api/v1")
T = "/tournaments/<t>"
BOARD = f"{T}/rounds/<int:n>/boards/<int:b>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Short:
    """Of how many it is asked who is short of time."""

    most: Annotated[int, Sent("so many players", least=1, most=MOST_ENTRIES)] = 20


@clocks.get("/controls")
def controls() -> Response:
    """The time controls that have a name."""
    return jsonify(controls=presets_shape(doors.language()))


@clocks.post(f"{T}/pause")
@doors.officials_only
def pause(t: str) -> Response:
    """Stops the clocks of all boards, or of those named, at one instant."""
    return _hall(t, StopHall)


@clocks.post(f"{T}/resume")
@doors.officials_only
def resume(t: str) -> Response:
    """Sets the clocks going that the hall's stop or an outage had stopped; of the boards named, any."""
    return _hall(t, ResumeHall)


@clocks.post(f"{T}/pause/preview")
@doors.officials_only
def pause_preview(t: str) -> Response:
    """The boards that would stop."""
    return jsonify(hall_preview_shape(_desk(t).preview(read(StopHall, body(), by=doors.reader().by))))


@clocks.post(f"{T}/resume/preview")
@doors.officials_only
def resume_preview(t: str) -> Response:
    """The boards that would go on."""
    return jsonify(hall_preview_shape(_desk(t).preview(read(ResumeHall, body(), by=doors.reader().by))))


@clocks.post(f"{BOARD}/rulings/preview")
@doors.officials_only
def ruling_preview(t: str, n: int, b: int) -> Response:
    """What a ruling would do to the clocks of the board; nothing is recorded."""
    desk = _desk(t)
    view, after = page.view(t), desk.preview(ruling_sent(body(), n, b, doors.reader().by))
    return jsonify(preview_shape(view, after, n, b))


@clocks.get(f"{T}/trouble")
def trouble(t: str) -> Response:
    """Who has the least time for the moves still to go."""
    most = read(Short, request.args).most
    view = page.view(t)
    return jsonify(now_ms=view.at, trouble=trouble_shape(view, most))


@clocks.get(f"{BOARD}/clock")
@doors.officials_only
def report(t: str, n: int, b: int) -> Response:
    """Every press, pause, correction, gap and flag of a game, with the server's time and the device's."""
    view = page.view(t)
    return jsonify(report_shape(view, view.state.game(n, b), history(_desk(t), n, b)))


@clocks.post(f"{T}/entries/<int:entry>/control")
@doors.officials_only
def entry_control(t: str, entry: int) -> Response:
    """A handicap: the entry plays under this control in every game that is not started."""
    given = body()
    asked = read(SetControl, given, entry=entry, by=doors.reader().by)
    return jsonify(seq=_desk(t).submit(asked, key=key(given)).seq, entry=entry, control=asked.control)


def history(desk: Desk, n: int, b: int) -> tuple[ClockLine, ...]:
    """The clock report of a board, from the journal as it lies there."""
    return clock_report(events_of(desk.journal.read()), n, b)


def _hall(t: str, kind: type[Request]) -> Response:
    given = body()
    recorded = _desk(t).submit(read(kind, given, by=doors.reader().by), key=key(given))
    return jsonify(seq=recorded.seq, **hall_preview_shape(recorded))


def _desk(t: str) -> Desk:
    return doors.desk(t)
