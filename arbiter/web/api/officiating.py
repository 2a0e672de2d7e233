"""API of the referee's work: previews, who can still win, calls, conduct, officials, appeals and their packets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, TypedDict

from arbiter.fields import Sent
from arbiter.hall.appeal_outcomes import BranchesTold, branches_shape
from arbiter.hall.witnesses import official_meant
from arbiter.refused import Refused
from arbiter.rules.endings.can_win import can_win
from arbiter.rulings.bounds.rights import LOOK
from arbiter.rulings.bounds.touching import ToRead
from arbiter.rulings.referee.appeals import ChooseBranch, appeal_of
from arbiter.rulings.referee.committee import DecideAppeal, NamePanel
from arbiter.rulings.request import OfResult, Request, outcome_told
from arbiter.rulings.rounds.consequences import consequences as follow
from arbiter.rulings.signing import NameComputer, NameHome, NameOfficial
from arbiter.shapes.referee.appeals import (
    AppealTold,
    CallsTold,
    ConductTold,
    RecordLine,
    appeal_shape,
    calls_shape,
    conduct_shape,
    record_of,
)
from arbiter.shapes.referee.officiating import BackTold, StrengthTold, preview_shape, strength_shape
from arbiter.shapes.tables import Number
from arbiter.sides import Side
from arbiter.tournament.sealing import closed
from arbiter.tournament.state import Tournament
from arbiter.web import access
from arbiter.web.api.board.endings import AtPly
from arbiter.web.api.operation import ROOT, Api, Asked, LineTold
from arbiter.web.panels import decision_told, panel_told
from arbiter.web.reading.body import WithWitness

officiating = Api("officiating", __name__, url_prefix=f"{ROOT}/tournaments/<t>")
B = "/rounds/<int:n>/boards/<int:b>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blind:
    """Query parameter: whether a packet leaves out the names."""

    blind: Annotated[bool, Sent("without the names")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """Query parameter: another result of the game, which is not recorded."""

    result: OfResult


class MovedTold(TypedDict):
    """An entry whose points or place a correction changes, each before and after."""

    entry: int
    points: list[Number]
    rank: list[int]


class ConsequencesTold(TypedDict):
    """Response: the consequences of a correction."""

    moved: list[MovedTold]
    paired_since: list[int]
    draft: int | None


class CanWin(TypedDict):
    """Whether each side can still win; null if that is not known."""

    white: bool | None
    black: bool | None


class OracleTold(TypedDict):
    """Response: which side can still win, and what the regulations say of a flag if the other side cannot."""

    can_win: CanWin
    cannot_win: str


class RecordTold(TypedDict):
    """Response: the official record of a game."""

    round: int
    board: int
    lines: list[RecordLine]


class AppealsTold(TypedDict):
    """Response: all appeals."""

    appeals: list[AppealTold]


class AppealDecidedTold(LineTold, AppealTold):
    """Response: an appeal after a decision about it, with the number of the journal line."""


class PacketTold(TypedDict):
    """Response: what a committee gets to decide an appeal: the appeal and the record of the game."""

    appeal: AppealTold
    lines: list[RecordLine]


class ConductsTold(TypedDict):
    """Response: the notes on players' conduct."""

    conduct: list[ConductTold]


class OfficialTold(TypedDict):
    """An official with the entry that they play as, their family's entries, and the boards of their sector."""

    official: str
    entry: int | None
    boards: list[int]
    family: list[int]


class OfficialsTold(TypedDict):
    """Response: the officials' own entries, families and sectors; the entries of computers and of the home club."""

    officials: list[OfficialTold]
    computers: list[int]
    home: list[int]


class NamedTold(LineTold, OfficialsTold):
    """Response: the officials after a change, with the number of the journal line."""


@officiating.ask("GET", f"{B}/preview", query=AtPly, answers=BackTold)
def preview(asked: Asked) -> BackTold:
    """Show what going back to the position after `?ply=` plies would restore, with three proposals for the times."""
    view = asked.view()
    game, ply = view.state.game(*asked.place), asked.read(AtPly).ply
    ply = max(0, game.ply - 1) if ply is None else ply
    if ply > game.ply:
        raise Refused("no_such_ply", board=game.board, ply=ply, played=game.ply)
    return preview_shape(view, game, ply)


@officiating.ask("GET", f"{B}/consequences", query=Otherwise, answers=ConsequencesTold)
def consequences(asked: Asked) -> ConsequencesTold:
    """Show what would follow from another result of the game: `?result=white`, `draw`, `black`, `neither`, or 9-1."""
    view = asked.view()
    outcome, written = outcome_told(view.state, asked.read(Otherwise).result)
    found = follow(view.state, *asked.place, outcome, view.known, written=written)
    number = view.state.points.number
    return {
        "moved": [
            {"entry": one.entry, "points": [number(points) for points in one.points], "rank": list(one.rank)}
            for one in found.moved
        ],
        "paired_since": list(found.paired_since),
        "draft": found.draft,
    }


@officiating.ask("GET", f"{B}/oracle", answers=OracleTold)
def oracle(asked: Asked) -> OracleTold:
    """Show whether each side can still win by any series of legal moves; null if that is not known."""
    state = asked.desk.state
    access.allowed(ToRead(right=LOOK, games=(asked.place,)), asked.t)
    position, variant = state.game(*asked.place).position, state.variant
    can: CanWin = {"white": can_win(position, variant, Side.WHITE), "black": can_win(position, variant, Side.BLACK)}
    return {"can_win": can, "cannot_win": state.regulations.cannot_win}


