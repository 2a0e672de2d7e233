"""What an arbiter rules at a board: results, times, clocks, positions, penalties, calls."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.pairing.table.points import Outcome
from arbiter.rulings.board.claims import CallArbiter, OfferDraw, Resign
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.corrections import AnswerCall, CorrectTime, GivePenalty, RuleResult, StartClock, StopClock
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, MINUTE, SECOND, Both, Side
from tests.hall import BY, DRAW, Hall

WHITE, BLACK = Side.WHITE, Side.BLACK
WON = Both(Outcome.WON, Outcome.LOST)
LOST = Both(Outcome.LOST, Outcome.WON)
BOTH_LOST = Both(Outcome.LOST, Outcome.LOST)


def result(outcome: Both[Outcome], because: str = "ruling", reason: str = "seen") -> RuleResult:
    return RuleResult(round=1, board=1, outcome=outcome, because=because, by="chief", reason=reason, article="000 X")


def time(side: Side = WHITE, *, add: int | None = None, left: int | None = None) -> CorrectTime:
    return CorrectTime(round=1, board=1, side=side, add=add, left=left, by=BY, reason="the clock was set wrongly")


def stop() -> StopClock:
    return StopClock(round=1, board=1, by=BY, reason="fire drill")


def start() -> StartClock:
    return StartClock(round=1, board=1, by=BY)


def penalty(step: str) -> GivePenalty:
    return GivePenalty(round=1, board=1, side=BLACK, step=step, by=BY, reason="spoke", article="club 4")


def restore(ply: int) -> RestorePosition:
    return RestorePosition(round=1, board=1, ply=ply, by=BY, reason="a piece had been put back wrongly")


def test_a_ruling_ends_a_game_and_says_why(hall: Hall) -> None:
    hall.submit(result(LOST))
    ruled = hall.game().result

    assert ruled is not None
    assert (hall.state.result_text(hall.game()), ruled.because, ruled.by) == ("0-2", "ruling", "chief")
    assert (ruled.article, ruled.reason, ruled.corrected) == ("000 X", "seen", False)
    assert hall.game().clock.running is None


def test_a_result_that_stands_is_corrected_and_the_old_one_stays_in_the_journal(hall: Hall) -> None:
    """Rulings K15, L01."""
    hall.submit(Resign(round=1, board=1, by=BY))
    hall.submit(replace(result(Both(*DRAW)), was="0-2"))
    ruled = hall.game().result

    assert ruled is not None
    assert (hall.state.result_text(hall.game()), ruled.corrected) == ("1-1", True)
    assert [line.kind for line in hall.journal.lines[-2:]] == ["GameEnded", "ResultCorrected"]


def test_a_corrected_result_counts_in_the_standings(hall: Hall) -> None:
    hall.submit(result(WON))
    entries = hall.game().entries
    hall.submit(result(LOST))
    table = hall.state.crosstable()

    assert (table.score(entries.white), table.score(entries.black)) == (0, 2)


def test_the_same_result_is_not_recorded_twice(hall: Hall) -> None:
    hall.submit(result(WON))

    assert hall.refused(result(WON)).code == "same_result"


def test_a_result_for_another_reason_is_another_result(hall: Hall) -> None:
    hall.submit(result(WON))
    hall.submit(result(WON, "adjudicated"))

    assert hall.game().result is not None


def test_both_may_lose(hall: Hall) -> None:
    hall.submit(result(BOTH_LOST))

    assert hall.state.result_text(hall.game()) == "0-0"


def test_a_game_that_has_not_been_started_may_be_forfeited() -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(result(LOST, "forfeit"))

    assert hall.game().result is not None
    assert not hall.state.crosstable().meetings[0].played


def test_a_game_in_which_moves_were_made_is_no_forfeit(hall: Hall) -> None:
    hall.play("32-28")

    assert hall.refused(result(LOST, "forfeit")).code == "already_played"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (result(WON, "luck"), "unknown_key"),
        (result(WON, reason=""), "text_needed"),
        (time(), "time_needed"),
        (time(add=1, left=1), "time_needed"),
        (time(left=-1), "time_out_of_range"),
        (time(left=100 * HOUR + 1), "time_out_of_range"),
        (start(), "clock_going"),
        (restore(0), "no_such_ply"),
        (restore(-1), "no_such_ply"),
        (penalty("prison"), "unknown_key"),
        (replace(penalty("note"), reason=""), "text_needed"),
        (AnswerCall(round=1, board=1, by=BY), "no_call"),
        (AnswerCall(round=1, board=7, by=BY), "no_board"),
    ],
)
def test_a_ruling_that_cannot_be_leaves_no_trace(hall: Hall, request_: Request, code: str) -> None:
    assert hall.refused(request_).code == code


@pytest.mark.parametrize(
    ("article", "code"), [("000\x00", "text_unreadable"), ("\ud800", "text_unreadable"), ("x" * 201, "text_too_long")]
)
def test_the_article_of_a_ruling_can_be_printed(hall: Hall, article: str, code: str) -> None:
    hall.play("32-28")
    assert hall.refused(replace(result(WON), article=article)).code == code
    assert hall.refused(replace(time(add=MINUTE), article=article)).code == code
    assert hall.refused(replace(restore(0), article=article)).code == code
    assert hall.refused(replace(penalty("note"), article=article)).code == code


def test_an_arbiter_gives_time_to_a_running_clock(hall: Hall) -> None:
    """Ruling K09."""
    hall.wait(minutes=10)
    hall.submit(time(add=2 * MINUTE))

    assert hall.game().clock.left(WHITE, hall.clock.at) == 2 * HOUR - 8 * MINUTE
    assert hall.game().clock.running is WHITE


def test_a_clock_may_have_a_hundred_hours(hall: Hall) -> None:
    hall.submit(time(left=100 * HOUR))

    assert hall.game().clock.left(WHITE, hall.clock.at) == 100 * HOUR


def test_an_arbiter_takes_time_from_who_is_not_to_move(hall: Hall) -> None:
    hall.submit(time(BLACK, add=-30 * MINUTE))
    hall.wait(minutes=1)

    assert hall.game().clock.had.black == 90 * MINUTE
    assert hall.game().clock.left(WHITE, hall.clock.at) == 119 * MINUTE


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("taken", [2 * HOUR, 3 * HOUR])
def test_a_deduction_of_all_that_is_left_is_a_flag(hall: Hall, side: Side, taken: int) -> None:
    recorded = hall.submit(time(side, add=-taken))
    flag = hall.game().flag

    assert [type(event).__name__ for event in recorded.events] == ["TimeCorrected", "FlagFell"]
    assert flag is not None
    assert (flag.side, flag.at) == (side, hall.clock.at)
    assert hall.game().clock.left(side, hall.clock.at) == 0
    assert hall.refused(time(side, add=-1)).code == "time_out_of_range"


def test_time_can_be_taken_before_the_clocks_are_started() -> None:
    """The home club came late: the delay is taken off its players' clocks."""
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(time(WHITE, add=-20 * MINUTE))
    hall.submit(StartRound(round=1, by=BY))

    assert hall.game().clock.left(WHITE, hall.clock.at) == 100 * MINUTE
    hall.play("32-28")
    hall.submit(restore(0))
    assert hall.game().clock.had == Both(100 * MINUTE, 2 * HOUR)


