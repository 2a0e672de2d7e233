"""The geometry of captures: over which square a piece may jump from where, and where it lands, by number.

It is said here once. `geometry` keeps it by square for whoever follows one piece (`Hunt`); the generator has it laid
out on its grid (`lanes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from arbiter.rules.board import Direction, Squares, squares_set
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side


class Jump(NamedTuple):
    """A capture over a neighbour: the square of the piece taken, and the one right behind it."""

    over: int
    land: int


class Flight(NamedTuple):
    """A flying king's captures in one direction."""

    ray: Squares
    rising: bool
    """The numbers of its squares grow along the ray."""
    over: Mapping[int, tuple[Squares, Mapping[int, tuple[int, ...]]]]
    """By the square of the nearest piece: the ray behind it, and by the next piece there (0: none) where to land."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """One side's tables, by square; index 0 is not used."""

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
    """White's directions as that side sees them on the board."""
    turn = 1 if side is Side.WHITE else -1
    return tuple((turn * row, turn * column) for row, column in directions)


def jumps(variant: Variant, square: int, directions: Iterable[Direction]) -> Iterator[tuple[Direction, Jump]]:
    """The jumps over neighbours that the board leaves room for."""
    for direction in directions:
        if len(ray := variant.board.ray(square, direction)) > 1:
            yield direction, Jump(ray[0], ray[1])


def flights(variant: Variant, square: int, directions: Iterable[Direction]) -> Iterator[tuple[Direction, Flight]]:
    """The same of a flying king, which may land on any free square behind its prey."""
    for direction in directions:
        if len(ray := variant.board.ray(square, direction)) > 1:
            over = {}
            for near, prey in enumerate(ray):
                behind = ray[near + 1 :]
                over[prey] = (squares_set(behind), {0: behind, **{far: behind[:n] for n, far in enumerate(behind)}})
            yield direction, Flight(squares_set(ray), ray[0] > square, over)


def nearest(pieces: Squares, rising: bool) -> int:
    """The square of the nearest of the *pieces* on a ray whose numbers grow, or fall; 0 where there is none."""
    return ((pieces & -pieces if rising else pieces).bit_length() or 1) - 1
