"""The API of one board: what its tablet sends and what an arbiter rules there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, jsonify

from arbiter.desk.desk import Desk
from arbiter.desk.recorded import Recorded
from arbiter.refused import Refused
from arbiter.rulings.board import claims, objections
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.kinds import FORMERLY, RULINGS
from arbiter.rulings.request import BySide, Request, article
from arbiter.rulings.signing import Ruling
from arbiter.shapes.officiating import sealed_shape
from arbiter.shapes.tournament import board_shape
from arbiter.tournament.events.back import MoveRetracted
from arbiter.tournament.events.clocks import FlagFell
from arbiter.tournament.events.games import DrawAnswered, GameEnded
from arbiter.tournament.events.irregular import IrregularMove, ObjectionRaised
from arbiter.tournament.state import Tournament
from arbiter.web import doors, page
from arbiter.web.problems import irregular, problem
from arbiter.web.reading.body import Given, body, key, one_of, read

boards = Blueprint("boards", __name__, url_prefix="/api/v1/tournaments/<t>/rounds/<int:n>/boards/<int:b>")


@boards.get("")
def board(t: str, n: int, b: int) -> Response:
    """One board, as of now."""
    desk = doors.desk(t)
    return jsonify(board_now(desk, doors.seen(desk.state), n, b, doors.desks().clock.now()))


@boards.post("/moves")
def move(t: str, n: int, b: int) -> Response:
    """Plays a move. An irregular one is journalled and answered with the verdict; one after the flag becomes it."""
    by, given = doors.acting(t, b), body()
    desk = doors.desk(t)
    asked = read(PlayMove, given, round=n, board=b, by=by.by, side=by.side)
    recorded = desk.submit(asked, key=key(given))
    match recorded.last:
        case IrregularMove() | MoveRetracted():
            return irregular(recorded.seq, recorded.last, page.view(t, recorded.state))
        case FlagFell() | GameEnded(because="flag"):
            side = recorded.state.game(n, b).position.turn.value
            return problem(Refused("flag_pending", board=b, side=side, article="000 X"), doors.language())
    return answer(desk, recorded, n, b)


@boards.post("/offers")
def offer(t: str, n: int, b: int) -> Response:
    """Offers a draw."""
    return at_board(t, n, b, claims.OfferDraw)


@boards.post("/answers")
def draw_answer(t: str, n: int, b: int) -> Response:
    """Answers a draw offer, yes or no."""
    desk, recorded = said(t, n, b, claims.AnswerDraw, body())
    if isinstance(recorded.last, DrawAnswered) and recorded.last.accepted:
        early = claims.too_early(recorded.state, recorded.state.game(n, b))
        if early is not None:
            return problem(early, doors.language())
    return answer(desk, recorded, n, b)


@boards.post("/resignations")
def resignation(t: str, n: int, b: int) -> Response:
    """Gives the game up."""
    return at_board(t, n, b, claims.Resign)


@boards.post("/claims")
def claim(t: str, n: int, b: int) -> Response:
    """Claims a draw on a ground, with the move that is to bring it about; or claims that a move was irregular."""
    irregularly = body().get("ground") == "irregular"
    return at_board(t, n, b, objections.ClaimIrregular if irregularly else claims.ClaimDraw)


@boards.post("/calls")
def call(t: str, n: int, b: int) -> Response:
    """Calls the arbiter."""
    return at_board(t, n, b, claims.CallArbiter)


@boards.post("/objections")
def objection(t: str, n: int, b: int) -> Response:
    """Objects to the last move, and says whether it is put right whole or stands."""
    desk, recorded = said(t, n, b, objections.Object, body())
    if isinstance(recorded.last, ObjectionRaised) and recorded.last.code is None:
        grounds = article(recorded.state, "objection")
        return problem(Refused("nothing_irregular", board=b, article=grounds), doors.language())
    return answer(desk, recorded, n, b)


@boards.post("/crowns")
def crown(t: str, n: int, b: int) -> Response:
    """Crowns the opponent's king, where the regulations want that before the next move."""
    return at_board(t, n, b, objections.CrownKing)


@boards.post("/rulings")
@doors.officials_only
def ruling(t: str, n: int, b: int) -> Response:
    """An arbiter rules at a board."""
    given, desk, by = body(), doors.desk(t), doors.reader().by
    asked = Ruling(round=n, board=b, by=by, request=ruling_sent(given, n, b, by))
    return answer(desk, desk.submit(asked, key=key(given)), n, b)


def ruling_sent(given: Given, n: int, b: int, by: str) -> Request:
    """The ruling that was sent, by its `kind`."""
    asked: Request = read(one_of(RULINGS, given, FORMERLY), given, round=n, board=b, by=by)
    return asked


def at_board(t: str, n: int, b: int, kind: type[Request]) -> Response:
    """What a player says at their board."""
    desk, recorded = said(t, n, b, kind, body())
    return answer(desk, recorded, n, b)


def said(t: str, n: int, b: int, kind: type[Request], given: Given) -> tuple[Desk, Recorded]:
    """The same recorded; an official says for which side it is, a tablet between the players too."""
    by = doors.acting(t, b, read(Speaker, given).side)
    desk = doors.desk(t)
    asked = read(kind, given, round=n, board=b, by=by.by, side=by.side)
    return desk, desk.submit(asked, key=key(given))


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """For which side something is said."""

    side: BySide = None


def answer(desk: Desk, recorded: Recorded, n: int, b: int) -> Response:
    """The board as it was right after what was recorded, with the line that it became."""
    return jsonify(seq=recorded.seq, **board_now(desk, recorded.state, n, b, recorded.at))


def board_now(desk: Desk, state: Tournament, n: int, b: int, at: int) -> dict[str, Any]:
    """One board at an instant; with the legal moves for its tablet and for officials."""
    by = doors.reader()
    helped = by.official or (by.tournament, by.board) == (desk.id, b)
    view, game = page.view(desk.id, state, at), state.game(n, b)
    shape = board_shape(view, game, helped=helped)
    return shape | sealed_shape(view, game) if by.official else shape
