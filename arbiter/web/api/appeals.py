"""API of appeals: list them, preview both decisions, name the panel, decide, and export what the panel needs."""

from __future__ import annotations

from typing import Annotated, TypedDict

from arbiter.fields import Sent
from arbiter.hall.appeal_outcomes import BranchesTold, branches_shape
from arbiter.rulings.bounds.rights import LOOK
from arbiter.rulings.referee.appeals import ChooseBranch, appeal_of
from arbiter.rulings.referee.committee import DecideAppeal, NamePanel
from arbiter.rulings.request import Request
from arbiter.shapes.referee.appeals import (
    AppealTold,
    RecordLine,
    appeal_shape,
    record_of,
)
from arbiter.tournament.sealed_data import closed
from arbiter.values import dataclass
from arbiter.web import access
from arbiter.web.api.operation import ROOT, Api, Asked, LineTold
from arbiter.web.appeal_panels import decision_told, panel_told
from arbiter.web.request_parsing import WithWitness

appeals_api = Api("appeals", __name__, url_prefix=f"{ROOT}/tournaments/<t>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Blind:
    """Query parameter: whether the players' names are left out of the papers for the panel."""

    blind: Annotated[bool, Sent("leave out the players' names")] = False


class AppealsTold(TypedDict):
    """Response: all appeals."""

    appeals: list[AppealTold]


class AppealDecidedTold(LineTold, AppealTold):
    """Response: an appeal after a change, with the number of the journal line that records the change."""


class PacketTold(TypedDict):
    """Response: the papers from which a panel decides an appeal: the appeal and the record of the game.

    `under`: the name of the regulations. `lines`: the record, a journal line each.
    """

    appeal: AppealTold
    under: str
    lines: list[RecordLine]


@appeals_api.ask("GET", "/appeals", answers=AppealsTold)
def appeals(asked: Asked) -> AppealsTold:
    """List all appeals with their grounds and decisions."""
    view = asked.view()
    return {"appeals": [appeal_shape(view, one) for one in view.state.appeals]}


@appeals_api.ask("GET", "/appeals/<int:a>/branches", answers=BranchesTold)
def branches(asked: Asked) -> BranchesTold:
    """Show what standings, crosstable and next pairings would be if the appeal is upheld, and if it is rejected."""
    view = asked.view()
    return branches_shape(view, appeal_of(view.state, asked.address["appeal"]), access.service.jobs.worker.run)


def decided(asked: Asked, made: Request | None = None) -> AppealDecidedTold:
    """Record a change of an appeal, and return the appeal as it is after that.

    *made*: the request for the change; if it is None, the request that was sent.
    """
    recorded = asked.submit(made)
    view = asked.view(recorded.state)
    return {"seq": recorded.seq, **appeal_shape(view, appeal_of(view.state, asked.address["appeal"]))}


appeals_api.plain(decided, "/appeals/<int:a>/branch", ChooseBranch, answers=AppealDecidedTold)


@appeals_api.ask("POST", "/appeals/<int:a>/panel", NamePanel, WithWitness, answers=AppealDecidedTold)
def name_panel(asked: Asked) -> AppealDecidedTold:
    """Name the panel that hears an appeal. If a member is excused, a substitute takes the member's place."""
    return decided(asked, panel_told(asked.t, asked.request()))


@appeals_api.ask("POST", "/appeals/<int:a>/decision", DecideAppeal, who=LOOK, answers=AppealDecidedTold)
def decide_appeal(asked: Asked) -> AppealDecidedTold:
    """Vote on an appeal as a member of its panel. The appeal is decided once the majority agrees.

    A chief arbiter can instead enter a decision made on paper: `members` then names those who made it.
    """
    return decided(asked, decision_told(asked.t, asked.request()))


@appeals_api.ask("GET", "/appeals/<int:a>/packet", query=Blind, answers=PacketTold)
def packet(asked: Asked) -> PacketTold:
    """Show the papers for the panel: the appeal, and the record of the game line by line.

    `?blind=1` leaves out the names.
    """
    view = asked.view()
    found = appeal_of(view.state, asked.address["appeal"])
    lines = list(record_of(asked.desk.journal.read(), found.round, found.board, closed(asked.desk.state)))
    return {"appeal": appeal_shape(view, found, blind=asked.read(Blind).blind), "under": view.under, "lines": lines}
