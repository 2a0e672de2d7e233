"""Results as text: parsed in every form that files contain, and written in the form of the variant.

The variant says which side's points come first. In English draughts they are Black's (PDN 2.0), so 1-0 is a win for
Black in that game. A parsed result has one word for each side: "won", "drawn" or "lost". If both sides lose, both words
are "lost".
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
    """Parse a result into a word for each side; None if the text names no result ("*", or not two numbers).

    >>> from arbiter.rules.variants import VARIANTS
    >>> parse_result("2-0", VARIANTS["international"])
    Both(white='won', black='lost')
    """
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
    """Return the result in the points of the variant, or "*" if *words* is None.

    The points of the side that the variant names first (`points_of`) come first.
    """
    if words is None:
        return "*"
    if words == Both("lost", "lost"):
        return "0-0"
    return {"won": variant.points.win, "drawn": variant.points.draw, "lost": variant.points.loss}[
        words[variant.points_of]
    ]


def _halved(part: str) -> str:
    """Return a number of points with a half written as a decimal: "1½" becomes "1.5"."""
    whole = _HALF.sub("", part)
    return f"{whole or 0}.5" if whole != part else part
