"""The table of the draughts games. Each game is a row of facts, each with its article of a rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arbiter.rules.variants.english import AMERICAN, GENERAL, GENERAL_WHOLE, ITALIAN
from arbiter.rules.variants.free_choice import CZECH, GOOD_FOR_NOTHINGS, GOOD_FOR_NOTHINGS_10, POOL, RUSSIAN
from arbiter.rules.variants.international import BRAZILIAN, CANADIAN, FRISIAN, GERMAN, INTERNATIONAL
from arbiter.rules.variants.spanish import PORTUGUESE, SPANISH
from arbiter.rules.variants.turkish import TURKISH, TURKISH_FEDERATION
from arbiter.rules.variants.variant import DIAGONALS, FORWARD, Capture, Crowning, ResultTexts, Variant

__all__ = [
    "AMERICAN",
    "DIAGONALS",
    "FORWARD",
    "INTERNATIONAL",
    "ROWS",
    "VARIANTS",
    "WHOLE",
    "Capture",
    "Crowning",
    "ResultTexts",
    "Variant",
    "row_key",
]

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        row.key: row
        for row in (
            INTERNATIONAL,
            FRISIAN,
            CANADIAN,
            GERMAN,
            BRAZILIAN,
            RUSSIAN,
            POOL,
            AMERICAN,
            GENERAL,
            ITALIAN,
            SPANISH,
            PORTUGUESE,
            CZECH,
            TURKISH,
            TURKISH_FEDERATION,
            GOOD_FOR_NOTHINGS,
            GOOD_FOR_NOTHINGS_10,
        )
    }
)
WHOLE: Mapping[str, Variant] = MappingProxyType({row.key: row for row in (GENERAL_WHOLE,)})
"""The second row of each game whose rules can be read in two ways, by the key of the game.

By this row a capture must be completed.
"""
ROWS: Mapping[str, Variant] = MappingProxyType({**VARIANTS, **{f"{key} whole": row for key, row in WHOLE.items()}})
"""All rows of all games by their keys. The second row of a game (`WHOLE`) has the key of the game and " whole"."""


def row_key(variant: Variant) -> str:
    """Return the key under which *variant* stands in `ROWS`."""
    return f"{variant.key} whole" if variant is WHOLE.get(variant.key) else variant.key
