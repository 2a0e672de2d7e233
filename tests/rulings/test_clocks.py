"""Whoever may stop the clocks of a section or the hall; counters, sides and controls put right."""

from __future__ import annotations

import pytest

from arbiter.clock.control import control_text
from arbiter.rulings.board.claims import CallArbiter
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.corrections import AnswerCall, CorrectTime, StartClock, StopClock
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.regulations import ChangeRegulations
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.clocks import CorrectCounter, ExplainStop, ResumeHall, StopHall, SwapSides
from arbiter.rulings.time.controls import SetControl
from arbiter.rulings.time.flags import NoteInterruption, RingFlag
from arbiter.sides import HOUR, MINUTE, SECOND, Both, Side
from tests.hall import BY, Hall

WHITE, BLACK = Side.WHITE, Side.BLACK
FIRE = StopHall(by=BY, reason="fire alarm")


def paired() -> Hall:
    """A hall whose first round is paired and not started."""
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))
    return hall


# the hall


def test_the_whole_hall_stands_from_one_instant_and_goes_on_at_one(hall: Hall) -> None:
    hall.wait(minutes=10)
    hall.submit(FIRE)
    hall.wait(hours=1)
    hall.submit(ResumeHall(by=BY, reason="false alarm"))
    hall.wait(minutes=5)

    assert [game.clock.left(WHITE, hall.clock.at) for game in hall.state.games()] == [105 * MINUTE] * 2
    assert [note.what for note in hall.game().notes] == ["stopped_hall", "resumed"]
    assert [note.reason for note in hall.game().notes] == ["fire alarm", "false alarm"]


def test_nothing_is_played_while_the_hall_stands(hall: Hall) -> None:
    hall.submit(FIRE)

    assert hall.refused(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY)).code == "clock_stopped_hall"
    assert hall.refused(FIRE).code == "nothing_to_stop"


def test_a_section_stands_and_the_others_play_on() -> None:
    hall = Hall(players=8)
    hall.submit(StopHall(by=BY, reason="the light failed", boards=(2, 3)))

    assert [game.halted for game in hall.state.games()] == [None, "hall", "hall", None]
    assert hall.refused(StopHall(by=BY, reason="x", boards=(9,))).code == "number_out_of_range"


def test_some_boards_go_on_before_the_others() -> None:
    hall = Hall(players=8)
    hall.submit(FIRE)
    hall.submit(ResumeHall(by=BY, boards=(1, 4)))

    assert [game.halted for game in hall.state.games()] == [None, "hall", "hall", None]


def test_a_board_that_an_arbiter_had_stopped_stays_stopped_until_it_is_named(hall: Hall) -> None:
    hall.submit(StopClock(round=1, board=2, by=BY, reason="a dispute"))
    hall.submit(FIRE)
    hall.submit(ResumeHall(by=BY))

    assert [game.halted for game in hall.state.games()] == [None, "arbiter"]
    hall.submit(ResumeHall(by=BY, boards=(2,)))
    assert hall.game(2).halted is None


def test_boards_that_an_outage_stopped_go_on_with_the_hall(hall: Hall) -> None:
    hall.submit(NoteInterruption(alive=hall.clock.at))
    hall.submit(ResumeHall(by=BY))

    assert [game.halted for game in hall.state.games()] == [None, None]
    assert hall.refused(ResumeHall(by=BY)).code == "nothing_to_start"


def test_a_flag_that_had_fallen_before_the_alarm_is_not_stopped(hall: Hall) -> None:
    hall.play("32-28", board=2)
    hall.wait(hours=1)
    hall.play("19-23", board=2)
    hall.wait(hours=1)
    hall.submit(FIRE)

    assert [game.halted for game in hall.state.games()] == [None, "hall"]
    hall.submit(RingFlag(round=1, board=1))
    assert hall.game().flag is not None


def test_whoever_hears_the_alarm_stops_first_and_says_why_afterwards(hall: Hall) -> None:
    hall.submit(StopHall(by=BY, boards=(1,)))
    assert hall.refused(ExplainStop(by=BY, reason=" ")).code == "text_needed"
    hall.submit(ExplainStop(by=BY, reason="fire alarm"))
    hall.submit(StopHall(by=BY, boards=(2,)))

    assert [hall.game(board).notes[-1].reason for board in (1, 2)] == ["fire alarm", ""]
    assert hall.refused(ExplainStop(by=BY, reason="drill", boards=(1,))).code == "nothing_to_explain"


# calls


