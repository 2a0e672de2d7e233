"""The bitboard layout of a board: squares with a margin, so that a direction is the same bit shift from every square.

Therefore one shift moves a whole set of pieces. A piece that leaves the board comes to the margin, which holds no
square. The generator works on these bitboards; all other modules use sets by square number (`board.Squares`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from arbiter.rules.board import Board, Direction, Squares, squares_set
from arbiter.rules.variants.variant import Variant
from arbiter.values import dataclass

Bitboard: TypeAlias = int
"""A set of squares, each by its bit on the grid."""


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """A group of directions in which a whole set of pieces is moved by one multiplication.

    The product holds a copy of the bitboard for each direction. Each copy has a range of bits of its own, its lane. The
    lanes are so far apart that a piece that leaves the board comes to no square of another lane.
    """

    lanes: Mapping[Direction, int]
    """The number of the lowest bit of each direction's lane. Directions that shift bits to the left come first."""
    ahead: int
    """A bitboard multiplied by this number is copied into every lane, and moved one square in the lane's direction."""
    behind: int
    """A bitboard multiplied by this number is copied into every lane, and moved one square the opposite way."""
    still: int
    """A bitboard multiplied by this number is copied into every lane without being moved."""
    top: tuple[Bitboard, ...]
    """The highest bit that is set in a bitboard, by the bitboard's length in bits.

    It is a tuple, because a tuple indexed by a small number is faster than a dict of bits.
    """


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The layout of a board in bits. Its margin separates the edge of one row from the squares of the next."""

    all: Bitboard
    bits: tuple[Bitboard, ...]
    """The bit of each square by its number; index 0 is not used."""
    numbers: dict[Bitboard, int]
    """The numbers of the squares by their bits."""
    rows: tuple[tuple[Squares, int], ...]
    """Pairs for converting a set of squares (bit n is square n) to the grid: some squares, and a number of bits.

    The bits of these squares are shifted to the left by this number.
    """
    width: int
    stride: int
    """The number of columns for each bit of the grid: 2 if every second square is in play, 1 if all squares are."""
    spread: Callable[[Squares], Bitboard]
    """A function that converts a set of squares (bit n is square n) to a bitboard."""

    def gather(self, bitboard: Bitboard) -> Squares:
        """Convert a bitboard of this layout to a set of squares by number."""
        squares = 0
        if bitboard:
            for mask, left in self.rows:
                squares |= bitboard >> left & mask
        return squares

    def shift(self, direction: Direction) -> int:
        """Return by how many bits a bitboard moves left to go one square in *direction*; negative means right."""
        return (direction[0] * self.width + direction[1]) // self.stride

    def fan(self, directions: Iterable[Direction]) -> Fan:
        """Make the fan of *directions*."""
        shifts = {way: self.shift(way) for way in directions}
        furthest = max(map(abs, shifts.values()), default=0)
        apart = self.all.bit_length() + 2 * furthest
        ordered = sorted(shifts, key=lambda way: shifts[way] < 0)
        lanes = {way: furthest + number * apart for number, way in enumerate(ordered)}
        return Fan(
            lanes=lanes,
            ahead=sum(1 << lane + shifts[way] for way, lane in lanes.items()),
            behind=sum(1 << lane - shifts[way] for way, lane in lanes.items()),
            still=sum(1 << lane for lane in lanes.values()),
            top=(0, *(1 << place for place in range(len(lanes) * apart))),
        )


@cache
def grid(variant: Variant) -> Grid:
    """Return the grid of *variant*. Its margin is as wide as the longest sideways step of a piece."""
    ways = (*variant.men_step, *variant.men_take, *variant.kings_step, *variant.kings_take)
    return laid_out(variant.board, max(abs(column) for _, column in ways))


def laid_out(board: Board, margin: int) -> Grid:
    """Make the grid of *board* with a margin of *margin* columns, or of one more.

    If only the squares of one colour are in play, the width is made odd, if need be by one more column. Then width *
    row + column is odd for all squares in play, or even for all, and the bits between them are left out.
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
        numbers={bit: square for square, bit in enumerate(bits) if square},
        rows=tuple((mask, left) for left, mask in rows.items()),
        width=width,
        stride=stride,
        spread=make_spread(places),
    )


def make_spread(places: Sequence[int]) -> Callable[[Squares], Bitboard]:
    """Make the function that converts a set of squares by number to a bitboard.

    *places* are the places of the squares 1, 2, 3 ... on the grid. Each square moves left by at least as much as the
    square before it. Therefore all squares can move together in strides of eight, four, two and one, the longest first,
    and none lands on a square that has not moved yet. Long strides that no square takes are left out.
    """

    def going(stride: int) -> Squares:
        """Return the squares that take part in this stride, at the places to which longer strides have moved them."""
        gone = ((square, (place - square) // stride * stride) for square, place in enumerate(places, start=1))
        return squares_set(square + left - stride for square, left in gone if left & stride)

    eight, four, two, one = map(going, (8, 4, 2, 1))

    def spread(squares: Squares) -> Bitboard:
        squares += (squares & eight) * 0b1111_1111
        squares += (squares & four) * 0b1111
        squares += (squares & two) * 0b11
        return squares + (squares & one)

    def spread_from_four(squares: Squares) -> Bitboard:
        squares += (squares & four) * 0b1111
        squares += (squares & two) * 0b11
        return squares + (squares & one)

    def spread_from_two(squares: Squares) -> Bitboard:
        squares += (squares & two) * 0b11
        return squares + (squares & one)

    return spread if eight else spread_from_four if four else spread_from_two
