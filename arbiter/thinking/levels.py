"""The levels of the computer player: how many positions it searches for a move, and how often it errs as people do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """One level of the computer player.

    `nodes` is the most positions that it searches for one move. Therefore its strength does not depend on the machine.
    """

    nodes: int
    overlooks: int = 0
    """The percentage of moves that the player overlooks."""
    doubt: int = 0
    """The greatest error of judgement: each move is overrated by a random amount up to it, in hundredths of a man."""
    exact: bool = False
    """Whether the player looks up endings in the endgame tables."""


DEEPEST = 60
"""The most plies that any search looks ahead."""
FULL = Level(1 << 60, exact=True)
"""The settings of a search without a level: no errors, and no limit of positions."""
LEVELS: Mapping[int, Level] = MappingProxyType(
    {
        1: Level(60, overlooks=10, doubt=22),
        2: Level(90, overlooks=9, doubt=20),
        3: Level(150, overlooks=8, doubt=18),
        4: Level(275, overlooks=7, doubt=16),
        5: Level(450, overlooks=6, doubt=14),
        6: Level(800, overlooks=5, doubt=12),
        7: Level(1_400, overlooks=4, doubt=10, exact=True),
        8: Level(2_500, overlooks=2, doubt=7, exact=True),
        9: Level(3_500, overlooks=1, doubt=4, exact=True),
    }
)
HIGHEST = max(LEVELS)