def test_where_the_regulations_say_so_a_call_stops_the_clocks() -> None:
    hall = Hall(started=False)
    hall.submit(ChangeRegulations(switches=(("call_clock", "stop"),), by=BY, reason="rapid"))
    hall.submit(PairRound(by=BY))
    hall.submit(StartRound(round=1, by=BY))
    hall.wait(minutes=3)
    hall.submit(CallArbiter(round=1, board=1, by="tablet 1", side=WHITE))
    hall.wait(minutes=10)

    assert (hall.game().halted, hall.game().clock.left(WHITE, hall.clock.at)) == ("call", 117 * MINUTE)
    assert hall.refused(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY)).code == "clock_stopped_call"
    hall.submit(StartClock(round=1, board=1, by=BY))
    assert hall.game().clock.running is WHITE


def test_or_when_the_arbiter_has_come() -> None:
    hall = Hall(started=False)
    hall.submit(ChangeRegulations(switches=(("call_clock", "accepted"),), by=BY, reason="agreed"))
    hall.submit(PairRound(by=BY))
    hall.submit(StartRound(round=1, by=BY))
    hall.submit(CallArbiter(round=1, board=1, by="tablet 1", side=WHITE))
    hall.wait(minutes=2)
    assert hall.game().halted is None
    hall.submit(AnswerCall(round=1, board=1, by=BY))

    assert (hall.game().halted, hall.game().clock.left(WHITE, hall.clock.at)) == ("call", 118 * MINUTE)


def test_otherwise_the_clocks_go_on(hall: Hall) -> None:
    hall.submit(CallArbiter(round=1, board=1, by="tablet 1"))

    assert hall.game().clock.running is WHITE


# counters and sides


def counter(to_go: int, period: int | None = None) -> Request:
    return CorrectCounter(
        round=1, board=1, side=WHITE, by=BY, reason="a move was not counted", to_go=to_go, period=period
    )


def test_the_moves_to_go_are_corrected_and_the_time_stays(hall: Hall) -> None:
    hall.play("32-28", "19-23")
    hall.submit(counter(to_go=50))

    assert hall.game().clock.moves_to_go(WHITE) == 50
    assert hall.game().clock.moves.white == 1
    assert hall.game().clock.had.white == 2 * HOUR
    assert hall.play("28x19").clock.moves_to_go(WHITE) == 49


def test_a_period_that_was_credited_too_early_is_taken_back_with_its_time() -> None:
    """Ruling H31."""
    hall = Hall(control="2/60:2/30")
    hall.play("32-28", "19-23", "28x19", "14x23")
    assert hall.game().clock.period(WHITE) == 2
    hall.submit(counter(to_go=1, period=1))

    assert (hall.game().clock.period(WHITE), hall.game().clock.moves_to_go(WHITE)) == (1, 1)
    assert hall.play("37-32").clock.had.white == 60 * SECOND + 30 * SECOND + 30 * SECOND


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"to_go": 0}, "number_out_of_range"),
        ({"to_go": 51}, "number_out_of_range"),
        ({"to_go": 1, "period": 0}, "no_moves_to_count"),
    ],
)
def test_a_counter_that_cannot_be_is_refused(hall: Hall, values: dict[str, int], code: str) -> None:
    assert hall.refused(counter(**values)).code == code


def test_where_no_moves_are_counted_none_can_be_corrected() -> None:
    assert Hall(control="300+2").refused(counter(to_go=1)).code == "no_moves_to_count"
    assert Hall(control="-").refused(counter(to_go=1)).code == "no_moves_to_count"


def test_a_restored_position_has_the_counter_that_it_had(hall: Hall) -> None:
    hall.submit(counter(to_go=45))
    hall.play("32-28", "19-23")
    hall.submit(counter(to_go=40))
    hall.submit(RestorePosition(round=1, board=1, ply=1, by=BY, reason="a piece stood wrongly"))
    assert hall.game().clock.moves_to_go(WHITE) == 44

    hall.submit(RestorePosition(round=1, board=1, ply=0, by=BY, reason="another"))
    assert hall.game().clock.moves_to_go(WHITE) == 45
    assert hall.again().state == hall.state


def test_a_restored_position_takes_the_period_back_that_was_completed_after_it() -> None:
    hall = Hall(control="2/60:2/30")
    hall.play("32-28", "19-23", "28x19")
    assert hall.game().clock.had.white == 90 * SECOND
    hall.submit(RestorePosition(round=1, board=1, ply=2, by=BY, reason="a capture was missed"))

    clock = hall.game().clock
    assert (clock.had.white, clock.period(WHITE), clock.moves_to_go(WHITE)) == (60 * SECOND, 1, 1)


def test_a_restored_position_has_the_overtime_that_it_had() -> None:
    hall = Hall(control="10+3x10")
    hall.wait(seconds=25)
    hall.play("32-28", "19-23")
    hall.wait(seconds=15)
    hall.play("28x19")
    assert hall.game().clock.overtime.white == 2
    hall.submit(RestorePosition(round=1, board=1, ply=2, by=BY, reason="a capture was missed"))
    hall.submit(StartClock(round=1, board=1, by=BY))

    assert hall.game().clock.overtime.white == 1
    assert hall.game().clock.flag_at == hall.clock.at + 20 * SECOND


