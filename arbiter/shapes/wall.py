"""How the boards of a round are laid out on one screen."""

from __future__ import annotations

COLUMNS = {1: 1, 2: 2, 4: 2, 6: 3, 9: 3, 12: 4, 16: 4, 20: 5, 25: 5, 30: 6, 36: 6, 42: 7, 56: 8, 72: 9, 90: 10}
"""Up to so many boards: so many columns, for a screen that is wider than high."""


def across(boards: int) -> int:
    """In how many columns that many boards fill the screen."""
    return next((wide for most, wide in COLUMNS.items() if boards <= most), max(COLUMNS.values()))
