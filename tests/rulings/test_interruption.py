"""A service that was not there for a while: nobody is charged for the gap."""

from __future__ import annotations

from arbiter.desk.request_queue import RECEIVED
from arbiter.rulings.referee.corrections import StartClock, StopClock
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.flags import NoteInterruption
from arbiter.sides import HOUR, MINUTE, Side
from arbiter.tournament.game import Game
from tests.hall import BY, Hall

WHITE, BLACK = Side.WHITE, Side.BLACK


def interrupt(hall: Hall, *, minutes: int) -> None:
    """The service is gone for so long, and back."""
    alive = hall.clock.at
    hall.wait(minutes=minutes)
    hall.submit(NoteInterruption(alive=alive))


def left(hall: Hall, game: Game, side: Side) -> int:
    return game.clock.left(side, hall.clock.at)


def test_nobody_is_charged_for_the_gap(hall: Hall) -> None:
    hall.wait(minutes=10)
    interrupt(hall, minutes=180)

    assert [left(hall, game, WHITE) for game in hall.state.games()] == [110 * MINUTE] * 2
    assert [game.halted for game in hall.state.games()] == ["outage"] * 2


def test_nobody_is_charged_while_the_board_stands_after_it(hall: Hall) -> None:
    interrupt(hall, minutes=1)
    hall.wait(minutes=30)

    assert left(hall, hall.game(), WHITE) == 2 * HOUR


def test_a_flag_that_had_fallen_before_has_fallen(hall: Hall) -> None:
    hall.play("32-28", board=2)
    hall.wait(hours=1)
    hall.play("19-23", board=2)
    hall.wait(hours=1)
    interrupt(hall, minutes=5)

    flag = hall.game(1).flag
    assert flag is not None
    assert flag.side is WHITE
    assert (hall.game(2).flag, hall.game(2).halted) == (None, "outage")
    assert len(hall.state.waiting) == 1


def test_a_flag_that_would_have_fallen_in_the_gap_has_not(hall: Hall) -> None:
    hall.wait(hours=2, ms=-1)
    interrupt(hall, minutes=5)

    assert hall.game().flag is None
    assert left(hall, hall.game(), WHITE) == 1


def test_when_every_flag_had_fallen_no_board_was_interrupted(hall: Hall) -> None:
    hall.wait(hours=2)
    interrupt(hall, minutes=5)

    assert [line.kind for line in hall.journal.lines[-2:]] == ["FlagFell", "FlagFell"]


def test_a_flag_that_had_fallen_unseen_is_only_proposed_whatever_the_tournament_says() -> None:
    """A press that came in before it may be lost with the life of the service that took it in."""
    hall = Hall(flags="auto")
    hall.wait(hours=2)
    interrupt(hall, minutes=5)

    assert [(p.kind, p.provisional) for p in hall.state.waiting] == [("flag", "outage")] * 2


def test_a_move_sets_a_board_going_that_stands_after_an_outage(hall: Hall) -> None:
    hall.play("32-28")
    hall.wait(minutes=1)
    interrupt(hall, minutes=30)
    hall.wait(minutes=10)
    game = hall.play("19-23")

    assert (game.halted, game.clock.running) == (None, WHITE)
    assert game.plays[1].left == 2 * HOUR - MINUTE
    assert game.plays[1].charged == MINUTE
    assert hall.game(2).halted == "outage"


def test_an_irregular_move_at_a_board_that_stands_after_an_outage_is_written_down(hall: Hall) -> None:
    interrupt(hall, minutes=30)

    assert hall.play("32-27").ply == 1
    assert hall.play("20-29").irregular(BLACK) == 1


def test_starting_the_round_again_sets_all_its_boards_going(hall: Hall) -> None:
    interrupt(hall, minutes=30)
    hall.submit(StartRound(round=1, by=BY))
    hall.wait(minutes=1)

    assert [game.halted for game in hall.state.games()] == [None, None]
    assert [left(hall, game, WHITE) for game in hall.state.games()] == [119 * MINUTE] * 2
    assert hall.game().started is not None
    assert hall.refused(StartRound(round=1, by=BY)).code == "nothing_to_start"


def test_the_arbiter_sets_one_board_going(hall: Hall) -> None:
    interrupt(hall, minutes=30)
    hall.submit(StartClock(round=1, board=1, by=BY))

    assert [game.halted for game in hall.state.games()] == [None, "outage"]


def test_a_board_that_the_arbiter_had_stopped_stays_stopped(hall: Hall) -> None:
    hall.submit(StopClock(round=1, board=1, by=BY, reason="fire drill"))
    interrupt(hall, minutes=30)

    assert hall.game(1).halted == "arbiter"


def test_where_no_clock_ran_nothing_was_interrupted() -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))

    assert hall.refused(NoteInterruption(alive=hall.clock.at)).code == "nothing_interrupted"


def test_games_without_a_clock_stand_too_and_go_on() -> None:
    hall = Hall(control="-")
    interrupt(hall, minutes=30)

    assert hall.game().halted == "outage"
    assert hall.play("32-28").halted is None


def test_a_press_that_came_in_during_the_outage_counts_from_its_end(hall: Hall) -> None:
    hall.wait(minutes=10)
    alive = hall.clock.at
    hall.wait(minutes=1)
    pressed = hall.clock.at
    hall.wait(minutes=4)
    hall.submit(NoteInterruption(alive=alive))
    hall.wait(minutes=1)
    held = RECEIVED.set(hall.desk.turns.take(1, hall.clock.at - pressed))
    try:
        game = hall.play("32-28")
    finally:
        RECEIVED.reset(held)

    assert game.plays[0].charged == 10 * MINUTE
    assert left(hall, game, BLACK) == 2 * HOUR - MINUTE
