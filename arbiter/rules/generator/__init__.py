"""The move generator: from the row of a game, functions that list, count and carry out the moves of one side.

The functions take bitboards on the grid: the mover's men and kings, then the waiter's men and kings. Every game has the
same functions. The facts of its row are read when the functions are made, not when they are called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TypeAlias

from arbiter.rules.generator.geometry import turned
from arbiter.rules.generator.grid import Bitboard, Grid, grid
from arbiter.rules.generator.lanes import slides, steps
from arbiter.rules.generator.takings import make_as_move, make_captures
from arbiter.rules.notation import Move
from arbiter.rules.variants.variant import Variant
from arbiter.sides import BLACK, WHITE, Both, Side
from arbiter.values import dataclass

Pieces: TypeAlias = tuple[Bitboard, Bitboard, Bitboard, Bitboard]
"""The men and the kings of the mover, then the men and the kings of the waiter, as bitboards."""


@dataclass(frozen=True, slots=True, eq=False)
class Generator:
    """The functions that list, count and carry out the moves of one side of one game."""

    grid: Grid
    moves: Callable[[Bitboard, Bitboard, Bitboard, Bitboard], list[Move]]
    """The legal moves: captures, or steps if nothing can be taken."""
    quiet: Callable[[Bitboard, Bitboard, Bitboard], list[Move]]
    """The steps alone, given the men, the kings and the free squares."""
    count: Callable[[Bitboard, Bitboard, Bitboard, Bitboard], int]
    after: Callable[[Bitboard, Bitboard, Bitboard, Bitboard], list[Pieces]]
    """The pieces after each legal move, as the next side to move sees them."""
    taking: Callable[[Bitboard, Bitboard, Bitboard, Bitboard], list[Pieces]]
    """The pieces after each capture; empty if nothing can be taken."""
    stepping: Callable[[Bitboard, Bitboard, Bitboard, Bitboard], list[Pieces]]
    """The pieces after each step, as if no capture were due."""


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
        """Yield for each flying king and direction: the king, the squares that it may reach, and the moves there."""
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
        """List the steps to the squares *to* of a fan, ordered by direction and then by square.

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

    This lookup takes half as long as asking for one side's generator.
    """
    return Both(generator(variant, WHITE), generator(variant, BLACK))
