"""The time control as regulated, as a row of periods for each side, and its notation.

The notation is the TimeControl tag of PDN and PGN, with some letters added for controls that the tag cannot express:

* `50/7200:25/3600`: 50 moves in 7200 s, then 25 in 3600 s; a last period with a number of moves repeats (000 X);
* `3600`: for the rest of the game; `-`: no clock; `*180`: a sand glass, in which time used by one side goes to the
  other;
* `+30`: an increment at each move; `+30u`: an increment at each move that is also there before the first move;
* `+5d`: a delay of 5 s at each move before the clock runs down; `+5b`: a Bronstein delay, which is on the clock from
  the start, and of which the part used is given back after each move;
* `1@60`: one move in 60 s, and what is left of the 60 s lapses: a limit for each move;
* `3600+3x30`: 3600 s, then three periods of 30 s (byo-yomi); a move made within a period does not use the period up;
* `3600+20/300`: 3600 s, then again and again 20 moves in 300 s (Canadian).
"""

from __future__ import annotations

import re

from arbiter.refused import Refused
from arbiter.sides import HOUR, SECOND, Both, Span
from arbiter.values import dataclass

PERIOD = re.compile(
    r"(?:(?P<moves>\d{1,9})(?P<carry>[/@]))?(?P<base>\d{1,9})"
    r"(?:\+(?:(?P<bonus>\d{1,9})(?P<kind>[dbu]?)|(?P<count>\d{1,9})(?P<over>[x/])(?P<span>\d{1,9})))?",
    re.ASCII,
)
SAND = re.compile(r"\*(?P<base>\d{1,9})", re.ASCII)
LONGEST = 200
MOST_PERIODS = 20
MOST_MOVES = 999
MOST_TIME: Span = 100 * HOUR


@dataclass(frozen=True, slots=True)
class Overtime:
    """The time after the main time: `blocks` blocks of `span` milliseconds, in each of which `moves` have to be made.

    If the player makes the moves in time, the whole block is available again. Otherwise the block is used up. The flag
    falls when the last block is used up.
    """

    moves: int
    span: Span
    blocks: int


@dataclass(frozen=True, slots=True)
class Period:
    """One period: `moves` to be made in `base` milliseconds. If `moves` is None, it lasts for the rest of the game.

    `increment` is added after each move. `delay` passes at each move before the clock begins to run down. With
    `upfront` the increment is also on the clock before the first move; a delay is then on the clock from the start, and
    the part used is given back after each move (Bronstein). With `kept` the time left at the end of the period is
    carried over (000 X).
    """

    moves: int | None
    base: Span
    increment: Span = 0
    delay: Span = 0
    upfront: bool = False
    kept: bool = True
    overtime: Overtime | None = None

    @property
    def shown_before(self) -> Span:
        """The time that is on the clock in addition to `base` before the first move of the period, in milliseconds."""
        return self.increment + self.delay if self.upfront else 0

    @property
    def free(self) -> Span:
        """The time at each move that passes before the clock begins to run down, in milliseconds."""
        return 0 if self.upfront else self.delay


@dataclass(frozen=True, slots=True)
class Control:
    """The time control of one side: its periods, in order. If the last one has a number of moves, it repeats (000 X).

    Without periods the side has no clock. With `sand` the time that this side uses goes to the other side (sand glass).
    """

    periods: tuple[Period, ...] = ()
    sand: bool = False

    @property
    def at_start(self) -> Span:
        """The time on the clock before the first move, in milliseconds."""
        return self.periods[0].base + self.periods[0].shown_before if self.periods else 0

    def period(self, moves: int) -> int:
        """Return the number of the period, counted from 1, in which a player is after *moves* moves."""
        if len(self.periods) == 1 and self.periods[0].moves is None:
            return 1
        number = 0
        for number, period in enumerate(self.periods, start=1):
            if period.moves is None or moves < period.moves:
                return number
            moves -= period.moves
        return number + 1 + moves // (self.periods[-1].moves or 1) if self.periods else 1

    def rules(self, number: int) -> Period:
        """Return the period number *number*, counted from 1. After the last period this is the last period again."""
        return self.periods[min(number, len(self.periods)) - 1]

    def rules_after(self, moves: int) -> Period | None:
        """Return the period in which a player is after *moves* moves; None if there is no clock."""
        for period in self.periods:
            if period.moves is None or moves < period.moves:
                return period
            moves -= period.moves
        return self.periods[-1] if self.periods else None

    def moves_to_go(self, moves: int) -> int | None:
        """Return how many moves are left in the period of a player who has made *moves*; None if no number is set."""
        if not self.periods or self.rules(self.period(moves)).moves is None:
            return None
        return self.moves_until(self.period(moves) + 1) - moves

    def moves_until(self, number: int) -> int:
        """Return the number of moves that a player has made when the period number *number* begins."""
        before = self.periods[: number - 1]
        again = (number - 1 - len(before)) * (self.periods[-1].moves or 0) if self.periods else 0
        return sum(period.moves or 0 for period in before) + again


