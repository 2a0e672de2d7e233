"""API of the evidence for a ruling, such as the record of a game and the consequences of a correction."""

from __future__ import annotations

from typing import TypedDict

from arbiter.refused import Refused
from arbiter.rules.endings.can_win import can_win
from arbiter.rulings.bounds.rights import LOOK, ToRead
from arbiter.rulings.request import OfResult, outcome_told
from arbiter.rulings.rounds.consequences import differences, with_result
from arbiter.shapes.game.endgame_result import ExactTold, exact_shape
from arbiter.shapes.referee.appeals import (
    RecordLine,
    record_of,
)
from arbiter.shapes.referee.consequences import ConsequencesTold, consequences_shape
from arbiter.shapes.referee.officiating import BackTold, StrengthTold, preview_shape, strength_shape
from arbiter.sides import Side
from arbiter.tournament.sealed_data import closed
from arbiter.values import dataclass
from arbiter.web import access
from arbiter.web.api.board.endings import AtPly
from arbiter.web.api.operation import ROOT, Api, Asked

evidence = Api("evidence", __name__, url_prefix=f"{ROOT}/tournaments/<t>")
B = "/rounds/<int:n>/boards/<int:b>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """Query parameter: a result other than the recorded one, so that its consequences can be shown."""

    result: OfResult


class CanWin(TypedDict):
    """Whether each side can still win; null if that cannot be established."""

    white: bool | None
    black: bool | None


class OracleTold(TypedDict):
    """Response: which side can still win, and how the regulations score a fallen flag if the other side cannot win.

    `tables`: the result with best play, if the endgame tables have the position; otherwise null.
    """

    can_win: CanWin
    cannot_win: str
    tables: ExactTold | None


class RecordTold(TypedDict):
    """Response: the official record of a game. `under`: the name of the regulations."""

    round: int
    board: int
    under: str
    lines: list[RecordLine]


@evidence.ask("GET", f"{B}/preview", query=AtPly, answers=BackTold)
def preview(asked: Asked) -> BackTold:
    """Show the position to which a game may be taken back, and three proposals for the clocks.

    `?ply=` is the number of plies (single moves) to keep; without it, all but the last.
    """
    view = asked.view()
    game, ply = view.state.game(*asked.place), asked.read(AtPly).ply
    ply = max(0, game.ply - 1) if ply is None else ply
    if ply > game.ply:
        raise Refused("no_such_ply", board=game.board, ply=ply, played=game.ply)
    return preview_shape(view, game, ply)


@evidence.ask("GET", f"{B}/consequences", query=Otherwise, answers=ConsequencesTold)
def consequences(asked: Asked) -> ConsequencesTold:
    """Show how standings and prizes would change if a game had another result. Nothing is recorded.

    `?result=` is `white`, `draw`, `black`, `neither`, or points such as 9-1.
    """
    view = asked.view()
    outcome, written = outcome_told(view.state, asked.read(Otherwise).result)
    after = with_result(view.state, *asked.place, outcome, written)
    return consequences_shape(view, differences(view.state, after, asked.place[0], view.known))


@evidence.ask("GET", f"{B}/oracle", answers=OracleTold)
def oracle(asked: Asked) -> OracleTold:
    """Show for each side whether it can win by any series of legal moves; null if that cannot be established.

    `tables` is the result with best play, if the endgame tables have the position.
    """
    state = asked.desk.state
    access.allowed(ToRead(right=LOOK, games=(asked.place,)), asked.t)
    position, variant = state.game(*asked.place).position, state.variant
    can: CanWin = {"white": can_win(position, variant, Side.WHITE), "black": can_win(position, variant, Side.BLACK)}
    view = asked.view()
    tables = exact_shape(view, view.state.game(*asked.place))
    return {"can_win": can, "cannot_win": state.regulations.cannot_win, "tables": tables}


@evidence.ask("GET", f"{B}/strength", answers=StrengthTold)
def strength(asked: Asked) -> StrengthTold:
    """Judge which side has the stronger position, square by square (rulebook 001, Referee)."""
    state = asked.desk.state
    access.allowed(ToRead(right=LOOK, games=(asked.place,)), asked.t)
    if not state.regulations.strength_after:
        raise Refused("no_strength", regulations=state.regulations.key)
    view = asked.view()
    return strength_shape(view, view.state.game(*asked.place))


@evidence.ask("GET", f"{B}/record", answers=RecordTold)
def record(asked: Asked) -> RecordTold:
    """Show the official record of a game: its journal lines in order, with the position and the clocks after each."""
    n, b = asked.place
    asked.desk.state.game(n, b)
    lines = list(record_of(asked.desk.journal.read(), n, b, closed(asked.desk.state)))
    return {"round": n, "board": b, "under": asked.view().under, "lines": lines}
