"""Every profile there is, by its key; where a variant is named without regulations the first that has it is taken."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arbiter.tournament.regulations import Regulations
from arbiter.tournament.regulations.books import BOOKS
from arbiter.tournament.regulations.federations import FEDERATIONS

REGULATIONS: Mapping[str, Regulations] = MappingProxyType({row.key: row for row in (*BOOKS, *FEDERATIONS)})

HOUSE = "house"
"""The profile of games of which no text was read, and of a tournament that has not been announced yet."""

UNNAMED: tuple[tuple[str, str], ...] = (("irregular_policy", "block"),)
"""What is turned in the variant's own profile where a tournament is announced without naming one.

An incorrect capture is retracted (000 VII), also in the games whose federations leave that to the opponent.
"""

BEFORE_SWITCHES: tuple[tuple[str, str], ...] = (("crowning", "tablet"),)
"""What a tournament was played under whose journal was begun before switches were written down in it."""


def default_for(variant: str) -> str:
    """The key of the regulations that a tournament of that variant has unless it names others.

    Where none are for it, those of the house, which are then refused as those of another game.
    """
    return next((key for key, row in REGULATIONS.items() if variant in row.variants), HOUSE)
