"""The API of the clocks: the hall stopped and resumed, previews of rulings, who is short of time, and the report."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from arbiter.desk.desk import Desk
from arbiter.desk.recorded import Recorded, events_of
from arbiter.refused import Refused
from arbiter.rulings.request import Request
from arbiter.rulings.time.clocks import ResumeHall, StopHall
from arbiter.rulings.time.controls import SetControl
from arbiter.shapes.clock import hall_preview_shape, presets_shape, preview_shape, report_shape, trouble_shape
from arbiter.tournament.clock_report import ClockLine, clock_report
from arbiter.web import doors, page
from arbiter.web.api.boards import ruling_wanted
from arbiter.web.reading.fields import Fields, sent

clocks = Blueprint("clocks", __name__, url_prefix="/api/v1")
T = "/tournaments/<t>"
BOARD = f"{T}/rounds/<int:n>/boards/<int:b>"
MOST_IN_TROUBLE = 1_000
SHOWN_IN_TROUBLE = 20


@clocks.get("/controls")
def controls() -> Response:
    """The time controls that have a name."""
    return jsonify(controls=presets_shape(doors.language()))


@clocks.post(f"{T}/pause")
@doors.officials_only
def pause(t: str) -> Response:
    """Stops the clocks of all boards, or of those named, at one instant."""
    return _hall(t, _pause(sent()))


@clocks.post(f"{T}/resume")
@doors.officials_only
def resume(t: str) -> Response:
    """Sets the clocks going that the hall's stop or an outage had stopped; of the boards named, any."""
    return _hall(t, _resume(sent()))


@clocks.post(f"{T}/pause/preview")
@doors.officials_only
def pause_preview(t: str) -> Response:
    """The boards that would stop."""
    return jsonify(hall_preview_shape(_desk(t).preview(_pause(sent()))))


@clocks.post(f"{T}/resume/preview")
@doors.officials_only
def resume_preview(t: str) -> Response:
    """The boards that would go on."""
    return jsonify(hall_preview_shape(_desk(t).preview(_resume(sent()))))


@clocks.post(f"{BOARD}/rulings/preview")
@doors.officials_only
def ruling_preview(t: str, n: int, b: int) -> Response:
    """What a ruling would do to the clocks of the board; nothing is recorded."""
    desk, fields = _desk(t), sent()
    before = page.view(t)
    return jsonify(
        preview_shape(before, desk.preview(ruling_wanted(fields, before.state, n, b, doors.reader().by)), n, b)
    )


@clocks.get(f"{T}/trouble")
def trouble(t: str) -> Response:
    """Who has the least time for the moves still to go."""
    most = Fields(request.args).whole("most", SHOWN_IN_TROUBLE)
    if not 1 <= most <= MOST_IN_TROUBLE:
        raise Refused("number_out_of_range", field="most", number=most, least=1, most=MOST_IN_TROUBLE)
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
    fields = sent()
    wish = SetControl(
        control=fields.word("control"), entry=entry, by=doors.reader().by, reason=fields.word("reason", "")
    )
    return jsonify(seq=_desk(t).submit(wish, key=fields.key).seq, entry=entry, control=fields.word("control"))


def history(desk: Desk, n: int, b: int) -> tuple[ClockLine, ...]:
    """The clock report of a board, from the journal as it lies there."""
    return clock_report(events_of(desk.journal.read()), n, b)


def _pause(fields: Fields) -> StopHall:
    return StopHall(
        by=doors.reader().by,
        reason=fields.word("reason", ""),
        boards=fields.wholes("boards", None),
        article=fields.word("article", None),
    )


def _resume(fields: Fields) -> ResumeHall:
    return ResumeHall(by=doors.reader().by, reason=fields.word("reason", ""), boards=fields.wholes("boards", None))


def _hall(t: str, wish: Request) -> Response:
    recorded: Recorded = _desk(t).submit(wish, key=sent().key)
    return jsonify(seq=recorded.seq, **hall_preview_shape(recorded))


def _desk(t: str) -> Desk:
    return doors.desk(t)
