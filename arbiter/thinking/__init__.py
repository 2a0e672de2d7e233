"""What would the house play? It looks ahead by the rules and weighs what it finds: no clock, no thread, no chance."""

from __future__ import annotations

from arbiter.thinking.levels import HIGHEST, LEVELS, Level
from arbiter.thinking.search import WON, Found, search, warm

__all__ = ["HIGHEST", "LEVELS", "WON", "Found", "Level", "search", "warm"]