def test_an_arbiter_whose_device_was_slow_stopped_the_clock_when_he_did(hall: Hall) -> None:
    hall.wait(minutes=10)
    pressed = hall.clock.at
    hall.wait(seconds=1)
    hall.submit(StopClock(round=1, board=1, by=BY, reason="noise", pressed=pressed))

    assert hall.game().clock.left(WHITE, hall.clock.at) == 110 * MINUTE


def test_a_device_that_claims_too_much_is_believed_for_two_seconds(hall: Hall) -> None:
    hall.wait(minutes=10)
    hall.submit(StopClock(round=1, board=1, by=BY, reason="noise", pressed=hall.clock.at - MINUTE))

    assert hall.game().clock.left(WHITE, hall.clock.at) == 110 * MINUTE + 2 * SECOND


def test_an_arbiter_sets_a_clock_to_what_it_has_to_show(hall: Hall) -> None:
    hall.wait(minutes=1)
    hall.submit(time(left=45 * MINUTE))
    hall.wait(minutes=1)

    assert hall.play("32-28").plays[0].left == 44 * MINUTE


def test_the_time_thought_is_the_whole_of_it_though_the_clock_was_corrected_meanwhile(hall: Hall) -> None:
    hall.wait(minutes=3)
    hall.submit(time(left=45 * MINUTE))
    hall.wait(minutes=1)

    assert hall.play("32-28").plays[0].charged == 4 * MINUTE


