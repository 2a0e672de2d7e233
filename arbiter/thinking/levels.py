"""The levels of the computer player: how many plies it looks ahead, and how often it errs as people do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """One level of the computer player.

    It looks ahead by `plies`, and one ply more for every `deeper` pieces that are off the board.
    """

    plies: int
    deeper: int
    overlooks: int = 0
    """The percentage of moves that the player overlooks."""
    doubt: int = 0
    """The error of its judgement: each move's score is raised by a random amount up to this, in hundredths of a man."""
    exact: bool = False
    """Whether it looks endings up in the endgame tables."""


DEEPEST = 60
LEVELS: Mapping[int, Level] = MappingProxyType(
    {
        1: Level(1, 40, overlooks=25, doubt=30),
        2: Level(2, 20, overlooks=14, doubt=20),
        3: Level(3, 16, overlooks=8, doubt=12),
        4: Level(4, 12, overlooks=4, doubt=8),
        5: Level(5, 10, doubt=4),
        6: Level(6, 8),
        7: Level(8, 6, exact=True),
        8: Level(10, 4, exact=True),
        9: Level(DEEPEST, 1, exact=True),
    }
)
HIGHEST = max(LEVELS)
