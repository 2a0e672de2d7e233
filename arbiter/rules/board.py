"""The geometry of a board: its squares by number, its rows and its lines, without any pieces.

Squares are numbered row by row. Square 1 is at the top left if White sits at the bottom. A set of squares is a bit set:
bit n stands for square n.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from arbiter.values import dataclass

Direction: TypeAlias = tuple[int, int]
"""A direction as one step: the number of rows down and of columns to the right. White sits at the bottom."""
Squares: TypeAlias = int
"""A set of squares: bit n stands for square n."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board of `size` x `size` squares.

    The game is played on the squares of one colour. If `all_squares` is True, it is played on all squares.
    """

    size: int
    corner_left: bool = True
    """True if each player's near left corner square is in play; False if the near right corner square is."""
    all_squares: bool = False

    @property
    def last(self) -> int:
        return len(_places(self)) - 1

    @property
    def all(self) -> Squares:
        return (2 << self.last) - 2

    def row(self, square: int) -> int:
        """Return the row of *square*, counted from 0 at the top."""
        return _places(self)[square][0]

    def column(self, square: int) -> int:
        """Return the column of *square*, counted from 0 at the left."""
        return _places(self)[square][1]

    def square_at(self, row: int, column: int) -> int | None:
        """Return the number of the square at *row* and *column*; None if the game is not played on that square."""
        return _numbers(self).get((row, column))

    def in_rows(self, rows: Iterable[int]) -> Squares:
        wanted = set(rows)
        return squares_set(square for square in range(1, self.last + 1) if self.row(square) in wanted)

    def ray(self, square: int, direction: Direction) -> tuple[int, ...]:
        """Return the squares in play from *square* in *direction*, nearest first, without *square* itself."""
        row, column = _places(self)[square]
        ray = []
        while (onward := self.square_at(row := row + direction[0], column := column + direction[1])) is not None:
            ray.append(onward)
        return tuple(ray)

    def between(self, start: int, end: int, directions: Iterable[Direction]) -> tuple[int, ...] | None:
        """Return the squares between *start* and *end*, both excluded, in order from *start*.

        None if none of *directions* leads from *start* to *end*.
        """
        for direction in directions:
            ray = self.ray(start, direction)
            if end in ray:
                return ray[: ray.index(end)]
        return None


@cache
def _places(board: Board) -> tuple[tuple[int, int], ...]:
    parity = (board.size - 1) % 2 if board.corner_left else 0  # (row + column) % 2 of a square in play
    return (
        (-1, -1),  # there is no square 0
        *(
            (row, column)
            for row in range(board.size)
            for column in range(board.size)
            if board.all_squares or (row + column) % 2 == parity
        ),
    )


@cache
def _numbers(board: Board) -> dict[tuple[int, int], int]:
    return {place: square for square, place in enumerate(_places(board)) if square}


def squares_set(squares: Iterable[int]) -> Squares:
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def squares_in(bits: Squares) -> list[int]:
    """Return the squares of a bit set, lowest number first.

    >>> squares_in(0b1001_0000)
    [4, 7]
    """
    squares = []
    while bits:
        low = bits & -bits
        squares.append(low.bit_length() - 1)
        bits ^= low
    return squares
