"""The API of the clocks: the hall stopped and resumed, who is short of time, handicaps, and the report of a game."""

from __future__ import annotations

from dataclasses import dataclass
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
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold

clocks = Api("clocks", __name__, url_prefix=ROOT)
T = "/tournaments/<t>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Short:
    """Of how many it is asked who is short of time."""

    most: Annotated[int, Sent("so many players", least=1, most=MOST_ENTRIES)] = 20


class ControlsTold(TypedDict):
    """The time controls that have a name."""

    controls: list[PresetTold]


class HallTold(LineTold, HallPreviewTold):
    """The boards that stand or go on, and the line that says so."""


class ShortTold(TypedDict):
    """Who is short of time."""

    now_ms: int
    trouble: list[TroubleTold]


class HandicapTold(LineTold):
    """Under which control an entry plays from now on."""

    entry: int
    control: str


@clocks.ask("GET", "/controls", who=ANYBODY, answers=ControlsTold)
def controls(_: Asked) -> ControlsTold:
    """The time controls that have a name."""
    return {"controls": presets_shape(access.language())}


def hall_stands(asked: Asked) -> HallTold:
    """What came of it for all boards at one instant."""
    recorded = asked.submit()
    return {"seq": recorded.seq, **hall_preview_shape(recorded)}


def hall_would_stand(asked: Asked) -> HallPreviewTold:
    """What would come of it; nothing is recorded."""
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
    """Says why clocks had been stopped that were stopped first."""
    return {"seq": asked.submit().seq}


@clocks.ask("GET", f"{T}/trouble", who=ANYBODY, query=Short, answers=ShortTold)
def trouble(asked: Asked) -> ShortTold:
    """Who has the least time for the moves still to go."""
    view = asked.view()
    return {"now_ms": view.at, "trouble": trouble_shape(view, asked.read(Short).most)}


@clocks.ask("GET", f"{T}/rounds/<int:n>/boards/<int:b>/clock", answers=ReportTold)
def report(asked: Asked) -> ReportTold:
    """Every press, pause, correction, gap and flag of a game, with the server's time and the device's."""
    view = asked.view()
    return report_shape(view, view.state.game(*asked.place), history(asked.desk, *asked.place))


@clocks.ask("POST", f"{T}/entries/<int:entry>/control", SetControl, answers=HandicapTold)
def set_control(asked: Asked) -> HandicapTold:
    """A handicap: the entry plays under this control in every game that is not started."""
    request = asked.request(side=None)
    return {"seq": asked.submit(request).seq, "entry": request.entry, "control": request.control}


def history(desk: Desk, n: int, b: int) -> tuple[ClockLine, ...]:
    """The clock report of a board, from the journal as it lies there."""
    return clock_report(events_of(desk.journal.read()), n, b)
