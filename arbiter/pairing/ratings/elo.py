"""Elo's table as FIDE prints it: from a rating difference to the expected score, and from a score to a difference."""

from __future__ import annotations

from bisect import bisect_left

BOUNDS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188,
    197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559,
    619, 735,
)  # fmt: skip
"""For each expected score of the stronger player (50, 51 ... 99 %), the largest rating difference that has it.

The table is FIDE B.02, 8.1.2.
"""
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip
"""For each score (50, 51 ... 100 %), the rating difference that corresponds to it (FIDE B.02, 8.1.1)."""


def expected_percent(difference: int) -> int:
    """Return the percentage expected of a player rated *difference* points above the opponent (negative: below).

    >>> expected_percent(100), expected_percent(-100)
    (64, 36)
    """
    stronger = 50 + bisect_left(BOUNDS, abs(difference))
    return stronger if difference >= 0 else 100 - stronger


def performance_difference(percent: int) -> int:
    """Return the rating difference that corresponds to a score of *percent* %; negative if that is below 50.

    Added to the mean rating of the opponents, it gives the performance rating.
    """
    return DIFFERENCES[percent - 50] if percent >= 50 else -DIFFERENCES[50 - percent]
