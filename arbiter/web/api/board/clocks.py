"""API of the clocks: stop and resume all, list the players short of time, set a handicap, report a game's clock."""

from __future__ import annotations

from typing import Annotated, TypedDict

from arbiter.desk.desk import Desk
from arbiter.desk.recorded import events_of
from arbiter.fields import Sent
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.entries import MOST_ENTRIES
from arbiter.rulings.time.clocks import ExplainStop, ResumeHall, StopHall
from arbiter.rulings.time.controls import SetControl
from arbiter.shapes.clock import (
    HallPreviewTold,
    PresetTold,
    ReportTold,
    TroubleTold,
    hall_preview_shape,
    presets_shape,
    report_shape,
    trouble_shape,
)
from arbiter.tournament.past.clock_report import ClockLine, clock_report
from arbiter.values import dataclass
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold

clocks = Api("clocks", __name__, url_prefix=ROOT)
T = "/tournaments/<t>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Short:
    """Query parameter: how many players to list, those with the least time first."""

    most: Annotated[int, Sent("the number of players", least=1, most=MOST_ENTRIES)] = 20


class ControlsTold(TypedDict):
    """Response: the predefined time controls, by name."""

    controls: list[PresetTold]


class HallTold(LineTold, HallPreviewTold):
    """Response: the boards whose clocks were stopped or resumed, and the number of the journal line."""


class ShortTold(TypedDict):
    """Response: the players with the least time for the moves that they must still make."""

    now_ms: int
    trouble: list[TroubleTold]


class HandicapTold(LineTold):
    """Response: an entry, and the time control under which it plays games that have not started."""

    entry: int
    control: str


@clocks.ask("GET", "/controls", who=ANYBODY, answers=ControlsTold)
def controls(_: Asked) -> ControlsTold:
    """List the predefined time controls, by name."""
    return {"controls": presets_shape(access.language())}


def hall_stands(asked: Asked) -> HallTold:
    """Stop or resume all clocks of a tournament. The response lists the boards whose clocks changed."""
    recorded = asked.submit()
    return {"seq": recorded.seq, **hall_preview_shape(recorded)}


def hall_would_stand(asked: Asked) -> HallPreviewTold:
    """Preview a stop or a resumption of all clocks: list the boards whose clocks would change."""
    return hall_preview_shape(asked.desk.preview(asked.request()))


for name, kind in (("pause", StopHall), ("resume", ResumeHall)):
    clocks.plain(hall_stands, f"{T}/{name}", kind, who=RULE, answers=HallTold)
    clocks.plain(
        hall_would_stand,
        f"{T}/{name}/preview",
        kind,
        id=f"preview_{name}",
        who=RULE,
        answers=HallPreviewTold,
        keyed=False,
    )


@clocks.ask("POST", f"{T}/pause/reason", ExplainStop, who=RULE, answers=LineTold)
def explain_stop(asked: Asked) -> LineTold:
    """Add the reason to an earlier stop of clocks that was recorded without a reason."""
    return {"seq": asked.submit().seq}


@clocks.ask("GET", f"{T}/trouble", who=ANYBODY, query=Short, answers=ShortTold)
def trouble(asked: Asked) -> ShortTold:
    """List the players who have the least time for the moves that they must still make."""
    view = asked.view()
    return {"now_ms": view.at, "trouble": trouble_shape(view, asked.read(Short).most)}


@clocks.ask("GET", f"{T}/rounds/<int:n>/boards/<int:b>/clock", answers=ReportTold)
def report(asked: Asked) -> ReportTold:
    """List everything that happened to the clocks of a game, with the times of the server and of the tablet.

    These are each press, pause, correction, fall of a flag, and gap in which the tablet was not connected.
    """
    view = asked.view()
    return report_shape(view, view.state.game(*asked.place), history(asked.desk, *asked.place))


@clocks.ask("POST", f"{T}/entries/<int:entry>/control", SetControl, answers=HandicapTold)
def set_control(asked: Asked) -> HandicapTold:
    """Set a handicap for an entry: another time control for its games that have not started."""
    request = asked.request(side=None)
    return {"seq": asked.submit(request).seq, "entry": request.entry, "control": request.control}


def history(desk: Desk, n: int, b: int) -> tuple[ClockLine, ...]:
    """Return the clock report of the game of round *n* at board *b*, read from the journal."""
    return clock_report(events_of(desk.journal.read()), n, b)
