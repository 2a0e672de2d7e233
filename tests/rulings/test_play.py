"""The road of a move through the rulings."""

from __future__ import annotations

import pytest

from arbiter.refused import Refused
from arbiter.rulings.board.play import PlayMove
from arbiter.sides import HOUR, MINUTE, Side
from tests.hall import BY, Hall

SHORT = "W:W28,37,44:B22,23,13,9,31"
"""White may only play 28x8: 000 VII."""


def test_a_move_charges_the_mover_and_starts_the_other_clock(hall: Hall) -> None:
    hall.wait(minutes=3)
    game = hall.play("32-28")

    assert game.clock.had.white == 2 * HOUR - 3 * MINUTE
    assert game.clock.running is Side.BLACK
    assert game.plays[0].charged == 3 * MINUTE


@pytest.mark.parametrize(
    ("binds", "touched", "bound"),
    [
        (True, "32", "32"),
        (True, "49 32 33", "32"),  # 49 is shut in; of those that can move 32 was touched first
        (True, "49", None),
        (True, "33 32", None),
        (True, "", None),
        (False, "32", None),
    ],
)
def test_the_first_touched_piece_that_can_move_has_to_where_touching_binds(
    binds: bool, touched: str, bound: str | None
) -> None:
    hall = Hall(switches=(("touch_move", binds),))
    hall.submit(PlayMove(round=1, board=1, ply=0, move="33-28", by=BY, touched=touched))
    told = [dict(attempt.facts).get("square") for attempt in hall.game().attempts]

    assert told == ([bound] if bound else [])
    assert hall.game().ply == (0 if bound else 1)


@pytest.mark.parametrize(("touched", "name"), [("15,1", "15,1"), ("32 x", "x"), ("99", "99"), ("0", "0")])
@pytest.mark.parametrize("binds", [True, False])
def test_what_was_touched_is_named_by_squares_and_nothing_else_is_passed_over(
    binds: bool, touched: str, name: str
) -> None:
    hall = Hall(switches=(("touch_move", binds),))
    refused = hall.refused(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY, touched=touched))

    assert (refused.code, refused.facts["text"]) == ("square_unreadable", name)


def test_a_refused_move_leaves_no_trace(hall: Hall) -> None:
    before = hall.desk.state

    with pytest.raises(Refused) as refused:
        hall.play("32-28", ply=7)

    assert refused.value.code == "stale_ply"
    assert hall.desk.state is before


def test_an_irregular_move_is_written_down_and_not_played(hall: Hall) -> None:
    hall.put(SHORT)
    hall.wait(minutes=1)
    game = hall.play("28x17")

    assert game.ply == 0
    assert game.clock.running is Side.WHITE
    assert [attempt.code for attempt in game.attempts] == ["capture_not_maximum"]
    assert game.owed is not None
    assert game.owed.corrections == ("28x8",)
    assert game.bound == 28


def test_the_offender_s_clock_goes_on_until_the_correct_move(hall: Hall) -> None:
    hall.put(SHORT)
    hall.wait(minutes=1)
    hall.play("28x17")
    hall.wait(minutes=2)
    game = hall.play("28x8")

    assert game.plays[0].charged == 3 * MINUTE
    assert game.owed is None
    assert game.irregular(Side.WHITE) == 1


def test_a_second_wrong_attempt_counts_again(hall: Hall) -> None:
    hall.put(SHORT)
    game = hall.play("37x26", "44-39", "28x8")

    assert game.irregular(Side.WHITE) == 2
    assert game.ply == 1


def test_the_piece_moved_wrongly_first_puts_it_right(hall: Hall) -> None:
    """000 VII: with the same piece, if that piece has a correct move (A26)."""
    hall.put("W:W32,34:B1,27,30")  # 32x21 and 34x25 are legal
    hall.play("34-29")
    game = hall.play("32x21")

    assert game.attempts[-1].code == "touched_other_piece"
    assert hall.play("34x25").ply == 1


def test_a_move_that_leaves_the_opponent_without_a_move_wins(hall: Hall) -> None:
    """Ruling G36."""
    hall.put("W:W28:B22")
    game = hall.play("28x17")

    assert game.result is not None
    assert (game.result.because, hall.state.result_text(game)) == ("no_move", "2-0")
    assert game.clock.running is None


def test_a_key_that_comes_again_records_nothing_twice(hall: Hall) -> None:
    asked = PlayMove(round=1, board=1, ply=0, move="32-28", by=BY)
    first = hall.submit(asked, key="a")
    hall.play("19-23")
    again = hall.submit(asked, key="a")

    assert (again.seq, again.again) == (first.seq, True)
    assert again.state.game(1, 1) == first.state.game(1, 1)
    assert hall.game().ply == 2


def test_where_no_piece_is_bound_every_legal_move_puts_it_right() -> None:
    """001, Nasty rules: touch-move is not enforced; Black may capture with 1 or with 12, whichever erred (A07, A08)."""
    hall = Hall(variant="american")
    hall.put("B:W6,16:B1,12")
    game = hall.play("1-5")

    assert game.owed is not None
    assert (game.owed.code, game.owed.corrections, game.bound) == ("capture_missed", ("1x10", "12x19"), None)
    assert hall.play("12x19").ply == 1
