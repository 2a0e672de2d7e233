"""Special ways to win a game, besides leaving the opponent without a legal move.

Each way to win is a row with its article. The rows are checked in order after every move; the first that applies
decides. They compare the position on the board with the position in which the game began. How a piece got to its square
or was removed does not matter: an irregular move that was not corrected counts like any other. The points that Parton's
game leaves open (004 Good-for-Nothings) are settled as follows:

* A good-for-nothing that passes over the last row during a capture has not reached it: it goes on as a man of Pool
  does. If the move ends on the last row, the owner of the good-for-nothing loses the game.
* A capture that takes the last regular piece together with the last good-for-nothing wins for the side that captures,
  because taking all regular pieces is named first. The same holds if the capturing good-for-nothing ends on the last
  row.
* A side without a legal move has lost, as in Pool.

In Turkish draughts (004 Turkish 9) a side wins as soon as it has one king and the opponent one man, and no other piece
is left. If the side to move has to capture, the capture is played first, because it decides the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from arbiter.rules.position import Position, crownhead
from arbiter.rules.variants import Variant
from arbiter.sides import Side
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class OnTheBoard:
    """The position on the board `now`, and the position `begun` in which the game began.

    `capturing` is True if the side to move has to capture.
    """

    begun: Position
    now: Position
    capturing: bool

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides, the side to move first."""
        return self.now.turn, self.now.turn.other


@dataclass(frozen=True, slots=True)
class Special:
    """One special way to win a game. Calling `winner` returns the side that has won in this way, or None."""

    key: str
    article: str
    winner: Callable[[OnTheBoard, Variant], Side | None]


def _regular(position: Position, side: Side) -> int:
    return position.men[side] & ~position.good_for_nothings[side] | position.kings[side]


def _regulars_taken(there: OnTheBoard, variant: Variant) -> Side | None:
    del variant
    lost = (s for s in there.sides if _regular(there.begun, s) and not _regular(there.now, s))
    loser = next(lost, None)
    return loser.other if loser else None


def _good_for_nothings_lost(there: OnTheBoard, variant: Variant) -> Side | None:
    del variant
    begun, now = there.begun.good_for_nothings, there.now.good_for_nothings
    return next((side for side in there.sides if begun[side] and not now[side]), None)


def _good_for_nothing_home(there: OnTheBoard, variant: Variant) -> Side | None:
    begun, now = there.begun.good_for_nothings, there.now.good_for_nothings
    home = (s for s in there.sides if now[s] & ~begun[s] & crownhead(variant, s))
    loser = next(home, None)
    return loser.other if loser else None


def _king_against_man(there: OnTheBoard, variant: Variant) -> Side | None:
    del variant
    men, kings = there.now.men, there.now.kings
    for side in Side:
        alone = men[side] == 0 and kings[side].bit_count() == 1
        if alone and kings[side.other] == 0 and men[side.other].bit_count() == 1 and not there.capturing:
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


def won(there: OnTheBoard, variant: Variant) -> tuple[Special, Side] | None:
    """Return the special way in which the game is won, and the winner; None if the game goes on."""
    for special in OF_VARIANT.get(variant.key, ()):
        winner = special.winner(there, variant)
        if winner is not None:
            return special, winner
    return None
