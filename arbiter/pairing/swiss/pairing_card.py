"""The pairing card of a player: the facts about earlier rounds that the Dutch rules use (FIDE C.04.3, article 1)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntEnum

from arbiter.sides import Side
from arbiter.values import dataclass


class Strength(IntEnum):
    """The strength of a colour preference (FIDE C.04.3, 1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Float(Enum):
    """The kind of float of a player in a round: down to a lower score group, or up against a higher one.

    The article is FIDE C.04.3, 1.4.
    """

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """One earlier round of one player, with the facts that the pairing needs. `opponent` is 0 if there was none.

    `played` is True if a game was played at the board, which counts for colours and as a meeting. `paired` is True if
    the pairing gave the player a game or the bye; a requested bye does not count. `points` were scored in the round.
    `score` and `against` are the scores of the player and of the opponent before the round, acceleration included.
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
    """One player to be paired.

    `number` is the pairing number. `rank` is the place, counted from 1, in the order that decides between players with
    equal scores.
    """

    number: int
    rank: int
    odd: bool
    """Whether the player counts as having an odd pairing number when colours are assigned (FIDE C.04.3, 5.2.5)."""

    score: int
    """The points with the extra points of acceleration."""

    points: int
    met: frozenset[int] = frozenset()
    sides: tuple[Side, ...] = ()
    """The colours of the player's games, from the first game on."""

    preference: Side | None = None
    strength: Strength = Strength.NONE
    imbalance: int = 0
    """The difference between the numbers of games with White and with Black."""

    repeated: Side | None = None
    """The colour of the last two games if both had the same one, otherwise None."""

    floats: tuple[Float | None, Float | None] = (None, None)
    """The float in the last round, and the float in the round before it; None if the player did not float."""

    may_sit: bool = True
    """Whether the player may get the allocated bye (criterion C2 of FIDE C.04.3)."""

    unplayed: int = 0
    topscorer: bool = False
    """Whether the player has more than half of the points possible so far, and the last round is being paired.

    The article is FIDE C.04.3, 1.8.
    """


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
    """Make the card of a player with the earlier rounds *past*.

    *extra* are the extra points of acceleration in the round to be paired. *win* and *loss* are the points of a win and
    of a loss. If *odd* is None, it follows from *rank*.
    """
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
    """Return the colour that the player should get next, and how strong this preference is (FIDE C.04.3, 1.7).

    *sides* are the colours so far. *difference* is the number of games with White minus that with Black. *repeated* is
    the colour of the last two games if it was the same.
    """
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
    """Return the float of a player in one round (FIDE C.04.3, 1.4); None if the player did not float.

    The float is down if the opponent had a lower score, or if the player got more points without playing than for a
    loss. It is up if the opponent had a higher score.
    """
    if not past.played:
        return Float.DOWN if past.points > loss else None
    if past.score == past.against:
        return None
    return Float.DOWN if past.score > past.against else Float.UP
