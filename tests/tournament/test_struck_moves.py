"""A game as it happened is found again behind everything that was struck."""

from __future__ import annotations

from arbiter.rulings.referee.corrections import StartClock
from arbiter.rulings.referee.position import RestorePosition
from arbiter.tournament.past.struck_moves import position_of, stretches
from tests.hall import BY, Hall


def back(hall: Hall, ply: int) -> None:
    """The position is restored, and the clocks set going again."""
    hall.submit(RestorePosition(round=1, board=1, ply=ply, by=BY, reason="played on the wrong board"))
    hall.submit(StartClock(round=1, board=1, by=BY))


def test_a_game_without_rulings_is_one_stretch() -> None:
    hall = Hall()
    game = hall.play("32-28", "18-23")

    assert [stretch.plays for stretch in stretches(game)] == [game.plays]


def test_plays_that_were_struck_twice_stand_in_the_stretches_in_which_they_were_made() -> None:
    hall = Hall()
    hall.play("32-28", "18-23", "38-32", "12-18")
    back(hall, 3)
    hall.play("13-18")
    back(hall, 1)
    game = hall.play("19-23")

    assert [[play.move for play in stretch.plays] for stretch in stretches(game)] == [
        ["32-28", "18-23", "38-32", "12-18"],
        ["13-18"],
        ["19-23"],
    ]
    assert [stretch.upto for stretch in stretches(game)] == [3, 1, 2]


def test_an_irregular_move_is_shown_where_it_was_tried_also_when_that_was_struck() -> None:
    hall = Hall()
    hall.play("32-28", "19-23")
    tried = hall.game().position
    hall.play("33-29")  # White had to take
    hall.play("28x19")
    hall.wait(minutes=1)
    back(hall, 1)
    hall.wait(minutes=1)
    hall.play("18-23")
    (attempt,) = hall.game().attempts

    assert hall.game().position_after(2) != tried
    assert position_of(hall.game(), attempt) == tried
