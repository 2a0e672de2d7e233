"""What a win, a draw and a loss are worth: whole numbers in the club's scheme, 2-1-0 in draughts.

Where a scheme has halves (1-½-0) everything is counted in halves, and `parts` says how many of them make a point; so
scores stay whole, and only what is shown is divided. Some schemes know more results than three: see `results`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbiter.refused import Refused
from arbiter.sides import Both, Side

NUMBER = r"(\d{1,3}|\d{0,2}½|\d{1,2}\.5)"
SCHEME = re.compile(rf"{NUMBER}-{NUMBER}-{NUMBER}(\+?)", re.ASCII)


class Outcome(Enum):
    """A result as one of the two players has it."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class PointScheme:
    """What a game is worth, in whole numbers.

    `parts`: so many of them make one point; `narrow`: what the winner and the loser get where a game is
    won by less than a knock-out; `plus`: a draw may be noted as better for one side, which counts among equals only.
    """

    win: int
    draw: int
    loss: int
    parts: int = 1
    narrow: tuple[tuple[int, int], ...] = ()
    plus: bool = False

    def of(self, outcome: Outcome) -> int:
        """What a player gets for it, in parts of a point (`parts`)."""
        return self.win if outcome is Outcome.WON else self.draw if outcome is Outcome.DRAWN else self.loss

    def value(self, score: int) -> Fraction:
        """A score in parts of a point, as points."""
        return Fraction(score, self.parts)

    def number(self, score: int) -> int | float:
        """The same as JSON has it."""
        value = self.value(score)
        return value.numerator if value.denominator == 1 else float(value)

    def text(self, score: int) -> str:
        """That score as it is written: 7, or 3½ where the scheme has halves; in decimals where it has other parts."""
        value = self.value(score)
        if value.denominator > 2:
            return f"{float(value):.10g}"
        whole, half = divmod(value.numerator * 2 // value.denominator, 2)
        return f"{whole or ('' if half else 0)}{'½' if half else ''}"

    @property
    def others(self) -> tuple[str, ...]:
        """The results that say more than who has won, as they are written."""
        return tuple(text for text, told in results(self).items() if told.scored is not None or told.plus is not None)

    def pair_text(self, scores: Both[int]) -> str:
        """What White and Black have, as a result is written."""
        return f"{self.text(scores.white)}-{self.text(scores.black)}"


@dataclass(frozen=True, slots=True)
class Scored:
    """What a result says beyond the outcome of either: their points where the scheme does not tell, and the plus."""

    outcome: Both[Outcome]
    scored: Both[int] | None = None
    plus: Side | None = None


NAMED_RESULTS: Mapping[str, Both[Outcome]] = {
    "white": Both(Outcome.WON, Outcome.LOST),
    "draw": Both(Outcome.DRAWN, Outcome.DRAWN),
    "black": Both(Outcome.LOST, Outcome.WON),
    "neither": Both(Outcome.LOST, Outcome.LOST),
}
"""A result by who has won, as an official may choose it; "neither": both lose."""

KNOCK_OUT = PointScheme(12, 5, 0, narrow=((9, 1), (8, 2), (7, 3), (6, 4)))
"""The count of Delft: 12-0 for a knock-out, else by material, 6-4 for one man (dampromotie.nl, points regulations 1-4).

It knows no draw; a half-point bye counts half of what two get in a game on points.
"""
NAMED: Mapping[str, PointScheme] = {"12-0": KNOCK_OUT}
"""Schemes written by a name instead of three numbers."""


def parse_points(text: str) -> PointScheme:
    """The scheme "win-draw-loss"; refused unless winning is worth most and losing least.

    With a plus behind it (2-1-0+) draws are noted with the side that had the better of them.
    """
    stripped = text.strip()
    if stripped in NAMED:
        return NAMED[stripped]
    found = SCHEME.fullmatch(stripped)
    if found is None:
        raise Refused("points_unreadable", text=text[:40])
    halves = [_halves(number) for number in found.groups()[:3]]
    parts = 2 if any(number % 2 for number in halves) else 1
    win, draw, loss = (number * parts // 2 for number in halves)
    points = PointScheme(win, draw, loss, parts=parts, plus=bool(found[4]))
    if not points.win > points.draw >= points.loss:
        raise Refused("points_unreadable", text=text[:40])
    return points


def points_text(points: PointScheme) -> str:
    """The scheme as `parse_points` reads it."""
    name = next((name for name, scheme in NAMED.items() if scheme == points), None)
    return name or "-".join(map(points.text, (points.win, points.draw, points.loss))) + ("+" if points.plus else "")


def results(points: PointScheme) -> Mapping[str, Scored]:
    """Every result that a game can have by that scheme, White's points first, as it is written on a slip."""
    won, drawn, lost = Outcome.WON, Outcome.DRAWN, Outcome.LOST
    found: dict[str, Scored] = {}

    def put(outcome: Both[Outcome], scored: Both[int] | None = None) -> None:
        shown = scored or outcome.map(points.of)
        found[points.pair_text(shown)] = Scored(outcome, scored)

    put(Both(won, lost))
    for more, less in points.narrow:
        put(Both(won, lost), Both(more, less))
    if not points.narrow:
        put(Both(drawn, drawn))
    if points.plus:
        half = points.text(points.draw)
        found[f"{half}+-{half}-"] = Scored(Both(drawn, drawn), plus=Side.WHITE)
        found[f"{half}--{half}+"] = Scored(Both(drawn, drawn), plus=Side.BLACK)
    for more, less in reversed(points.narrow):
        put(Both(lost, won), Both(less, more))
    put(Both(lost, won))
    put(Both(lost, lost))
    return found


def _halves(number: str) -> int:
    whole = number.removesuffix("½").removesuffix(".5")
    return 2 * int(whole or 0) + (whole != number)
