"""What is said of the plies of a game that was weighed."""

from __future__ import annotations

from dataclasses import replace

from arbiter.tournament.past.analysis import MOST, Analysis, Weighed, judged, positions, score_text
from tests.hall import Hall


def weighed(hall: Hall, *scores: tuple[int, str]) -> Analysis:
    """Every position of the game with its score for the mover, and the best move."""
    moves = tuple(play.move for play in hall.game().plays)
    return Analysis(moves, tuple(Weighed(score, best, (best,)) for score, best in scores))


def test_a_move_that_loses_eight_tenths_of_a_man_is_a_mistake(hall: Hall) -> None:
    hall.play("32-28", "18-23", "33-29")
    found = judged(hall.game(), weighed(hall, (0, "34-30"), (79, "20-24"), (80, "28-22"), (0, "")))

    assert [(one.loss, one.mistake) for one in found] == [(79, False), (159, True), (80, True)]
    assert [one.score for one in found] == [-79, 80, 0]


def test_the_best_move_loses_nothing_however_deep_it_was_looked_at(hall: Hall) -> None:
    hall.play("32-28")
    (one,) = judged(hall.game(), weighed(hall, (50, "32-28"), (200, "18-23")))

    assert (one.loss, one.mistake) == (0, False)


def test_a_shot_is_a_quiet_move_that_wins_what_the_opponent_has_left(hall: Hall) -> None:
    hall.play("32-28", "18-23")
    left = ((0, "34-30"), (150, "18-23"), (-150, ""))

    assert [one.shot for one in judged(hall.game(), weighed(hall, *left))] == ["", "made"]
    missed = ((0, "34-30"), (150, "20-24"), (0, ""))
    assert [one.shot for one in judged(hall.game(), weighed(hall, *missed))] == ["", "missed"]
    taken = ((0, "34-30"), (150, "19x28"), (0, ""))
    assert [one.shot for one in judged(hall.game(), weighed(hall, *taken))] == ["", ""]


def test_an_analysis_of_other_moves_is_of_another_game(hall: Hall) -> None:
    hall.play("32-28", "18-23")
    analysis = weighed(hall, (0, ""), (0, ""), (0, ""))

    assert analysis.fits(hall.game())
    assert not analysis.fits(replace(hall.game(), plays=hall.game().plays[:1]))


def test_the_positions_of_a_game_are_those_that_stood_on_the_board(hall: Hall) -> None:
    hall.play("32-28", "19-23", "28x19", "14x23")
    game = hall.game()

    assert list(positions(game)) == [game.position_after(ply) for ply in range(5)]


def test_a_score_is_written_in_men_and_a_decided_game_as_decided() -> None:
    assert [score_text(score) for score in (52, -7, 0, MOST, -MOST)] == ["+0.52", "-0.07", "+0.00", "+ +", "- -"]
