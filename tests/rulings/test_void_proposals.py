"""A set position, a ruling or a result closes every proposal that rested on the old position, and says why."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.pairing.table.points import Outcome
from arbiter.rules.position import fen_text
from arbiter.rulings.board.claims import AnswerDraw, ClaimDraw, OfferDraw, Resign
from arbiter.rulings.referee.corrections import GivePenalty, RuleResult, StartClock
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.sides import Both, Side
from arbiter.tournament.state import Proposal
from tests.hall import BY, DRAW, Hall

AT: dict[str, Any] = {"round": 1, "board": 1, "by": BY, "reason": "seen"}


def repeated() -> Hall:
    """A Turkish game in which a position has come for the third time, so that an ending is proposed."""
    hall = Hall(variant="turkish", players=2)
    hall.play("a3-a4", "h6-h5", *(("a4-b4", "h5-g5", "b4-a4", "g5-h5") * 2))
    return hall


def claimed() -> Hall:
    """A game in which a draw is claimed after four plies."""
    hall = Hall(variant="turkish", players=2)
    hall.play("a3-a4", "h6-h5", "a4-b4", "h5-g5")
    hall.submit(ClaimDraw(round=1, board=1, side=Side.WHITE, ground="repetition", by="tablet 1"))
    return hall


def strength() -> Hall:
    """A game in which the referee names the stronger side after two plies (001)."""
    hall = Hall(variant="american", players=2, switches=(("strength_after", 2),))
    hall.submit(RestorePosition(**AT, ply=0, fen="W:WK1,29:BK32,4"))
    hall.submit(StartClock(round=1, board=1, by=BY))
    hall.play("1-6", "32-28", "6-1")
    return hall


UNTIL_THE_FIFTEENTH = """44-17 5-19 17-6 19-13 6-39 13-2 50-45 2-35 39-11 35-13 11-7 13-19 7-2 19-35 2-7 35-8 7-40 8-13
45-50 13-9 40-44 9-14 49-43 14-46 44-39 46-37 39-25 37-19 50-28"""
THREE_KINGS = """26-17 16-7 17-50 7-29 46-19 29-12 50-39 12-29 39-30 29-40 30-39 40-35 19-46 35-49 5-41 49-16
41-19 16-7 46-32 7-1 39-6 1-40 32-49 40-34 6-50 34-25 50-6 25-3 49-32 3-9 32-37 9-3"""


def three_kings() -> Hall:
    """A game in which three kings have had their sixteen moves against one (FMJD 6.3)."""
    hall = Hall(players=2)
    hall.submit(RestorePosition(**AT, ply=0, fen="W:WK46,K5,K26:BK16"))
    hall.submit(StartClock(round=1, board=1, by=BY))
    hall.play(*THREE_KINGS.split())
    return hall


def only(hall: Hall) -> Proposal:
    (proposal,) = hall.state.waiting
    return proposal


@pytest.mark.parametrize("game", [repeated, claimed, strength, three_kings])
@pytest.mark.parametrize("why", ["set_up", "taken_back", "ended"])
def test_a_set_position_a_ruling_or_a_result_closes_what_rested_on_the_old_position(game: Any, why: str) -> None:
    hall = game()
    number = only(hall).number
    there = fen_text(hall.game().position_after(hall.game().ply - 2), hall.state.variant)
    rulings = {
        "set_up": RestorePosition(**AT, fen=there),  # at the same ply, so that no move is struck
        "taken_back": RestorePosition(**AT, ply=1),
        "ended": RuleResult(**AT, outcome=Both(Outcome.WON, Outcome.LOST), against=True),
    }
    hall.submit(rulings[why])
    proposal = hall.state.proposal(number)
    if proposal.decided == "dismissed":  # the ruling on the result names what it sweeps away
        assert (why, hall.game().notes[-1].about) == ("ended", number)
        return

    assert (proposal.decided, proposal.why, hall.state.waiting) == ("lapsed", why, ())
    refused = hall.refused(SignProposal(proposal=number, by=BY))
    assert (refused.code, refused.facts["why"]) == ("proposal_void", f"begun by {why}")
    assert hall.again().state == hall.state


def test_going_back_to_a_later_position_leaves_the_claim_before_the_arbiter() -> None:
    """The neighbour: the position on which it rests is still on the score sheet."""
    hall = claimed()
    hall.play("b4-a4", "g5-h5")
    hall.submit(RestorePosition(**AT, ply=5))

    assert only(hall).kind == "claim"


def test_a_penalty_rests_on_no_position() -> None:
    hall = Hall(switches=(("ladder", ("caution", "time 60")),))
    hall.play("32-29")
    number = only(hall).number
    hall.submit(RestorePosition(**AT, fen="W:W28:B19"))

    assert only(hall).number == number
    hall.submit(GivePenalty(**AT, side=Side.WHITE, step="caution"))
    hall.submit(SignProposal(proposal=number, by=BY))
    assert hall.state.waiting == ()


def resigned(hall: Hall, side: Side) -> None:
    hall.submit(Resign(round=1, board=1, by="tablet 1", side=side))


@pytest.mark.parametrize("game", [repeated, three_kings])
def test_a_draw_that_was_due_outlasts_a_resignation_and_is_signed_after_it(game: Any) -> None:
    """002: "repetition of moves is also a draw"; the game was drawn before somebody resigned."""
    hall = game()
    due = only(hall)
    resigned(hall, Side.WHITE)
    assert only(hall).number == due.number
    assert hall.again().state == hall.state
    hall.submit(SignProposal(proposal=due.number, by=BY))
    result = hall.game().result

    assert result is not None
    assert (result.outcome, result.because, result.corrected) == (Both(*DRAW), due.ground, True)
    assert hall.state.waiting == ()
    assert hall.again().state == hall.state


def test_a_due_draw_after_a_resignation_may_be_dismissed_and_the_result_stays() -> None:
    hall = repeated()
    resigned(hall, Side.WHITE)
    before = hall.game().result
    hall.submit(DismissProposal(proposal=only(hall).number, by=BY, reason="the clocks had been stopped"))

    assert hall.game().result == before


@pytest.mark.parametrize("game", [claimed, strength])
def test_what_is_no_fact_ends_with_the_game(game: Any) -> None:
    """The neighbours: a claim is the player's, and 001 lets the referee step in only while the game goes on."""
    hall = game()
    resigned(hall, Side.WHITE)

    assert hall.state.waiting == ()


def test_a_due_draw_outlasts_moves_that_break_its_count_and_the_end_on_the_board() -> None:
    """002: the lone king is captured after the fifteenth move, and the game was drawn before."""
    hall = Hall(regulations="international_book", players=2)
    hall.submit(RestorePosition(**AT, ply=0, fen="W:WK49,K44,K50:BK5"))
    hall.submit(StartClock(round=1, board=1, by=BY))
    hall.play(*UNTIL_THE_FIFTEENTH.split())
    due = only(hall)
    hall.play("19x32x49", "25-20", "49-38", "20x47")
    result = hall.game().result
    assert result is not None
    assert result.because == "no_move"
    assert only(hall) == due
    hall.submit(SignProposal(proposal=due.number, by=BY))
    result = hall.game().result

    assert result is not None
    assert (result.because, result.outcome, result.article) == ("three-kings-002", Both(*DRAW), "002")


def test_a_draw_that_is_agreed_leaves_no_due_draw_open() -> None:
    hall = repeated()
    hall.submit(OfferDraw(round=1, board=1, by=BY, side=Side.WHITE))
    hall.submit(AnswerDraw(round=1, board=1, by=BY, side=Side.BLACK, accept=True))

    assert hall.state.waiting == ()
