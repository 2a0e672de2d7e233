"""Where the pieces stand and who is to move; and the position text, FEN."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from arbiter.refused import Refused
from arbiter.rules.board import Squares, squares_in, squares_set
from arbiter.rules.notation import named_square, square_text
from arbiter.rules.variants import Variant
from arbiter.sides import Both, Side

LONGEST_FEN = 1_000
SIDES: Mapping[str, Side] = {"W": Side.WHITE, "B": Side.BLACK}
LETTERS: Both[str] = Both("W", "B")


class Rank(Enum):
    """What a piece may do."""

    MAN = "man"
    KING = "king"


@dataclass(frozen=True, slots=True)
class Position:
    """The pieces of both sides as bit sets (bit n = square n) and the side to move."""

    turn: Side
    men: Both[Squares]
    kings: Both[Squares]

    def piece_at(self, square: int) -> tuple[Side, Rank] | None:
        """Who stands there, if anybody."""
        bit = 1 << square
        for side in Side:
            if self.men[side] & bit:
                return side, Rank.MAN
            if self.kings[side] & bit:
                return side, Rank.KING
        return None

    def pieces(self, side: Side) -> dict[int, Rank]:
        """The squares of one side's pieces, lowest number first, and what stands there."""
        return {
            square: Rank.KING if self.kings[side] >> square & 1 else Rank.MAN
            for square in squares_in(self.men[side] | self.kings[side])
        }

    def played(self, path: tuple[int, ...], taken: tuple[int, ...], crowned: bool) -> Position:
        """The position after that move of the mover. It is carried out as told, not checked: replay relies on it."""
        mover, waiter = self.turn, self.turn.other
        start, end, gone = 1 << path[0], 1 << path[-1], ~squares_set(taken)
        men, kings = self.men[mover], self.kings[mover]
        if kings & start:
            kings = kings & ~start | end
        elif crowned:
            men, kings = men & ~start, kings | end
        else:
            men = men & ~start | end
        return Position(
            waiter,
            self.men.put(mover, men).put(waiter, self.men[waiter] & gone),
            self.kings.put(mover, kings).put(waiter, self.kings[waiter] & gone),
        )


def crownhead(variant: Variant, side: Side) -> Squares:
    """The last row, where a man of that side becomes a king."""
    return variant.board.in_rows((0,) if side is Side.WHITE else (variant.board.size - 1,))


def start(variant: Variant) -> Position:
    """The position in which the game begins."""
    size, rows = variant.board.size, range(variant.rows_behind, variant.rows_behind + variant.rows_of_men)
    men = Both(variant.board.in_rows(size - 1 - row for row in rows), variant.board.in_rows(rows))
    return Position(variant.first, men, Both(0, 0))


def parse_fen(text: str, variant: Variant) -> Position:
    """The position that the text describes: `W:W31-50:BK1,2`.

    Ranges, kings, a missing or an empty side and a final dot are read. Refused as `fen_unreadable` when it is no
    position text, as `fen_impossible` when no such position can be on the board.
    """
    compact = re.sub(r"\s+", "", text[: LONGEST_FEN + 1]).removesuffix(".")
    turn, *parts = compact.split(":")
    sides = [part[:1] for part in parts]
    if (
        len(text) > LONGEST_FEN
        or turn not in SIDES
        or not parts
        or len(set(sides)) < len(sides)
        or not SIDES.keys() >= set(sides)
    ):
        raise Refused("fen_unreadable", text=text[:80])
    men, kings = Both(0, 0), Both(0, 0)
    for part in parts:
        side = SIDES[part[0]]
        for piece in part[1:].split(",") if part[1:] else ():
            found = re.fullmatch(r"(K?)([a-l]?\d{1,3})(?:-K?([a-l]?\d{1,3}))?", piece, re.ASCII)
            if found is None:
                raise Refused("fen_unreadable", text=text[:80])
            low = _square_in_play(found[2], variant)
            high = _square_in_play(found[3], variant) if found[3] else low
            if high < low:
                raise Refused("fen_unreadable", text=text[:80])
            for square in range(low, high + 1):
                standing = men.white | men.black | kings.white | kings.black
                if standing >> square & 1:
                    raise _impossible(square, "two_pieces", variant)
                if not found[1] and crownhead(variant, side) >> square & 1:
                    raise _impossible(square, "uncrowned", variant)
                if found[1]:
                    kings = kings.put(side, kings[side] | 1 << square)
                else:
                    men = men.put(side, men[side] | 1 << square)
    return Position(SIDES[turn], men, kings)


def fen_text(position: Position, variant: Variant) -> str:
    """The position as PDN writes it, every piece named: `W:W28,K37:B9,13`."""
    sides = (
        LETTERS[side]
        + ",".join(
            ("K" if rank is Rank.KING else "") + square_text(square, variant)
            for square, rank in position.pieces(side).items()
        )
        for side in Side
    )
    return ":".join((LETTERS[position.turn], *sides))


def _square_in_play(name: str, variant: Variant) -> int:
    square = named_square(name, variant)
    if square is None or not 1 <= square <= variant.board.last:
        raise Refused("fen_impossible", square=name, reason="out_of_play")
    return square


def _impossible(square: int, reason: str, variant: Variant) -> Refused:
    return Refused("fen_impossible", square=square_text(square, variant), reason=reason)
