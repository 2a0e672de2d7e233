"""What is said of the plies of a game that was weighed."""

from __future__ import annotations

from dataclasses import replace

from arbiter.pairing.table.points import Outcome
from arbiter.rulings.board.claims import Resign
from arbiter.sides import Both, Side
from arbiter.tournament.game import Result
from arbiter.tournament.past.analysis import MOST, Analysis, Weighed, decided, judged, positions, score_text
from tests.hall import BY, Hall


def weighed(hall: Hall, *scores: tuple[int, str]) -> Analysis:
    """Every position of the game with its score for the mover, and the best move."""
    moves = tuple(play.move for play in hall.game().plays)
    return Analysis(moves, tuple(Weighed(score, best, (best,)) for score, best in scores))


def test_a_move_that_loses_a_man_is_a_mistake(hall: Hall) -> None:
    hall.play("32-28", "18-23", "33-29")
    found = judged(hall.game(), weighed(hall, (0, "34-30"), (99, "20-24"), (100, "28-22"), (0, "")))

    assert [(one.loss, one.mistake) for one in found] == [(99, False), (199, True), (100, True)]
    assert [one.score for one in found] == [-99, 100, 0]


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


def test_the_loser_has_a_decisive_mistake_even_if_the_position_was_lost_in_small_steps(hall: Hall) -> None:
    """Black drops 60, then 70: after the second step the position is lost, though neither loses a man."""
    hall.play("32-28", "18-23", "33-29", "23x32", "37x28", "17-22")
    hall.submit(Resign(round=1, board=1, side=Side.BLACK, by=BY))
    steps = ((0, "32-28"), (0, "19-23"), (60, "33-29"), (-60, "23x32"), (130, "37x28"), (-130, "16-21"), (200, ""))
    analysis = weighed(hall, *steps)

    assert [(one.ply, one.mistake, one.loss) for one in judged(hall.game(), analysis) if one.decisive] == [
        (6, True, 70)
    ]
    assert decided(hall.game(), analysis) == "mistake"


def test_nobody_erred_before_the_end_of_a_game_that_was_not_lost_on_the_board(hall: Hall) -> None:
    hall.play("32-28", "18-23")
    analysis = weighed(hall, (0, "32-28"), (0, "18-23"), (0, "33-29"))
    ended = {"flag": "flag", "flag_called": "flag", "resigned": "resigned", "ruling": "otherwise"}
    lost = Both(Outcome.LOST, Outcome.WON)
    for because, code in ended.items():
        game = replace(hall.game(), result=Result(at=0, outcome=lost, because=because, by=BY))
        assert decided(game, analysis) == code
        assert not any(one.decisive for one in judged(game, analysis))
    drawn = Result(at=0, outcome=Both(Outcome.DRAWN, Outcome.DRAWN), because="agreed", by=BY)
    assert decided(replace(hall.game(), result=drawn), analysis) is None
