"""The legal captures of one side: of all captures that its pieces can make, those with the highest precedence.

A function `make_x` reads the row of the game and returns the function `x`, which need not look at the row again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from arbiter.rules.generator.chase import FollowJumps, Taking, Trail, make_fly, make_jump
from arbiter.rules.generator.geometry import turned
from arbiter.rules.generator.grid import Bitboard, Fan, Grid
from arbiter.rules.generator.lanes import GridFlights, GridJumps, Ways, ways
from arbiter.rules.notation import Move
from arbiter.rules.variants.variant import Capture, Crowning, Variant
from arbiter.sides import Side

Captures: TypeAlias = Callable[[Bitboard, Bitboard, Bitboard, Bitboard, Bitboard], list[Taking]]
"""A function that lists the legal captures, given the mover's men and kings, the waiter's, and the free squares."""

First: TypeAlias = Mapping[Bitboard, tuple[Bitboard, Bitboard, Bitboard, Bitboard, GridJumps, GridFlights, Taking]]
"""The first jumps by the square jumped over, in the lane of the direction.

Each has its origin, the landing square, the square jumped over, the squares over which it may go on, the captures that
may follow it, and the capture that it is if it does not go on.
"""


def make_captures(variant: Variant, side: Side, on: Grid, crownhead: Bitboard) -> Captures:
    """Make the function that lists the legal captures of *side* in a position."""
    everything, flying = on.all, variant.flying_kings
    man_take, king_take = turned(variant.men_take, side), turned(variant.kings_take, side)
    fly = make_fly(variant, everything)
    as_man, as_king = (make_jump(variant, everything, crowning, fly) for crowning in (crownhead, 0))
    no_further = crownhead if variant.crowning is Crowning.ENDS_THE_MOVE else 0
    flying_on = king_take if variant.crowning is Crowning.GOES_ON_AS_KING else ()
    man_ways = ways(variant, on, man_take, flying_on, no_further)
    king_ways = ways(variant, on, () if flying else king_take, king_take if flying else (), 0)
    man_fan, king_fan = on.fan(man_take), on.fan(() if flying else king_take)
    man_first = first(on, man_fan, man_ways, crownhead, crownhead if flying_on else 0)
    king_first = first(on, king_fan, king_ways, 0, 0)
    man_ahead, man_behind, man_still = man_fan.ahead, man_fan.behind, man_fan.still
    king_ahead, king_behind, king_still = king_fan.ahead, king_fan.behind, king_fan.still
    flights = king_ways.first[1]
    men_take_kings = variant.men_take_kings
    lifted = 0 if variant.taken_stay else everything
    chosen = make_chosen(variant)

    def jumped(
        follow: FollowJumps, begun: First, overs: Bitboard, prey: Bitboard, free: Bitboard, found: list[Taking]
    ) -> None:
        """Add to *found* every capture that begins with a jump over one of *overs*, each in the lane of its jump."""
        while overs:
            lowest = overs & -overs
            overs ^= lowest
            origin, land, over, onward, jumps, flights_on, alone = begun[lowest]
            left = prey ^ over
            if onward & left:
                room = free | origin | over & lifted
                follow(origin, land, jumps, flights_on, left, room, over, alone[3], found)
            else:
                found.append(alone)

    def captures(
        men: Bitboard, kings: Bitboard, their_men: Bitboard, their_kings: Bitboard, free: Bitboard
    ) -> list[Taking]:
        found: list[Taking] = []
        theirs = their_men | their_kings
        prey = theirs if men_take_kings else their_men
        if (near := men * man_ahead & prey * man_still) and (overs := near & free * man_behind):
            jumped(as_man, man_first, overs, prey, free, found)
        if kings:
            if flying:
                rest = kings
                while rest:
                    king = rest & -rest
                    rest ^= king
                    fly(king, king, flights, theirs, free | king, 0, None, False, found, {})
            elif overs := kings * king_ahead & theirs * king_still & free * king_behind:
                jumped(as_king, king_first, overs, theirs, free, found)
        return chosen(found, kings, their_kings) if len(found) > 1 else found

    return captures


def first(on: Grid, fan: Fan, ways: Ways, crownhead: Bitboard, turning: Bitboard) -> First:
    """Tabulate the first jumps of a *fan* for which the board has room.

    A piece that lands on a square of *turning* becomes a king and may go on from there as one.
    """
    begun = {}
    for way, lane in fan.lanes.items():
        by, (jumps, flights) = on.shift(way), ways.later[way]
        for origin in on.bits[1:]:
            over, land = (origin << by, origin << 2 * by) if by > 0 else (origin >> -by, origin >> -2 * by)
            if over & on.all and land & on.all:
                crowned = land & crownhead != 0
                move = Move((on.numbers[origin], on.numbers[land]), (on.numbers[over],), crowned)
                alone = (origin, land, over, (None, over, land, move), crowned)
                onward = on.all if land & turning else jumps[land][0]
                begun[over << lane] = (origin, land, over, onward, jumps, flights, alone)
    return begun


def make_chosen(variant: Variant) -> Callable[[list[Taking], Bitboard, Bitboard], list[Taking]]:
    """Make the function that keeps the captures with the highest precedence, and each result only once."""
    most_first = variant.precedence_steps[:1] == ("pieces",)
    precedence = None if variant.precedence_steps == ("pieces",) else variant.precedence

    def chosen(found: list[Taking], kings: Bitboard, their_kings: Bitboard) -> list[Taking]:
        if most_first:
            sizes = [taking[2].bit_count() for taking in found]
            most = max(sizes)
            if sizes.count(most) < len(found):
                found = [taking for taking, size in zip(found, sizes, strict=True) if size == most]
        if precedence is not None and len(found) > 1:
            wholes = (capture_of(bool(kings & origin), trail, their_kings) for origin, _, _, trail, _ in found)
            ranks = [precedence(whole) for whole in wholes]
            highest = max(ranks)
            found = [taking for taking, rank in zip(found, ranks, strict=True) if rank == highest]
        for taking in found:
            if taking[3][0] is not None:  # with two jumps or more, others may lead to the same result
                return list(
                    {(origin, to, taken, crown): t for t in found for origin, to, taken, _, crown in (t,)}.values()
                )
        return found

    return chosen


def capture_of(by_king: bool, trail: Trail, their_kings: Bitboard) -> Capture:
    taken = []
    while trail:
        trail, over, _, _ = trail
        taken.append(over)
    taken.reverse()
    return Capture(by_king, tuple(taken), tuple(bool(their_kings & over) for over in taken))


def make_as_move(on: Grid) -> Callable[[Taking], Move]:
    """Make the function that converts a capture to a `Move` with square numbers."""
    numbers = on.numbers

    def as_move(taking: Taking) -> Move:
        origin, _, _, trail, crowned = taking
        path, taken = [], []
        step: Trail = trail
        while step:
            step, over, land, _ = step
            path.append(numbers[land])
            taken.append(numbers[over])
        path.append(numbers[origin])
        return Move(tuple(path[::-1]), tuple(taken[::-1]), crowned)

    return as_move
