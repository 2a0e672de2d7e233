"""General checkers: whether a capture that has begun may end early (003 says "may", CF7). The switch is printed."""

from __future__ import annotations

import pytest

from arbiter.engines.search_request import task_of
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rules.variants import ROWS, VARIANTS, row_key
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.regulations import ChangeRegulations
from arbiter.tournament.stored.snapshot_text import Store
from tests.hall import BY, Hall
from tests.sheets.printed import printed

FEN = "W:W22,30:B18,10,1"


def moves(hall: Hall) -> set[str]:
    found = legal_moves(hall.game().position, hall.state.variant)
    return {move_text(move, found, hall.state.variant) for move in found}


def hall_of(reading: str, variant: str = "general") -> Hall:
    hall = Hall(variant=variant, players=2, switches=(("multiple_jump", reading),))
    hall.put(FEN)
    return hall


def test_a_capture_may_end_early_by_the_text_and_the_sheet_says_so() -> None:
    hall = Hall(variant="general", players=2)
    hall.put(FEN)
    assert moves(hall) == {"22x6", "22x15"}
    hall.submit(PlayMove(round=1, board=1, ply=0, move="22x15", by="tablet 1"))

    assert [play.move for play in hall.game().plays] == ["22x15"]
    told = "A capture that has begun, in general checkers: the capture may end after any jump (003 Capturing Moves)."
    assert told in printed("scoresheet", hall, board=1).text()


def test_where_the_director_wants_it_whole_stopping_is_irregular() -> None:
    hall = hall_of("must")
    assert moves(hall) == {"22x6"}
    hall.submit(PlayMove(round=1, board=1, ply=0, move="22x15", by="tablet 1"))
    (tried,) = hall.game().attempts

    assert (tried.code, tried.article) == ("capture_stopped_early", "house rule, instead of 003 Capturing Moves")
    assert hall.game().plays == ()
    told = "the capture has to be completed (house rule, instead of 003 Capturing Moves)"
    assert told in printed("scoresheet", hall, board=1).text()


def test_the_reading_outlasts_a_restart_and_is_the_computer_s_too() -> None:
    hall = hall_of("must").again()
    task = task_of(hall.game(), hall.state.variant)

    assert not hall.state.variant.may_stop
    assert Store().read(list(Store().told(hall.state))).variant is hall.state.variant
    assert not task.variant.may_stop
    assert {ROWS[row_key(row)] for row in VARIANTS.values()} == {*VARIANTS.values()}


def test_the_reading_can_be_changed_before_the_first_round() -> None:
    hall = Hall(variant="general", players=2, started=False)
    for reading, stops in (("must", False), ("may", True)):
        hall.submit(ChangeRegulations(switches=(("multiple_jump", reading),), by=BY))
        assert hall.state.variant.may_stop is stops


@pytest.mark.parametrize("variant", ["american", "pool", "russian"])
def test_other_games_have_no_choice(variant: str) -> None:
    hall = Hall(variant=variant, players=2, switches=(("multiple_jump", "must"),))

    assert hall.state.variant is VARIANTS[variant]
    assert "A capture that has begun" not in printed("scoresheet", hall, board=1).text()
