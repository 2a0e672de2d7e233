"""The move generator: from the row of a game, functions that list, count and carry out the moves of one side.

The functions take bitboards on the grid: the men and kings of the side to move (the mover), then those of the other
side (the waiter). Every game has the same functions. A function `make_x` reads the row of the game and returns the
function `x`, which need not look at the row again. Of all captures that the pieces of a side can make, only those with
the highest precedence are legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from arbiter.rules.generator.geometry import turned
from arbiter.rules.generator.grid import Bitboard, Fan, Grid, grid
from arbiter.rules.generator.lanes import GridFlights, GridJumps, Ways, slides, steps, ways
from arbiter.rules.generator.legal_captures import FollowJumps, Taking, Trail, make_fly, make_jump
from arbiter.rules.notation import Move
from arbiter.rules.variants.variant import Capture, Crowning, Variant
from arbiter.sides import BLACK, WHITE, Both, Side
from arbiter.values import dataclass

Captures: TypeAlias = Callable[[Bitboard, Bitboard, Bitboard, Bitboard, Bitboard], list[Taking]]
"""A function that lists the legal captures.

Its arguments are the mover's men and kings, the waiter's men and kings, and the free squares.
"""

First: TypeAlias = Mapping[Bitboard, tuple[Bitboard, Bitboard, Bitboard, Bitboard, GridJumps, GridFlights, Taking]]
"""The first jumps of captures, by the bit of the square jumped over in the lane of the direction (see `Fan`).

