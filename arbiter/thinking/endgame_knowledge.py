"""Knowledge of endings with kings and few pieces: which advantage wins, and where the side that is ahead should go.

Flying kings are hard to catch. A side with a flying king holds a draw against a certain number of pieces (`HOLDS`). On
a board of 8 x 8 squares, a lone king on the long diagonal (the "main road") also holds a draw against three. Short
kings move only to neighbouring squares. In games with short kings, the side that is ahead should approach the other
side's pieces.
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
"""With at most this many pieces on the board, scores are corrected by the knowledge of endings."""
HOLDS: Mapping[int, int] = MappingProxyType({8: 2, 10: 3, 12: 4})
"""A side with a flying king holds a draw against at most this many pieces, by the size of the board (8: 8 x 8)."""
DRAWISH = 12
"""If an advantage does not win the game, its score is divided by this number."""
CLOSER = 3
"""The deduction for each square from a short king to the nearest piece of the other side, in hundredths of a man."""
ROAD = 20
"""The bonus of the side that is ahead for a king on the main road, in hundredths of a man."""


@dataclass(frozen=True, slots=True)
class Lore:
    """The knowledge of one variant's endings. Its method `weighed` corrects the score of a position."""

    holds: int
    """The value of `HOLDS` for the board. It is 0 if kings are short, or if all squares of the board are in play."""
    road: Bitboard
    distance: Mapping[Bitboard, Mapping[Bitboard, int]]
    """The distance from each square to each other in steps of a short king; empty in games with flying kings."""

    def weighed(self, score: int, men: Bitboard, kings: Bitboard, their_men: Bitboard, their_kings: Bitboard) -> int:
        """Return *score*, corrected by this knowledge.

        *score* is the score of the side that has *men* and *kings*.
        """
        if score > 0:
            return self._ahead(score, men, kings, their_men, their_kings)
        return -self._ahead(-score, their_men, their_kings, men, kings) if score else 0

    def _ahead(self, score: int, men: Bitboard, kings: Bitboard, their_men: Bitboard, their_kings: Bitboard) -> int:
        """Return the corrected score of the side that has *men* and *kings* and is ahead. *score* is greater than 0."""
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