def test_a_correction_is_noted_for_the_sheets(hall: Hall) -> None:
    hall.play("32-28")
    hall.submit(time(BLACK, left=HOUR))
    (note,) = hall.game().notes

    assert (note.what, note.side, note.span, note.ply, note.reason) == (
        "time",
        BLACK,
        HOUR,
        1,
        "the clock was set wrongly",
    )


@pytest.mark.parametrize("request_", [time(add=MINUTE), stop()], ids=["time", "stop"])
def test_a_flag_that_falls_before_the_arbiter_acts_comes_first(hall: Hall, request_: Request) -> None:
    """Time is up though the alarm has not rung yet: the flag is written down before anything is done about it."""
    hall.wait(hours=2)

    assert hall.refused(request_).code == "flag_pending"

    hall.submit(RingFlag(round=1, board=1))
    assert hall.state.waiting


def test_while_the_clocks_are_stopped_nobody_is_charged_and_nothing_is_played(hall: Hall) -> None:
    hall.wait(minutes=1)
    hall.submit(stop())
    hall.wait(hours=3)
    game = hall.game()

    assert (game.halted, game.clock.left(WHITE, hall.clock.at)) == ("arbiter", 119 * MINUTE)
    assert hall.refused(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY)).code == "clock_stopped"
    assert hall.refused(stop()).code == "clock_stopped"


def test_stopped_clocks_go_on_for_the_side_to_move(hall: Hall) -> None:
    hall.play("32-28")
    hall.submit(stop())
    hall.wait(minutes=30)
    hall.submit(start())
    hall.wait(seconds=20)
    game = hall.play("19-23")

    assert game.halted is None
    assert game.plays[1].left == 2 * HOUR - 20 * SECOND


def test_a_game_goes_back_to_an_earlier_position(hall: Hall) -> None:
    hall.play("32-28", "19-23", "28x19", "14x23")
    before = hall.game().position_after(2)
    hall.submit(restore(2))
    game = hall.game()

    assert (game.ply, game.position, game.halted) == (2, before, "arbiter")
    assert [play.move for play in game.struck] == ["28x19", "14x23"]


def test_a_position_comes_back_with_its_times_and_counters(hall: Hall) -> None:
    for minutes, move in ((1, "32-28"), (2, "19-23"), (3, "28x19"), (4, "14x23")):
        hall.wait(minutes=minutes)
        hall.play(move)
    hall.wait(minutes=5)
    hall.submit(restore(3))
    clock = hall.game().clock

    assert clock.had == Both(2 * HOUR - 4 * MINUTE, 2 * HOUR - 2 * MINUTE)
    assert clock.moves == Both(2, 1)
    assert [clock.moves_to_go(side) for side in Side] == [48, 49]


