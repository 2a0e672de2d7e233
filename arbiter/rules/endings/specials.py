"""Games that are won although moves are left: what the object of the game says besides having no move.

Each way is a row with its article, looked at after every move in the order of the rows; the first that holds decides.
What Parton's game leaves open (004 Good-for-Nothings) is settled so:

* A good-for-nothing that only touches the last row while it captures has not reached it: as a man of Pool it goes on.
  It loses the game for its owner when the move ends there.
* A capture that takes the last regular piece and the last good-for-nothing together wins for the side that captures,
  for taking all regular pieces is named first; so it does when the capturing good-for-nothing ends on the last row.
* A side without a legal move has lost, as in Pool.

In Turkish draughts (004 Turkish 9) the king wins as soon as nothing else is left but it and the lone man; while a
capture is due it is played first, for it settles the game the usual way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from arbiter.rules.move import Move
from arbiter.rules.position import Position, crownhead
from arbiter.rules.variants import Variant
from arbiter.sides import Side


@dataclass(frozen=True, slots=True)
class Transition:
    """A move just made, with the positions before and after it."""

    before: Position
    move: Move
    now: Position
    capturing: bool


@dataclass(frozen=True, slots=True)
class Special:
    """One way to win: `winner` tells who has won by it, if anybody."""

    key: str
    article: str
    winner: Callable[[Transition, Variant], Side | None]


def _regular(position: Position, side: Side) -> int:
    return position.men[side] & ~position.good_for_nothings[side] | position.kings[side]


def _regulars_taken(after: Transition, variant: Variant) -> Side | None:
    del variant
    loser = after.now.turn
    gone = _regular(after.before, loser) and not _regular(after.now, loser)
    return loser.other if gone else None


def _good_for_nothings_lost(after: Transition, variant: Variant) -> Side | None:
    del variant
    rid = after.now.turn
    return rid if after.before.good_for_nothings[rid] and not after.now.good_for_nothings[rid] else None


def _good_for_nothing_home(after: Transition, variant: Variant) -> Side | None:
    mover = after.before.turn
    there = after.now.good_for_nothings[mover] & crownhead(variant, mover) & 1 << after.move.destination
    return mover.other if there else None


def _king_against_man(after: Transition, variant: Variant) -> Side | None:
    del variant
    men, kings = after.now.men, after.now.kings
    for side in Side:
        alone = men[side] == 0 and kings[side].bit_count() == 1
        if alone and kings[side.other] == 0 and men[side.other].bit_count() == 1 and not after.capturing:
            return side
    return None


PARTON = (
    Special("regulars_taken", "004 Good-for-Nothings 1", _regulars_taken),
    Special("good_for_nothings_lost", "004 Good-for-Nothings 2", _good_for_nothings_lost),
    Special("good_for_nothing_home", "004 Good-for-Nothings 3", _good_for_nothing_home),
)

OF_VARIANT: Mapping[str, tuple[Special, ...]] = MappingProxyType(
    {
        "turkish": (Special("king_against_man", "004 Turkish 9", _king_against_man),),
        "good-for-nothings": PARTON,
        "good-for-nothings-10": PARTON,
    }
)


def won(after: Transition, variant: Variant) -> tuple[Special, Side] | None:
    """By what the move has won the game, and for whom; None where play goes on."""
    for special in OF_VARIANT.get(variant.key, ()):
        winner = special.winner(after, variant)
        if winner is not None:
            return special, winner
    return None
