"""Moves entered by taps: which squares may follow, and the whole move as soon as only one fits.

The prefix begins with the origin; each further square is a stop, and stops may be left out. An empty prefix asks for
the pieces that can move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter.rules.hunting.routes import stops_after
from arbiter.rules.move import Move
from arbiter.rules.moves import hunt, legal_moves
from arbiter.rules.position import Position
from arbiter.rules.variants import Variant


@dataclass(frozen=True, slots=True)
class Prefix:
    """The beginning of a move, as squares that were tapped: what it may still become."""

    next: frozenset[int]
    """The squares that may be tapped: every later stop of each legal move that began like this."""
    meant: tuple[Move, ...]
    """The legal moves that began like this; none before the first tap."""

    @property
    def move(self) -> Move | None:
        """The move that is meant, where only one began like this, whatever of it is still left out.

        None where a prefix is a whole move and the beginning of another: `judge` says what it means as it stands.
        """
        return self.meant[0] if len(self.meant) == 1 else None


def entered(position: Position, prefix: Sequence[int], variant: Variant) -> Prefix:
    legal = legal_moves(position, variant)
    if not prefix:
        return Prefix(frozenset(move.origin for move in legal), ())
    stops, further, meant = tuple(prefix[1:]), set[int](), []
    for move in legal:
        if move.origin != prefix[0]:
            continue
        onward: frozenset[int] | None
        if move.taken:
            onward = stops_after(hunt(position, move.origin, variant), stops, move)
        else:
            onward = {(): frozenset((move.destination,)), (move.destination,): frozenset[int]()}.get(stops)
        if onward is not None:
            meant.append(move)
            further |= onward
    return Prefix(frozenset(further), tuple(meant))
