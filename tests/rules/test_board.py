"""The numbers of the squares and where they lie."""

from __future__ import annotations

import pytest

from arbiter.rules.board import Board, squares_in, squares_set


def test_squares_are_numbered_from_the_top_left() -> None:
    board = Board(10)

    assert (board.row(1), board.column(1)) == (0, 1)
    assert (board.row(46), board.column(46)) == (9, 0)
    assert board.square_at(9, 8) == 50
    assert board.last == 50


def test_only_squares_of_the_corners_colour_are_in_play() -> None:
    assert Board(8).square_at(7, 0) == 29
    assert Board(8).square_at(7, 7) is None
    assert Board(8, corner_left=False).square_at(7, 7) == 32
    assert Board(8, corner_left=False).square_at(7, 0) is None
    assert Board(8, all_squares=True).last == 64


@pytest.mark.parametrize(
    ("square", "direction", "ray"),
    [
        (28, (-1, -1), (22, 17, 11, 6)),
        (28, (1, 1), (33, 39, 44, 50)),
        (46, (1, 1), ()),
        (5, (1, -1), (10, 14, 19, 23, 28, 32, 37, 41, 46)),
    ],
)
def test_a_ray_ends_at_the_edge(square: int, direction: tuple[int, int], ray: tuple[int, ...]) -> None:
    assert Board(10).ray(square, direction) == ray


def test_squares_in_line_have_squares_between_them() -> None:
    diagonals = ((-1, -1), (-1, 1), (1, -1), (1, 1))

    assert Board(10).between(46, 28, diagonals) == (41, 37, 32)
    assert Board(10).between(46, 41, diagonals) == ()
    assert Board(10).between(46, 47, diagonals) is None
    assert Board(10).between(46, 46, diagonals) is None


def test_a_set_of_squares_is_a_bit_set() -> None:
    assert squares_set((1, 3)) == 0b1010
    assert list(squares_in(0b1010)) == [1, 3]
    assert list(squares_in(Board(8).in_rows((0, 7)))) == [1, 2, 3, 4, 29, 30, 31, 32]