Each is a tuple: the origin, the landing square, the square jumped over, the squares that may be jumped over next, the
tables of the next jumps of a man and of a flying king, and the whole capture if it ends after this jump.
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
        """Add to *found* every capture that begins with a jump over one of some pieces.

        *overs*: these pieces, each as a bit in the lane of the direction of its jump (see `Fan`).
        """
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
    """Make the table of the first jumps in the directions of *fan* that stay on the board.

    A man whose capture ends on a square of *crownhead* is crowned. A man that lands on a square of *turning* becomes a
    king at once and may go on as a king.
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
    """Make the function that selects the captures with the highest precedence from all captures of a position.

    Of captures with the same origin, destination and pieces taken it returns only one.
    """
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


Pieces: TypeAlias = tuple[Bitboard, Bitboard, Bitboard, Bitboard]
"""The men and the kings of the mover, then the men and the kings of the waiter, as bitboards."""


@dataclass(frozen=True, slots=True, eq=False)
class Generator:
    """The functions that list, count and carry out the moves of one side in one variant."""

    grid: Grid
    moves: Callable[[Bitboard, Bitboard, Bitboard, Bitboard], list[Move]]
    """A function that returns the legal moves: the captures or, if nothing can be taken, the moves without capture.

    It is called with the men and the kings of the mover, then those of the waiter. So are `after`, `taking` and
    `stepping`.
    """
    quiet: Callable[[Bitboard, Bitboard, Bitboard], list[Move]]
    """A function that returns the moves without capture, even if there are captures.

    It is called with the men and the kings of the mover, and with the free squares.
    """
    count: Callable[[Bitboard, Bitboard, Bitboard, Bitboard], int]
    after: Callable[[Bitboard, Bitboard, Bitboard, Bitboard], list[Pieces]]
    """A function that returns the pieces after each legal move. Those of the side that moves next come first."""
    taking: Callable[[Bitboard, Bitboard, Bitboard, Bitboard], list[Pieces]]
    """A function that returns the pieces after each legal capture; empty if nothing can be taken."""
    stepping: Callable[[Bitboard, Bitboard, Bitboard, Bitboard], list[Pieces]]
    """A function that returns the pieces after each move without capture, even if there are captures."""


@cache
def generator(variant: Variant, side: Side) -> Generator:
    on = grid(variant)
    everything = on.all
    board = variant.board
    crownhead = on.spread(board.in_rows((0,) if side is Side.WHITE else (board.size - 1,)))
    flying = variant.flying_kings
    man_step, king_step = turned(variant.men_step, side), turned(variant.kings_step, side)
    man_fan, king_fan = on.fan(man_step), on.fan(() if flying else king_step)
    man_steps, king_steps = steps(variant, on, man_fan, crownhead), steps(variant, on, king_fan, 0)
    man_ahead, man_still = man_fan.ahead, man_fan.still
    king_ahead, king_still = king_fan.ahead, king_fan.still
    sliding = slides(variant, on, king_step) if flying else {}
    captures, as_move = make_captures(variant, side, on, crownhead), make_as_move(on)

    def glides(kings: Bitboard, free: Bitboard) -> Iterator[tuple[Bitboard, tuple[Bitboard, ...], tuple[Move, ...]]]:
        """Yield for each flying king and direction: the king, the squares that it may reach, and the moves to them."""
        standing = everything ^ free
        while kings:
            king = kings & -kings
            kings ^= king
            for ray, rising, upto, moves_upto in sliding[king]:
                near = standing & ray
                if near:
                    near = near & -near if rising else 1 << near.bit_length() - 1
                yield king, upto[near], moves_upto[near]

    def count(men: Bitboard, kings: Bitboard, their_men: Bitboard, their_kings: Bitboard) -> int:
        free = everything ^ (men | kings | their_men | their_kings)
        if takings := captures(men, kings, their_men, their_kings, free):
            return len(takings)
        total = (men * man_ahead & free * man_still).bit_count()
        if kings and flying:
            return total + sum(len(lands) for _, lands, _ in glides(kings, free))
        return total + (kings * king_ahead & free * king_still).bit_count()

    def taking(men: Bitboard, kings: Bitboard, their_men: Bitboard, their_kings: Bitboard) -> list[Pieces]:
        free = everything ^ (men | kings | their_men | their_kings)
        found: list[Pieces] = []
        for origin, to, taken, _, crowned in captures(men, kings, their_men, their_kings, free):
            left_men, left_kings = their_men & ~taken, their_kings & ~taken
            if kings & origin:
                found.append((left_men, left_kings, men, kings ^ origin ^ to))
            elif crowned:
                found.append((left_men, left_kings, men ^ origin, kings | to))
            else:
                found.append((left_men, left_kings, men ^ origin ^ to, kings))
        return found

    def stepping(men: Bitboard, kings: Bitboard, their_men: Bitboard, their_kings: Bitboard) -> list[Pieces]:
        free = everything ^ (men | kings | their_men | their_kings)
        found: list[Pieces] = []
        _, pairs, crowns = man_steps
        top, to = man_fan.top, men * man_ahead & free * man_still
        while to:
            length = to.bit_length()
            to ^= top[length]
            if king := crowns[length]:
                found.append((their_men, their_kings, men ^ pairs[length] ^ king, kings | king))
            else:
                found.append((their_men, their_kings, men ^ pairs[length], kings))
        found.reverse()
        if kings:
            if flying:
                for king, lands, _ in glides(kings, free):
                    others = kings ^ king
                    found += [(their_men, their_kings, men, others | land) for land in lands]
            to = kings * king_ahead & free * king_still
            while to:
                land = to & -to
                to ^= land
                found.append((their_men, their_kings, men, kings ^ king_steps[1][land.bit_length()]))
        return found

    def after(men: Bitboard, kings: Bitboard, their_men: Bitboard, their_kings: Bitboard) -> list[Pieces]:
        return taking(men, kings, their_men, their_kings) or stepping(men, kings, their_men, their_kings)

    def stepped(to: Bitboard, top: Sequence[Bitboard], moves: Sequence[Move]) -> list[Move]:
        """Return the steps whose destinations are the bits *to* in a fan, ordered by direction and then by square.

        The steps are found in the opposite order, and the list is reversed at the end.
        """
        found: list[Move] = []
        while to:
            length = to.bit_length()
            found.append(moves[length])
            to ^= top[length]
        found.reverse()
        return found

    def quiet(men: Bitboard, kings: Bitboard, free: Bitboard) -> list[Move]:
        found = stepped(men * man_ahead & free * man_still, man_fan.top, man_steps[0])
        if kings:
            if flying:
                for _, _, glided in glides(kings, free):
                    found += glided
            else:
                found += stepped(kings * king_ahead & free * king_still, king_fan.top, king_steps[0])
        return found

    def moves(men: Bitboard, kings: Bitboard, their_men: Bitboard, their_kings: Bitboard) -> list[Move]:
        free = everything ^ (men | kings | their_men | their_kings)
        if takings := captures(men, kings, their_men, their_kings, free):
            return [taking[3][3] or as_move(taking) for taking in takings]
        return quiet(men, kings, free)

    return Generator(on, moves, quiet, count, after, taking, stepping)


@cache
def generators(variant: Variant) -> Both[Generator]:
    """Return the generators of White and of Black.

    This call takes half as long as a call of `generator` for one side.
    """
    return Both(generator(variant, WHITE), generator(variant, BLACK))
