"""A move, and the notation of moves and squares: 32-28, 28x8, or the full path 28x19x8 if 28x8 could mean two moves.

On input `-`, `x`, `:` and a space all separate squares and mean the same, because people write single captures with
either sign. The sign may be left out between squares that have letters (c3d4).
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
    """The squares of the pieces taken, in the order of capture; empty for a move without capture."""
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
"""The factor with which the name of a square that is not in play is encoded as a number.

The light square e4 becomes 5 * 10,000 + 4, because e is the fifth letter.
"""


def named_square(name: str, variant: Variant) -> int | None:
    """Return the square called *name*; None if *name* is no square name.

    A number is accepted in every game, even if the game's squares have letters, and even if no square has that number.

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
    """Return the name of *square* in notation. A number encoded with `ELSEWHERE` becomes the entered name again."""
    names = variant.names(variant.board)
    if 0 < square < len(names):
        return names[square]
    letter, row = divmod(square, ELSEWHERE)
    return f"{chr(ord('a') + letter - 1)}{row}" if letter else str(square)


def _entered(name: str, variant: Variant) -> int | None:
    """Return the number of the square called *name* in an entered move; None if *name* is no square name.

    In games with letters and digits (c3), a name that no square in play has is encoded with `ELSEWHERE`.
    """
    square = named_square(name, variant)
    if square is not None or variant.names(variant.board)[1].isdigit():
        return square
    return ELSEWHERE * (ord(name[0].lower()) - ord("a") + 1) + int(name[1:])


def parse_move(text: str, variant: Variant) -> tuple[int, ...]:
    """Return the squares of an entered move, two or more. Squares that are not in play are accepted.

    Raise Refused with the code `move_unreadable` if the text is no move.

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
    """Return the move in notation: its origin and destination.

    If another move of *legal* has the same two squares but takes other pieces, the full path is written. The move
    itself need not be legal.
    """
    if not move.taken:
        return path_text(move.path, "-", variant)
    taken = set(move.taken)
    same = [m for m in legal if m.origin == move.origin and m.destination == move.destination]
    path = move.path if any(set(other.taken) != taken for other in same) else (move.origin, move.destination)
    return path_text(path, variant.capture_sign, variant)
