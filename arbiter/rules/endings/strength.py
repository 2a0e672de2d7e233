"""The side with the stronger position, which the referee of rulebook 001 may declare the winner.

The stronger side is the one whose pieces have the greater sum of points. Kings count more than men, and men nearer the
king row count more than those behind (001 Referee). A man is worth the size of the board, plus one point for each row
between it and its own back row. A king is worth twice the size of the board, which is more than any man (on 10x10: 20
points).
"""

from __future__ import annotations

from arbiter.rules.board import Board
from arbiter.rules.position import Position, Rank
from arbiter.rules.variants import Variant
from arbiter.sides import Both, Side
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of one piece in points, the square on which it stands, and whether it is a king."""

    square: int
    king: bool
    worth: int


def strength(position: Position, variant: Variant) -> Both[tuple[Worth, ...]]:
    """Return the worth of every piece of White and of Black, lowest square first."""
    return Both(Side.WHITE, Side.BLACK).map(
        lambda side: tuple(
            Worth(square, rank is Rank.KING, _worth(square, rank, side, variant.board))
            for square, rank in position.pieces(side).items()
        )
    )


def total(worths: tuple[Worth, ...]) -> int:
    return sum(one.worth for one in worths)


def stronger(position: Position, variant: Variant) -> Side | None:
    """Return the side with the stronger position; None if both are equally strong."""
    sums = strength(position, variant).map(total)
    return None if sums.white == sums.black else Side.WHITE if sums.white > sums.black else Side.BLACK


def _worth(square: int, rank: Rank, side: Side, board: Board) -> int:
    if rank is Rank.KING:
        return 2 * board.size
    row = board.row(square)
    return board.size + (board.size - 1 - row if side is Side.WHITE else row)
