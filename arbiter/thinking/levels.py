"""How far the house looks ahead, and how often it errs as people do: a row for each level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Level:
    """One level. Its player looks ahead by `plies`, and one deeper for every `deeper` pieces that have left."""

    plies: int
    deeper: int
    overlooks: int = 0
    """Of a hundred moves, so many are not thought of at all."""
    doubt: int = 0
    """Moves that differ by no more than this, in hundredths of a man, are taken one for the other."""


DEEPEST = 60
LEVELS: Mapping[int, Level] = MappingProxyType(
    {
        1: Level(1, 40, overlooks=25, doubt=30),
        2: Level(2, 20, overlooks=14, doubt=20),
        3: Level(3, 16, overlooks=8, doubt=12),
        4: Level(4, 12, overlooks=4, doubt=8),
        5: Level(5, 10, doubt=4),
        6: Level(6, 8),
        7: Level(8, 6),
        8: Level(10, 4),
        9: Level(DEEPEST, 1),
    }
)
HIGHEST = max(LEVELS)
