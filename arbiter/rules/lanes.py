"""What the generator looks up by a piece's place on the grid: where it may jump, fly and slide, made once for a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from arbiter.rules.board import Direction
from arbiter.rules.grid import Grid, Places
from arbiter.rules.move import Move
from arbiter.rules.variant import Variant

Hops: TypeAlias = "Mapping[Places, Sequence[Hop]]"
"""By the place of a piece, its jumps over neighbours."""
Flights: TypeAlias = "Mapping[Places, Sequence[Flight]]"
"""By the place of a flying king, its directions of capture."""


Tables: TypeAlias = "tuple[dict[Places, tuple[Hop, ...]], dict[Places, tuple[Flight, ...]]]"


class Hop(NamedTuple):
    """A jump over a neighbour, and what may follow it."""

    over: Places
    land: Places
    hops: Hops
    flights: Flights
    """What may follow where landing makes a king of the piece."""


class Flight(NamedTuple):
    """One direction of a flying king."""

    ray: Places
    rising: bool
    """The nearest piece in it is the lowest bit."""
    over: Mapping[Places, tuple[Places, Mapping[Places, tuple[Places, ...]]]]
    """By the nearest piece: the ray behind it, and by the next piece there (0: none) the places to land on."""
    flights: Flights
    """What may follow."""
    heading: int
    """Tells directions apart where that decides what may follow; 0 everywhere else."""


class Slide(NamedTuple):
    """The quiet moves of a flying king in one direction."""

    ray: Places
    rising: bool
    upto: Mapping[Places, tuple[Places, ...]]
    """By the nearest piece in the way (0: none): the places before it."""
    moves: Mapping[Places, tuple[Move, ...]]
    """The same as moves."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The captures of men or kings: at first, and by the direction of the jump before what may follow it."""

    first: tuple[Hops, Flights]
    later: Mapping[Direction, tuple[Hops, Flights]]


def rays(variant: Variant, square: int, directions: Iterable[Direction]) -> Iterable[tuple[Direction, tuple[int, ...]]]:
    """In each direction the squares that lie there, where there are any."""
    for direction in directions:
        if ray := variant.board.ray(square, direction):
            yield direction, ray


def ways(
    variant: Variant, on: Grid, directions: Sequence[Direction], flying: Sequence[Direction], ends_on: Places
) -> Ways:
    """Captures over neighbours in *directions*, none from *ends_on*, and of flying kings in *flying*.

    Where a row forbids turning back, each direction has tables of its own from which its opposite is missing.
    """
    everywhere: Tables = ({}, {})
    headings = dict.fromkeys((*directions, *flying))
    later: dict[Direction, Tables] = {
        heading: everywhere if variant.may_turn_back else ({}, {}) for heading in headings
    }
    tables: list[tuple[Direction | None, Tables]] = [(None, everywhere)]
    if not variant.may_turn_back:
        tables += [((-row, -column), later[row, column]) for row, column in headings]
    for barred, (hops, flights) in tables:
        for square, bit in enumerate(on.bits[1:], start=1):
            hops[bit] = tuple(
                Hop(on.bits[ray[0]], on.bits[ray[1]], *later[direction])
                for direction, ray in rays(variant, square, directions)
                if len(ray) > 1 and direction != barred and not bit & ends_on
            )
            flights[bit] = tuple(
                flight(on, square, ray, later[direction][1], 0 if variant.may_turn_back else flying.index(direction))
                for direction, ray in rays(variant, square, flying)
                if len(ray) > 1 and direction != barred
            )
    return Ways(everywhere, later)


def flight(on: Grid, square: int, ray: tuple[int, ...], onward: Flights, heading: int) -> Flight:
    """A flying king's captures along that ray."""
    bits = tuple(on.bits[to] for to in ray)
    over = {}
    for place, prey in enumerate(bits):
        behind = bits[place + 1 :]
        over[prey] = (sum(behind), {0: behind, **{blocker: behind[:far] for far, blocker in enumerate(behind)}})
    return Flight(sum(bits), ray[0] > square, over, onward, heading)


def slides(variant: Variant, on: Grid, directions: Sequence[Direction]) -> Mapping[Places, tuple[Slide, ...]]:
    """By the place of a flying king, its quiet moves."""
    found = {}
    for square, bit in enumerate(on.bits[1:], start=1):
        mine = []
        for _, ray in rays(variant, square, directions):
            bits = tuple(on.bits[to] for to in ray)
            moves = tuple(Move((square, to), (), crowned=False) for to in ray)
            mine.append(
                Slide(
                    sum(bits),
                    ray[0] > square,
                    {0: bits, **{blocker: bits[:far] for far, blocker in enumerate(bits)}},
                    {0: moves, **{blocker: moves[:far] for far, blocker in enumerate(bits)}},
                )
            )
        found[bit] = tuple(mine)
    return found


MOST_KEPT = 50_000


class Steps(dict[Places, tuple[Move, ...]]):
    """By a few places arrived at, the steps in one direction that lead there: made when first asked for, and kept."""

    def __init__(self, single: Mapping[Places, Move]) -> None:
        self.single = single

    def __missing__(self, places: Places) -> tuple[Move, ...]:
        moves = []
        rest = places
        while rest:
            low = rest & -rest
            rest ^= low
            moves.append(self.single[low])
        if len(self) >= MOST_KEPT:
            self.clear()
        self[places] = found = tuple(moves)
        return found


def steps(variant: Variant, on: Grid, direction: Direction, crownhead: Places) -> Steps:
    """The steps in that direction; those that arrive on *crownhead* crown."""
    single = {}
    for square in range(1, variant.board.last + 1):
        for _, (to, *_) in rays(variant, square, (direction,)):
            single[on.bits[to]] = Move((square, to), (), crowned=bool(on.bits[to] & crownhead))
    return Steps(single)
