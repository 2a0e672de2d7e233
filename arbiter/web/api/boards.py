"""The API of one board: what its tablet sends and what an arbiter rules there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify

from arbiter.desk.desk import Desk
from arbiter.desk.recorded import Recorded
from arbiter.pairing.table.points import Outcome, results
from arbiter.refused import Refused
from arbiter.rulings.board import claims, objections
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.board.turned import BeginAnew
from arbiter.rulings.referee import corrections
from arbiter.rulings.referee.adjudication import GiveNotice
from arbiter.rulings.referee.penalties import NoteConduct
from arbiter.rulings.request import Request, article
from arbiter.rulings.signing import Ruling
from arbiter.rulings.time.inactivity import AskInactivity
from arbiter.rulings.time.lag import Stamp
from arbiter.shapes.officiating import sealed_shape
from arbiter.shapes.tournament import board_shape
from arbiter.sides import Both, Side
from arbiter.tournament.events.back import MoveRetracted
from arbiter.tournament.events.clocks import FlagFell
from arbiter.tournament.events.games import DrawAnswered, GameEnded
from arbiter.tournament.events.irregular import IrregularMove, ObjectionRaised
from arbiter.tournament.state import Tournament
from arbiter.web import doors, page
from arbiter.web.api.clock_rulings import CLOCK_KINDS, clock_ruling
from arbiter.web.problems import irregular, problem
from arbiter.web.reading.fields import Fields, sent

boards = Blueprint("boards", __name__, url_prefix="/api/v1/tournaments/<t>/rounds/<int:n>/boards/<int:b>")


@boards.get("")
def board(t: str, n: int, b: int) -> Response:
    """One board, as of now."""
    desk = doors.desk(t)
    return jsonify(board_now(desk, doors.seen(desk.state), n, b, doors.desks().clock.now()))


@boards.post("/moves")
def move(t: str, n: int, b: int) -> Response:
    """Plays a move. An irregular one is journalled and answered with the verdict; one after the flag becomes it."""
    by, fields = doors.acting(t, b), sent()
    desk = doors.desk(t)
    wish = PlayMove(
        round=n,
        board=b,
        ply=fields.whole("ply"),
        move=fields.word("move"),
        by=by.by,
        side=by.side,
        touched=fields.word_or_whole("touched", ""),
        stamp=stamp_of(fields),
    )
    recorded = desk.submit(wish, key=fields.key)
    match recorded.last:
        case IrregularMove() | MoveRetracted():
            return irregular(recorded.seq, recorded.last, page.view(t, recorded.state))
        case FlagFell() | GameEnded(because="flag"):
            side = recorded.state.game(n, b).position.turn.value
            return problem(Refused("flag_pending", board=b, side=side, article="000 X"), doors.language())
    return answer(desk, recorded, n, b)


def stamp_of(fields: Fields) -> Stamp:
    """What the tablet says of its press: by its offset, how good that is, and its own monotonic time."""
    return Stamp(
        pressed=fields.whole("pressed", None),
        round_trip=fields.whole("round_trip_ms", None),
        device=fields.whole("device_ms", None),
    )


@boards.post("/offers")
def offer(t: str, n: int, b: int) -> Response:
    """Offers a draw."""
    return at_board(t, n, b, lambda by, side, _: claims.OfferDraw(round=n, board=b, by=by, side=side))


@boards.post("/answers")
def draw_answer(t: str, n: int, b: int) -> Response:
    """Answers a draw offer, yes or no."""
    fields = sent()
    by = doors.acting(t, b, fields.side("side", None))
    desk = doors.desk(t)
    side = by.side or fields.side("side", None)
    wish = claims.AnswerDraw(round=n, board=b, by=by.by, side=side, accept=fields.yes("accept"))
    recorded = desk.submit(wish, key=fields.key)
    if isinstance(recorded.last, DrawAnswered) and recorded.last.accepted:
        early = claims.too_early(recorded.state, recorded.state.game(n, b))
        if early is not None:
            return problem(early, doors.language())
    return answer(desk, recorded, n, b)


@boards.post("/resignations")
def resignation(t: str, n: int, b: int) -> Response:
    """Gives the game up."""
    return at_board(t, n, b, lambda by, side, _: claims.Resign(round=n, board=b, by=by, side=side))


@boards.post("/claims")
def claim(t: str, n: int, b: int) -> Response:
    """Claims a draw on a ground, with the move that is to bring it about; or claims that a move was irregular."""
    return at_board(t, n, b, lambda by, side, fields: claim_wanted(fields, n, b, by, side))


def claim_wanted(fields: Fields, n: int, b: int, by: str, side: Side | None) -> Request:
    """The claim that the fields describe."""
    ground = fields.word("ground")
    if ground == "irregular":
        return objections.ClaimIrregular(round=n, board=b, by=by, side=side)
    return claims.ClaimDraw(round=n, board=b, by=by, side=side, ground=ground, move=fields.word("move", ""))


@boards.post("/calls")
def call(t: str, n: int, b: int) -> Response:
    """Calls the arbiter."""
    return at_board(
        t,
        n,
        b,
        lambda by, side, fields: claims.CallArbiter(
            round=n, board=b, by=by, side=side, reason=fields.word("reason", ""), stop=fields.yes("stop", False)
        ),
    )


@boards.post("/objections")
def objection(t: str, n: int, b: int) -> Response:
    """Objects to the last move, and says whether it is put right whole or stands."""
    fields = sent()
    by = doors.acting(t, b, fields.side("side", None))
    desk = doors.desk(t)
    wish = objections.Object(
        round=n,
        board=b,
        by=by.by,
        side=by.side or fields.side("side", None),
        choice=fields.word("choice", ""),
        square=fields.word_or_whole("square", ""),
    )
    recorded = desk.submit(wish, key=fields.key)
    if isinstance(recorded.last, ObjectionRaised) and recorded.last.code is None:
        grounds = article(recorded.state, "objection")
        return problem(Refused("nothing_irregular", board=b, article=grounds), doors.language())
    return answer(desk, recorded, n, b)


@boards.post("/crowns")
def crown(t: str, n: int, b: int) -> Response:
    """Crowns the opponent's king, where the regulations want that before the next move."""
    return at_board(t, n, b, lambda by, side, _: objections.CrownKing(round=n, board=b, by=by, side=side))


