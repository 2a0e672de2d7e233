"""What players say: offers, answers, resignations, claims, calls."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.rulings.board.claims import AnswerDraw, CallArbiter, ClaimDraw, OfferDraw, Resign
from arbiter.rulings.referee.corrections import RuleResult, StopClock
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.pairing import PairRound
from arbiter.rulings.time.flags import RingFlag
from arbiter.shapes.referee.proposal_evidence import proof_lines
from arbiter.sides import Both, Side
from arbiter.view import View
from tests.hall import BY, DRAW, Hall

WHITE, BLACK = Side.WHITE, Side.BLACK
AT = {"round": 1, "board": 1}


def offer(side: Side | None = None) -> OfferDraw:
    return OfferDraw(round=1, board=1, by=BY, side=side)


def answer(accept: bool, side: Side | None = None) -> AnswerDraw:
    return AnswerDraw(round=1, board=1, by=BY, side=side, accept=accept)


def claim(ground: str = "repetition", side: Side | None = None) -> ClaimDraw:
    return ClaimDraw(round=1, board=1, by=BY, side=side, ground=ground)


def test_a_draw_that_is_offered_and_accepted_ends_the_game(hall: Hall) -> None:
    hall.submit(offer())
    hall.submit(answer(True))
    result = hall.game().result

    assert result is not None
    assert (hall.state.result_text(hall.game()), result.because) == ("1-1", "agreed")
    assert hall.game().clock.running is None


def test_an_offer_that_is_declined_is_gone_and_the_clock_goes_on(hall: Hall) -> None:
    hall.submit(offer())
    hall.wait(minutes=1)
    hall.submit(answer(False))

    assert hall.game().offer is None
    assert hall.game().result is None
    assert hall.game().clock.left(WHITE, hall.clock.at) == hall.game().clock.had.white - 60_000


def test_an_offer_stands_while_its_maker_moves(hall: Hall) -> None:
    hall.submit(offer(WHITE))

    assert hall.play("32-28").offer is WHITE


def test_an_offer_lapses_when_the_other_side_moves(hall: Hall) -> None:
    hall.submit(offer(WHITE))

    assert hall.play("32-28", "19-23").offer is None


def test_an_offer_may_be_made_while_the_opponent_thinks(hall: Hall) -> None:
    hall.submit(offer(BLACK))
    hall.submit(answer(True))

    assert hall.game().result is not None


def test_an_offer_that_nobody_makes_by_name_is_the_mover_s(hall: Hall) -> None:
    hall.play("32-28")
    hall.submit(offer())

    assert hall.game().offer is BLACK


def test_one_offer_at_a_time(hall: Hall) -> None:
    hall.submit(offer(WHITE))

    assert hall.refused(offer(WHITE)).code == hall.refused(offer(BLACK)).code == "offer_stands"


def test_nobody_answers_his_own_offer(hall: Hall) -> None:
    hall.submit(offer(WHITE))

    assert hall.refused(answer(True, WHITE)).code == "own_offer"


def test_without_an_offer_there_is_nothing_to_answer(hall: Hall) -> None:
    assert hall.refused(answer(True)).code == "no_offer"


@pytest.mark.parametrize(("side", "result"), [(WHITE, "0-2"), (BLACK, "2-0"), (None, "0-2")])
def test_who_resigns_has_lost(hall: Hall, side: Side | None, result: str) -> None:
    hall.submit(Resign(round=1, board=1, by=BY, side=side))
    game = hall.game()

    assert game.result is not None
    assert (hall.state.result_text(game), game.result.because) == (result, "resigned")


@pytest.mark.parametrize("policy", ["opponent", "silent"])
@pytest.mark.parametrize("fen", ["W:W33,40,45:B1,28,6", "W:W33,40,45:B1,22,6"])
def test_a_claim_tells_nobody_whether_the_announced_move_is_irregular(policy: str, fen: str) -> None:
    """In the first position White must capture; the claim is filed all the same, and costs what a claim costs."""
    hall = Hall(regulations="fmjd_classic", switches=(("irregular_policy", policy),))
    hall.put(fen)
    hall.submit(replace(claim(), by="tablet 1", side=WHITE, move="40-34"))
    (waits,) = hall.state.waiting

    assert waits.move == "40-34"
    view = View(tournament="open", state=hall.state)
    assert "1 of 3" in proof_lines(view, waits)[0]


def test_a_claim_cites_the_book_that_is_played_by_where_the_announced_move_is_refused() -> None:
    hall = Hall(regulations="fmjd_classic", switches=(("irregular_policy", "block"),))
    hall.put("W:W33,40,45:B1,28,6")
    refused = hall.refused(replace(claim(), side=WHITE, move="40-34"))

    assert (refused.code, refused.article) == ("announced_irregular", "FMJD Annex 1, 4.2-4.3, 5.4.6")


def test_a_claim_is_put_before_the_arbiter_and_the_clocks_go_on(hall: Hall) -> None:
    hall.submit(claim("kings_only"))
    (proposal,) = hall.state.waiting

    assert (proposal.kind, proposal.ground, proposal.side) == ("claim", "kings_only", WHITE)
    assert proposal.number == hall.state.version
    assert hall.game().clock.running is WHITE
    assert hall.play("32-28").ply == 1
    assert hall.state.waiting == (proposal,)


def test_one_claim_of_a_board_waits_at_a_time(hall: Hall) -> None:
    hall.submit(claim(side=WHITE))

    assert hall.refused(claim(side=BLACK)).code == "claim_waits"


@pytest.mark.parametrize(
    ("ground", "code"), [("", "text_needed"), ("x" * 1_001, "text_too_long"), ("\x00", "text_unreadable")]
)
def test_a_claim_has_a_ground_that_can_be_read(hall: Hall, ground: str, code: str) -> None:
    assert hall.refused(claim(ground)).code == code


def test_a_claim_lapses_with_the_game(hall: Hall) -> None:
    hall.submit(claim())
    hall.submit(Resign(round=1, board=1, by=BY))

    assert [proposal.decided for proposal in hall.state.proposals] == ["lapsed"]


def test_the_end_of_one_game_leaves_the_claims_of_others(hall: Hall) -> None:
    hall.submit(claim())
    hall.submit(Resign(round=1, board=2, by=BY))

    assert len(hall.state.waiting) == 1


def test_a_call_stands_until_the_arbiter_comes(hall: Hall) -> None:
    hall.submit(CallArbiter(round=1, board=1, by=BY, side=BLACK, reason="  the  clock "))
    (call,) = hall.game().calling

    assert (call.side, call.reason) == (BLACK, "the clock")
    assert hall.refused(CallArbiter(round=1, board=1, by=BY)).code == "already_called"


def test_the_arbiter_may_be_called_before_the_game_and_after_it(hall: Hall) -> None:
    hall.draw_all()
    hall.submit(PairRound(by=BY))
    hall.submit(CallArbiter(round=1, board=1, by=BY))
    hall.submit(CallArbiter(round=2, board=1, by=BY))

    assert [bool(game.calling) for game in hall.state.games()] == [True, False, True, False]


REQUESTS = [offer(), answer(True), Resign(round=1, board=1, by=BY), claim()]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
def test_nothing_is_said_at_a_board_that_has_not_been_started(request_: Request) -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))

    assert hall.refused(request_).code == "not_started"


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
def test_nothing_is_said_once_the_game_is_over(hall: Hall, request_: Request) -> None:
    hall.submit(RuleResult(round=1, board=1, outcome=Both(*DRAW), by=BY, reason="ruled"))

    assert hall.refused(request_).code == "game_over"


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
def test_nothing_is_said_between_a_flag_and_its_ruling(hall: Hall, request_: Request) -> None:
    """Rulings G08, H19."""
    hall.wait(hours=2)
    hall.submit(RingFlag(round=1, board=1))

    assert hall.refused(request_).code == "flag_pending"


def test_players_may_agree_while_the_arbiter_has_stopped_the_clocks(hall: Hall) -> None:
    hall.submit(StopClock(round=1, board=1, by=BY, reason="fire drill"))
    hall.submit(offer())
    hall.submit(answer(True))

    assert hall.game().result is not None


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
def test_nothing_is_said_once_the_time_is_up_though_the_alarm_has_not_rung(hall: Hall, request_: Request) -> None:
    """Who has lost by 000 X does not agree to a draw in the moment before the flag is written down."""
    hall.submit(offer(BLACK))
    hall.wait(hours=2)

    assert hall.refused(request_).code == "flag_pending"
