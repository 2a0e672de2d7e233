"""What a side's pieces can reach from every square, worked out once for a row of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from arbiter.rules.board import Board, Direction, Squares, squares_set
from arbiter.rules.move import Move
from arbiter.rules.variant import Variant
from arbiter.sides import Side

Groups: TypeAlias = tuple[tuple[Squares, int, int], ...]
"""How to move a whole set of squares one on in a direction: which squares shift left how far, or right how far."""


class Slide(NamedTuple):
    """The quiet moves of a king from one square in one direction."""

    ray: Squares
    rising: bool
    upto: Mapping[Squares, tuple[Move, ...]]
    """By the nearest piece in the way (0: none): the moves that stop before it."""


class Leap(NamedTuple):
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
    all: Squares
    crownhead: Squares
    man_steps: tuple[tuple[Groups, Mapping[Squares, Move]], ...]
    """For each direction: how to shift, and by the square arrived at the move that leads there."""
    man_leaps: tuple[tuple[Groups, Mapping[Squares, Squares]], ...]
    """For each direction: how to shift, and by the landing square of a first jump where it began."""
    man_jumps: tuple[tuple[Jump, ...], ...]
    king_steps: tuple[tuple[Groups, Mapping[Squares, Move]], ...]
    """Empty where kings fly."""
    king_leaps: tuple[tuple[Groups, Mapping[Squares, Squares]], ...]
    king_jumps: tuple[tuple[Jump, ...], ...]
    slides: tuple[tuple[Slide, ...], ...]
    """The quiet moves of flying kings; empty where kings do not fly."""
    flights: tuple[tuple[tuple[int, Leap], ...], ...]
    """The jumps of flying kings, with their heading."""
    opposite: Mapping[int, int]
    """For each heading the one that turns back by 180 degrees."""


@cache
def lines(variant: Variant, side: Side) -> Lines:
    """The tables of that side in that game."""
    board = variant.board
    flying = variant.flying_kings
    crownhead = board.in_rows((0,) if side is Side.WHITE else (board.size - 1,))
    man_step, man_take = turned(variant.men_step, side), turned(variant.men_take, side)
    king_step, king_take = turned(variant.kings_step, side), turned(variant.kings_take, side)
    headings = {direction: heading for heading, direction in enumerate(dict.fromkeys(man_take + king_take))}
    squares = range(1, board.last + 1)
    return Lines(
        variant=variant,
        all=board.all,
        crownhead=crownhead,
        man_steps=tuple((groups(board, d), steps(board, d, crownhead)) for d in man_step),
        man_leaps=tuple((groups(board, d), leaps(board, d)) for d in man_take),
        man_jumps=((), *(tuple(jumps(board, square, man_take, headings)) for square in squares)),
        king_steps=() if flying else tuple((groups(board, d), steps(board, d, 0)) for d in king_step),
        king_leaps=tuple((groups(board, d), leaps(board, d)) for d in king_take),
        king_jumps=((), *(tuple(jumps(board, square, king_take, headings)) for square in squares)),
        slides=(
            (),
            *(
                tuple(slide(board, square, d) for d in king_step if flying and board.ray(square, d))
                for square in squares
            ),
        ),
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


def groups(board: Board, direction: Direction) -> Groups:
    """How to shift every square to its neighbour in that direction."""
    found: dict[int, Squares] = {}
    for square in range(1, board.last + 1):
        if ray := board.ray(square, direction):
            found[ray[0] - square] = found.get(ray[0] - square, 0) | 1 << square
    return tuple((mask, max(distance, 0), max(-distance, 0)) for distance, mask in found.items())


def steps(board: Board, direction: Direction, crownhead: Squares) -> Mapping[Squares, Move]:
    """By the square arrived at, the step that leads there."""
    rays = ((square, board.ray(square, direction)) for square in range(1, board.last + 1))
    return {1 << ray[0]: Move((square, ray[0]), (), bool(crownhead >> ray[0] & 1)) for square, ray in rays if ray}


def leaps(board: Board, direction: Direction) -> Mapping[Squares, Squares]:
    """By the landing square of a jump over a neighbour, where it began."""
    rays = ((square, board.ray(square, direction)) for square in range(1, board.last + 1))
    return {1 << ray[1]: 1 << square for square, ray in rays if len(ray) > 1}


def jumps(
    board: Board, square: int, directions: Iterable[Direction], headings: Mapping[Direction, int]
) -> Iterable[Jump]:
    """The jumps over neighbours that the board leaves room for."""
    for direction in directions:
        if len(ray := board.ray(square, direction)) > 1:
            yield Jump(headings[direction], 1 << ray[0], 1 << ray[1], ray[0], ray[1])


def slide(board: Board, square: int, direction: Direction) -> Slide:
    """The quiet moves of a flying king in one direction."""
    ray = board.ray(square, direction)
    moves = tuple(Move((square, to), (), crowned=False) for to in ray)
    upto = {1 << blocker: moves[:place] for place, blocker in enumerate(ray)}
    return Slide(squares_set(ray), ray[0] > square, {0: moves, **upto})


def leap(board: Board, square: int, direction: Direction) -> Leap:
    """The jumps of a flying king in one direction."""
    ray = board.ray(square, direction)
    prey = {}
    for place, square_of_prey in enumerate(ray):
        behind = ray[place + 1 :]
        landings = {0: behind, **{1 << blocker: behind[:far] for far, blocker in enumerate(behind)}}
        prey[1 << square_of_prey] = (square_of_prey, squares_set(behind), landings)
    return Leap(squares_set(ray), ray[0] > square, prey)