@officiating.ask("GET", f"{B}/strength", answers=StrengthTold)
def strength(asked: Asked) -> StrengthTold:
    """Judge which side has the stronger position, square by square (001 Referee)."""
    state = asked.desk.state
    access.allowed(ToRead(right=LOOK, games=(asked.place,)), asked.t)
    if not state.regulations.strength_after:
        raise Refused("no_strength", regulations=state.regulations.key)
    return strength_shape(state, state.game(*asked.place))


@officiating.ask("GET", f"{B}/record", answers=RecordTold)
def record(asked: Asked) -> RecordTold:
    """Show the official record of a game: its journal lines in order, with the board and the clocks after each."""
    n, b = asked.place
    asked.desk.state.game(n, b)
    return {"round": n, "board": b, "lines": list(record_of(asked.desk.journal.read(), n, b, closed(asked.desk.state)))}


@officiating.ask("GET", "/appeals", answers=AppealsTold)
def appeals(asked: Asked) -> AppealsTold:
    """List all appeals with their grounds and decisions."""
    view = asked.view()
    return {"appeals": [appeal_shape(view, one) for one in view.state.appeals]}


@officiating.ask("GET", "/appeals/<int:a>/branches", answers=BranchesTold)
def branches(asked: Asked) -> BranchesTold:
    """Show standings, crosstable and next pairings for either decision of the committee."""
    view = asked.view()
    return branches_shape(view, appeal_of(view.state, asked.address["appeal"]), access.service.machine.worker)


def decided(asked: Asked, made: Request | None = None) -> AppealDecidedTold:
    """Record a decision about an appeal and return the appeal after it."""
    recorded = asked.submit(made)
    view = asked.view(recorded.state)
    return {"seq": recorded.seq, **appeal_shape(view, appeal_of(view.state, asked.address["appeal"]))}


officiating.plain(decided, "/appeals/<int:a>/branch", ChooseBranch, answers=AppealDecidedTold)


@officiating.ask("POST", "/appeals/<int:a>/panel", NamePanel, WithWitness, answers=AppealDecidedTold)
def name_panel(asked: Asked) -> AppealDecidedTold:
    """Name the panel that hears an appeal. A substitute takes the place of each member who is excused."""
    return decided(asked, panel_told(asked.t, asked.request()))


@officiating.ask("POST", "/appeals/<int:a>/decision", DecideAppeal, who=LOOK, answers=AppealDecidedTold)
def decide_appeal(asked: Asked) -> AppealDecidedTold:
    """Decide an appeal as a member of its panel, in one's own session. It is decided once the majority agrees.

    With `members` a chief arbiter enters what these members have decided on paper.
    """
    return decided(asked, decision_told(asked.t, asked.request()))


@officiating.ask("GET", "/appeals/<int:a>/packet", query=Blind, answers=PacketTold)
def packet(asked: Asked) -> PacketTold:
    """Show what the committee gets: the appeal, and the game line by line. `?blind=1` leaves out the names."""
    view = asked.view()
    found = appeal_of(view.state, asked.address["appeal"])
    lines = list(record_of(asked.desk.journal.read(), found.round, found.board, closed(asked.desk.state)))
    return {"appeal": appeal_shape(view, found, blind=asked.read(Blind).blind), "lines": lines}


@officiating.ask("GET", "/calls", answers=CallsTold)
def calls(asked: Asked) -> CallsTold:
    """List the boards where somebody waits for an arbiter and since when, and the boards short of time."""
    return calls_shape(asked.view())


@officiating.ask("GET", "/conduct", answers=ConductsTold)
def conduct(asked: Asked) -> ConductsTold:
    """List the notes on players' conduct."""
    return {"conduct": conduct_shape(asked.view())}


@officiating.ask("GET", "/officials", answers=OfficialsTold)
def officials(asked: Asked) -> OfficialsTold:
    """List the officials with their own entries, their families' entries, and the boards of their sectors."""
    return officials_now(asked.desk.state)


def officials_now(state: Tournament) -> OfficialsTold:
    """Return the officials of a tournament as they are in that state."""
    return {
        "officials": [
            {"official": o.name, "entry": o.entry, "boards": list(o.boards), "family": list(o.family)}
            for o in state.officials
        ],
        "computers": sorted(state.computers),
        "home": sorted(state.home),
    }


def named(asked: Asked) -> NamedTold:
    recorded = asked.submit()
    return {"seq": recorded.seq, **officials_now(recorded.state)}


@officiating.ask("POST", "/officials", NameOfficial, answers=NamedTold)
def name_official(asked: Asked) -> NamedTold:
    """Name an official's own entry, their family's entries, and the boards of their sector."""
    request = asked.request()
    meant = official_meant(asked.desk.register.accounts, request.official)
    recorded = asked.submit(replace(request, official=meant))
    return {"seq": recorded.seq, **officials_now(recorded.state)}


officiating.plain(named, "/entries/<int:entry>/computer", NameComputer, answers=NamedTold)
officiating.plain(named, "/home", NameHome, answers=NamedTold)
