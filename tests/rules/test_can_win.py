"""Whether a side can still win by any series of legal moves, and how strong a position is."""

from __future__ import annotations

import pytest

from arbiter.rules.endings.can_win import can_win, king_each
from arbiter.rules.endings.strength import strength, stronger, total
from arbiter.rules.position import parse_fen
from arbiter.rules.variants import VARIANTS
from arbiter.sides import Side


@pytest.mark.parametrize(
    ("variant", "positions", "white", "black", "both"),
    [("american", 1_984, 992, 992, 0), ("brazilian", 1_984, 184, 184, 1_616)],
)
def test_a_king_each_with_short_kings_exactly_one_side_can_win(
    variant: str, positions: int, white: int, black: int, both: int
) -> None:
    """Officiating, 2.3: with short kings it is a matter of the move, with flying kings both mostly can."""
    can = king_each(VARIANTS[variant])
    shared = can.white & can.black

    assert len(can.white | can.black) == positions
    assert (len(can.white - shared), len(can.black - shared), len(shared)) == (white, black, both)


@pytest.mark.slow
def test_a_king_each_on_a_hundred_squares_both_can_mostly_win() -> None:
    can = king_each(VARIANTS["international"])
    shared = can.white & can.black

    assert (len(can.white - shared), len(can.black - shared), len(shared)) == (410, 410, 4_080)


@pytest.mark.parametrize(
    ("variant", "fen", "white", "black"),
    [
        ("american", "W:WK32:BK1", True, False),
        ("american", "W:W:B1", False, True),
        ("american", "W:W21-32:B1-12", True, True),
        ("american", "B:WK29,K30:BK1", True, True),
        ("international", "W:W31-50:B1-20", True, True),
        ("international", "W:WK46:B45", True, True),
    ],
)
def test_the_question_is_answered_exactly(variant: str, fen: str, white: bool, black: bool) -> None:
    position = parse_fen(fen, VARIANTS[variant])

    assert can_win(position, VARIANTS[variant], Side.WHITE) is white
    assert can_win(position, VARIANTS[variant], Side.BLACK) is black


def test_where_the_bound_comes_first_nothing_is_said() -> None:
    position = parse_fen("W:W31-50:B1-20", VARIANTS["international"])

    assert can_win(position, VARIANTS["international"], Side.WHITE, bound=5) is None


def test_kings_are_worth_more_than_men_and_men_more_the_further_they_are() -> None:
    """001 Referee."""
    variant = VARIANTS["american"]
    worths = strength(parse_fen("W:WK18,21,12:BK1,4,28", variant), variant)

    assert [(one.square, one.worth) for one in worths.white] == [(12, 13), (18, 16), (21, 10)]
    assert [(one.square, one.worth) for one in worths.black] == [(1, 16), (4, 8), (28, 14)]
    assert worths.map(total).white == 39


@pytest.mark.parametrize(
    ("fen", "winner"),
    [("W:WK18:BK1,K2", Side.BLACK), ("W:WK18:B5", Side.WHITE), ("W:WK18:BK1", None), ("W:W21:B12", None)],
)
def test_the_stronger_position_wins_and_equal_is_nobody(fen: str, winner: Side | None) -> None:
    assert stronger(parse_fen(fen, VARIANTS["american"]), VARIANTS["american"]) is winner
