"""Results as text: every form that files hold, and the form that a game's own row writes.

Which side's points stand first is a column of the row: in English draughts Black's (PDN 2.0), so that 1-0 is won by
Black there. A word for each side: "won", "drawn" or "lost"; both lost where a game is lost for both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from arbiter.rules.variants import Variant
from arbiter.sides import Both

_HALF = re.compile(r"1/2|½")
_PLUS = {"1+-1-": ("2", "1"), "1--1+": ("1", "2")}
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?", re.ASCII)
WORDS: Mapping[int, tuple[str, str]] = {1: ("won", "lost"), 0: ("drawn", "drawn"), -1: ("lost", "won")}


def parse_result(text: str, variant: Variant) -> Both[str] | None:
    """What the text says of either side; None where it names no result ("*", or no two numbers)."""
    told = re.sub(r"\s+", "", text)
    points = _PLUS.get(told) or tuple(_halved(part) for part in told.split("-"))
    if len(points) != 2 or not all(_NUMBER.fullmatch(part) for part in points):
        return None
    first, second = (float(part.replace(",", ".")) for part in points)
    if first == second == 0:
        return Both("lost", "lost")
    ours, theirs = WORDS[(first > second) - (first < second)]
    return Both("", "").put(variant.points_of, ours).put(variant.points_of.other, theirs)


def result_text(words: Both[str] | None, variant: Variant) -> str:
    """The result in the points of that game, its first side's first; "*" where there is none."""
    if words is None:
        return "*"
    if words == Both("lost", "lost"):
        return "0-0"
    return {"won": variant.points.win, "drawn": variant.points.draw, "lost": variant.points.loss}[
        words[variant.points_of]
    ]


def _halved(part: str) -> str:
    """A number of points with its half as a decimal."""
    whole = _HALF.sub("", part)
    return f"{whole or 0}.5" if whole != part else part
