"""The squares of a board laid out with a margin, so that a direction is the same shift wherever a piece stands.

A whole set of pieces steps at once, and what goes over the edge falls into the margin, where no square is. The
generator works on such sets; everybody else on sets by number (`board.Squares`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias, TypeVar

from arbiter.rules.board import Board, Direction, Squares, squares_set
from arbiter.rules.variants.variant import Variant

Bitboard: TypeAlias = int
"""A set of squares, each by its bit on the grid."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A layout of a board in bits: the margin keeps what goes over an edge apart from the squares of the next row."""

    all: Bitboard
    bits: tuple[Bitboard, ...]
    """By the number of a square, its bit; index 0 is not used."""
    top: tuple[Bitboard, ...]
    """By the length of a set in bits, its last bit: a set is taken apart from there, for in a tuple things are found
    sooner by a small number than in a mapping by a bit."""
    numbers: dict[Bitboard, int]
    """The number of a square by its bit."""
    rows: tuple[tuple[Squares, int], ...]
    """Squares by number that lie equally far to the left on the grid, and how far."""
    width: int
    stride: int
    """Of the bits in a row one in so many can hold a square."""
    spread: Callable[[Squares], Bitboard]
    """By a set of squares by number, its bitboard."""

    def gather(self, bitboard: Bitboard) -> Squares:
        """The set of squares by number that a bitboard stands for."""
        squares = 0
        if bitboard:
            for mask, left in self.rows:
                squares |= bitboard >> left & mask
        return squares

    def shift(self, direction: Direction) -> int:
        """By how many bits to the left a whole set goes one on in that direction; below 0 to the right."""
        return (direction[0] * self.width + direction[1]) // self.stride

    def sifted(self, ways: Mapping[Direction, T]) -> tuple[tuple[tuple[int, T], ...], tuple[tuple[int, T], ...]]:
        """Ways to the left and ways to the right: by how many bits a set goes there, and what belongs to that way."""
        shifted = [(self.shift(way), thing) for way, thing in ways.items()]
        return (
            tuple((by, thing) for by, thing in shifted if by > 0),
            tuple((-by, thing) for by, thing in shifted if by < 0),
        )


@cache
def grid(variant: Variant) -> Grid:
    """The grid of that game; its margin is as wide as a piece goes sideways at once."""
    ways = (*variant.men_step, *variant.men_take, *variant.kings_step, *variant.kings_take)
    return laid_out(variant.board, max(abs(column) for _, column in ways))


def laid_out(board: Board, margin: int) -> Grid:
    """The grid of that board with so many columns of margin, or one more.

    Where one colour is played on, the width is odd: then width * row + column is odd for every square, or even for
    every square, and the bits between them are left out.
    """
    stride = 1 if board.all_squares else 2
    width = board.size + margin
    width += (width + 1) % stride
    places = [(width * board.row(square) + board.column(square)) // stride + 1 for square in range(1, board.last + 1)]
    rows: dict[int, Squares] = {}
    for square, place in enumerate(places, start=1):
        rows[place - square] = rows.get(place - square, 0) | 1 << square
    bits = (0, *(1 << place for place in places))
    return Grid(
        all=sum(bits),
        bits=bits,
        top=(0, *(1 << place for place in range(places[-1] + 1))),
        numbers={bit: square for square, bit in enumerate(bits) if square},
        rows=tuple((mask, left) for left, mask in rows.items()),
        width=width,
        stride=stride,
        spread=make_spread(places),
    )


def make_spread(places: Sequence[int]) -> Callable[[Squares], Bitboard]:
    """The function that lays out a set by number, given the places of squares 1, 2, 3 ... on the grid.

    A place is never less far to the left of its number than the place before. So all squares may go there together, in
    strides of eight, four, two and one, the longest first: none comes to where another one still is.
    """

    def going(stride: int) -> Squares:
        """Where those that go so far in one stride stand once the longer ones are done."""
        gone = ((square, (place - square) // stride * stride) for square, place in enumerate(places, start=1))
        return squares_set(square + left - stride for square, left in gone if left & stride)

    eight, four, two, one = map(going, (8, 4, 2, 1))

    def spread(squares: Squares) -> Bitboard:
        squares += (squares & eight) * 0b1111_1111
        squares += (squares & four) * 0b1111
        squares += (squares & two) * 0b11
        return squares + (squares & one)

    return spread
