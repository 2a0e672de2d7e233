"""The API of the referee's office: previews, the oracle, calls, conduct, officials, appeals and their packets."""

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
    """Whether a packet is wanted with names or without."""

    blind: Annotated[bool, Sent("without the names")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """A result that is not recorded: what would stand after it."""

    result: OfResult


class MovedTold(TypedDict):
    """Whose points or place a correction changes: before and after."""

    entry: int
    points: list[Number]
    rank: list[int]


class ConsequencesTold(TypedDict):
    """What a correction would come to."""

    moved: list[MovedTold]
    paired_since: list[int]
    draft: int | None


class CanWin(TypedDict):
    """Whether a side can still win; null where that is not known."""

    white: bool | None
    black: bool | None


class OracleTold(TypedDict):
    """Who can still win, and what follows for a flag where nobody can."""

    can_win: CanWin
    cannot_win: str


class RecordTold(TypedDict):
    """The official record of a game."""

    round: int
    board: int
    lines: list[RecordLine]


class AppealsTold(TypedDict):
    """Every appeal."""

    appeals: list[AppealTold]


class AppealDecidedTold(LineTold, AppealTold):
    """An appeal, as it stands after that line."""


class PacketTold(TypedDict):
    """What a committee gets of an appeal: what is told of it, and the lines of the record."""

    appeal: AppealTold
    lines: list[RecordLine]


class ConductsTold(TypedDict):
    """The log of conduct."""

    conduct: list[ConductTold]


class OfficialTold(TypedDict):
    """An official who plays, whose family plays, or who has a sector."""

    official: str
    entry: int | None
    boards: list[int]
    family: list[int]


class OfficialsTold(TypedDict):
    """Who plays as what besides playing."""

    officials: list[OfficialTold]
    computers: list[int]
    home: list[int]


class NamedTold(LineTold, OfficialsTold):
    """Who plays as what besides playing, after the line that changed it."""


@officiating.ask("GET", f"{B}/preview", query=AtPly, answers=BackTold)
def preview(asked: Asked) -> BackTold:
    """What going back to after `?ply=` would restore, with three proposals for the times."""
    view = asked.view()
    game, ply = view.state.game(*asked.place), asked.read(AtPly).ply
    ply = max(0, game.ply - 1) if ply is None else ply
    if ply > game.ply:
        raise Refused("no_such_ply", board=game.board, ply=ply, played=game.ply)
    return preview_shape(view, game, ply)


@officiating.ask("GET", f"{B}/consequences", query=Otherwise, answers=ConsequencesTold)
def consequences(asked: Asked) -> ConsequencesTold:
    """What would follow if the game had ended otherwise: `?result=white`, `draw`, `black`, `neither`, or 9-1."""
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
    """Whether either side can still win by any series of legal moves; null where that is not known."""
    state = asked.desk.state
    access.allowed(ToRead(right=LOOK, games=(asked.place,)), asked.t)
    position, variant = state.game(*asked.place).position, state.variant
    can: CanWin = {"white": can_win(position, variant, Side.WHITE), "black": can_win(position, variant, Side.BLACK)}
    return {"can_win": can, "cannot_win": state.regulations.cannot_win}


@officiating.ask("GET", f"{B}/strength", answers=StrengthTold)
def strength(asked: Asked) -> StrengthTold:
    """The stronger position, square by square (001 Referee)."""
    state = asked.desk.state
    access.allowed(ToRead(right=LOOK, games=(asked.place,)), asked.t)
    if not state.regulations.strength_after:
        raise Refused("no_strength", regulations=state.regulations.key)
    return strength_shape(state, state.game(*asked.place))


@officiating.ask("GET", f"{B}/record", answers=RecordTold)
def record(asked: Asked) -> RecordTold:
    """The game's official record: the lines about it in order, and the board and the clocks after each."""
    n, b = asked.place
    asked.desk.state.game(n, b)
    return {"round": n, "board": b, "lines": list(record_of(asked.desk.journal.read(), n, b, closed(asked.desk.state)))}


@officiating.ask("GET", "/appeals", answers=AppealsTold)
def appeals(asked: Asked) -> AppealsTold:
    """Every appeal, with its grounds and what became of it."""
    view = asked.view()
    return {"appeals": [appeal_shape(view, one) for one in view.state.appeals]}


@officiating.ask("GET", "/appeals/<int:a>/branches", answers=BranchesTold)
def branches(asked: Asked) -> BranchesTold:
    """Standings, crosstable and next pairings for either decision of the committee."""
    view = asked.view()
    return branches_shape(view, appeal_of(view.state, asked.address["appeal"]), access.service.machine.worker)


def decided(asked: Asked, made: Request | None = None) -> AppealDecidedTold:
    """The appeal after what was decided."""
    recorded = asked.submit(made)
    view = asked.view(recorded.state)
    return {"seq": recorded.seq, **appeal_shape(view, appeal_of(view.state, asked.address["appeal"]))}


officiating.plain(decided, "/appeals/<int:a>/branch", ChooseBranch, answers=AppealDecidedTold)


@officiating.ask("POST", "/appeals/<int:a>/panel", NamePanel, WithWitness, answers=AppealDecidedTold)
def name_panel(asked: Asked) -> AppealDecidedTold:
    """Name the panel that hears an appeal; a substitute takes the place of each member who is excused."""
    return decided(asked, panel_told(asked.t, asked.request()))


@officiating.ask("POST", "/appeals/<int:a>/decision", DecideAppeal, who=LOOK, answers=AppealDecidedTold)
def decide_appeal(asked: Asked) -> AppealDecidedTold:
    """Decide an appeal as a member of its panel, in one's own session; decided once the majority agrees.

    With `members` a chief arbiter enters what these have decided on paper.
    """
    return decided(asked, decision_told(asked.t, asked.request()))


@officiating.ask("GET", "/appeals/<int:a>/packet", query=Blind, answers=PacketTold)
def packet(asked: Asked) -> PacketTold:
    """What the committee gets: the appeal, and the game line by line; `?blind=1` without the names."""
    view = asked.view()
    found = appeal_of(view.state, asked.address["appeal"])
    lines = list(record_of(asked.desk.journal.read(), found.round, found.board, closed(asked.desk.state)))
    return {"appeal": appeal_shape(view, found, blind=asked.read(Blind).blind), "lines": lines}


@officiating.ask("GET", "/calls", answers=CallsTold)
def calls(asked: Asked) -> CallsTold:
    """Who waits for an arbiter and since when, and where time is short."""
    return calls_shape(asked.view())


@officiating.ask("GET", "/conduct", answers=ConductsTold)
def conduct(asked: Asked) -> ConductsTold:
    """What was written down of how players behaved."""
    return {"conduct": conduct_shape(asked.view())}


@officiating.ask("GET", "/officials", answers=OfficialsTold)
def officials(asked: Asked) -> OfficialsTold:
    """Which officials play here themselves, and whose sector is which boards."""
    return officials_now(asked.desk.state)


def officials_now(state: Tournament) -> OfficialsTold:
    """Who plays as what besides playing, in that state."""
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
    """The director says which entry an official plays as, and which boards are their sector."""
    request = asked.request()
    meant = official_meant(asked.desk.register.accounts, request.official)
    recorded = asked.submit(replace(request, official=meant))
    return {"seq": recorded.seq, **officials_now(recorded.state)}


officiating.plain(named, "/entries/<int:entry>/computer", NameComputer, answers=NamedTold)
officiating.plain(named, "/home", NameHome, answers=NamedTold)
