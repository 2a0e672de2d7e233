"""The levels of the computer player: how many positions it searches for a move, and how often it errs as people do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """One level of the computer player.

    Its strength does not depend on the machine, because `nodes` limits the positions that it searches for one move.
    """

    nodes: int
    overlooks: int = 0
    """The percentage of moves that the player overlooks."""
    doubt: int = 0
    """The error of its judgement: each move's score is raised by a random amount up to this, in hundredths of a man."""
    exact: bool = False
    """Whether it looks endings up in the endgame tables."""


DEEPEST = 60
"""The most plies that any search looks ahead."""
FULL = Level(1 << 60, exact=True)
"""The search without a level: it makes no errors and has no limit of its own."""
LEVELS: Mapping[int, Level] = MappingProxyType(
    {
        1: Level(80, overlooks=6, doubt=14),
        2: Level(130, overlooks=5, doubt=12),
        3: Level(220, overlooks=5, doubt=10),
        4: Level(350, overlooks=4, doubt=8),
        5: Level(550, overlooks=3, doubt=6),
        6: Level(900, overlooks=2, doubt=5),
        7: Level(1_500, overlooks=1, doubt=4, exact=True),
        8: Level(2_600, overlooks=1, doubt=2, exact=True),
        9: Level(5_000, exact=True),
    }
)
HIGHEST = max(LEVELS)
