"""Boards without a tablet: they begin with the others, no clock of theirs runs, and they may change over later."""

from __future__ import annotations

from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.corrections import RuleResult, StartClock, StopClock
from arbiter.rulings.rounds.games_on_paper import ChangeOver
from arbiter.rulings.rounds.pairing import PairRound, StartRound, UndoRound
from arbiter.rulings.time.clocks import ResumeHall, StopHall
from arbiter.rulings.time.flags import NoteInterruption, RingFlag
from arbiter.sides import HOUR, MINUTE, Side
from tests.hall import BY, Hall


def on_paper(*boards: int, players: int = 4) -> Hall:
    """A hall whose first round has begun, with these boards on paper."""
    hall = Hall(players=players, started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(StartRound(round=1, by=BY, paper=boards))
    return hall


def test_a_board_on_paper_begins_with_the_others_and_its_clock_stands() -> None:
    hall = on_paper(2)
    hall.wait(hours=9)

    assert [game.clock.running for game in hall.state.games()] == [Side.WHITE, None]
    assert [game.started for game in hall.state.games()] == [hall.game().started] * 2
    assert hall.game(2).clock.flag_at is None
    assert [note.what for note in hall.game(2).notes] == ["on_paper"]
    assert hall.refused(UndoRound(round=1, by=BY)).code == "round_started"


def test_all_boards_may_be_on_paper_and_none_is_started_twice() -> None:
    hall = on_paper(1, 2)

    assert all(game.on_paper for game in hall.state.games())
    assert hall.refused(StartRound(round=1, by=BY)).code == "nothing_to_start"
    assert hall.refused(StartRound(round=1, by=BY, paper=(1, 2))).code == "nothing_to_start"


def test_nothing_is_played_stopped_or_rung_at_a_board_on_paper() -> None:
    hall = on_paper(2)
    hall.wait(hours=9)
    move = PlayMove(round=1, board=2, ply=0, move="32-28", by=BY)

    assert hall.refused(move).code == "on_paper"
    assert hall.refused(StopClock(round=1, board=2, by=BY, reason="a call")).code == "on_paper"
    assert hall.refused(RingFlag(round=1, board=2)).code == "flag_still_up"


def test_neither_the_stop_of_the_hall_nor_an_outage_moves_a_board_from_its_paper() -> None:
    hall = on_paper(2)
    hall.submit(StopHall(by=BY, reason="fire alarm"))
    hall.submit(ResumeHall(by=BY))
    hall.submit(NoteInterruption(alive=hall.clock.at))
    hall.submit(StartRound(round=1, by=BY))

    assert [game.halted for game in hall.state.games()] == [None, "paper"]


def test_a_game_changes_over_to_paper_with_its_moves_and_times_and_back_again() -> None:
    hall = on_paper(2)
    hall.wait(minutes=3)
    hall.play("32-28")
    hall.submit(ChangeOver(round=1, boards=(1,), by=BY, reason="the tablet fell"))
    hall.wait(hours=1)
    game = hall.game()
    assert (game.on_paper, game.ply, game.clock.running) == (True, 1, None)
    assert game.clock.left(Side.BLACK, hall.clock.at) == 2 * HOUR

    hall.submit(ChangeOver(round=1, boards=(1, 2), by=BY, paper=False))
    hall.wait(minutes=1)
    assert [game.clock.running for game in hall.state.games()] == [Side.BLACK, Side.WHITE]
    assert hall.game().clock.left(Side.BLACK, hall.clock.at) == 2 * HOUR - MINUTE


def test_the_ruling_that_sets_a_clock_going_takes_a_board_from_paper_too() -> None:
    hall = on_paper(1)
    hall.submit(StartClock(round=1, board=1, by=BY))

    assert not hall.game().on_paper
    hall.play("32-28")


def test_a_board_changes_over_only_from_what_it_is() -> None:
    """A flag that has fallen waits for its ruling, and a game that is over has nothing to change."""
    hall = on_paper(2)
    for board, paper in ((1, False), (2, True)):
        asked = ChangeOver(round=1, boards=(board,), by=BY, paper=paper)
        assert hall.refused(asked).code == "nothing_to_change_over"
    hall.wait(hours=9)
    assert hall.refused(ChangeOver(round=1, boards=(1,), by=BY)).code == "nothing_to_change_over"
    hall.submit(RuleResult(round=1, board=2, result="draw", by=BY, reason="", reported=True))
    assert hall.refused(ChangeOver(round=1, boards=(2,), by=BY, paper=False)).code == "nothing_to_change_over"


def test_where_the_terms_have_results_only_every_board_begins_on_paper() -> None:
    hall = Hall(settings={"tables": "results"})

    assert all(game.on_paper for game in hall.state.games())