@boards.post("/rulings")
@doors.officials_only
def ruling(t: str, n: int, b: int) -> Response:
    """An arbiter rules at a board."""
    fields = sent()
    desk = doors.desk(t)
    by = doors.reader().by
    wish = Ruling(round=n, board=b, by=by, wish=ruling_wanted(fields, desk.state, n, b, by))
    return answer(desk, desk.submit(wish, key=fields.key), n, b)


def ruling_wanted(fields: Fields, state: Tournament, n: int, b: int, by: str) -> Request:
    """The ruling that the fields describe, by its `kind`."""
    kind = fields.word("kind")
    reason, article = fields.word("reason", ""), fields.word("article", None)
    if kind in CLOCK_KINDS:
        return clock_ruling(kind, fields, n, b, by)
    match kind:
        case "result" | "adjudication" | "forfeit":
            because = {"result": "ruling", "adjudication": "adjudicated", "forfeit": "forfeit"}[kind]
            outcome, written = outcome_wanted(fields, state), written_wanted(fields, state)
            return corrections.RuleResult(
                round=n,
                board=b,
                outcome=outcome,
                because=because,
                by=by,
                reason=reason,
                article=article,
                written=written,
            )
        case "position":
            return corrections.RestorePosition(
                round=n,
                board=b,
                ply=fields.whole("ply"),
                by=by,
                reason=reason,
                article=article,
                times=fields.word("times", ""),
            )
        case "penalty":
            return corrections.GivePenalty(
                round=n,
                board=b,
                side=fields.side("side"),
                step=fields.word("step"),
                by=by,
                reason=reason,
                article=article,
            )
        case "call":
            return corrections.AnswerCall(round=n, board=b, by=by)
        case "notice":
            return GiveNotice(round=n, board=b, by=by, matter=fields.word("matter", "strength"))
        case "inactivity":
            return AskInactivity(round=n, board=b, by=by)
        case "board_turned":
            return BeginAnew(round=n, board=b, by=by, reason=reason, article=article)
        case "conduct":
            return NoteConduct(
                round=n,
                board=b,
                side=fields.side("side"),
                category=fields.word("category"),
                by=by,
                reason=reason,
                article=article,
            )
    raise Refused("unknown_key", field="kind", key=kind[:80], known=KINDS)


KINDS = (
    "result",
    "adjudication",
    "forfeit",
    *CLOCK_KINDS,
    "position",
    "penalty",
    "call",
    "notice",
    "conduct",
    "inactivity",
    "board_turned",
)


def outcome_wanted(fields: Fields, state: Tournament) -> Both[Outcome]:
    """A result: `result` in the tournament's points, White's first, or `loser`: a side, or "both"."""
    won, lost = Outcome.WON, Outcome.LOST
    by_text = results(state.points)
    if fields.has("loser"):
        loser = fields.word("loser")
        by_loser = {"white": Both(lost, won), "black": Both(won, lost), "both": Both(lost, lost)}
        if loser not in by_loser:
            raise Refused("unknown_key", field="loser", key=loser[:80], known=tuple(by_loser))
        return by_loser[loser]
    text = fields.word("result").replace(" ", "").replace(":", "-")
    if text not in by_text:
        raise Refused("result_unreadable", text=text[:20], known=tuple(sorted(by_text, reverse=True)))
    return by_text[text].outcome


def written_wanted(fields: Fields, state: Tournament) -> str:
    """The result as it was sent, where it says more than who has won: 9-1, 1+-1-."""
    if fields.has("loser"):
        return ""
    text = fields.word("result").replace(" ", "").replace(":", "-")
    told = results(state.points)[text]
    return text if told.scored is not None or told.plus is not None else ""


def at_board(t: str, n: int, b: int, wish: Callable[[str, Side | None, Fields], Request]) -> Response:
    """What a player says at their board; an official says for which side, a tablet between the players too."""
    fields = sent()
    by = doors.acting(t, b, fields.side("side", None))
    desk = doors.desk(t)
    side = by.side or fields.side("side", None)
    return answer(desk, desk.submit(wish(by.by, side, fields), key=fields.key), n, b)


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
