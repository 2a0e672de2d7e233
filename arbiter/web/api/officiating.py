"""The API of the referee's office: previews, the oracle, calls, conduct, officials, appeals and their packets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify, request

from arbiter.fields import Sent
from arbiter.hall.branches import branches_shape
from arbiter.refused import Refused
from arbiter.rules.endings.can_win import can_win
from arbiter.rulings.referee.appeals import ChooseBranch, DecideAppeal, FileAppeal, appeal_of
from arbiter.rulings.request import Request
from arbiter.rulings.signing import NameComputer, NameHome, NameOfficial
from arbiter.shapes.appeals import appeal_shape, calls_shape, conduct_shape, record_of
from arbiter.shapes.officiating import preview_shape, strength_shape
from arbiter.sides import Side
from arbiter.web import doors, page
from arbiter.web.api.boards import Speaker, answer
from arbiter.web.reading.body import body, key, read

officiating = Blueprint("officiating", __name__, url_prefix="/api/v1/tournaments/<t>")
B = "/rounds/<int:n>/boards/<int:b>"


@officiating.get(f"{B}/preview")
@doors.officials_only
def preview(t: str, n: int, b: int) -> Response:
    """What going back to after `?ply=` would restore, with three proposals for the times."""
    view = page.view(t)
    game = view.state.game(n, b)
    asked = read(AtPly, request.args).ply
    ply = max(0, game.ply - 1) if asked is None else asked
    if ply > game.ply:
        raise Refused("no_such_ply", board=b, ply=ply, played=game.ply)
    return jsonify(preview_shape(view, game, ply))


@officiating.get(f"{B}/oracle")
@doors.officials_only
def oracle(t: str, n: int, b: int) -> Response:
    """Whether either side can still win by any series of legal moves; null where that is not known."""
    state = doors.desk(t).state
    game = state.game(n, b)
    can = {side.value: can_win(game.position, state.variant, side) for side in Side}
    return jsonify(can_win=can, cannot_win=state.regulations.cannot_win)


@officiating.get(f"{B}/strength")
@doors.officials_only
def strength(t: str, n: int, b: int) -> Response:
    """The stronger position, square by square (001 Referee)."""
    state = doors.desk(t).state
    if not state.regulations.strength_after:
        raise Refused("no_strength", regulations=state.regulations.key)
    return jsonify(strength_shape(state, state.game(n, b)))


@officiating.get(f"{B}/record")
@doors.officials_only
def record(t: str, n: int, b: int) -> Response:
    """The game's official record: the lines about it in order, and the board and the clocks after each."""
    desk = doors.desk(t)
    desk.state.game(n, b)
    return jsonify(round=n, board=b, lines=list(record_of(desk.journal.read(), n, b)))


@officiating.post(f"{B}/appeals")
def appeal(t: str, n: int, b: int) -> Response:
    """Appeals against what was ruled at the board: from its tablet, or on paper through an official."""
    given = body()
    by = doors.acting(t, b, read(Speaker, given).side)
    desk = doors.desk(t)
    asked = read(FileAppeal, given, round=n, board=b, side=by.side, by=by.by)
    return answer(desk, desk.submit(asked, key=key(given)), n, b)


@officiating.get("/appeals")
@doors.officials_only
def appeals(t: str) -> Response:
    """Every appeal, with its grounds and what became of it."""
    view = page.view(t)
    return jsonify(appeals=[appeal_shape(view, one) for one in view.state.appeals])


@officiating.get("/appeals/<int:a>/branches")
@doors.officials_only
def branches(t: str, a: int) -> Response:
    """Standings, crosstable and next pairings for either decision of the committee."""
    view = page.view(t)
    return jsonify(branches_shape(view, appeal_of(view.state, a), doors.the_doors().workshop))


@officiating.post("/appeals/<int:a>/branch")
@doors.officials_only
def branch(t: str, a: int) -> Response:
    """The director chooses on which decision the next round is paired."""
    return _decided(t, a, ChooseBranch)


@officiating.post("/appeals/<int:a>/decision")
@doors.officials_only
def decision(t: str, a: int) -> Response:
    """The committee lets the ruling stand or overturns it; then `result` is the result instead."""
    return _decided(t, a, DecideAppeal)


def _decided(t: str, a: int, kind: type[Request]) -> Response:
    given = body()
    recorded = doors.desk(t).submit(read(kind, given, appeal=a, by=doors.reader().by), key=key(given))
    view = page.view(t, recorded.state)
    return jsonify(seq=recorded.seq, **appeal_shape(view, appeal_of(view.state, a)))


@officiating.get("/appeals/<int:a>/packet")
@doors.officials_only
def packet(t: str, a: int) -> Response:
    """What the committee gets: the appeal, and the game line by line; `?blind=1` without the names."""
    view, blind = page.view(t), read(Blind, request.args).blind
    found = appeal_of(view.state, a)
    lines = list(record_of(doors.desk(t).journal.read(), found.round, found.board))
    return jsonify(appeal=appeal_shape(view, found, blind=blind), lines=lines)


@officiating.get("/calls")
@doors.officials_only
def calls(t: str) -> Response:
    """Who waits for an arbiter and since when, and where time is short."""
    return jsonify(calls_shape(page.view(t)))


@officiating.get("/conduct")
@doors.officials_only
def conduct(t: str) -> Response:
    """What was written down of how players behaved."""
    return jsonify(conduct=conduct_shape(page.view(t)))


@officiating.get("/officials")
@doors.officials_only
def officials(t: str) -> Response:
    """Which officials play here themselves, and whose sector is which boards."""
    return jsonify(_officials(t))


def _officials(t: str) -> dict[str, Any]:
    state = doors.desk(t).state
    return {
        "officials": [{"official": o.name, "entry": o.entry, "boards": list(o.boards)} for o in state.officials],
        "computers": sorted(state.computers),
        "home": sorted(state.home),
    }


@officiating.post("/officials")
@doors.officials_only
def name_official(t: str) -> Response:
    """Says as which entry an official plays, and which boards are their sector."""
    return _named(t, NameOfficial)


@officiating.post("/entries/<int:entry>/computer")
@doors.officials_only
def name_computer(t: str, entry: int) -> Response:
    """Says that an entry is a computer."""
    return _named(t, NameComputer, entry=entry)


@officiating.post("/home")
@doors.officials_only
def name_home(t: str) -> Response:
    """Says which entries play at home."""
    return _named(t, NameHome)


def _named(t: str, kind: type[Request], **road: int) -> Response:
    given = body()
    recorded = doors.desk(t).submit(read(kind, given, by=doors.reader().by, **road), key=key(given))
    return jsonify(seq=recorded.seq, **_officials(t))


@dataclass(frozen=True, slots=True, kw_only=True)
class AtPly:
    """How far into the game it is asked about."""

    ply: Annotated[int | None, Sent("after so many moves", least=0)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Blind:
    """How a packet is wanted."""

    blind: Annotated[bool, Sent("without the names")] = False
