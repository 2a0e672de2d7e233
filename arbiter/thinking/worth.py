"""What stands on the board is worth, in hundredths of a man: from the row of the game, and numbers of its own if any.

A side's men are weighed together, and what they came to is kept by their set: whatever is said of one side's own men
costs one look-up at a leaf.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from arbiter.rules.board import Direction
from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Both, Side
from arbiter.thinking import fitted
from arbiter.thinking.blocks import Band, bands

MAN = 100
MOST_KEPT = 400_000
PART = 10
ALL_OF_PART = (1 << PART) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The numbers of one game, in hundredths of a man."""

    advance: int = 1
    """For each row that a man has gone forward."""
    near: int = 3
    """More for the last rows before it is crowned, by how near."""
    centre: int = 2
    """For each column that a man stands away from the edge."""
    guard: int = 6
    """For each man at home on its own first row."""
    burden: int = 150
    """So much less than a man is a good-for-nothing, which its side wins by losing."""
    burden_nearer: int = 8
    """And more for each row that it has gone, for it loses the game at the last one."""
    men: tuple[int, ...] = ()
    """In the place of what stands above: a white man by its square."""


PLAIN = Figures()
TURKISH = Figures(advance=8, near=10, guard=0)  # men that stay behind are passed by at the side
OF_VARIANT: Mapping[str, Figures] = MappingProxyType(
    {"international": Figures(men=fitted.MEN), "turkish": TURKISH, "turkish-federation": TURKISH}
)
"""The games that have numbers of their own; the others are weighed by `PLAIN`."""


class Men(dict[Bitboard, int]):
    """What the men of one side are worth, by their set: put together from its parts when first asked."""

    __slots__ = ("parts",)

    def __init__(self, by_man: Mapping[Bitboard, int]) -> None:
        super().__init__()
        self.parts: list[list[int]] = []
        """For each so many squares of the grid, by which of them are taken: what the men there are worth."""
        for begin in range(0, max(by_man).bit_length(), PART):
            part = [0]
            for place in range(begin, begin + PART):
                part += [worth + by_man.get(1 << place, 0) for worth in part]
            self.parts.append(part)

    def __missing__(self, men: Bitboard) -> int:
        if len(self) >= MOST_KEPT:
            self.clear()
        worth, rest = 0, men
        for part in self.parts:
            worth += part[rest & ALL_OF_PART]
            rest >>= PART
        self[men] = worth
        return worth


@dataclass(frozen=True, slots=True)
class Scales:
    """What the pieces of one game are worth."""

    men: Both[Men]
    idle: Both[Men]
    """What good-for-nothings are worth less than other men."""
    king: int
    bands: Sequence[tuple[Bitboard, Band]]
    """What the men of both sides are worth together to White, by the bits that a band looks at."""
    above: int
    """So far Black's men are shifted there."""


@cache
def worth(variant: Variant) -> Scales:
    sides = Both(Side.WHITE, Side.BLACK)
    together, above = bands(variant)
    return Scales(
        sides.map(lambda side: Men(_men(variant, side))),
        sides.map(lambda side: Men(_burden(variant, side))),
        _king(variant),
        [(band.all, band) for band in together],
        above,
    )


def _men(variant: Variant, side: Side) -> Mapping[Bitboard, int]:
    """What a man is worth by its square."""
    weights, board, bits = OF_VARIANT.get(variant.key, PLAIN), variant.board, grid(variant).bits
    last = board.size - 1
    if weights.men:
        turned = board.last + 1 if side is Side.BLACK else 0
        return {bits[abs(turned - square)]: worth for square, worth in enumerate(weights.men, start=1)}
    found = {}
    for square in range(1, board.last + 1):
        row, column = board.row(square), board.column(square)
        gone = last - row if side is Side.WHITE else row
        left = last - gone
        found[bits[square]] = (
            MAN
            + weights.advance * gone
            + weights.near * max(0, 4 - left)
            + weights.centre * min(column, last - column, 3)
            + (weights.guard if gone == variant.rows_behind else 0)
        )
    return found


def _burden(variant: Variant, side: Side) -> Mapping[Bitboard, int]:
    """By its square, how much less a good-for-nothing is worth than another man there."""
    weights, board, bits = OF_VARIANT.get(variant.key, PLAIN), variant.board, grid(variant).bits
    last = board.size - 1
    gone = [0, *(last - board.row(s) if side is Side.WHITE else board.row(s) for s in range(1, board.last + 1))]
    return {bits[s]: -weights.burden - weights.burden_nearer * gone[s] for s in range(1, board.last + 1)}


def _king(variant: Variant) -> int:
    """What a king is worth: the farther it reaches, measured by a man, the more."""
    man = _reach(variant, variant.men_step, flying=False)
    king = _reach(variant, variant.kings_step, flying=variant.flying_kings)
    return round(MAN * math.pow(king / man, 0.6)) + (0 if variant.men_take_kings else 25)


def _reach(variant: Variant, directions: tuple[Direction, ...], *, flying: bool) -> int:
    """To how many squares a piece may go on an empty board, from all of them together."""
    return sum(
        len(ray) if flying else bool(ray)
        for square in range(1, variant.board.last + 1)
        for ray in (variant.board.ray(square, way) for way in directions)
    )
