"""The value of the men of both sides together, by blocks of squares.

It adds to the value of each side's men alone. A block is eight adjacent squares (four rows of two). Each arrangement of
men in a block has a weight, which was fitted to the results of games (`fitted_weights`). All blocks in the same rows
form a band, whose value is cached. Only international draughts has such weights.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping, Sequence
from functools import cache

from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.variants.variant import Variant
from arbiter.thinking import fitted_weights

BLOCKS: Mapping[str, str] = {"international": fitted_weights.BLOCKS}
"""The weights of the blocks of squares by game, as compressed text. A game that is missing has no weights."""
PLACES = tuple(
    tuple(5 * (row + down) + column + right + 1 for down in range(4) for right in range(2))
    for row in (0, 2)
    for column in range(4)
)
"""The numbers of the eight squares of each block, for one half of the blocks.

The other half are the same blocks, turned by 180 degrees.
"""
DIGITS = 3
"""A square has so many states: empty, a man of the side that the weights are for, or a man of the other side."""
SIZE = DIGITS ** len(PLACES[0])
MOST_KEPT = 100_000


class Block(dict[Bitboard, int]):
    """A cache of the values of one block (eight adjacent squares) to White, in hundredths of a man.

    The key is the arrangement of men in the block: the bits of White's men, and those of Black's men shifted above
    them.
    """

    __slots__ = ("all", "places", "weights")

    def __init__(self, places: Sequence[tuple[Bitboard, Bitboard]], weights: Sequence[int]) -> None:
        super().__init__()
        self.places = places
        """For each square, two bits of the key: for a man of the side that the weights are for, and for another man."""
        self.weights = weights
        self.all = sum(one | other for one, other in places)
        """All bits that a key of this block (an arrangement of men) can contain."""

    def __missing__(self, standing: Bitboard) -> int:
        at = 0
        for one, other in self.places:
            at = DIGITS * at + (1 if standing & one else 2 if standing & other else 0)
        worth = self[standing] = self.weights[at]
        return worth


class Band(dict[Bitboard, int]):
    """A cache of the values to White of all blocks in the same four rows, added up, in hundredths of a man.

    A block is eight adjacent squares. The key is the arrangement of men in these rows.
    """

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
    """Return the bands of *variant*, and the number of bits by which Black's men are shifted in their keys.

    There are no bands if the variant has no weights of blocks.
    """
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
