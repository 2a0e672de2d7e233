"""The static value of the pieces on the board, in hundredths of a man.

The value is derived from the row of the game, or set for this game alone. The men of one side are evaluated together,
and their value is cached by the set of their squares. Therefore it costs one lookup at a leaf of the search, however
many terms it has.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from arbiter.rules.board import Direction
from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Both, Side
from arbiter.thinking import fitted_weights
from arbiter.thinking.block_evaluation import Band, bands
from arbiter.values import dataclass

MAN = 100
MOST_KEPT = 400_000
PART = 10
ALL_OF_PART = (1 << PART) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The terms of the evaluation in one game: the worth of each feature of a position, in hundredths of a man."""

    advance: int = 1
    """The worth of each row that a man has advanced, in hundredths of a man."""
    near: int = 3
    """The extra worth of a man three rows before its crowning, in hundredths of a man; twice as much with two rows."""
    centre: int = 2
    """The worth of each column between a man and the nearer edge (three at most), in hundredths of a man."""
    guard: int = 6
    """The extra worth of a man on its own back row, in hundredths of a man."""
    burden: int = 150
    """The amount by which a good-for-nothing is worth less than a man, because a side wins by losing all of them."""
    burden_nearer: int = 8
    """A further deduction for each row that a good-for-nothing has advanced: on the last row it loses the game."""
    men: tuple[int, ...] = ()
    """The value of a white man on each square, from square 1 on. If given, it replaces the terms for men above."""


PLAIN = Figures()
TURKISH = Figures(advance=8, near=10, guard=0)  # no guard: men can pass the back row at its sides
OF_VARIANT: Mapping[str, Figures] = MappingProxyType(
    {"international": Figures(men=fitted_weights.MEN), "turkish": TURKISH, "turkish-federation": TURKISH}
)
"""The terms of the evaluation for each variant that has terms of its own. All other variants use `PLAIN`."""


class Men(dict[Bitboard, int]):
    """A cache of the value of one side's men, by the set of their squares. A missing value is computed."""

    __slots__ = ("parts",)

    def __init__(self, by_man: Mapping[Bitboard, int]) -> None:
        super().__init__()
        self.parts: list[list[int]] = []
        """For each part of the grid (`PART` bits), the value of the men in this part, by the bits that are set."""
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
    """The lookup tables from which the value of the pieces in one game is computed."""

    men: Both[Men]
    idle: Both[Men]
    """The deductions for good-for-nothings, compared with ordinary men."""
    king: int
    bands: Sequence[tuple[Bitboard, Band]]
    """The bands, which hold the value to White of the men of both sides together (see `block_evaluation`).

    Each has before it the bits that it covers.
    """
    above: int
    """The number of bits by which Black's men are shifted in the key of a band."""


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
    """Return the value of a man of *side* on each square, by the bit of the square."""
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
    """Return what is subtracted from the value of a man if the piece is a good-for-nothing, by the bit of its square.

    A good-for-nothing is a piece of Parton's game that is never crowned, and with which its owner must not reach the
    last row. The nearer it is to the last row, the more is subtracted. The result holds negative numbers.
    """
    weights, board, bits = OF_VARIANT.get(variant.key, PLAIN), variant.board, grid(variant).bits
    last = board.size - 1
    gone = [0, *(last - board.row(s) if side is Side.WHITE else board.row(s) for s in range(1, board.last + 1))]
    return {bits[s]: -weights.burden - weights.burden_nearer * gone[s] for s in range(1, board.last + 1)}


def _king(variant: Variant) -> int:
    """Return the value of a king.

    It grows with the ratio of a king's moves to a man's moves on an empty board.
    """
    man = _reach(variant, variant.men_step, flying=False)
    king = _reach(variant, variant.kings_step, flying=variant.flying_kings)
    return round(MAN * math.pow(king / man, 0.6)) + (0 if variant.men_take_kings else 25)


def _reach(variant: Variant, directions: tuple[Direction, ...], *, flying: bool) -> int:
    """Return the number of moves that one piece has on an empty board, added up over all squares."""
    return sum(
        len(ray) if flying else bool(ray)
        for square in range(1, variant.board.last + 1)
        for ray in (variant.board.ray(square, way) for way in directions)
    )
