"""The generator: from a row of the table to functions that list, count and carry out the moves of one side.

They are given the pieces as sets on the grid: the mover's men and kings, and the waiter's. Every game has the same
functions; what its row says is looked up when they are made, not when they are called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from arbiter.rules.grid import Grid, Places, grid
from arbiter.rules.lanes import slides, steps
from arbiter.rules.lines import turned
from arbiter.rules.move import Move
from arbiter.rules.takings import capturer, told
from arbiter.rules.variant import Variant
from arbiter.sides import Side

Pieces: TypeAlias = tuple[Places, Places, Places, Places]
"""The men and the kings of the mover, the men and the kings of the waiter."""

CHUNK = 19
"""So many places at a time are looked up among the steps that lead there."""


@dataclass(frozen=True, slots=True, eq=False)
class Generator:
    """One side of one game."""

    grid: Grid
    moves: Callable[[Places, Places, Places, Places], list[Move]]
    """The legal moves: captures, or steps where nothing can be taken."""
    quiet: Callable[[Places, Places, Places], list[Move]]
    """The steps alone, given men, kings and the free places."""
    count: Callable[[Places, Places, Places, Places], int]
    """How many legal moves there are."""
    after: Callable[[Places, Places, Places, Places], list[Pieces]]
    """The pieces after each legal move, as the waiter, who moves then, sees them."""


@cache
def generator(variant: Variant, side: Side) -> Generator:
    """The functions for that side of that game."""
    on = grid(variant)
    everything = on.all
    board = variant.board
    crownhead = on.spread(board.in_rows((0,) if side is Side.WHITE else (board.size - 1,)))
    flying = variant.flying_kings
    man_step, king_step = turned(variant.men_step, side), turned(variant.kings_step, side)
    man_lists = tuple((*on.shift(d), steps(variant, on, d, crownhead)) for d in man_step)
    king_lists = () if flying else tuple((*on.shift(d), steps(variant, on, d, 0)) for d in king_step)
    man_shifts = tuple(on.shift(d) for d in man_step)
    king_shifts = () if flying else tuple(on.shift(d) for d in king_step)
    sliding = slides(variant, on, king_step) if flying else {}
    chunks = tuple((1 << CHUNK) - 1 << start for start in range(0, everything.bit_length(), CHUNK))
    captures = capturer(variant, side, on, crownhead)

    def glides(kings: Places, free: Places) -> Iterator[tuple[Places, tuple[Places, ...], tuple[Move, ...]]]:
        """Each flying king in each direction: where it may go, and the same as moves."""
        standing = everything ^ free
        while kings:
            king = kings & -kings
            kings ^= king
            for ray, rising, upto, moves_upto in sliding[king]:
                near = standing & ray
                if near:
                    near = near & -near if rising else 1 << near.bit_length() - 1
                yield king, upto[near], moves_upto[near]

    def count(men: Places, kings: Places, their_men: Places, their_kings: Places) -> int:
        free = everything ^ (men | kings | their_men | their_kings)
        if found := captures(men, kings, their_men, their_kings, free):
            return len(found)
        total = 0
        for left, right in man_shifts:
            total += (men << left >> right & free).bit_count()
        if kings:
            for left, right in king_shifts:
                total += (kings << left >> right & free).bit_count()
            if flying:
                total += sum(len(lands) for _, lands, _ in glides(kings, free))
        return total

    def after(men: Places, kings: Places, their_men: Places, their_kings: Places) -> list[Pieces]:
        free = everything ^ (men | kings | their_men | their_kings)
        found: list[Pieces] = []
        if takings := captures(men, kings, their_men, their_kings, free):
            for origin, place, taken, _, crowned in takings:
                left_men, left_kings = their_men & ~taken, their_kings & ~taken
                if kings & origin:
                    found.append((left_men, left_kings, men, kings ^ origin ^ place))
                elif crowned:
                    found.append((left_men, left_kings, men ^ origin, kings | place))
                else:
                    found.append((left_men, left_kings, men ^ origin ^ place, kings))
            return found
        for left, right in man_shifts:
            to = men << left >> right & free
            while to:
                place = to & -to
                to ^= place
                rest = men ^ (place << right >> left)
                found.append(
                    (their_men, their_kings, rest, kings | place)
                    if place & crownhead
                    else (their_men, their_kings, rest | place, kings)
                )
        if kings:
            for left, right in king_shifts:
                to = kings << left >> right & free
                while to:
                    place = to & -to
                    to ^= place
                    found.append((their_men, their_kings, men, kings ^ (place << right >> left) ^ place))
            if flying:
                for king, lands, _ in glides(kings, free):
                    others = kings ^ king
                    found += [(their_men, their_kings, men, others | land) for land in lands]
        return found

    def quiet(men: Places, kings: Places, free: Places) -> list[Move]:
        found: list[Move] = []
        for left, right, lists in man_lists:
            to = men << left >> right & free
            for chunk in chunks:
                found += lists[to & chunk]
        if kings:
            for left, right, lists in king_lists:
                to = kings << left >> right & free
                for chunk in chunks:
                    found += lists[to & chunk]
            if flying:
                for _, _, moves_there in glides(kings, free):
                    found += moves_there
        return found

    def moves(men: Places, kings: Places, their_men: Places, their_kings: Places) -> list[Move]:
        free = everything ^ (men | kings | their_men | their_kings)
        if takings := captures(men, kings, their_men, their_kings, free):
            return [told(taking, on) for taking in takings]
        return quiet(men, kings, free)

    return Generator(on, moves, quiet, count, after)
