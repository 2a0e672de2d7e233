"""Lookup tables of the generator by a piece's bit on the grid: its jumps, flights and slides.

A jump takes a neighbouring piece. A flight is a capture by a flying king, and a slide its move without capture. The
tables are made once for each game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from arbiter.rules.board import Direction
from arbiter.rules.generator.geometry import Flight, flights, jumps
from arbiter.rules.generator.grid import Bitboard, Fan, Grid
from arbiter.rules.notation import Move
from arbiter.rules.variants.variant import Variant
from arbiter.values import dataclass

GridJumps: TypeAlias = "Mapping[Bitboard, tuple[Bitboard, Sequence[GridJump]]]"
"""The jumps of a piece by its bit: the neighbours that it may jump over, as a bitboard, and each jump."""
GridFlights: TypeAlias = "Mapping[Bitboard, Sequence[GridFlight]]"
"""The captures of a flying king by its bit: one element for each direction."""


Tables: TypeAlias = (
    "tuple[dict[Bitboard, tuple[Bitboard, tuple[GridJump, ...]]], dict[Bitboard, tuple[GridFlight, ...]]]"
)

# These are plain tuples, not named ones: Python unpacks a plain tuple in a third of the time.
GridJump: TypeAlias = tuple[Bitboard, Bitboard, GridJumps, GridFlights]
"""A jump over a neighbour: the square jumped over, the landing square, and the next captures of a man and of a king."""
GridFlight: TypeAlias = tuple[
    Bitboard, bool, Mapping[Bitboard, tuple[Bitboard, Mapping[Bitboard, tuple[Bitboard, ...]]]], GridFlights, int
]
"""One direction of a flying king's captures.

In order: the ray; whether the nearest piece on the ray is the lowest bit; for each place of that piece, the squares
behind it, and the landing squares for each place of the next piece (0: no next piece); the captures that may follow;
and a number for the direction if the direction decides which captures may follow, otherwise 0.
"""
Slide: TypeAlias = tuple[Bitboard, bool, Mapping[Bitboard, tuple[Bitboard, ...]], Mapping[Bitboard, tuple[Move, ...]]]
"""One direction of a flying king's moves without capture.

In order: the ray; whether the nearest piece on the ray is the lowest bit; for each place of that piece (0: no piece),
the squares before it; and the moves to these squares.
"""

Steps: TypeAlias = tuple[tuple[Move, ...], tuple[Bitboard, ...], tuple[Bitboard, ...]]
"""The steps to neighbouring squares: three tuples, indexed by the bit length of the destination in its lane of the fan.

The first holds the moves, the second the bits of origin and destination together. The third holds the bit of the
destination if the step crowns a man, otherwise 0.
"""
NOWHERE = Move((), (), crowned=False)
"""The placeholder for a destination that no step reaches."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The captures of men or of kings: the first ones, and those that may follow, by the direction of the last jump."""

    first: tuple[GridJumps, GridFlights]
    later: Mapping[Direction, tuple[GridJumps, GridFlights]]


def rays(variant: Variant, square: int, directions: Iterable[Direction]) -> Iterable[tuple[Direction, tuple[int, ...]]]:
    """Yield each of *directions* that stays on the board, with the squares in that direction, nearest first."""
    for direction in directions:
        if ray := variant.board.ray(square, direction):
            yield direction, ray


def ways(
    variant: Variant, on: Grid, directions: Sequence[Direction], flying: Sequence[Direction], ends_on: Bitboard
) -> Ways:
    """Make the tables of captures over neighbours in *directions*, and of flying kings' captures in *flying*.

    No capture over a neighbour starts on a square of *ends_on*. If the game forbids turning back, each direction of the
    last jump has tables of its own, without the jumps in the opposite direction.
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
    """Convert a flying king's captures in one direction from square numbers to bits on the grid."""
    over = {
        on.bits[prey]: (
            on.spread(behind),
            {on.bits[blocker]: tuple(on.bits[land] for land in lands) for blocker, lands in landings.items()},
        )
        for prey, (behind, landings) in flight.over.items()
    }
    return on.spread(flight.ray), flight.rising, over, onward, heading


def slides(variant: Variant, on: Grid, directions: Sequence[Direction]) -> Mapping[Bitboard, tuple[Slide, ...]]:
    """Make the table of the moves without capture of a flying king, by its bit."""
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


def steps(variant: Variant, on: Grid, fan: Fan, crownhead: Bitboard) -> Steps:
    """Make the tables of the steps in the directions of *fan*. A step to a square of *crownhead* crowns the man."""
    found, pairs, crowns = [NOWHERE] * len(fan.top), [0] * len(fan.top), [0] * len(fan.top)
    for square in range(1, variant.board.last + 1):
        for way, (to, *_) in rays(variant, square, fan.lanes):
            land = on.bits[to]
            at = land.bit_length() + fan.lanes[way]
            found[at] = Move((square, to), (), crowned=bool(land & crownhead))
            pairs[at], crowns[at] = on.bits[square] | land, land & crownhead
    return tuple(found), tuple(pairs), tuple(crowns)
