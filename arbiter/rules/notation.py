"""A move, and moves and squares as text: 32-28, 28x8, and the full path 28x19x8 if the short form could mean two moves.

On input `-`, `x`, `:` and a space all separate squares and mean the same, because people write single captures with
either sign. Between squares with letters the sign may be left out (c3d4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from arbiter.refused import Refused
from arbiter.rules.variants.variant import Variant


class Move(NamedTuple):
    """One move of one side. A capture is one move, however many pieces it takes.

    If several paths lead to the same destination and take the same pieces, `path` is any one of them.
    """

    path: tuple[int, ...]
    """Every square visited: the origin, each landing, the destination."""
    taken: tuple[int, ...]
    """The squares of the pieces taken, in the order of capture; empty for a step."""
    crowned: bool

    @property
    def origin(self) -> int:
        return self.path[0]

    @property
    def destination(self) -> int:
        return self.path[-1]


LONGEST_MOVE = 200
_SQUARE = r"[a-l]?\d{1,3}"
_MOVE = re.compile(rf"\s*{_SQUARE}(?:(?:\s*[-x:]\s*|\s+|(?=[a-l])){_SQUARE})+\s*", re.IGNORECASE | re.ASCII)


ELSEWHERE = 10_000
"""The base of numbers for names that no square in play has, such as e4 (a light square): letter * 10,000 + row."""


def named_square(name: str, variant: Variant) -> int | None:
    """The square called *name*; None if *name* is no square name.

    A number is read in every game, even if the squares have other names or the number is out of play.

    >>> from arbiter.rules.variants import VARIANTS
    >>> [named_square(name, VARIANTS["russian"]) for name in ("c3", "22", "b1")]
    [22, 22, None]
    """
    known = variant.names(variant.board)
    plain = name.lower()
    bare = plain.lstrip("0") or plain
    if bare in known[1:]:
        return known.index(bare, 1)
    return int(plain) if plain.isdigit() else None


def square_text(square: int, variant: Variant) -> str:
    """The name of *square* in notation. For a name that is no square in play, this is the text that was entered."""
    names = variant.names(variant.board)
    if 0 < square < len(names):
        return names[square]
    letter, row = divmod(square, ELSEWHERE)
    return f"{chr(ord('a') + letter - 1)}{row}" if letter else str(square)


def _entered(name: str, variant: Variant) -> int | None:
    """The number of the square called *name* in an entered move.

    In games with letters and digits (c3), a name without a square in play is encoded by a number from `ELSEWHERE` on.
    """
    square = named_square(name, variant)
    if square is not None or variant.names(variant.board)[1].isdigit():
        return square
    return ELSEWHERE * (ord(name[0].lower()) - ord("a") + 1) + int(name[1:])


def parse_move(text: str, variant: Variant) -> tuple[int, ...]:
    """The squares of an entered move, two or more. Squares that are not in play are accepted.

    Raise Refused with `move_unreadable` if the text is no move.

    >>> from arbiter.rules.variants import VARIANTS
    >>> parse_move("28x19x8", VARIANTS["international"]), parse_move("c3d4", VARIANTS["russian"])
    ((28, 19, 8), (22, 18))
    """
    if len(text) > LONGEST_MOVE or not _MOVE.fullmatch(text):
        raise Refused("move_unreadable", text=text[:40])
    squares = tuple(_entered(name, variant) for name in re.findall(_SQUARE, text, re.IGNORECASE | re.ASCII))
    known = tuple(square for square in squares if square is not None)
    if len(known) < len(squares):
        raise Refused("move_unreadable", text=text[:40])
    return known


def path_text(squares: Sequence[int], sign: str, variant: Variant) -> str:
    names = variant.names(variant.board)
    last = len(names) - 1
    return sign.join([names[one] if 0 < one <= last else square_text(one, variant) for one in squares])


def move_text(move: Move, legal: Iterable[Move], variant: Variant) -> str:
    """The move in notation: origin and destination, or the full path if another legal move has the same two squares.

    The move itself need not be legal.
    """
    if not move.taken:
        return path_text(move.path, "-", variant)
    taken = set(move.taken)
    same = [m for m in legal if m.origin == move.origin and m.destination == move.destination]
    path = move.path if any(set(other.taken) != taken for other in same) else (move.origin, move.destination)
    return path_text(path, variant.capture_sign, variant)
