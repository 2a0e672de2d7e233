"""Moves and squares as players write them: 32-28, 28x8, and 28x19x8 where the short form could mean two moves.

On input the sign between the squares decides nothing: `-`, `x`, `:` or a space only part them, for people write single
jumps either way; between squares with letters it may be left out (c3d4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from arbiter.refused import Refused
from arbiter.rules.move import Move
from arbiter.rules.variants.variant import Variant

LONGEST_MOVE = 200
_SQUARE = r"[a-l]?\d{1,3}"
_MOVE = re.compile(rf"\s*{_SQUARE}(?:(?:\s*[-x:]\s*|\s+|(?=[a-l])){_SQUARE})+\s*", re.IGNORECASE | re.ASCII)


ELSEWHERE = 10_000
"""From here on a number stands for a name that no square has, such as e4, which is a light square: letter, then row."""


def named_square(name: str, variant: Variant) -> int | None:
    """The square of that name, None for no name. A number is read in every variant, also one that no square has."""
    known = variant.names(variant.board)
    plain = name.lower()
    bare = plain.lstrip("0") or plain
    if bare in known[1:]:
        return known.index(bare, 1)
    return int(plain) if plain.isdigit() else None


def square_text(square: int, variant: Variant) -> str:
    """The name of the square; of one that is not in play, what was entered."""
    if 1 <= square <= variant.board.last:
        return variant.names(variant.board)[square]
    letter, row = divmod(square, ELSEWHERE)
    return f"{chr(ord('a') + letter - 1)}{row}" if letter else str(square)


def _entered(name: str, variant: Variant) -> int | None:
    """The square of that name in a move; where squares have letters, also a name that none of them has."""
    square = named_square(name, variant)
    if square is not None or variant.names(variant.board)[1].isdigit():
        return square
    return ELSEWHERE * (ord(name[0].lower()) - ord("a") + 1) + int(name[1:])


def parse_move(text: str, variant: Variant) -> tuple[int, ...]:
    """The squares as entered, two or more; they need not be in play. Refused as `move_unreadable`."""
    if len(text) > LONGEST_MOVE or not _MOVE.fullmatch(text):
        raise Refused("move_unreadable", text=text[:40])
    squares = tuple(_entered(name, variant) for name in re.findall(_SQUARE, text, re.IGNORECASE | re.ASCII))
    known = tuple(square for square in squares if square is not None)
    if len(known) < len(squares):
        raise Refused("move_unreadable", text=text[:40])
    return known


def path_text(squares: Sequence[int], sign: str, variant: Variant) -> str:
    return sign.join(square_text(square, variant) for square in squares)


def move_text(move: Move, legal: Iterable[Move], variant: Variant) -> str:
    """The move in notation: origin and destination, or the full path where another legal move has both the same."""
    if not move.taken:
        return path_text(move.path, "-", variant)
    alike = sum(1 for other in legal if other.origin == move.origin and other.destination == move.destination)
    path = move.path if alike > 1 else (move.origin, move.destination)
    return path_text(path, variant.capture_sign, variant)
