"""The colours of a pair: the rules of FIDE C.04.3, article 5.2, one function each, which are tried in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from arbiter.pairing.swiss.pairing_card import Card, Strength
from arbiter.sides import Side
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Coloured:
    """A pair with its colours, and the article that decided them."""

    white: Card
    black: Card
    article: str


Rule: TypeAlias = Callable[[Card, Card, Side], Side | None]
"""A function that returns the colour of the higher-ranked player of a pair, or None if the rule does not decide.

Its arguments are the higher-ranked player, the other player, and the initial colour.
"""


def both_preferences(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Grant both colour preferences if they differ. A player without a preference takes either colour."""
    del initial
    if higher.preference is None:
        return None if lower.preference is None else lower.preference.other
    return None if lower.preference is higher.preference else higher.preference


def stronger_preference(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Grant the stronger preference.

    If both preferences are absolute, grant that of the player with the greater colour difference.
    """
    del initial
    if higher.preference is None or lower.preference is None:
        return None
    one, two = _force(higher), _force(lower)
    if one == two:
        return None
    return higher.preference if one > two else lower.preference.other


def alternate(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Give both players the other colour than they had in the latest round in which their colours differed.

    Unplayed rounds are skipped: the last games of both players are compared, then the games before them, and so on.
    """
    del initial
    for one, two in zip(reversed(higher.sides), reversed(lower.sides), strict=False):
        if one is not two:
            return two
    return None


def higher_ranked(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Grant the colour preference of the higher-ranked player."""
    del lower, initial
    return higher.preference


def initial_colour(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Give the higher-ranked player the initial colour if that player's pairing number is odd, otherwise the other."""
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
    """Return the pair with its colours by article 5. *initial* is the colour of pairing number 1 in round 1."""
    higher, lower = sorted((one, two), key=order)
    for article, rule in RULES:
        side = rule(higher, lower, initial)
        if side is not None:
            white, black = (higher, lower) if side is Side.WHITE else (lower, higher)
            return Coloured(white, black, article)
    raise AssertionError("the last rule always decides")


def order(card: Card) -> tuple[int, int]:
    """Return the sort key of a card: by score, highest first, then by rank (FIDE C.04.3, 1.2)."""
    return -card.score, card.rank


def _force(card: Card) -> tuple[int, int]:
    return card.strength, card.imbalance if card.strength is Strength.ABSOLUTE else 0
