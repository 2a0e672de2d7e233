"""The part of the generator that lists legal captures. It follows each capture to its end, as fast as possible.

There is a second implementation, `captures_of_a_piece`. It follows a single piece by square numbers and answers a
player's questions: where may the piece land next, what did these squares mean, which rule did they break?
`captures_of_a_piece` keeps every chain of jumps, including outranked ones; this module keeps one path for each result.
Both read the same geometry (`geometry`) and the same row of the game, and a property test compares them in every game.
Each line below names a rule of captures, the functions and constants that implement it in this package, and those in
`captures_of_a_piece`:

    crowning in passing   `make_jump`, `ways`, `first`   Hunt.landed, Hunt.jumps
    taken at once         `lifted`              Hunt.jumps
    no turning back       `ways`                Hunt.jumps
    may stop on the way   `make_fly`, `make_jump`   Hunt._follow

A new rule for kings is a column of the row (`variants.variant`) with its article. A rule on which piece may be jumped
from where, or on where a jump lands, is changed in `geometry` alone. Any other rule needs both implementations, and a
further line of this list. If a breach of the rule needs a code of its own, `verdict.faults` returns it.

A flying king may land on several squares behind the piece that it takes. If the capture can go on from some of these
squares, the king must land on one of them. Games in which the most pieces must be taken imply this; games of free
choice have it as a rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from arbiter.rules.generator.grid import Bitboard
from arbiter.rules.generator.lanes import GridFlights, GridJumps
from arbiter.rules.notation import Move
from arbiter.rules.variants.variant import Crowning, Variant

Jumped: TypeAlias = "tuple[Trail, Bitboard, Bitboard, Move | None]"
"""The last jump of a capture: the jumps before it, the square jumped over, the landing square, and a move or None.

The move is given only for a first jump over a neighbour. It is the capture if it ends after this jump.
"""
Trail: TypeAlias = "Jumped | None"
Taking: TypeAlias = tuple[Bitboard, Bitboard, Bitboard, Jumped, bool]
"""A whole capture: origin, destination, squares of the pieces taken, its jumps, and whether it crowns a man."""

Seen: TypeAlias = dict[tuple[Bitboard, Bitboard, int], bool]
"""A memo for flying kings: whether a capture can go on.

The key is the landing square, the pieces taken so far, and the number of the direction.
"""
FollowJumps: TypeAlias = Callable[
    [Bitboard, Bitboard, GridJumps, GridFlights, Bitboard, Bitboard, Bitboard, Jumped, list[Taking]], None
]
FollowFlights: TypeAlias = Callable[
    [Bitboard, Bitboard, GridFlights, Bitboard, Bitboard, Bitboard, Trail, bool, list[Taking], Seen], bool
]


def make_fly(variant: Variant, everything: Bitboard) -> FollowFlights:
    """Make the function that follows the captures of a flying king."""
    may_stop, order_counts = variant.may_stop, variant.order_counts
    lifted = 0 if variant.taken_stay else everything

    def fly(
        origin: Bitboard,
        at: Bitboard,
        flights: GridFlights,
        prey: Bitboard,
        free: Bitboard,
        taken: Bitboard,
        trail: Trail,
        crowned: bool,
        found: list[Taking],
        seen: Seen,
    ) -> bool:
        """Add to the list *found* every capture that goes on from the square *at*; return False if there is none.

        *seen*: the states that were followed already. They are skipped, because they lead to the same captures again.
        """
        standing = everything ^ free
        goes_on = False
        for ray, rising, over, later, heading in flights[at]:
            near = standing & ray
            if not near:
                continue
            near = near & -near if rising else 1 << near.bit_length() - 1
            if not near & prey:
                continue
            behind, landings = over[near]
            far = standing & behind
            lands = landings[(far & -far if rising else 1 << far.bit_length() - 1) if far else 0]
            if not lands:
                continue
            goes_on = True
            by_now, left, room = taken | near, prey ^ near, free | near & lifted
            ends, further = [], False
            for land in lands:
                onward = (trail, near, land, None)
                known = None if order_counts else seen.get((land, by_now, heading))
                if known is None:
                    known = fly(origin, land, later, left, room, by_now, onward, crowned, found, seen)
                    seen[land, by_now, heading] = known
                if not known or may_stop:
                    ends.append((origin, land, by_now, onward, crowned))
                further |= known
            if may_stop or not further:
                found += ends
        return goes_on

    return fly


def make_jump(variant: Variant, everything: Bitboard, crownhead: Bitboard, fly: FollowFlights) -> FollowJumps:
    """Make the function that follows a piece that jumps over neighbours. A man that ends on *crownhead* is crowned."""
    may_stop = variant.may_stop
    lifted = 0 if variant.taken_stay else everything
    turning = crownhead if variant.crowning is Crowning.GOES_ON_AS_KING else 0

    def jump(
        origin: Bitboard,
        at: Bitboard,
        jumps: GridJumps,
        flights: GridFlights,
        prey: Bitboard,
        free: Bitboard,
        taken: Bitboard,
        trail: Jumped,
        found: list[Taking],
    ) -> None:
        """Add to the list *found* every capture that goes on from the square *at*.

        If none goes on, or if the player may stop early, add the capture that ends on *at*.
        """
        if at & turning:
            ends = not fly(origin, at, flights, prey, free, taken, trail, True, found, {})
        else:
            ends = True
            near, leads = jumps[at]
            if near & prey:
                for over, land, onward, flights_on in leads:
                    if over & prey and land & free:
                        ends = may_stop
                        room, then = free | over & lifted, (trail, over, land, None)
                        jump(origin, land, onward, flights_on, prey ^ over, room, taken | over, then, found)
        if ends:
            found.append((origin, at, taken, trail, at & crownhead != 0))

    return jump
