"""What pieces can take from every square, by number, made once for a row: for whoever follows one piece (`Hunt`).

The generator has the same on its own grid (`lanes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from arbiter.rules.board import Board, Direction, Squares, squares_set
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side


class Flight(NamedTuple):
    """What a king can jump from one square in one direction."""

    ray: Squares
    rising: bool
    prey: Mapping[Squares, tuple[int, Squares, Mapping[Squares, tuple[int, ...]]]]
    """By the nearest piece, the prey: its square, the ray behind it, by the next piece there the landing squares."""


class Jump(NamedTuple):
    """A capture of a neighbour, the landing square right behind it."""

    heading: int
    prey: Squares
    land: Squares
    prey_square: int
    land_square: int


@dataclass(frozen=True, slots=True)
class Lines:
    """One side's tables. Index 0 of what is kept by square is not used."""

    variant: Variant
    crownhead: Squares
    man_jumps: tuple[tuple[Jump, ...], ...]
    king_jumps: tuple[tuple[Jump, ...], ...]
    flights: tuple[tuple[tuple[int, Flight], ...], ...]
    """The jumps of flying kings, with their heading."""
    opposite: Mapping[int, int]
    """For each heading the one that turns back by 180 degrees."""


@cache
def lines(variant: Variant, side: Side) -> Lines:
    """The tables of that side in that game."""
    board = variant.board
    crownhead = board.in_rows((0,) if side is Side.WHITE else (board.size - 1,))
    man_take, king_take = turned(variant.men_take, side), turned(variant.kings_take, side)
    headings = {direction: heading for heading, direction in enumerate(dict.fromkeys(man_take + king_take))}
    squares = range(1, board.last + 1)
    return Lines(
        variant=variant,
        crownhead=crownhead,
        man_jumps=((), *(tuple(jumps(board, square, man_take, headings)) for square in squares)),
        king_jumps=((), *(tuple(jumps(board, square, king_take, headings)) for square in squares)),
        flights=(
            (),
            *(
                tuple((headings[d], leap(board, square, d)) for d in king_take if len(board.ray(square, d)) > 1)
                for square in squares
            ),
        ),
        opposite={heading: headings.get((-row, -column), -1) for (row, column), heading in headings.items()},
    )


def turned(directions: Iterable[Direction], side: Side) -> tuple[Direction, ...]:
    """White's directions as that side sees them on the board."""
    turn = 1 if side is Side.WHITE else -1
    return tuple((turn * row, turn * column) for row, column in directions)


def jumps(
    board: Board, square: int, directions: Iterable[Direction], headings: Mapping[Direction, int]
) -> Iterable[Jump]:
    """The jumps over neighbours that the board leaves room for."""
    for direction in directions:
        if len(ray := board.ray(square, direction)) > 1:
            yield Jump(headings[direction], 1 << ray[0], 1 << ray[1], ray[0], ray[1])


def leap(board: Board, square: int, direction: Direction) -> Flight:
    """The jumps of a flying king in one direction."""
    ray = board.ray(square, direction)
    prey = {}
    for place, square_of_prey in enumerate(ray):
        behind = ray[place + 1 :]
        landings = {0: behind, **{1 << blocker: behind[:far] for far, blocker in enumerate(behind)}}
        prey[1 << square_of_prey] = (square_of_prey, squares_set(behind), landings)
    return Flight(squares_set(ray), ray[0] > square, prey)
