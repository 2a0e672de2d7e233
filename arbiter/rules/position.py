"""A position (the squares of the pieces and the side to move), and its text form, called FEN."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import NamedTuple

from arbiter.refused import Refused
from arbiter.rules.board import Squares, squares_in, squares_set
from arbiter.rules.notation import named_square, square_text
from arbiter.rules.variants.variant import Variant
from arbiter.sides import BLACK, WHITE, Both, Side

LONGEST_FEN = 1_000
SIDES: Mapping[str, Side] = {"W": Side.WHITE, "B": Side.BLACK}
LETTERS: Both[str] = Both("W", "B")


class Rank(Enum):
    """The kind of a piece, which decides how it moves."""

    MAN = "man"
    KING = "king"
    GOOD_FOR_NOTHING = "good-for-nothing"
    """A piece that moves and captures as a man and is never crowned (004 Good-for-Nothings)."""


class KingWalk(NamedTuple):
    """The king that a side moved last, and how many times in a row it has moved without capturing.

    Some games limit such moves (in Frisian draughts, three in a row).
    """

    king: int
    """The square of the king that moved last; 0 if the side's last move was not a king's move without capture."""
    moves: int


STILL = KingWalk(0, 0)
UNWALKED = Both(STILL, STILL)
NONE: Both[Squares] = Both(0, 0)
RANKS: Mapping[str, Rank] = {"": Rank.MAN, "K": Rank.KING, "G": Rank.GOOD_FOR_NOTHING}
SIGNS: Mapping[Rank, str] = {rank: sign for sign, rank in RANKS.items()}


class Position(NamedTuple):
    """The pieces of both sides as bit sets (bit n = square n), and the side to move.

    The mover is the side to move, and the waiter is the other side. The class is a named tuple because every ply
    creates a position, and a named tuple is created in a third of the time of a frozen dataclass.
    """

    turn: Side
    movers_men: Squares
    """All pieces of the mover that are not kings, good-for-nothings included."""
    movers_kings: Squares
    waiters_men: Squares
    waiters_kings: Squares
    good_for_nothings: Both[Squares] = NONE
    """The good-for-nothings among the men of White and of Black. If there are none, this is the constant `NONE`."""
    walks: Both[KingWalk] = UNWALKED
    """For each side, how often its king has moved in a row. If neither moved a king last, this is `UNWALKED`.

    Comparison ignores this field. A cache of legal moves by position must therefore add it to the key.
    """

    @classmethod
    def of(
        cls,
        turn: Side,
        men: Both[Squares],
        kings: Both[Squares],
        good_for_nothings: Both[Squares] = NONE,
        walks: Both[KingWalk] = UNWALKED,
    ) -> Position:
        """Make a position from pieces that are given for White and for Black."""
        idle = good_for_nothings if any(good_for_nothings) else NONE
        return cls(turn, men[turn], kings[turn], men[turn.other], kings[turn.other], idle, walks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[1:5])

    @property
    def men(self) -> Both[Squares]:
        white = self.turn is WHITE
        return Both(self.movers_men, self.waiters_men) if white else Both(self.waiters_men, self.movers_men)

    @property
    def kings(self) -> Both[Squares]:
        white = self.turn is WHITE
        return Both(self.movers_kings, self.waiters_kings) if white else Both(self.waiters_kings, self.movers_kings)

    def turned_to(self, side: Side) -> Position:
        """Return the same pieces with *side* to move."""
        return Position.of(side, self.men, self.kings, self.good_for_nothings, self.walks)

    def piece_at(self, square: int) -> tuple[Side, Rank] | None:
        for side in Side:
            if (self.men[side] | self.kings[side]) >> square & 1:
                return side, self._rank(side, square)
        return None

    def pieces(self, side: Side) -> dict[int, Rank]:
        """Return the ranks of the pieces of one side by square, lowest number first."""
        men, kings = self.men[side], self.kings[side]
        squares = squares_in(men | kings)
        if not kings and self.good_for_nothings is NONE:
            return dict.fromkeys(squares, Rank.MAN)
        return {square: self._rank(side, square) for square in squares}

    def _rank(self, side: Side, square: int) -> Rank:
        """Return the rank of the piece of *side* on *square*."""
        if self.kings[side] >> square & 1:
            return Rank.KING
        return Rank.GOOD_FOR_NOTHING if self.good_for_nothings[side] >> square & 1 else Rank.MAN

    def played(self, path: tuple[int, ...], taken: tuple[int, ...], crowned: bool) -> Position:
        """Return the position after a move of the side to move.

        *path* are the squares visited, *taken* the squares of the pieces taken. Whether the move is legal is not
        checked, because a replay trusts the recorded moves.
        """
        turn, men, kings, their_men, their_kings, idle, walks = self
        start, end, walk = 1 << path[0], 1 << path[-1], STILL
        if kings & start:
            kings = kings & ~start | end
            if not taken:
                king, moves = walks[turn]
                walk = KingWalk(path[-1], moves + 1 if king == path[0] else 1)
        elif crowned:
            men, kings = men & ~start, kings | end
        else:
            men = men & ~start | end
            if idle is not NONE and idle[turn] & start:
                idle = idle.put(turn, idle[turn] & ~start | end)
        if taken:
            gone = ~squares_set(taken)
            their_men, their_kings = their_men & gone, their_kings & gone
            if idle is not NONE:
                idle = idle.put(turn.other, idle[turn.other] & gone)
        if walks is not UNWALKED or walk is not STILL:
            walks = walks.put(turn, walk)
        return tuple.__new__(
            Position, (BLACK if turn is WHITE else WHITE, their_men, their_kings, men, kings, idle, walks)
        )


@cache
def crownhead(variant: Variant, side: Side) -> Squares:
    """Return the squares of the last row, on which a man of *side* becomes a king."""
    return variant.board.in_rows((0,) if side is Side.WHITE else (variant.board.size - 1,))


@cache
def start(variant: Variant) -> Position:
    size, rows = variant.board.size, range(variant.rows_behind, variant.rows_behind + variant.rows_of_men)
    back = rows[: variant.rows_of_good_for_nothings]
    men, idle = (
        Both(variant.board.in_rows(size - 1 - row for row in placed), variant.board.in_rows(placed))
        for placed in (rows, back)
    )
    return Position.of(variant.first, men, Both(0, 0), idle)


def parse_fen(text: str, variant: Variant, *, uncrowned: bool = False) -> Position:
    """Parse a position text such as `W:W31-50:BK1,2`, in Good-for-Nothings `W:W21-28,G29-32:BK5,G1-4`.

    Ranges, kings, a missing or an empty side and a final dot are accepted. Raise Refused with the code `fen_unreadable`
    if the text is no position. Raise Refused with the code `fen_impossible` if a square is not in play, if two pieces
    are on one square, or if a man is on its last row. *uncrowned* allows men on their last row.
    """
    compact = re.sub(r"\s+", "", text[: LONGEST_FEN + 1]).removesuffix(".")
    turn, *told = compact.split(":")
    parts = [part for part in told if part]
    sides = [part[:1] for part in parts]
    if (
        len(text) > LONGEST_FEN
        or turn not in SIDES
        or (not parts and len(told) < 2)
        or len(set(sides)) < len(sides)
        or not SIDES.keys() >= set(sides)
    ):
        raise Refused("fen_unreadable", text=text[:80])
    letters = "KG" if variant.rows_of_good_for_nothings else "K"
    placed: Both[dict[Rank, Squares]] = Both(dict.fromkeys(Rank, 0), dict.fromkeys(Rank, 0))
    standing = 0
    for part in parts:
        side = SIDES[part[0]]
        for piece in part[1:].split(",") if part[1:] else ():
            found = re.fullmatch(rf"([{letters}]?)([a-l]?\d{{1,3}})(?:-\1?([a-l]?\d{{1,3}}))?", piece, re.ASCII)
            if found is None:
                raise Refused("fen_unreadable", text=text[:80])
            rank = RANKS[found[1]]
            squares = _range(found[2], found[3] or found[2], variant)
            if not squares:
                raise Refused("fen_unreadable", text=text[:80])
            for square in squares:
                if standing >> square & 1:
                    raise _impossible(square, "two_pieces", variant)
                if rank is Rank.MAN and not uncrowned and crownhead(variant, side) >> square & 1:
                    raise _impossible(square, "uncrowned", variant)
                standing |= 1 << square
                placed[side][rank] |= 1 << square
    return Position.of(
        SIDES[turn],
        placed.map(lambda mine: mine[Rank.MAN] | mine[Rank.GOOD_FOR_NOTHING]),
        placed.map(lambda mine: mine[Rank.KING]),
        placed.map(lambda mine: mine[Rank.GOOD_FOR_NOTHING]),
    )


def fen_text(position: Position, variant: Variant) -> str:
    """Return the position as PDN writes it, with every piece named: `W:W28,K37:B9,13`.

    >>> from arbiter.rules.variants import VARIANTS
    >>> fen_text(parse_fen("W:W48-50,K37:B1-3", VARIANTS["international"]), VARIANTS["international"])
    'W:WK37,48,49,50:B1,2,3'
    """
    names = variant.names(variant.board)
    told = [LETTERS[position.turn]]
    for side in Side:
        pieces = [SIGNS[rank] + names[square] for square, rank in position.pieces(side).items()]
        told.append(LETTERS[side] + ",".join(pieces))
    return ":".join(told)


def _range(low: str, high: str, variant: Variant) -> range:
    """Return the squares from *low* to *high* in the order of their names; empty if *high* comes first.

    Raise Refused if one of the two is not in play.
    """
    first, last = _square_in_play(low, variant), _square_in_play(high, variant)
    from_below = named_square("1", variant) == variant.board.last
    return range(last, first + 1) if from_below else range(first, last + 1)


def _square_in_play(name: str, variant: Variant) -> int:
    square = named_square(name, variant)
    if square is None or not 1 <= square <= variant.board.last:
        raise Refused("fen_impossible", square=name, reason="out_of_play")
    return square


def _impossible(square: int, reason: str, variant: Variant) -> Refused:
    return Refused("fen_impossible", square=square_text(square, variant), reason=reason)