def test_times_on_the_wrong_sides_are_exchanged(hall: Hall) -> None:
    hall.wait(minutes=20)
    hall.play("32-28")
    hall.wait(minutes=5)
    hall.submit(SwapSides(round=1, board=1, what="times", by=BY, reason="the clock stood the wrong way round"))

    assert hall.game().clock.running is BLACK
    assert [hall.game().clock.left(side, hall.clock.at) for side in Side] == [115 * MINUTE, 100 * MINUTE]


def test_players_who_sat_at_the_wrong_sides_keep_the_colours_they_played(hall: Hall) -> None:
    """Ruling E06."""
    white, black = hall.game().entries
    hall.play("32-28")
    hall.submit(SwapSides(round=1, board=1, what="players", by=BY, reason="they had sat down wrongly"))

    assert hall.game().entries == Both(black, white)
    assert [(m.white, m.black) for m in hall.state.crosstable().meetings if m.board == 1] == [(black, white)]
    assert hall.refused(SwapSides(round=1, board=1, what="hats", by=BY, reason="x")).code == "unknown_key"


# controls


def texts(hall: Hall, board: int = 1) -> list[str]:
    return [control_text(control) for control in hall.game(board).clock.control]


def test_a_handicap_of_both_sides_is_announced_with_the_tournament() -> None:
    assert texts(Hall(control="300+2|240+2")) == ["300+2", "240+2"]


def test_an_entry_has_its_control_in_every_game_that_is_not_started() -> None:
    hall = paired()
    black = hall.game().entries.black
    hall.submit(SetControl(control="900", entry=black, by=BY, reason="handicap"))
    hall.submit(StartRound(round=1, by=BY))

    assert texts(hall) == ["50/7200:25/3600", "900"]
    hall.submit(SetControl(control="600", entry=black, by=BY))
    assert texts(hall) == ["50/7200:25/3600", "900"]
    hall.draw_all()
    hall.submit(PairRound(by=BY))
    game = next(game for game in hall.state.round(2).games if black in tuple(game.entries))
    side = WHITE if game.entries.white == black else BLACK
    assert control_text(game.clock.control[side]) == "600"


def test_a_board_has_a_control_of_its_own_until_it_is_started() -> None:
    """Ruling H31."""
    hall = paired()
    hall.submit(SetControl(control="300+2|240+2", round=1, board=2, by=BY, reason="play-off"))
    hall.submit(SetControl(control="60", round=1, board=1, side=BLACK, by=BY))

    assert (texts(hall, 1), texts(hall, 2)) == (["50/7200:25/3600", "60"], ["300+2", "240+2"])
    hall.submit(StartRound(round=1, by=BY))
    assert hall.refused(SetControl(control="60", round=1, board=1, by=BY)).code == "already_started"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (SetControl(control="60", by=BY), "control_of_whom"),
        (SetControl(control="60", by=BY, entry=1, round=1, board=1), "control_of_whom"),
        (SetControl(control="60", by=BY, round=1), "control_of_whom"),
        (SetControl(control="60", by=BY, entry=99), "no_entry"),
        (SetControl(control="60|50", by=BY, entry=1), "control_of_one"),
        (SetControl(control="*60", by=BY, entry=1), "control_one_glass"),
        (SetControl(control="*60", by=BY, round=1, board=1, side=WHITE), "control_one_glass"),
        (SetControl(control="soon", by=BY, entry=1), "control_unreadable"),
    ],
)
def test_a_control_that_cannot_be_is_refused(request_: Request, code: str) -> None:
    assert paired().refused(request_).code == code


def test_what_is_left_goes_on_into_the_next_game_with_colours_reversed() -> None:
    """Lehmann-Georgiev: the times of the drawn game are what the next one begins with."""
    hall = Hall(control="300+2", system="manual", players=2, started=False)
    hall.submit(PairRound(by=BY, pairs=((1, 2),)))
    hall.submit(StartRound(round=1, by=BY))
    hall.wait(seconds=122)
    hall.play("32-28")
    hall.wait(seconds=92)
    hall.play("19-23")
    hall.draw_all()
    left = hall.game().clock.had
    hall.submit(PairRound(by=BY, pairs=((2, 1),), rematches=True))
    for side in Side:
        hall.submit(carried(side, left[side.other]))
    hall.submit(StartRound(round=2, by=BY))

    assert hall.game(1, 2).clock.had == Both(210 * SECOND, 180 * SECOND)


def carried(side: Side, left: int) -> Request:
    return CorrectTime(round=2, board=1, side=side, left=left, by=BY, reason="carried over from the first game")