def test_the_beginning_comes_back_with_the_whole_time(hall: Hall) -> None:
    hall.wait(minutes=7)
    hall.play("32-28")
    hall.submit(restore(0))

    assert hall.game().clock.had == Both(2 * HOUR, 2 * HOUR)
    assert hall.game().clock.moves == Both(0, 0)


def test_a_position_comes_back_with_the_time_that_an_arbiter_had_given_until_then(hall: Hall) -> None:
    hall.submit(time(BLACK, left=90 * MINUTE))
    hall.play("32-28", "19-23")
    hall.submit(time(WHITE, left=80 * MINUTE))
    hall.play("28x19", "14x23")
    hall.submit(time(WHITE, left=10 * MINUTE))
    hall.submit(restore(2))

    assert hall.game().clock.had == Both(80 * MINUTE, 90 * MINUTE)

    hall.submit(restore(0))
    assert hall.game().clock.had == Both(2 * HOUR, 90 * MINUTE)


def test_a_correction_in_plays_that_were_struck_does_not_come_back(hall: Hall) -> None:
    hall.play("32-28", "19-23")
    hall.submit(time(WHITE, left=MINUTE))
    hall.wait(seconds=1)
    hall.submit(restore(1))
    hall.submit(start())
    hall.play("20-24", "34-30")
    hall.submit(restore(2))

    assert hall.game().clock.had.white == 2 * HOUR


def test_after_a_restored_position_the_game_goes_on_once_the_clocks_do(hall: Hall) -> None:
    hall.play("32-28", "19-23", "28x19")
    hall.submit(restore(1))
    hall.submit(start())

    assert [play.move for play in hall.play("20-24").plays] == ["32-28", "20-24"]


def test_a_restored_position_frees_from_what_was_owed_offered_and_pending(hall: Hall) -> None:
    hall.play("32-28", "19-23", "37-32")  # White must take 28x19
    hall.submit(OfferDraw(round=1, board=1, by=BY))
    hall.wait(hours=2)
    hall.submit(RingFlag(round=1, board=1))
    hall.submit(restore(0))
    game = hall.game()

    assert (game.owed, game.bound, game.offer, game.flag) == (None, None, None, None)
    assert [proposal.decided for proposal in hall.state.proposals] == ["lapsed"]
    assert game.irregular(WHITE) == 1


def test_a_game_that_had_ended_is_open_again_when_its_position_is_restored(hall: Hall) -> None:
    hall.play("32-28", "19-23")
    hall.submit(Resign(round=1, board=1, by=BY))
    hall.submit(restore(1))

    assert hall.game().result is None
    assert hall.game().running


def test_a_resignation_that_was_a_slip_is_taken_back_without_losing_a_move(hall: Hall) -> None:
    hall.play("32-28", "19-23")
    hall.submit(Resign(round=1, board=1, by=BY))
    hall.submit(restore(2))
    hall.submit(start())

    assert hall.play("28x19").ply == 3


def test_a_position_is_restored_in_a_game_that_was_started() -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))

    assert hall.refused(restore(0)).code == "not_started"


@pytest.mark.parametrize("step", ["note", "caution", "warning"])
def test_a_penalty_is_noted_with_its_step(hall: Hall, step: str) -> None:
    hall.submit(penalty(step))
    (note,) = hall.game().notes

    said = (note.what, note.side, note.step, note.article, note.reason)
    assert said == ("penalty", BLACK, step, "other: club 4", "spoke")
    assert hall.game().clock.running is WHITE


def test_a_call_is_answered_when_the_arbiter_has_come(hall: Hall) -> None:
    hall.submit(CallArbiter(round=1, board=1, by=BY))
    hall.wait(minutes=1)
    hall.submit(AnswerCall(round=1, board=1, by=BY))

    assert hall.game().calling == ()
    assert hall.game().calls[0].answered == hall.clock.at
    hall.submit(CallArbiter(round=1, board=1, by=BY))
    assert len(hall.game().calls) == 2
