"""The kinds of byes (rounds of an entry without an opponent), and the effect of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from arbiter.pairing.table.points import Outcome
from arbiter.values import dataclass


class ByeKind(Enum):
    """The reason why an entry had no opponent in a round.

    * FREE: there was no opponent in a system in which this gives no points, such as a round robin.
    * ALLOCATED: the pairing had an odd number of players and gave this one the bye.
    * FULL, HALF, ZERO: the player requested the bye, for full, half or no points.
    * CLUB: the player played for the club elsewhere.
    * DUTY: the player was the arbiter.
    """

    FREE = "free"
    ALLOCATED = "allocated"
    FULL = "full"
    HALF = "half"
    ZERO = "zero"
    CLUB = "club"
    DUTY = "duty"


@dataclass(frozen=True, slots=True, kw_only=True)
class ByeEffect:
    """The effect of a kind of bye: the outcome that it counts as (None: no points), and its letter in a TRF.

    `asked` says whether a player requests byes of this kind.
    """

    outcome: Outcome | None
    letter: str
    asked: bool


BYES: Mapping[ByeKind, ByeEffect] = {
    ByeKind.FREE: ByeEffect(outcome=None, letter="Z", asked=False),
    ByeKind.ALLOCATED: ByeEffect(outcome=Outcome.WON, letter="U", asked=False),
    ByeKind.FULL: ByeEffect(outcome=Outcome.WON, letter="F", asked=True),
    ByeKind.HALF: ByeEffect(outcome=Outcome.DRAWN, letter="H", asked=True),
    ByeKind.ZERO: ByeEffect(outcome=None, letter="Z", asked=True),
    ByeKind.CLUB: ByeEffect(outcome=Outcome.DRAWN, letter="H", asked=True),
    ByeKind.DUTY: ByeEffect(outcome=Outcome.DRAWN, letter="H", asked=True),
}
