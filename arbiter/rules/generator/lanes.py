"""What the generator looks up by a piece's bit on the grid: where it may jump, fly and slide, made once for a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from arbiter.rules.board import Direction
from arbiter.rules.generator.geometry import Flight, flights, jumps
from arbiter.rules.generator.grid import Bitboard, Grid
from arbiter.rules.move import Move
from arbiter.rules.variants.variant import Variant

GridJumps: TypeAlias = "Mapping[Bitboard, tuple[Bitboard, Sequence[GridJump]]]"
"""By the bit of a piece, the neighbours over which it may jump, and the jumps."""
GridFlights: TypeAlias = "Mapping[Bitboard, Sequence[GridFlight]]"
"""By the bit of a flying king, its directions of capture."""


Tables: TypeAlias = (
    "tuple[dict[Bitboard, tuple[Bitboard, tuple[GridJump, ...]]], dict[Bitboard, tuple[GridFlight, ...]]]"
)

# These are bare tuples, not named ones: Python takes a bare one apart in a third of the time, and does nothing else.
GridJump: TypeAlias = tuple[Bitboard, Bitboard, GridJumps, GridFlights]
"""A jump over a neighbour: over which square, to which, and what may follow it there for a man, and for a king."""
GridFlight: TypeAlias = tuple[
    Bitboard, bool, Mapping[Bitboard, tuple[Bitboard, Mapping[Bitboard, tuple[Bitboard, ...]]]], GridFlights, int
]
"""One direction of a flying king's captures: the ray; whether the nearest piece in it is the lowest bit; by that piece
the ray behind it, and by the next piece there (0: none) the squares to land on; what may follow; and a number that
tells directions apart where that decides what may follow, 0 everywhere else."""
Slide: TypeAlias = tuple[Bitboard, bool, Mapping[Bitboard, tuple[Bitboard, ...]], Mapping[Bitboard, tuple[Move, ...]]]
"""One direction of a flying king's quiet moves: the ray; whether the nearest piece in it is the lowest bit; and by that
piece (0: none) the squares before it, and the same as moves."""

Steps: TypeAlias = tuple[tuple[Move, ...], tuple[Bitboard, ...]]
"""The quiet moves of pieces that step, in one direction, by the length in bits of the square where they arrive; by the
same, that square and the one where the step began."""
NOWHERE = Move((), (), crowned=False)
"""What stands where no step arrives."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The captures of men or kings: at first, and by the direction of the jump before what may follow it."""

    first: tuple[GridJumps, GridFlights]
    later: Mapping[Direction, tuple[GridJumps, GridFlights]]


def rays(variant: Variant, square: int, directions: Iterable[Direction]) -> Iterable[tuple[Direction, tuple[int, ...]]]:
    """In each direction the squares that lie there, where there are any."""
    for direction in directions:
        if ray := variant.board.ray(square, direction):
            yield direction, ray


def ways(
    variant: Variant, on: Grid, directions: Sequence[Direction], flying: Sequence[Direction], ends_on: Bitboard
) -> Ways:
    """Captures over neighbours in *directions*, none from *ends_on*, and of flying kings in *flying*.

    Where a row forbids turning back, each direction has tables of its own from which its opposite is missing.
    """
    everywhere: Tables = ({}, {})
    headings = dict.fromkeys((*directions, *flying))
    one_for_all = variant.may_turn_back
    later: dict[Direction, Tables] = {heading: everywhere if one_for_all else ({}, {}) for heading in headings}
    tables: list[tuple[Direction | None, Tables]] = [(None, everywhere)]
    if not one_for_all:
        tables += [((-row, -column), later[row, column]) for row, column in headings]
    for barred, (near, far) in tables:
        for square, bit in enumerate(on.bits[1:], start=1):
            leads = tuple(
                (on.bits[over], on.bits[land], *later[way])
                for way, (over, land) in jumps(variant, square, directions)
                if way != barred and not bit & ends_on
            )
            near[bit] = sum(lead[0] for lead in leads), leads
            far[bit] = tuple(
                laid_out(on, flight, later[way][1], 0 if variant.may_turn_back else flying.index(way))
                for way, flight in flights(variant, square, flying)
                if way != barred
            )
    return Ways(everywhere, later)


def laid_out(on: Grid, flight: Flight, onward: GridFlights, heading: int) -> GridFlight:
    """A flying king's captures in one direction, on the grid."""
    over = {
        on.bits[prey]: (
            on.spread(behind),
            {on.bits[blocker]: tuple(on.bits[land] for land in lands) for blocker, lands in landings.items()},
        )
        for prey, (behind, landings) in flight.over.items()
    }
    return on.spread(flight.ray), flight.rising, over, onward, heading


def slides(variant: Variant, on: Grid, directions: Sequence[Direction]) -> Mapping[Bitboard, tuple[Slide, ...]]:
    """By the bit of a flying king, its quiet moves."""
    found = {}
    for square, bit in enumerate(on.bits[1:], start=1):
        mine = []
        for _, ray in rays(variant, square, directions):
            bits = tuple(on.bits[to] for to in ray)
            moves = tuple(Move((square, to), (), crowned=False) for to in ray)
            mine.append(
                (
                    sum(bits),
                    ray[0] > square,
                    {0: bits, **{blocker: bits[:far] for far, blocker in enumerate(bits)}},
                    {0: moves, **{blocker: moves[:far] for far, blocker in enumerate(bits)}},
                )
            )
        found[bit] = tuple(mine)
    return found


def bits_of(bitboard: Bitboard) -> Iterator[Bitboard]:
    while bitboard:
        low = bitboard & -bitboard
        yield low
        bitboard ^= low


def steps(variant: Variant, on: Grid, direction: Direction, crownhead: Bitboard) -> Steps:
    """The steps in that direction; those that arrive on *crownhead* crown."""
    found, pairs = [NOWHERE] * len(on.top), [0] * len(on.top)
    for square in range(1, variant.board.last + 1):
        for _, (to, *_) in rays(variant, square, (direction,)):
            land = on.bits[to]
            found[land.bit_length()] = Move((square, to), (), crowned=bool(land & crownhead))
            pairs[land.bit_length()] = on.bits[square] | land
    return tuple(found), tuple(pairs)
