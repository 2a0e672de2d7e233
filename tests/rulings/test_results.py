"""A table without moves: both players report the result; an objection calls the arbiter."""

from __future__ import annotations

import pytest

from arbiter.rulings.board.results import ObjectToResult, ReportResult
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.terms import ChangeTerms
from arbiter.sides import Side
from tests.hall import BY, Hall

WHITE, BLACK = Side


@pytest.fixture
def paper() -> Hall:
    """A hall in which all boards are on paper."""
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(StartRound(round=1, by=BY, paper=(1, 2)))
    return hall


def said(result: str, side: Side | None = None) -> ReportResult:
    return ReportResult(round=1, board=1, result=result, by="tablet 1", side=side)


def test_a_result_waits_until_the_other_side_has_reported_the_same(paper: Hall) -> None:
    paper.submit(said("white", WHITE))
    waiting = paper.game()
    assert (waiting.result, waiting.reported and waiting.reported.side) == (None, WHITE)
    paper.submit(said("2-0", BLACK))

    over = paper.game()
    assert over.result is not None
    assert (over.result.because, over.result.by, paper.state.result_text(over)) == ("reported", "tablet 1", "2-0")
    assert over.reported is None


def test_whoever_has_reported_may_report_another_and_does_not_confirm_it_so(paper: Hall) -> None:
    paper.submit(said("white", WHITE))
    paper.submit(said("draw", WHITE))
    paper.submit(said("draw", WHITE))

    assert paper.game().result is None
    paper.submit(said("draw", BLACK))
    assert paper.state.result_text(paper.game()) == "1-1"


def test_on_a_shared_tablet_both_press(paper: Hall) -> None:
    """Who does not say for whom speaks for the mover first, and then for the one who has not reported."""
    paper.submit(said("white"))
    assert paper.game().result is None
    paper.submit(said("white"))

    assert paper.game().result is not None


def test_where_the_sides_differ_the_arbiter_is_called_and_decides(paper: Hall) -> None:
    paper.submit(said("white", WHITE))
    paper.submit(said("draw", BLACK))
    game = paper.game()
    assert game.result is None
    assert game.reported is not None
    assert (game.reported.side, game.reported.objected) == (BLACK, True)
    assert [call.side for call in game.calling] == [BLACK]

    paper.submit(RuleResult(round=1, board=1, result="draw", by=BY, reason="both were asked"))
    assert paper.game().reported is None


def test_an_objection_calls_the_arbiter_once_and_a_new_report_may_still_be_agreed(paper: Hall) -> None:
    paper.submit(said("white", WHITE))
    for _ in range(2):
        paper.submit(ObjectToResult(round=1, board=1, by="tablet 1", side=BLACK))
    assert len(paper.game().calls) == 1
    paper.submit(said("draw", WHITE))
    paper.submit(said("draw", BLACK))

    assert paper.state.result_text(paper.game()) == "1-1"


def test_no_result_is_reported_of_a_game_with_moves_or_where_it_is_switched_off(paper: Hall, hall: Hall) -> None:
    hall.play("32-28")
    assert hall.refused(said("white", WHITE)).code == "moves_entered"
    assert paper.refused(ObjectToResult(round=1, board=1, by=BY)).code == "nothing_reported"
    paper.submit(ChangeTerms(settings={"tables": "moves"}, by=BY, reason="a cup"))
    assert paper.refused(said("white", WHITE)).code == "results_off"
    assert paper.refused(said("soon", WHITE)).code == "results_off"


def test_no_result_is_reported_twice(paper: Hall) -> None:
    for side in Side:
        paper.submit(said("neither", side))

    assert paper.refused(said("draw", WHITE)).code == "game_over"


def test_nothing_is_reported_of_a_draft() -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY, draft=True))

    assert hall.refused(said("white", WHITE)).code == "not_started"


def test_a_move_makes_an_end_of_what_was_reported(hall: Hall) -> None:
    hall.submit(said("white", WHITE))
    hall.play("32-28")

    assert hall.game().reported is None
