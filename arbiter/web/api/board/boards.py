"""API of the game at one board: the moves and other acts of its tablet, and the rulings of an arbiter."""

from __future__ import annotations

from typing import Any, NotRequired

from arbiter.desk.recorded import Recorded
from arbiter.refused import Refused
from arbiter.rulings import undoing
from arbiter.rulings.board import claims, objections, results
from arbiter.rulings.board.adjournments import AdjournGame, sealed_by
from arbiter.rulings.board.late_acts import WithDevice, confirmed
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.board.touches import TouchPiece
from arbiter.rulings.bounds.rights import REPORT, RULE
from arbiter.rulings.official_rulings import FORMERLY, RULINGS
from arbiter.rulings.referee.appeals import FileAppeal
from arbiter.rulings.referee.late_touches import ConfirmedTouch
from arbiter.rulings.referee.proposals import ConsentToRuling
from arbiter.rulings.request import article
from arbiter.rulings.signing import Ruling
from arbiter.rulings.time.flag_calls import CallFlag
from arbiter.shapes.board import BoardTold, board_shape
from arbiter.shapes.clock import PreviewTold, preview_shape
from arbiter.shapes.game.replay import ReplayTold, replay_shape
from arbiter.shapes.referee.officiating import sealed_shape
from arbiter.shapes.refusal_json import IrregularTold, LatePending, Problem
from arbiter.tournament.events.clocks import FlagCalled, FlagFell
from arbiter.tournament.events.games import DrawAnswered, GameEnded
from arbiter.tournament.events.irregular import FindingsOpened, IrregularMove
from arbiter.tournament.events.late_moves import MoveCameLate
from arbiter.tournament.events.takebacks import MoveRetracted
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.view import View
from arbiter.web.access.sessions import one_time_key
from arbiter.web.api.operation import ANYBODY, ROOT, TABLET, Api, Asked, LineTold
from arbiter.web.problems import irregular, late
from arbiter.web.request_parsing import one_of

boards = Api("boards", __name__, url_prefix=f"{ROOT}/tournaments/<t>/rounds/<int:n>/boards/<int:b>")


LATE = {409: (LatePending, Problem)}
"""The responses with status 409: an act that arrived after a flag fell, and other refusals."""


class BoardRecorded(LineTold, BoardTold):
    """Response: a board as it is after a request was recorded, with the number of the journal line.

    `envelope_key`: for a sealed move, the key to print on the envelope. The service does not store it. The sender gets
    it again by repeating the request with the same idempotency key and the same credential. Nobody else can get it.
    """

    envelope_key: NotRequired[str]


@boards.ask("GET", "", who=ANYBODY, answers=BoardTold)
def board(asked: Asked) -> Any:
    """Show one board as it is now."""
    return board_now(asked, asked.view())


@boards.ask("GET", "/replay", who=ANYBODY, answers=ReplayTold)
def replay(asked: Asked) -> ReplayTold:
    """List the positions of a game from the first to the present one, with the squares of every move."""
    state = asked.view().state
    return replay_shape(state, game_of(asked, state))


@boards.ask(
    "POST",
    "/moves",
    PlayMove,
    WithDevice,
    who=TABLET,
    answers=BoardRecorded,
    others={**LATE, 422: (IrregularTold, Problem)},
)
def play_move(asked: Asked) -> Any:
    """Play a move. An irregular move is recorded, and the response says what is wrong with it.

    If the player's time had run out before, the move is recorded and the flag counts as fallen.
    """
    recorded = said(asked)
    match recorded.last:
        case IrregularMove() | MoveRetracted():
            return irregular(recorded.seq, recorded.last, asked.view(recorded.state))
        case FlagFell() | GameEnded(because="flag"):
            board = asked.address["board"]
            side = recorded.state.game(asked.address["round"], board).position.turn.value
            raise Refused("flag_pending", board=board, side=side, article=article(recorded.state, "flag"))
    return answer(asked, recorded)


@boards.ask("POST", "/answers", claims.AnswerDraw, WithDevice, who=TABLET, answers=BoardRecorded, others=LATE)
def answer_draw(asked: Asked) -> Any:
    """Answer the opponent's offer of a draw: accept or decline it."""
    recorded = said(asked)
    if isinstance(recorded.last, DrawAnswered) and recorded.last.accepted:
        early = claims.too_early(recorded.state, game_of(asked, recorded.state))
        if early is not None:
            raise early
    return answer(asked, recorded)


