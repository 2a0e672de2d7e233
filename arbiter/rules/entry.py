"""Moves entered by taps: which squares may follow, and the whole move as soon as only one fits.

The prefix begins with the origin; each further square is a stop, and stops may be left out. An empty prefix asks for
the pieces that can move.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.rules.move import Move
from arbiter.rules.moves import hunt, legal_moves
from arbiter.rules.position import Position
from arbiter.rules.routes import stops_after
from arbiter.rules.variants import Variant


def next_squares(position: Position, prefix: Sequence[int], variant: Variant) -> frozenset[int]:
    """The squares that may be tapped next: every later stop of each legal move that began like this."""
    if not prefix:
        return frozenset(move.origin for move in legal_moves(position, variant))
    return frozenset().union(*(further for _, further in _open(position, prefix, variant)))


def completed(position: Position, prefix: Sequence[int], variant: Variant) -> Move | None:
    """The legal move that is meant when only one began like this, whatever is still left out.

    A prefix may be a whole move and the beginning of another one: then this is None, and `judge` says what it means as
    it stands.
    """
    moves = [move for move, _ in _open(position, prefix, variant)] if prefix else []
    return moves[0] if len(moves) == 1 else None


def _open(position: Position, prefix: Sequence[int], variant: Variant) -> list[tuple[Move, frozenset[int]]]:
    """The legal moves that may still be meant, and where each may go on to."""
    stops, found = tuple(prefix[1:]), []
    for move in legal_moves(position, variant):
        if move.origin != prefix[0]:
            continue
        further: frozenset[int] | None
        if move.taken:
            further = stops_after(hunt(position, move.origin, variant), stops, move)
        else:
            further = {(): frozenset((move.destination,)), (move.destination,): frozenset[int]()}.get(stops)
        if further is not None:
            found.append((move, further))
    return found
