"""Move entry by taps on squares: which squares may follow, and the whole move as soon as only one fits.

The squares tapped so far are called the prefix. The prefix begins with the origin of the move. Each further square is a
stop, that is a square where the piece lands. Stops may be left out. With an empty prefix, the squares that may be
tapped are those of the pieces that can move.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.rules.captures_of_a_piece import stops_after
from arbiter.rules.moves import hunt, legal_moves
from arbiter.rules.notation import Move
from arbiter.rules.position import Position
from arbiter.rules.variants import Variant
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Prefix:
    """The state of a move entry: the squares tapped so far, and the legal moves that may still be meant."""

    next: frozenset[int]
    """The squares that may be tapped next: every later stop of each legal move that begins with the prefix.

    Before the first tap they are the squares of the pieces that can move.
    """
    meant: tuple[Move, ...]
    """The legal moves that begin with the prefix; empty before the first tap."""

    @property
    def move(self) -> Move | None:
        """The only legal move that begins with the squares tapped so far; None if there is none or more than one.

        The rest of that move need not be tapped. If the prefix is a whole move and also the beginning of another move,
        this is None, and `judge` says what the prefix means.
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
