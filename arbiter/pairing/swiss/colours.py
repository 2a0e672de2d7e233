"""The colours of a pair: the rules of article 5.2 as rows, tried in order (FIDE C.04.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from arbiter.pairing.swiss.card import Card, Strength
from arbiter.sides import Side
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Coloured:
    """A pair with its colours, and the article that decided them."""

    white: Card
    black: Card
    article: str


Rule: TypeAlias = Callable[[Card, Card, Side], Side | None]
"""A function from the higher-ranked player, the other and the initial colour to the first's side; None: no decision."""


def both_preferences(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Grant both colour preferences if they differ. A player without a preference takes either colour."""
    del initial
    if higher.preference is None:
        return None if lower.preference is None else lower.preference.other
    return None if lower.preference is higher.preference else higher.preference


def stronger_preference(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Grant the stronger preference.

    If both are absolute, the player with the wider colour difference is granted theirs.
    """
    del initial
    if higher.preference is None or lower.preference is None:
        return None
    one, two = _force(higher), _force(lower)
    if one == two:
        return None
    return higher.preference if one > two else lower.preference.other


def alternate(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Alternate the colours from the latest round in which one player had White and the other Black.

    Unplayed rounds are skipped.
    """
    del initial
    for one, two in zip(reversed(higher.sides), reversed(lower.sides), strict=False):
        if one is not two:
            return two
    return None


def higher_ranked(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Grant the preference of the higher-ranked player."""
    del lower, initial
    return higher.preference


def initial_colour(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Give the higher-ranked player the initial colour if their pairing number is odd, otherwise the other colour."""
    del lower
    return initial if higher.odd else initial.other


RULES: tuple[tuple[str, Rule], ...] = (
    ("5.2.1", both_preferences),
    ("5.2.2", stronger_preference),
    ("5.2.3", alternate),
    ("5.2.4", higher_ranked),
    ("5.2.5", initial_colour),
)


def coloured(one: Card, two: Card, initial: Side) -> Coloured:
    """The pair with the colours by article 5. *initial* is the colour drawn for pairing number 1 in round 1."""
    higher, lower = sorted((one, two), key=order)
    for article, rule in RULES:
        side = rule(higher, lower, initial)
        if side is not None:
            white, black = (higher, lower) if side is Side.WHITE else (lower, higher)
            return Coloured(white, black, article)
    raise AssertionError("the last rule always decides")


def order(card: Card) -> tuple[int, int]:
    """The sort key of a card, the higher-ranked player first: by score, then by rank (1.2)."""
    return -card.score, card.rank


def _force(card: Card) -> tuple[int, int]:
    return card.strength, card.imbalance if card.strength is Strength.ABSOLUTE else 0