def parse_control(text: str) -> Control:
    """Parse the notation of a time control.

    Raise Refused if the text is unreadable, or if it is `?`, which stands for an unknown control. Raise Refused if the
    control is impossible: a period without time, or a period after one that lasts for the rest of the game.

    >>> control = parse_control("50/7200:25/3600")
    >>> [(period.moves, period.base) for period in control.periods], control.moves_to_go(60)
    ([(50, 7200000), (25, 3600000)], 15)
    """
    text = text.strip()
    if len(text) > LONGEST:
        raise Refused("control_unreadable", text=text[:40])
    if text == "-":
        return Control()
    if text == "?":
        raise Refused("control_unsupported", text=text)
    if (found := SAND.fullmatch(text)) is not None:
        return _possible(Control((Period(None, int(found["base"]) * SECOND),), sand=True), text)
    periods = []
    for part in text.split(":"):
        if (found := PERIOD.fullmatch(part)) is None:
            raise Refused("control_unreadable", text=text[:40])
        periods.append(_period(found))
    return _possible(Control(tuple(periods)), text)


def parse_controls(text: str) -> Both[Control]:
    """Parse one control for both sides, or White's and Black's with a bar between them: `300+2|240+2`.

    Raise Refused if `parse_control` refuses one of them, or if only one side has a sand glass.
    """
    white, bar, black = text.partition("|")
    controls = Both(parse_control(white), parse_control(black if bar else white))
    if controls.white.sand is not controls.black.sand:
        raise Refused("control_one_glass", text=text[:40])
    return controls


def control_text(control: Control) -> str:
    """Return the notation of *control*. `parse_control` makes the same control of it."""
    if control.sand:
        return f"*{control.periods[0].base // SECOND}"
    return ":".join(_period_text(period) for period in control.periods) or "-"


def controls_text(controls: Both[Control]) -> str:
    """Return the notation of both sides' controls, with a bar between them if they differ."""
    white, black = controls.map(control_text)
    return white if white == black else f"{white}|{black}"


def _period(found: re.Match[str]) -> Period:
    bonus = int(found["bonus"] or 0) * SECOND
    late = found["kind"] in ("d", "b")
    count, span = int(found["count"] or 0), int(found["span"] or 0) * SECOND
    overtime = None
    if found["over"]:
        overtime = Overtime(1, span, count) if found["over"] == "x" else Overtime(count, span, 1)
    return Period(
        moves=int(found["moves"]) if found["moves"] else None,
        base=int(found["base"]) * SECOND,
        increment=0 if late else bonus,
        delay=bonus if late else 0,
        upfront=bonus > 0 and found["kind"] in ("u", "b"),
        kept=found["carry"] != "@",
        overtime=overtime,
    )


def _possible(control: Control, text: str) -> Control:
    last = control.periods[-1]
    good = (
        len(control.periods) <= MOST_PERIODS
        and all(period.moves is not None and period.overtime is None for period in control.periods[:-1])
        and (last.overtime is None or last.moves is None)
        and all(_bounded(period) for period in control.periods)
    )
    if not good:
        most = MOST_TIME // HOUR
        raise Refused(
            "control_impossible", text=text[:40], most_periods=MOST_PERIODS, most_moves=MOST_MOVES, most_hours=most
        )
    return control


def _bounded(period: Period) -> bool:
    over = period.overtime
    return (
        (period.moves is None or 1 <= period.moves <= MOST_MOVES)
        and 0 < period.base <= MOST_TIME
        and max(period.increment, period.delay) <= HOUR
        and (over is None or (1 <= over.moves * over.blocks <= MOST_MOVES and 0 < over.span <= MOST_TIME))
    )


def _period_text(period: Period) -> str:
    carry = "/" if period.kept else "@"
    text = f"{period.base // SECOND}" if period.moves is None else f"{period.moves}{carry}{period.base // SECOND}"
    if (over := period.overtime) is not None:
        block = over.span // SECOND
        return f"{text}+{over.blocks}x{block}" if over.moves == 1 else f"{text}+{over.moves}/{block}"
    if period.delay:
        return f"{text}+{period.delay // SECOND}{'b' if period.upfront else 'd'}"
    return f"{text}+{period.increment // SECOND}{'u' if period.upfront else ''}" if period.increment else text
