"""The pairing card of a player: what the Dutch rules ask of their past, worked out once (FIDE C.04.3, article 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from arbiter.sides import Side


class Strength(IntEnum):
    """How strong a colour preference is (1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Float(Enum):
    """Which kind of float a round was for a player (1.4)."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """One earlier round of one player, as the pairing sees it. `opponent` 0: none.

    `played`: over the board, so that it counts for colours and against meeting again; `paired`: the pairing had a place
    for them, which a bye that was asked for is not; `points` with what a loss and a win are worth beside it; `score`
    and `against` are the scores of both before the round, acceleration included.
    """

    opponent: int = 0
    side: Side | None = None
    played: bool = False
    paired: bool = False
    allocated: bool = False
    points: int = 0
    score: int = 0
    against: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One player who is to be paired. `number`: who it is; `rank`: the place in the order within a score, from 1."""

    number: int
    rank: int
    odd: bool
    """Whether the pairing number is odd (5.2.5); it is the rank unless the order is another."""

    score: int
    """Points, acceleration included."""

    points: int
    met: frozenset[int] = frozenset()
    sides: tuple[Side, ...] = ()
    """The colours they had, from the first game on."""

    preference: Side | None = None
    strength: Strength = Strength.NONE
    imbalance: int = 0
    """How many more games with one colour than with the other."""

    repeated: Side | None = None
    """The colour of the last two games, if it was the same."""

    floats: tuple[Float | None, Float | None] = (None, None)
    """In the last round, and in the one before it."""

    may_sit: bool = True
    """Whether they may get the allocated bye (C2)."""

    unplayed: int = 0
    topscorer: bool = False
    """More than half of all points before the last round (1.8)."""


def card(
    *,
    number: int,
    rank: int,
    odd: bool | None = None,
    points: int,
    extra: int,
    past: Sequence[Past],
    win: int,
    loss: int,
    last_round: bool,
) -> Card:
    """The card from the rounds so far; *extra* is the acceleration of this round."""
    sides = tuple(each.side for each in past if each.played and each.side is not None)
    difference = sides.count(Side.WHITE) - sides.count(Side.BLACK)
    repeated = sides[-1] if len(sides) > 1 and sides[-1] is sides[-2] else None
    preference, strength = _preference(sides, difference, repeated)
    score = points + extra
    floats = [*(_float(each, loss) for each in past[:-3:-1]), None, None]
    return Card(
        number=number,
        rank=rank,
        odd=rank % 2 == 1 if odd is None else odd,
        score=score,
        points=points,
        met=frozenset(each.opponent for each in past if each.played),
        sides=sides,
        preference=preference,
        strength=strength,
        imbalance=abs(difference),
        repeated=repeated,
        floats=(floats[0], floats[1]),
        may_sit=not any(each.allocated or (not each.played and each.points >= win) for each in past),
        unplayed=sum(not each.played for each in past),
        topscorer=last_round and 2 * score > len(past) * win,
    )


def _preference(sides: Sequence[Side], difference: int, repeated: Side | None) -> tuple[Side | None, Strength]:
    """The colour that is due, and how much (1.7.1 to 1.7.4)."""
    if not sides:
        return None, Strength.NONE
    fewer = Side.BLACK if difference > 0 else Side.WHITE
    if abs(difference) > 1:
        return fewer, Strength.ABSOLUTE
    if repeated is not None:
        return repeated.other, Strength.ABSOLUTE
    if difference:
        return fewer, Strength.STRONG
    return sides[-1].other, Strength.MILD


def _float(past: Past, loss: int) -> Float | None:
    """Down: against somebody with fewer points, or without play for more than a loss; up: against more (1.4)."""
    if not past.played:
        return Float.DOWN if past.points > loss else None
    if past.score == past.against:
        return None
    return Float.DOWN if past.score > past.against else Float.UP
