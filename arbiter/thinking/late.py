"""Knowledge of endings with kings and few pieces: which advantage wins, and where the winning side goes.

Flying kings are hard to catch. A side with one holds a draw against a certain number of pieces (`HOLDS`), and on a
board of eight squares a lone king on the long diagonal ("main road") holds against three. In games with short kings,
the side ahead approaches the other's pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from arbiter.rules.endings import main_road
from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.generator.lanes import bits_of
from arbiter.rules.variants.variant import Variant
from arbiter.values import dataclass

FEW_PIECES = 7
"""The most pieces on the board for which this knowledge is applied."""
HOLDS: Mapping[int, int] = MappingProxyType({8: 2, 10: 3, 12: 4})
"""The number of pieces against which a flying king holds a draw, by the size of the board."""
DRAWISH = 12
"""The divisor of the score of an advantage that does not win."""
CLOSER = 3
"""The bonus for each square by which a short king is nearer to its target, in hundredths of a man."""
ROAD = 20
"""The bonus for holding the main road, for the side that is ahead, in hundredths of a man."""


@dataclass(frozen=True, slots=True)
class Lore:
    """The knowledge of one variant's endings. Its method `weighed` corrects the score of a position."""

    holds: int
    """The entry of `HOLDS`; 0 if kings are short or all squares of the board are in play."""
    road: Bitboard
    distance: Mapping[Bitboard, Mapping[Bitboard, int]]
    """The distance from square to square, in games with short kings."""

    def weighed(self, score: int, men: Bitboard, kings: Bitboard, their_men: Bitboard, their_kings: Bitboard) -> int:
        """Correct *score* by this knowledge.

        Score and pieces are given for the side whose *men* and *kings* come first.
        """
        if score > 0:
            return self._ahead(score, men, kings, their_men, their_kings)
        return -self._ahead(-score, their_men, their_kings, men, kings) if score else 0

    def _ahead(self, score: int, men: Bitboard, kings: Bitboard, their_men: Bitboard, their_kings: Bitboard) -> int:
        """Correct the score of a position in which one side is ahead. The score is that side's and above 0."""
        if self.holds and their_kings:
            ours = (men | kings).bit_count()
            if ours <= self.holds:
                return score // DRAWISH
            if ours == 3 and not their_men and their_kings.bit_count() == 1:
                return score // DRAWISH if their_kings & self.road else score + (ROAD if kings & self.road else 0)
        elif self.distance and kings:
            theirs = list(bits_of(their_men | their_kings))
            for king in bits_of(kings):
                far = self.distance[king]
                score -= CLOSER * min([far[piece] for piece in theirs], default=0)
        return score


@cache
def late(variant: Variant) -> Lore:
    board, bits = variant.board, grid(variant).bits
    if variant.flying_kings:
        holds = 0 if board.all_squares else HOLDS.get(board.size, 2)
        return Lore(holds, grid(variant).spread(main_road(board)) if holds else 0, {})
    squares = range(1, board.last + 1)
    return Lore(
        0,
        0,
        {
            bits[here]: {
                bits[there]: max(abs(board.row(here) - board.row(there)), abs(board.column(here) - board.column(there)))
                for there in squares
            }
            for here in squares
        },
    )
