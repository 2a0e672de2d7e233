"""The geometry of captures by square number: which square a piece may jump over from where, and where it lands.

This geometry is defined only here. The function `geometry` makes tables of it by square for `Hunt`, which follows one
piece. The module `lanes` converts it to the generator's grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from arbiter.rules.board import Direction, Squares, squares_set
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side
from arbiter.values import dataclass


class Jump(NamedTuple):
    """A capture over a neighbour: the square of the piece taken, and the landing square right behind it."""

    over: int
    land: int


class Flight(NamedTuple):
    """A flying king's captures in one direction from one square."""

    ray: Squares
    rising: bool
    """Whether the square numbers grow along the ray."""
    over: Mapping[int, tuple[Squares, Mapping[int, tuple[int, ...]]]]
    """The captures by the square of the nearest piece on the ray.

    Each has the squares behind that piece, and the landing squares by the square of the next piece (0: no next piece).
    """


@dataclass(frozen=True, slots=True)
class Geometry:
    """The capture tables of one side by square number. Index 0 is not used, because squares are counted from 1."""

    variant: Variant
    crownhead: Squares
    man_jumps: tuple[tuple[tuple[Direction, Jump], ...], ...]
    king_jumps: tuple[tuple[tuple[Direction, Jump], ...], ...]
    flights: tuple[tuple[tuple[Direction, Flight], ...], ...]


@cache
def geometry(variant: Variant, side: Side) -> Geometry:
    board = variant.board
    crownhead = board.in_rows((0,) if side is Side.WHITE else (board.size - 1,))
    man_take, king_take = turned(variant.men_take, side), turned(variant.kings_take, side)
    squares = range(1, board.last + 1)
    return Geometry(
        variant=variant,
        crownhead=crownhead,
        man_jumps=((), *(tuple(jumps(variant, square, man_take)) for square in squares)),
        king_jumps=((), *(tuple(jumps(variant, square, king_take)) for square in squares)),
        flights=((), *(tuple(flights(variant, square, king_take)) for square in squares)),
    )


def turned(directions: Iterable[Direction], side: Side) -> tuple[Direction, ...]:
    """Return *directions*, which are given for White, as directions of *side*. For Black each is reversed."""
    turn = 1 if side is Side.WHITE else -1
    return tuple((turn * row, turn * column) for row, column in directions)


def jumps(variant: Variant, square: int, directions: Iterable[Direction]) -> Iterator[tuple[Direction, Jump]]:
    """Yield the jumps over neighbours from *square* that stay on the board, each with its direction."""
    for direction in directions:
        if len(ray := variant.board.ray(square, direction)) > 1:
            yield direction, Jump(ray[0], ray[1])


def flights(variant: Variant, square: int, directions: Iterable[Direction]) -> Iterator[tuple[Direction, Flight]]:
    """Yield the captures of a flying king from *square*, each with its direction.

    The king may land on any free square behind the piece that it takes.
    """
    for direction in directions:
        if len(ray := variant.board.ray(square, direction)) > 1:
            over = {}
            for near, prey in enumerate(ray):
                behind = ray[near + 1 :]
                over[prey] = (squares_set(behind), {0: behind, **{far: behind[:n] for n, far in enumerate(behind)}})
            yield direction, Flight(squares_set(ray), ray[0] > square, over)


def nearest(pieces: Squares, rising: bool) -> int:
    """Return the square of the nearest of *pieces* on a ray; 0 if there is none.

    *rising* is True if the square numbers grow along the ray.
    """
    return ((pieces & -pieces if rising else pieces).bit_length() or 1) - 1
