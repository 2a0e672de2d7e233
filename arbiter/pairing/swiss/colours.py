"""Who gets White: the rules of article 5.2 as rows, tried from the first (FIDE C.04.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from arbiter.pairing.swiss.card import Card, Strength
from arbiter.sides import Side


@dataclass(frozen=True, slots=True)
class Coloured:
    """A pair with its colours, and the article that gave them."""

    white: Card
    black: Card
    article: str


Rule: TypeAlias = Callable[[Card, Card, Side], Side | None]
"""The side of the higher ranked of two (the first), or None where the rule is silent; third: the initial colour."""


def both_preferences(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Grant both colour preferences; a player who has none takes either."""
    del initial
    if higher.preference is None:
        return None if lower.preference is None else lower.preference.other
    return None if lower.preference is higher.preference else higher.preference


def stronger_preference(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Grant the stronger preference; of two absolute ones that with the wider difference of colours."""
    del initial
    if higher.preference is None or lower.preference is None:
        return None
    one, two = _force(higher), _force(lower)
    if one == two:
        return None
    return higher.preference if one > two else lower.preference.other


def alternate(higher: Card, lower: Card, initial: Side) -> Side | None:
    """The other way round than the last time that one had White and the other Black; rounds not played do not count."""
    del initial
    for one, two in zip(reversed(higher.sides), reversed(lower.sides), strict=False):
        if one is not two:
            return two
    return None


def higher_ranked(higher: Card, lower: Card, initial: Side) -> Side | None:
    """Grant the preference of the higher ranked player."""
    del lower, initial
    return higher.preference


def initial_colour(higher: Card, lower: Card, initial: Side) -> Side | None:
    """The initial colour to a higher ranked player with an odd pairing number, the other to one with an even."""
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
    """The pair with the colours that article 5 gives it; *initial* is the colour that was drawn for the first seed."""
    higher, lower = sorted((one, two), key=order)
    for article, rule in RULES:
        side = rule(higher, lower, initial)
        if side is not None:
            white, black = (higher, lower) if side is Side.WHITE else (lower, higher)
            return Coloured(white, black, article)
    raise AssertionError("the last rule always decides")


def order(card: Card) -> tuple[int, int]:
    """Higher ranked first: by score, then by rank (1.2)."""
    return -card.score, card.rank


def _force(card: Card) -> tuple[int, int]:
    return card.strength, card.imbalance if card.strength is Strength.ABSOLUTE else 0
