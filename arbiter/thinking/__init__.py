"""The computer player's choice of a move: it searches ahead by the rules and evaluates the positions that it finds.

All functions are pure: their results depend only on the arguments. No function reads a clock, starts a thread or makes
random numbers.
"""

from __future__ import annotations

from arbiter.thinking.levels import HIGHEST, LEVELS, Level
from arbiter.thinking.search import WON, Found, search, warm

__all__ = ["HIGHEST", "LEVELS", "WON", "Found", "Level", "search", "warm"]
