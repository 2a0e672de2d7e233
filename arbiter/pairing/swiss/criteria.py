"""What a pairing is judged by: the criteria C1 to C21 as functions over a bracket (FIDE C.04.3, article 2).

The absolute ones say what two players, or a player and a bye, must not be (C1 to C3). Each of the others gives a value,
a number or several in order, and the least is best; of two pairings that part in one the better comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from arbiter.pairing.swiss.bracket import Bracket, Situation
from arbiter.pairing.swiss.card import Card, Float, Strength

Quality: TypeAlias = tuple[int, ...]


def have_met(one: Card, two: Card) -> bool:
    """C1: they may not meet again."""
    return two.number in one.met


def both_absolute(one: Card, two: Card) -> bool:
    """C3: two who must have the same colour do not meet, unless one of them is a topscorer."""
    return (
        one.strength is Strength.ABSOLUTE
        and two.strength is Strength.ABSOLUTE
        and one.preference is two.preference
        and not (one.topscorer or two.topscorer)
    )


def barred(situation: Situation, one: Card, two: Card) -> str | None:
    """Why the two must not meet: the code of the rule, or None."""
    if have_met(one, two):
        return "C1"
    if two.number in situation.forbidden.get(one.number, ()):
        return "forbidden"
    return "C3" if both_absolute(one, two) else None


def _same(one: Card, two: Card) -> bool:
    return one.preference is not None and one.preference is two.preference


def beyond_two(one: Card, two: Card) -> bool:
    """Of a pair of C10: one of them gets a difference of colours beyond two."""
    return _same(one, two) and one.imbalance > 1 and two.imbalance > 1


def three_in_a_row(one: Card, two: Card) -> bool:
    """Of a pair of C11: one of them gets the same colour for the third time running."""
    if not (_same(one, two) and one.strength is two.strength is Strength.ABSOLUTE) or one.preference is None:
        return False
    if one.imbalance == two.imbalance:
        return one.repeated is not None and one.repeated is two.repeated
    loser = two if one.imbalance > two.imbalance else one
    return loser.repeated is one.preference.other


def preference_lost(one: Card, two: Card) -> bool:
    """Of a pair of C12: one of them does not get the colour that they prefer."""
    return _same(one, two)


def strong_preference_lost(one: Card, two: Card) -> bool:
    """Of a pair of C13: one of them does not get the colour of a strong preference."""
    return (
        _same(one, two)
        and min(one.strength, two.strength) >= Strength.STRONG
        and not one.strength is two.strength is Strength.ABSOLUTE
    )


def _number(holds: Callable[[Card, Card], bool]) -> Callable[[Bracket, Bracket | None], Quality]:
    return lambda bracket, _: (sum(holds(one, two) for one, two in bracket.pairs),)


def bye_score(bracket: Bracket, following: Bracket | None) -> Quality:
    """C5: the score of whoever gets the allocated bye."""
    del following
    return (bracket.bye.score,) if bracket.bye else ()


def downfloaters(bracket: Bracket, following: Bracket | None) -> Quality:
    del following
    return (len(bracket.floaters),)


def downfloaters_scores(bracket: Bracket, following: Bracket | None) -> Quality:
    """C7: the scores of those who go down, the highest first."""
    del following
    return tuple(sorted((card.score for card in bracket.floaters), reverse=True))


def next_bracket(bracket: Bracket, following: Bracket | None) -> Quality:
    """C8: how many go down from the next bracket, and with what scores."""
    del bracket
    if following is None:
        return ()
    return downfloaters(following, None) + downfloaters_scores(following, None)


def bye_unplayed(bracket: Bracket, following: Bracket | None) -> Quality:
    """C9: the rounds that the only downfloater has not played, where they get the allocated bye."""
    del following
    return (bracket.bye.unplayed,) if bracket.bye and len(bracket.floaters) == 1 else (0,)


def _resident_again(back: int) -> Callable[[Bracket, Bracket | None], Quality]:
    """C14, C16: residents who go down and went down so many rounds ago."""
    return lambda bracket, _: (
        sum(card.score == bracket.score and card.floats[back] is Float.DOWN for card in bracket.floaters),
    )


def _up_again(back: int) -> Callable[[Bracket, Bracket | None], Quality]:
    """C15, C17: opponents of those who came down who went up so many rounds ago."""
    return lambda bracket, _: (sum(lower.floats[back] is Float.UP for _, lower in bracket.mixed),)


def _moved_down_again(back: int) -> Callable[[Bracket, Bracket | None], Quality]:
    """C18, C20: the scores of those who came down, go down once more and went down so many rounds ago."""
    return lambda bracket, _: tuple(
        sorted(
            (card.score for card in bracket.floaters if card.score > bracket.score and card.floats[back] is Float.DOWN),
            reverse=True,
        )
    )


def _met_up_again(back: int) -> Callable[[Bracket, Bracket | None], Quality]:
    """C19, C21: the scores of those who came down to meet somebody who went up so many rounds ago."""
    return lambda bracket, _: tuple(
        sorted((higher.score for higher, lower in bracket.mixed if lower.floats[back] is Float.UP), reverse=True)
    )


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion by which brackets are compared; its name stands in the message catalogue by its code."""

    code: str
    article: str
    value: Callable[[Bracket, Bracket | None], Quality]
    scores: bool = False
    """The value is a list of scores, the highest first, not a number of players."""


CRITERIA: tuple[Criterion, ...] = (
    Criterion("C5", "2.3.1", bye_score, scores=True),
    Criterion("C6", "2.4.1", downfloaters),
    Criterion("C7", "2.4.2", downfloaters_scores, scores=True),
    Criterion("C8", "2.4.3", next_bracket),
    Criterion("C9", "2.4.4", bye_unplayed),
    Criterion("C10", "2.4.5", _number(beyond_two)),
    Criterion("C11", "2.4.6", _number(three_in_a_row)),
    Criterion("C12", "2.4.7", _number(preference_lost)),
    Criterion("C13", "2.4.8", _number(strong_preference_lost)),
    Criterion("C14", "2.4.9", _resident_again(0)),
    Criterion("C15", "2.4.10", _up_again(0)),
    Criterion("C16", "2.4.11", _resident_again(1)),
    Criterion("C17", "2.4.12", _up_again(1)),
    Criterion("C18", "2.4.13", _moved_down_again(0), scores=True),
    Criterion("C19", "2.4.14", _met_up_again(0), scores=True),
    Criterion("C20", "2.4.15", _moved_down_again(1), scores=True),
    Criterion("C21", "2.4.16", _met_up_again(1), scores=True),
)
"""The criteria behind the absolute ones (C1 to C3), the weightiest first."""


def values(bracket: Bracket, following: Bracket | None) -> dict[str, Quality]:
    """By the code of each criterion what it comes to in a bracket: the lower, the better."""
    return {criterion.code: criterion.value(bracket, following) for criterion in CRITERIA}
