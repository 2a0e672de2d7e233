"""The point scheme: the points of a win, a draw and a loss as whole numbers, 2-1-0 in draughts.

If a scheme has halves (1-½-0), all scores are counted in half points, so that they stay whole numbers. The number of
units in one point is `parts`; scores are divided by it only when they are shown. Some schemes have more than three
results: see `results`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction

from arbiter.refused import Refused
from arbiter.sides import Both, Side
from arbiter.values import dataclass

NUMBER = r"(\d{1,3}|\d{0,2}½|\d{1,2}\.5)"
SCHEME = re.compile(rf"{NUMBER}-{NUMBER}-{NUMBER}(\+?)", re.ASCII)


class Outcome(Enum):
    """The result of a game for one of the two players."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class PointScheme:
    """The points for a win, a draw and a loss, in units, as whole numbers.

    `parts` is the number of units in one point. `narrow` are the points of winner and loser in a game that is won by
    less than a knock-out. With `plus` a draw may be recorded as better for one side, which counts only in a tie-break.
    """

    win: int
    draw: int
    loss: int
    parts: int = 1
    narrow: tuple[tuple[int, int], ...] = ()
    plus: bool = False

    def of(self, outcome: Outcome) -> int:
        """Return the points for *outcome*, in units."""
        return self.win if outcome is Outcome.WON else self.draw if outcome is Outcome.DRAWN else self.loss

    def value(self, score: int) -> int | Fraction:
        """Convert a score from units to points, to an integer if it is a whole number."""
        units, rest = divmod(score, self.parts)
        return Fraction(score, self.parts) if rest else units

    def number(self, score: int) -> int | float:
        """Convert a score from units to a number of points for JSON."""
        value = self.value(score)
        return value.numerator if value.denominator == 1 else float(value)

    def text(self, score: int) -> str:
        """Convert a score from units to text: 7, or 3½ in a scheme with halves; other fractions become decimals.

        >>> parse_points("1-½-0").text(7)
        '3½'
        """
        value = self.value(score)
        if value.denominator > 2:
            return f"{float(value):.10g}"
        whole, half = divmod(value.numerator * 2 // value.denominator, 2)
        return f"{whole or ('' if half else 0)}{'½' if half else ''}"

    @property
    def others(self) -> tuple[str, ...]:
        """The results, as written on a slip, that say more than who has won: a narrow win, or a draw with a plus."""
        return tuple(text for text, told in results(self).items() if told.scored is not None or told.plus is not None)

    def pair_text(self, scores: Both[int]) -> str:
        """Return the points of White and Black as one text, in the form in which a result is written ("2-0")."""
        return f"{self.text(scores.white)}-{self.text(scores.black)}"


@dataclass(frozen=True, slots=True)
class Scored:
    """The meaning of a written result: the outcome for both sides.

    `scored` are the points of both sides if they do not follow from the outcome. `plus` is the side that had the better
    position in a draw.
    """

    outcome: Both[Outcome]
    scored: Both[int] | None = None
    plus: Side | None = None


NAMED_RESULTS: Mapping[str, Both[Outcome]] = {
    "white": Both(Outcome.WON, Outcome.LOST),
    "draw": Both(Outcome.DRAWN, Outcome.DRAWN),
    "black": Both(Outcome.LOST, Outcome.WON),
    "neither": Both(Outcome.LOST, Outcome.LOST),
}
"""The results by the winner, as an official may choose them. "neither" means that both lose."""

KNOCK_OUT = PointScheme(12, 5, 0, narrow=((9, 1), (8, 2), (7, 3), (6, 4)))
"""The scheme of Delft: 12-0 for a knock-out. Other games are decided by material: 6-4 for one man more, up to 9-1.

The scheme has no draw. A half-point bye counts 5, half of what both sides get together in a game decided by material.
Source: dampromotie.nl, points regulations 1-4.
"""
NAMED: Mapping[str, PointScheme] = {"12-0": KNOCK_OUT}
"""The schemes that are written by a name instead of three numbers."""


def parse_points(text: str) -> PointScheme:
    """Parse a scheme "win-draw-loss" ("2-1-0"). A plus at the end (2-1-0+) sets `plus`.

    Raise Refused if the text is unreadable, if a win does not give more than a draw, or if a loss gives more than a
    draw.
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
    """Return the scheme as text, in the form that `parse_points` reads."""
    name = next((name for name, scheme in NAMED.items() if scheme == points), None)
    return name or "-".join(map(points.text, (points.win, points.draw, points.loss))) + ("+" if points.plus else "")


def results(points: PointScheme) -> Mapping[str, Scored]:
    """Return every result that a game may have by *points*, by its text on a slip, with White's points first."""
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
