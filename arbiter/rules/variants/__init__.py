"""The draughts games. Each game is a row of facts, and beside each fact stands the article of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arbiter.rules.variants.english import AMERICAN, GENERAL, ITALIAN
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
    "VARIANTS",
    "Capture",
    "Crowning",
    "ResultTexts",
    "Variant",
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
