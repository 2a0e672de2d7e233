"""The kinds of a round without an opponent, and what each counts: one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from arbiter.pairing.table.points import Outcome


class ByeKind(Enum):
    """Why an entry had no opponent.

    FREE: an odd number of players in a system where each sits out as often as every other; ALLOCATED: the pairing left
    the entry over; FULL, HALF and ZERO were asked for; CLUB: played for the club elsewhere; DUTY: was the arbiter.
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
    """What a bye of that kind counts as (None: nothing), the letter of it in a TRF, and whether it was asked for."""

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
