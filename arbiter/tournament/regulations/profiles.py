"""All profiles by key. If a tournament names no regulations, the first profile for its variant applies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arbiter.tournament.regulations import Regulations
from arbiter.tournament.regulations.federations import FEDERATIONS
from arbiter.tournament.regulations.rulebooks import BOOKS

REGULATIONS: Mapping[str, Regulations] = MappingProxyType({row.key: row for row in (*BOOKS, *FEDERATIONS)})

DEFAULT_REGULATIONS = "house"
"""The key of the profile for games for which no regulations were found, and until a tournament is announced."""

UNNAMED: tuple[tuple[str, str], ...] = (("irregular_policy", "block"),)
"""The switches (single values) that differ from the variant's profile if an announcement names no regulations.

An incorrect capture is then retracted (000 VII), even in games whose federations leave that to the opponent.
"""

BEFORE_SWITCHES: tuple[tuple[str, str], ...] = (("crowning", "tablet"),)
"""The switches that differ from the profile in a journal begun before journals recorded switches.

Each is a name with its value. A switch is a single value of the regulations.
"""


def default_for(variant: str) -> str:
    """Return the key of the default regulations for a variant: the first profile for this variant.

    If no profile is for this variant, return `DEFAULT_REGULATIONS`, which the caller then refuses as a profile for
    another game.
    """
    return next((key for key, row in REGULATIONS.items() if variant in row.variants), DEFAULT_REGULATIONS)
