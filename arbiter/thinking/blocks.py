"""What the men of both sides are worth together, by blocks of squares: what no look at one side's men alone can tell.

A block is eight squares close together. What stands there, nothing or a man of either side, has a weight, fitted to how
games ended (`fitted`). Blocks that lie in the same rows are looked up together, as a band. So far it has been done for
international draughts.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping, Sequence
from functools import cache

from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.variants.variant import Variant
from arbiter.thinking import fitted

BLOCKS: Mapping[str, str] = {"international": fitted.BLOCKS}
"""The weights of the blocks, for the games that have them."""
PLACES = tuple(
    tuple(5 * (row + down) + column + right + 1 for down in range(4) for right in range(2))
    for row in (0, 2)
    for column in range(4)
)
"""The blocks by the numbers of their squares. Those of the other half of the board are the same, turned round."""
DIGITS = 3
"""A square is empty, or has a man of the side whose weights they are, or of the other."""
SIZE = DIGITS ** len(PLACES[0])
MOST_KEPT = 100_000


class Block(dict[Bitboard, int]):
    """By the men that stand there, Black's shifted above White's: what that is worth to White."""

    __slots__ = ("all", "places", "weights")

    def __init__(self, places: Sequence[tuple[Bitboard, Bitboard]], weights: Sequence[int]) -> None:
        super().__init__()
        self.places = places
        """For each square the bits of the two digits."""
        self.weights = weights
        self.all = sum(one | other for one, other in places)
        """Every bit that it looks at."""

    def __missing__(self, standing: Bitboard) -> int:
        at = 0
        for one, other in self.places:
            at = DIGITS * at + (1 if standing & one else 2 if standing & other else 0)
        worth = self[standing] = self.weights[at]
        return worth


class Band(dict[Bitboard, int]):
    """The blocks in some rows together, by the men that stand there."""

    __slots__ = ("all", "blocks")

    def __init__(self, blocks: Sequence[Block]) -> None:
        super().__init__()
        self.blocks = [(block.all, block) for block in blocks]
        self.all = 0
        for every, _ in self.blocks:
            self.all |= every

    def __missing__(self, standing: Bitboard) -> int:
        if len(self) >= MOST_KEPT:
            self.clear()
        worth = 0
        for every, block in self.blocks:
            worth += block[standing & every]
        self[standing] = worth
        return worth


@cache
def bands(variant: Variant) -> tuple[Sequence[Band], int]:
    """The bands of that game, none where it has no blocks; and how far Black's men are shifted."""
    on = grid(variant)
    above = on.all.bit_length()
    rows: dict[int, list[Block]] = {}
    text = BLOCKS.get(variant.key)
    weights = [byte - 256 if byte > 127 else byte for byte in zlib.decompress(base64.b85decode(text))] if text else []
    for number, squares in enumerate(PLACES if text else ()):
        mine = weights[SIZE * number : SIZE * (number + 1)]
        bits = [on.bits[square] for square in squares]
        turned = [on.bits[variant.board.last + 1 - square] for square in squares]
        rows.setdefault(squares[0] // 10, []).append(Block([(bit, bit << above) for bit in bits], mine))
        rows.setdefault(-squares[0] // 10, []).append(
            Block([(bit << above, bit) for bit in turned], [-weight for weight in mine])
        )
    return [Band(blocks) for blocks in rows.values()], above
