"""What a win, a draw and a loss are worth: whole numbers in the club's scheme, 2-1-0 in draughts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from arbiter.refused import Refused

SCHEME = re.compile(r"(\d{1,3})-(\d{1,3})-(\d{1,3})", re.ASCII)


class Outcome(Enum):
    """What a game was for one of its players."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Points:
    """A scheme of points."""

    win: int
    draw: int
    loss: int

    def of(self, outcome: Outcome) -> int:
        """What that outcome is worth."""
        return {Outcome.WON: self.win, Outcome.DRAWN: self.draw, Outcome.LOST: self.loss}[outcome]


def parse_points(text: str) -> Points:
    """The scheme "win-draw-loss"; refused unless winning is worth most and losing least."""
    found = SCHEME.fullmatch(text.strip())
    points = Points(*map(int, found.groups())) if found else None
    if points is None or not points.win > points.draw >= points.loss:
        raise Refused("points_unreadable", text=text[:40])
    return points


def points_text(points: Points) -> str:
    """The scheme as it is written."""
    return f"{points.win}-{points.draw}-{points.loss}"