@boards.ask("POST", "/claims", claims.ClaimDraw, WithDevice, who=TABLET, answers=BoardRecorded, others=LATE)
def claim_draw(asked: Asked) -> Any:
    """Make a claim: of a draw, of an irregular move of the opponent, or of the fall of the opponent's flag.

    `ground` names the kind of claim. A claim of a draw may name the move that is to bring the draw about. If the flag
    has not fallen, the claim is recorded, and the response is a refusal with `no_flag`.
    """
    other = {"irregular": objections.ClaimIrregular, "flag": CallFlag}
    if asked.given.get("ground") == "irregular":
        _for_whom(asked, objections.ClaimIrregular)
    recorded = said(asked, other.get(str(asked.given.get("ground")), claims.ClaimDraw))
    if isinstance(recorded.last, FlagCalled) and game_of(asked, recorded.state).flag is None:
        raise Refused("no_flag", board=asked.address["board"])
    return answer(asked, recorded)


@boards.ask("POST", "/objections", objections.Object, WithDevice, who=TABLET, answers=BoardRecorded, others=LATE)
def object_(asked: Asked) -> Any:
    """Object to the opponent's last move as irregular. The response shows whether the move was taken back.

    An official who enters a player's objection names the player's `side`, because a groundless objection counts against
    that side. If the move was regular, the objection is recorded and the response is a refusal with
    `nothing_irregular`. If the regulations have an arbiter answer objections, the response only shows that this one
    waits (`objection_waits`).
    """
    _for_whom(asked, objections.Object)
    recorded = said(asked)
    if isinstance(recorded.last, FindingsOpened) and recorded.last.groundless:
        raise Refused("nothing_irregular", board=asked.address["board"], article=recorded.last.article)
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
    """Show how a ruling would change the clocks of the board. Nothing is recorded."""
    return preview_shape(asked.view(), asked.desk.preview(ruling_sent(asked)), *asked.place)


def ruling_sent(asked: Asked) -> Any:
    """Return the request of the type that the field `kind` names. If it seals a move, it gets the envelope's key."""
    sent = asked.request(one_of(RULINGS, asked.given, FORMERLY), side=None)
    return replace(sent, secret=one_time_key(asked.key)) if isinstance(sent, AdjournGame) else sent


def _for_whom(asked: Asked, kind: Any) -> None:
    """Refuse an objection that an official enters without naming the side that objects.

    The side is needed because the response reveals the finding to it.
    """
    if asked.reader.role != "tablet" and asked.request(kind).side is None:
        raise Refused("objector_unnamed", board=asked.address["board"])


def said(asked: Asked, kind: Any = None) -> Recorded:
    """Submit a player's act, with the tablet's own record of it if there is one.

    *kind*: the type of the request if the body chooses it; None means the type of the operation.
    """
    made, device = asked.request(kind), asked.read(WithDevice).device
    return asked.submit(made if device is None else confirmed(made, device))


def answer(asked: Asked, recorded: Recorded | None = None) -> Any:
    """Return the board as it is after the request was recorded, with the number of the journal line.

    *recorded*: what was recorded; None if the request has still to be submitted. If the act arrived after a flag fell,
    return the refusal, with what was recorded.
    """
    recorded = recorded or said(asked)
    if isinstance(recorded.last, MoveCameLate):
        return late(recorded.seq, recorded.last, asked.view(recorded.state))
    return {"seq": recorded.seq, **board_now(asked, asked.view(recorded.state, recorded.at))}


for path, kind in (
    ("/offers", claims.OfferDraw),
    ("/resignations", claims.Resign),
    ("/calls", claims.CallArbiter),
    ("/results", results.ReportResult),
    ("/results/objections", results.ObjectToResult),
    ("/crowns", objections.CrownKing),
    ("/undos", undoing.UndoMove),
    ("/appeals", FileAppeal),
    ("/consents", ConsentToRuling),
):
    boards.plain(answer, path, kind, takes=(kind, WithDevice), who=TABLET, answers=BoardRecorded, others=LATE)


@boards.ask("POST", "/touches", takes=(TouchPiece, WithDevice), who=TABLET, answers=BoardRecorded, others=LATE)
def touched(asked: Asked) -> Any:
    """Record that the side to move has touched a piece, with the tablet's own record of the touch."""
    act, device = asked.request(TouchPiece), asked.read(WithDevice).device
    if device is not None:
        act = ConfirmedTouch(round=act.round, board=act.board, by=act.by, act=act, device=device)
    return answer(asked, asked.submit(act))


def board_now(asked: Asked, view: View) -> BoardTold:
    """Return one board at the instant of *view*. The board's own tablet and officials also get the legal moves."""
    by, game = asked.reader, game_of(asked, view.state)
    helped = asked.official or by.at(asked.t, game.board)
    shape = board_shape(view, game, helped=helped)
    return {**shape, **sealed_shape(view, game)} if asked.official else shape


def game_of(asked: Asked, state: Tournament) -> Game:
    """Return the game at the board that the URL names, as it is in *state*. Refuse an unknown board."""
    return state.game(*asked.place)
