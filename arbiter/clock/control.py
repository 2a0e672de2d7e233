"""The time control as regulated.

Periods of a fixed number of moves, written as PDN's TimeControl has it ("50/7200:25/3600").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from arbiter.refused import Refused
from arbiter.sides import HOUR, SECOND, Span

PERIOD = re.compile(r"(?:(?P<moves>\d{1,9})/)?(?P<base>\d{1,9})(?:\+(?P<bonus>\d{1,9})(?P<delay>d)?)?", re.ASCII)
LONGEST = 200
MOST_PERIODS = 20
MOST_MOVES = 999
MOST_TIME: Span = 100 * HOUR


@dataclass(frozen=True, slots=True)
class Period:
    """`moves` to be made in `base`; without a number of moves it lasts for the rest of the game.

    `increment` is credited on completing each move; `delay` passes at each move before the clock begins to run down.
    """

    moves: int | None
    base: Span
    increment: Span = 0
    delay: Span = 0


@dataclass(frozen=True, slots=True)
class Control:
    """The periods of one side, in order; the last repeats when it has a number of moves (000 X).

    No periods: no clock.
    """

    periods: tuple[Period, ...] = ()

    def period(self, moves: int) -> int:
        """The number, from 1, of the period in which a player is who has made that many moves."""
        number = 0
        for number, period in enumerate(self.periods, start=1):
            if period.moves is None or moves < period.moves:
                return number
            moves -= period.moves
        return number + 1 + moves // (self.periods[-1].moves or 1) if self.periods else 1

    def rules(self, number: int) -> Period:
        """The period of that number; past the last one, the last again."""
        return self.periods[min(number, len(self.periods)) - 1]

    def moves_to_go(self, moves: int) -> int | None:
        """How many moves are left in the period of a player who has made *moves*; None where no number is set."""
        if not self.periods:
            return None
        for period in self.periods:
            if period.moves is None:
                return None
            if moves < period.moves:
                return period.moves - moves
            moves -= period.moves
        again = self.periods[-1].moves or 1
        return again - moves % again


def parse_control(text: str) -> Control:
    """The control that *text* writes.

    Refused as unreadable, as impossible (a period without time, one after the last), or as unsupported.
    """
    text = text.strip()
    if len(text) > LONGEST:
        raise Refused("control_unreadable", text=text[:40])
    if text == "-":
        return Control()
    if text == "?" or re.fullmatch(r"\*\d{1,9}", text, re.ASCII):
        raise Refused("control_unsupported", text=text)
    periods = []
    for part in text.split(":"):
        found = PERIOD.fullmatch(part)
        if found is None:
            raise Refused("control_unreadable", text=text[:40])
        bonus = int(found["bonus"] or 0) * SECOND
        moves = int(found["moves"]) if found["moves"] else None
        base = int(found["base"]) * SECOND
        increment, delay = (0, bonus) if found["delay"] else (bonus, 0)
        periods.append(Period(moves, base, increment, delay))
    if (
        len(periods) > MOST_PERIODS
        or any(period.moves is None for period in periods[:-1])
        or any(period.moves is not None and not 1 <= period.moves <= MOST_MOVES for period in periods)
        or any(not 0 < period.base <= MOST_TIME or max(period.increment, period.delay) > HOUR for period in periods)
    ):
        raise Refused(
            "control_impossible",
            text=text[:40],
            most_periods=MOST_PERIODS,
            most_moves=MOST_MOVES,
            most_hours=MOST_TIME // HOUR,
        )
    return Control(tuple(periods))


def control_text(control: Control) -> str:
    """The control as it is written; reading it again gives the same."""
    return ":".join(_period_text(period) for period in control.periods) or "-"


def _period_text(period: Period) -> str:
    moves = "" if period.moves is None else f"{period.moves}/"
    bonus = (
        f"+{period.increment // SECOND}" if period.increment else f"+{period.delay // SECOND}d" if period.delay else ""
    )
    return f"{moves}{period.base // SECOND}{bonus}"
