"""What is known of endings with kings, when few pieces are left: which advantage wins, and where the winner goes.

Flying kings are hard to catch: a side that has one holds against so many pieces (`HOLDS`), and on eight squares a lone
king on the main road holds against three. Where kings step, the side ahead walks up to the other's pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from arbiter.rules.endings import main_road
from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.generator.lanes import bits_of
from arbiter.rules.variants.variant import Variant

FEW = 7
"""With more pieces nothing of this is asked."""
HOLDS: Mapping[int, int] = MappingProxyType({8: 2, 10: 3, 12: 4})
"""By the size of the board, against how many pieces a flying king holds."""
DRAWISH = 12
"""An advantage that does not win is worth this many times less."""
CLOSER = 3
"""For each square that a stepping king is nearer to the piece that it is after, in hundredths of a man."""
ROAD = 20
"""For the main road, to the side that is ahead."""


@dataclass(frozen=True, slots=True)
class Lore:
    """What one game's endings are weighed by."""

    holds: int
    """0 where kings step, and on boards where all squares are played on."""
    road: Bitboard
    distance: Mapping[Bitboard, Mapping[Bitboard, int]]
    """From square to square, where kings step."""

    def weighed(self, score: int, men: Bitboard, kings: Bitboard, their_men: Bitboard, their_kings: Bitboard) -> int:
        """The score with what is known, for the side whose *men* and *kings* come first."""
        if score > 0:
            return self._ahead(score, men, kings, their_men, their_kings)
        return -self._ahead(-score, their_men, their_kings, men, kings) if score else 0

    def _ahead(self, score: int, men: Bitboard, kings: Bitboard, their_men: Bitboard, their_kings: Bitboard) -> int:
        """The same for the side that is ahead."""
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
