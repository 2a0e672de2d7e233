"""API of the game at one board: what its tablet sends, and what an arbiter rules there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NotRequired

from arbiter.desk.recorded import Recorded
from arbiter.refused import Refused
from arbiter.rulings.board import claims, objections, results
from arbiter.rulings.board.adjournments import AdjournGame, sealed_by
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.bounds.rights import REPORT, RULE
from arbiter.rulings.kinds import FORMERLY, RULINGS
from arbiter.rulings.referee.appeals import FileAppeal
from arbiter.rulings.referee.proposals import ConsentToRuling
from arbiter.rulings.request import article
from arbiter.rulings.signing import Ruling
from arbiter.rulings.time.flag_calls import CallFlag
from arbiter.shapes.board import BoardTold, board_shape
from arbiter.shapes.clock import PreviewTold, preview_shape
from arbiter.shapes.problems import IrregularTold, LatePending, Problem
from arbiter.shapes.referee.officiating import sealed_shape
from arbiter.tournament.events.clocks import FlagFell
from arbiter.tournament.events.games import DrawAnswered, GameEnded
from arbiter.tournament.events.irregular import IrregularMove, ObjectionRaised
from arbiter.tournament.events.late_moves import MoveCameLate
from arbiter.tournament.events.takebacks import MoveRetracted
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.view import View
from arbiter.web.access.sessions import one_time_key
from arbiter.web.api.operation import ANYBODY, ROOT, TABLET, Api, Asked, LineTold
from arbiter.web.problems import irregular, late
from arbiter.web.reading.body import one_of

boards = Api("boards", __name__, url_prefix=f"{ROOT}/tournaments/<t>/rounds/<int:n>/boards/<int:b>")


class BoardRecorded(LineTold, BoardTold):
    """Response: a board as it is after a request was recorded, with the number of the journal line.

    `envelope_key`: for a sealed move, the key to print on the envelope. It is stored nowhere. Whoever has sealed the
    move gets it again by repeating the request with the same idempotency key and the same credential; nobody else does.
    """

    envelope_key: NotRequired[str]


@boards.ask("GET", "", who=ANYBODY, answers=BoardTold)
def board(asked: Asked) -> Any:
    """Show one board as it is now."""
    return board_now(asked, asked.view())


@boards.ask(
    "POST",
    "/moves",
    PlayMove,
    who=TABLET,
    answers=BoardRecorded,
    others={409: (LatePending, Problem), 422: (IrregularTold, Problem)},
)
def play_move(asked: Asked) -> Any:
    """Play a move. An irregular move is recorded, and the answer says what is wrong with it.

    If the player's time had run out before, the move is recorded and the flag counts as fallen.
    """
    recorded = asked.submit()
    match recorded.last:
        case IrregularMove() | MoveRetracted():
            return irregular(recorded.seq, recorded.last, asked.view(recorded.state))
        case MoveCameLate():
            return late(recorded.seq, recorded.last, asked.view(recorded.state))
        case FlagFell() | GameEnded(because="flag"):
            board = asked.address["board"]
            side = recorded.state.game(asked.address["round"], board).position.turn.value
            raise Refused("flag_pending", board=board, side=side, article=article(recorded.state, "flag"))
    return answer(asked, recorded)


@boards.ask("POST", "/answers", claims.AnswerDraw, who=TABLET, answers=BoardRecorded)
def answer_draw(asked: Asked) -> Any:
    """Answer the opponent's offer of a draw: accept or decline it."""
    recorded = asked.submit()
    if isinstance(recorded.last, DrawAnswered) and recorded.last.accepted:
        early = claims.too_early(recorded.state, game_of(asked, recorded.state))
        if early is not None:
            raise early
    return answer(asked, recorded)


@boards.ask("POST", "/claims", claims.ClaimDraw, who=TABLET, answers=BoardRecorded)
def claim_draw(asked: Asked) -> Any:
    """Make a claim, named by its `ground`: a draw, an irregular move of the opponent, or the fall of their flag.

    A claim of a draw may name the move that is to bring the draw about.
    """
    other = {"irregular": objections.ClaimIrregular, "flag": CallFlag}
    return answer(asked, asked.submit(asked.request(other.get(str(asked.given.get("ground")), claims.ClaimDraw))))


@boards.ask("POST", "/objections", objections.Object, who=TABLET, answers=BoardRecorded)
def object_(asked: Asked) -> Any:
    """Object to the opponent's last move as irregular. The answer shows whether the move was taken back.

    If the move was regular, the objection is recorded and the answer is a refusal with `nothing_irregular`.
    """
    recorded = asked.submit()
    if isinstance(recorded.last, ObjectionRaised) and recorded.last.code is None:
        grounds = article(recorded.state, "objection")
        raise Refused("nothing_irregular", board=asked.address["board"], article=grounds)
    return answer(asked, recorded)


@boards.ask("POST", "/rulings", Ruling, kinds=RULINGS, former=FORMERLY, who=REPORT, answers=BoardRecorded)
def rule(asked: Asked) -> Any:
    """Record an arbiter's ruling at a board. Its fields depend on its `kind`. A helper may only report a result."""
    sent = ruling_sent(asked)
    recorded = asked.submit(asked.request(request=sent))
    told = answer(asked, recorded)
    return {**told, "envelope_key": sent.secret} if sealed_by(recorded.last, sent) else told


@boards.ask(
    "POST",
    "/rulings/preview",
    Ruling,
    kinds=RULINGS,
    former=FORMERLY,
    who=RULE,
    answers=PreviewTold,
    keyed=False,
)
def preview_ruling(asked: Asked) -> Any:
    """Show what a ruling would do to the clocks of the board. Nothing is recorded."""
    return preview_shape(asked.view(), asked.desk.preview(ruling_sent(asked)), *asked.place)


def ruling_sent(asked: Asked) -> Any:
    """Return the request of the type that the field `kind` names. If it seals a move, it gets the envelope's key."""
    sent = asked.request(one_of(RULINGS, asked.given, FORMERLY), side=None)
    return replace(sent, secret=one_time_key(asked.key)) if isinstance(sent, AdjournGame) else sent


def answer(asked: Asked, recorded: Recorded | None = None) -> Any:
    """Return the board as it is after the request was recorded, with the number of the journal line."""
    recorded = recorded or asked.submit()
    return {"seq": recorded.seq, **board_now(asked, asked.view(recorded.state, recorded.at))}


for path, kind in (
    ("/offers", claims.OfferDraw),
    ("/resignations", claims.Resign),
    ("/calls", claims.CallArbiter),
    ("/results", results.ReportResult),
    ("/results/objections", results.ObjectToResult),
    ("/crowns", objections.CrownKing),
    ("/appeals", FileAppeal),
    ("/consents", ConsentToRuling),
):
    boards.plain(answer, path, kind, who=TABLET, answers=BoardRecorded)


def board_now(asked: Asked, view: View) -> BoardTold:
    """Return one board at the instant of the view. Its own tablet and officials also get the legal moves."""
    by, game = asked.reader, game_of(asked, view.state)
    helped = asked.official or by.at(asked.t, game.board)
    shape = board_shape(view, game, helped=helped)
    return {**shape, **sealed_shape(view, game)} if asked.official else shape


def game_of(asked: Asked, state: Tournament) -> Game:
    """Return the game at the board that the URL names. Refuse an unknown board."""
    return state.game(*asked.place)
