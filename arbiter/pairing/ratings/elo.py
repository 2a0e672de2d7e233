"""Elo's table, as the FIDE prints it: what a difference lets expect, and what difference a percentage shows."""

from __future__ import annotations

from bisect import bisect_left

BOUNDS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188,
    197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559,
    619, 735,
)  # fmt: skip
"""The greatest difference at which 50, 51, 52 ... 99 % are expected of the stronger (FIDE B.02 8.1.2)."""
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip
"""The difference that 50, 51 ... 100 % stand for (FIDE B.02 8.1.1)."""


def expected_percent(difference: int) -> int:
    """The percentage to be expected of whoever is rated so much higher (lower: negative)."""
    stronger = 50 + bisect_left(BOUNDS, abs(difference))
    return stronger if difference >= 0 else 100 - stronger


def performance_difference(percent: int) -> int:
    """How much above the mean of the opponents that percentage is."""
    return DIFFERENCES[percent - 50] if percent >= 50 else -DIFFERENCES[50 - percent]
