"""Time that expires: 000 X, and what the arbiter makes of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from arbiter.rulings.board.claims import ClaimDraw
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.corrections import CorrectTime, RuleResult, StartClock
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.time.flag_calls import CallFlag
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, MINUTE, SECOND, Both, Side
from arbiter.tournament.game import Game
from tests.hall import BY, DRAW, Hall

WHITE, BLACK = Side.WHITE, Side.BLACK
RING = RingFlag(round=1, board=1)
TWO_KINGS = "W:WK46:BK50"
"""Nobody can be taken while White goes to and fro between 46 and 41, and Black between 50 and 45."""
TO_AND_FRO = ("46-41", "50-45", "41-46", "45-50")


def pending(hall: Hall) -> int:
    """A flag that has just fallen on board 1; the number of its proposal."""
    hall.wait(hours=2)
    hall.submit(RING)
    return hall.state.waiting[0].number


def play_times(hall: Hall, moves: int, *, white_takes: int = 0) -> Game:
    """So many moves of each side with two kings, White thinking so many milliseconds at each."""
    hall.put(TWO_KINGS)
    for number, move in zip(range(2 * moves), cycle(TO_AND_FRO), strict=False):
        hall.wait(ms=white_takes if number % 2 == 0 else 0)
        hall.play(move)
    return hall.game()


def test_a_flag_falls_at_the_very_millisecond(hall: Hall) -> None:
    """A clock is down when the time used is equal to the time left."""
    hall.wait(hours=2, ms=-1)
    refused = hall.refused(RING)

    assert (refused.code, refused.facts["flag_at"]) == ("flag_still_up", hall.clock.at + 1)

    hall.wait(ms=1)
    hall.submit(RING)

    assert hall.game().flag is not None


def test_a_flag_falls_when_it_fell_and_not_when_somebody_looks(hall: Hall) -> None:
    falls = hall.game().clock.flag_at
    hall.wait(hours=3)
    hall.submit(RING)
    flag = hall.game().flag

    assert flag is not None
    assert (flag.side, flag.at) == (WHITE, falls)


def test_between_the_flag_and_the_ruling_the_board_stands_still(hall: Hall) -> None:
    pending(hall)
    hall.wait(minutes=30)
    game = hall.game()

    assert game.halted == "flag"
    assert [game.clock.left(side, hall.clock.at) for side in Side] == [0, 2 * HOUR]
    assert hall.refused(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY)).code == "flag_pending"


def test_other_boards_play_on_while_a_flag_waits(hall: Hall) -> None:
    hall.play("32-28", board=2)
    hall.wait(hours=1)
    hall.play("19-23", board=2)
    hall.wait(hours=1)
    hall.submit(RING)

    assert hall.play("28x19", board=2).ply == 3


def test_a_move_one_millisecond_before_the_flag_stands(hall: Hall) -> None:
    hall.wait(hours=2, ms=-1)
    game = hall.play("32-28")

    assert game.ply == 1
    assert game.clock.had.white == 1


def test_a_move_at_the_instant_of_the_flag_becomes_the_flag(hall: Hall) -> None:
    hall.wait(hours=2)
    game = hall.play("32-28")

    assert game.ply == 0
    assert game.flag is not None
    assert [proposal.kind for proposal in hall.state.waiting] == ["flag"]


def test_an_irregular_move_after_the_time_is_the_flag_and_not_counted(hall: Hall) -> None:
    hall.wait(hours=2)
    game = hall.play("32-29")

    assert game.attempts == ()
    assert game.flag is not None


def test_a_move_that_came_in_before_the_flag_stands_though_it_is_handled_after_it(hall: Hall) -> None:
    hall.wait(hours=2)
    hall.submit(RING)
    hall.clock.at -= 5  # the desk looked at the clock, and then waited for its turn
    game = hall.play("32-28")

    assert game.ply == 1
    assert (game.plays[0].charged, game.plays[0].left) == (2 * HOUR - 5, 5)
    assert (game.flag, game.halted, game.clock.running) == (None, None, BLACK)
    assert [proposal.decided for proposal in hall.state.proposals] == ["lapsed"]


def test_a_move_that_came_in_before_the_flag_stands_whatever_other_boards_did_meanwhile(hall: Hall) -> None:
    hall.wait(hours=1)
    hall.play("32-28", board=2)
    hall.wait(hours=1)
    hall.play("19-23", board=2)
    hall.clock.at -= 5

    assert hall.play("32-28").ply == 1


def test_a_signed_flag_loses_the_game(hall: Hall) -> None:
    """000 X (H06)."""
    hall.submit(SignProposal(proposal=pending(hall), by="chief"))
    result = hall.game().result

    assert result is not None
    assert (hall.state.result_text(hall.game()), result.because, result.article) == ("0-2", "flag", "000 X")
    assert result.by == "chief"
    assert hall.state.waiting == ()
    assert hall.state.proposals[0].decided == "signed"


def test_after_a_dismissed_flag_the_arbiter_gives_time_and_sets_the_clocks_going(hall: Hall) -> None:
    hall.submit(DismissProposal(proposal=pending(hall), by=BY, reason="the clock had not been started rightly"))

    assert hall.game().halted == "arbiter"
    assert hall.refused(StartClock(round=1, board=1, by=BY)).code == "no_time_left"

    hall.submit(CorrectTime(round=1, board=1, side=WHITE, add=10 * MINUTE, by=BY, reason="given back"))
    hall.wait(minutes=5)
    hall.submit(StartClock(round=1, board=1, by=BY))
    hall.wait(minutes=4)
    game = hall.play("32-28")

    assert game.plays[0].left == 6 * MINUTE
    assert hall.state.proposals[0].decided == "dismissed"


def test_a_flag_that_was_given_time_falls_again(hall: Hall) -> None:
    hall.submit(DismissProposal(proposal=pending(hall), by=BY, reason="a fault of the clock"))
    hall.submit(CorrectTime(round=1, board=1, side=WHITE, left=MINUTE, by=BY, reason="given"))
    hall.submit(StartClock(round=1, board=1, by=BY))
    hall.wait(minutes=1)
    hall.submit(RING)

    assert len(hall.state.proposals) == 2
    assert len(hall.state.waiting) == 1


def test_a_dismissal_says_why(hall: Hall) -> None:
    number = pending(hall)

    assert hall.refused(DismissProposal(proposal=number, by=BY, reason=" ")).code == "text_needed"


@pytest.mark.parametrize("asked", [SignProposal, DismissProposal])
def test_a_proposal_is_decided_once(hall: Hall, asked: type[SignProposal | DismissProposal]) -> None:
    number = pending(hall)
    hall.submit(SignProposal(proposal=number, by=BY))

    refused = hall.refused(asked(proposal=number, by=BY, reason="again"))

    assert (refused.code, refused.facts["decided"]) == ("proposal_decided", "signed")


def test_a_line_that_proposed_nothing_cannot_be_signed(hall: Hall) -> None:
    assert hall.refused(SignProposal(proposal=1, by=BY)).code == "no_proposal"


def test_another_result_goes_expressly_against_the_flag(hall: Hall) -> None:
    pending(hall)
    ruled = RuleResult(round=1, board=1, outcome=Both(*DRAW), by=BY, reason="both had left")
    assert hall.refused(ruled).code == "decide_first"
    hall.submit(replace(ruled, against=True))

    assert [proposal.decided for proposal in hall.state.proposals] == ["dismissed"]
    assert hall.game().flag is None


def test_a_claim_that_waits_outlives_a_dismissed_flag(hall: Hall) -> None:
    hall.submit(ClaimDraw(round=1, board=1, ground="repetition", by=BY))
    hall.wait(hours=2)
    hall.submit(RING)
    flag = hall.state.waiting[1].number
    hall.submit(DismissProposal(proposal=flag, by=BY, reason="a fault of the clock"))

    assert [(p.kind, p.decided) for p in hall.state.proposals] == [("claim", None), ("flag", "dismissed")]


def test_a_claim_made_before_the_flag_is_answered_before_the_flag_is_signed() -> None:
    """H19: the claim of a player whose flag falls meanwhile is void unless it was witnessed, as the journal does."""
    for answered, result in ((SignProposal, "1-1"), (DismissProposal, "0-2")):
        hall = Hall()
        hall.submit(ClaimDraw(round=1, board=1, ground="repetition", by=BY))
        claim = hall.state.version
        hall.wait(hours=2)
        hall.submit(RING)
        flag = SignProposal(proposal=hall.state.waiting[1].number, by=BY)

        refused = hall.refused(flag)
        assert (refused.code, refused.facts["proposal"], refused.article) == ("claim_first", claim, "000 III; 002")
        knowingly: Any = {"confirmed": True} if answered is SignProposal else {}
        hall.submit(answered(proposal=claim, by=BY, reason="by the score sheet", **knowingly))
        if answered is DismissProposal:
            hall.submit(flag)
        assert hall.state.result_text(hall.game()) == result


def test_a_claim_made_before_the_flag_is_answered_first_where_a_flag_ends_the_game_by_itself() -> None:
    for switches in ((), (("flag_called_by", "players"),)):
        hall = Hall(flags="auto", switches=switches)
        hall.submit(ClaimDraw(round=1, board=1, ground="repetition", by=BY))
        claim = hall.state.version
        hall.wait(hours=2)
        hall.submit(CallFlag(round=1, board=1, side=BLACK, by=BY) if switches else RING)

        assert hall.game().result is None
        flag = next(p for p in hall.state.waiting if p.kind == "flag")
        assert flag.provisional == "claim"
        assert hall.refused(SignProposal(proposal=flag.number, by=BY)).code == "claim_first"
        hall.submit(DismissProposal(proposal=claim, by=BY, reason="only twice"))
        hall.submit(SignProposal(proposal=flag.number, by=BY))
        assert hall.state.result_text(hall.game()) == "0-2"


def test_a_claim_that_was_received_before_the_flag_and_handled_after_it_is_answered_first(hall: Hall) -> None:
    hall.wait(hours=2)
    hall.submit(RING)
    hall.clock.at -= 1
    hall.submit(ClaimDraw(round=1, board=1, ground="repetition", by=BY))
    hall.clock.at += 1

    flag, claim = hall.state.waiting
    assert (flag.kind, claim.kind) == ("flag", "claim")
    assert hall.refused(SignProposal(proposal=flag.number, by=BY)).facts["proposal"] == claim.number


def test_a_draw_that_stood_on_the_board_before_the_flag_is_decided_first() -> None:
    hall = Hall()
    play_times(hall, 8)
    (ending,) = hall.state.waiting
    hall.wait(hours=2)
    hall.submit(RING)

    assert ending.kind == "ending"
    refused = hall.refused(SignProposal(proposal=hall.state.waiting[1].number, by=BY))
    assert (refused.code, refused.facts["proposal"]) == ("claim_first", ending.number)


def test_a_claim_that_is_signed_ends_the_game_drawn(hall: Hall) -> None:
    hall.submit(ClaimDraw(round=1, board=1, ground="repetition", by=BY))
    hall.submit(SignProposal(proposal=hall.state.version, by="chief", reason="repetition", confirmed=True))
    result = hall.game().result

    assert result is not None
    assert (hall.state.result_text(hall.game()), result.because, result.reason) == ("1-1", "claim", "repetition")


def test_where_the_tournament_says_so_the_flag_ends_the_game_by_itself() -> None:
    hall = Hall(flags="auto")
    hall.wait(hours=2)
    hall.submit(RING)
    result = hall.game().result

    assert result is not None
    assert (hall.state.result_text(hall.game()), result.because, result.by) == ("0-2", "flag", "service")
    assert hall.state.waiting == ()


def test_where_the_tournament_says_so_a_late_move_ends_the_game() -> None:
    hall = Hall(flags="auto")
    hall.wait(hours=2)

    assert hall.play("32-28").result is not None


def test_unused_time_is_kept_when_the_moves_are_made() -> None:
    """000 X: fifty moves in two hours, an hour more for the next twenty-five."""
    hall = Hall()
    game = play_times(hall, 50, white_takes=2 * MINUTE)

    assert game.clock.had == Both(2 * HOUR - 100 * MINUTE + HOUR, 3 * HOUR)
    assert [(game.clock.period(side), game.clock.moves_to_go(side)) for side in Side] == [(2, 25), (2, 25)]


def test_the_last_period_repeats() -> None:
    hall = Hall()
    game = play_times(hall, 75, white_takes=0)

    assert game.clock.had.white == 4 * HOUR
    assert (game.clock.period(WHITE), game.clock.moves_to_go(WHITE)) == (3, 25)


def test_who_has_not_made_the_fifty_moves_in_time_has_lost() -> None:
    """000 X."""
    hall = Hall(switches=(("draw_found", "claim"),))  # a draw by repetition would be decided first
    play_times(hall, 49, white_takes=2 * MINUTE)
    hall.wait(minutes=22)
    hall.submit(RING)
    (proposal,) = (p for p in hall.state.waiting if p.kind == "flag")
    hall.submit(SignProposal(proposal=proposal.number, by=BY))

    assert hall.game().clock.moves_to_go(WHITE) == 1
    assert hall.state.result_text(hall.game()) == "0-2"


def test_the_fiftieth_move_in_the_last_millisecond_is_in_time() -> None:
    hall = Hall()
    play_times(hall, 49, white_takes=2 * MINUTE)
    hall.wait(minutes=22, ms=-1)
    game = hall.play("46-41" if hall.game().position.kings.white >> 46 & 1 else "41-46")

    assert game.flag is None
    assert game.clock.had.white == HOUR + 1


def test_an_increment_is_credited_at_each_move() -> None:
    hall = Hall(control="60+30")
    hall.wait(seconds=20)

    assert hall.play("32-28").clock.had.white == 70 * SECOND


def test_without_a_clock_no_flag_falls() -> None:
    hall = Hall(control="-")
    hall.wait(hours=1_000)

    assert hall.refused(RING).code == "flag_still_up"
    assert hall.play("32-28", "19-23").flag is None


def test_a_flag_is_asked_for_at_a_board_that_is_being_played() -> None:
    hall = Hall(started=False)

    assert hall.refused(RING).code == "no_round"
