"""The criteria C1 to C21 by which a pairing is judged, as functions of a bracket (FIDE C.04.3, article 2).

The absolute criteria (C1 to C3) forbid a pair, or a bye for a player. Each other criterion gives a value: a number, or
several numbers in order. The least value is the best. Of two pairings, the better is the one with the lower value of
the first criterion in which they differ. In all functions `following` is the bracket after `bracket`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from arbiter.pairing.swiss.brackets_and_floaters import Bracket, Situation
from arbiter.pairing.swiss.pairing_card import Card, Float, Strength
from arbiter.values import dataclass

Quality: TypeAlias = tuple[int, ...]


def have_met(one: Card, two: Card) -> bool:
    """C1: return whether the two players have met, so that they must not meet again."""
    return two.number in one.met


def both_absolute(one: Card, two: Card) -> bool:
    """C3: return whether two players must not meet because both have an absolute preference for the same colour.

    A pair with a topscorer may meet.
    """
    return (
        one.strength is Strength.ABSOLUTE
        and two.strength is Strength.ABSOLUTE
        and one.preference is two.preference
        and not (one.topscorer or two.topscorer)
    )


def barred(situation: Situation, one: Card, two: Card) -> str | None:
    """Return the code of the rule by which two players must not meet; None if they may meet."""
    if have_met(one, two):
        return "C1"
    if two.number in situation.forbidden.get(one.number, ()):
        return "forbidden"
    return "C3" if both_absolute(one, two) else None


def _same(one: Card, two: Card) -> bool:
    return one.preference is not None and one.preference is two.preference


def beyond_two(one: Card, two: Card) -> bool:
    """C10: return whether one player of the pair gets a colour difference of more than two."""
    return _same(one, two) and one.imbalance > 1 and two.imbalance > 1


def three_in_a_row(one: Card, two: Card) -> bool:
    """C11: return whether one player of the pair gets the same colour for the third time in a row."""
    if not (_same(one, two) and one.strength is two.strength is Strength.ABSOLUTE) or one.preference is None:
        return False
    if one.imbalance == two.imbalance:
        return one.repeated is not None and one.repeated is two.repeated
    loser = two if one.imbalance > two.imbalance else one
    return loser.repeated is one.preference.other


def preference_lost(one: Card, two: Card) -> bool:
    """C12: return whether one player of the pair does not get the preferred colour."""
    return _same(one, two)


def strong_preference_lost(one: Card, two: Card) -> bool:
    """C13: return whether one player of the pair does not get the colour of a strong preference."""
    return (
        _same(one, two)
        and min(one.strength, two.strength) >= Strength.STRONG
        and not one.strength is two.strength is Strength.ABSOLUTE
    )


def _number(holds: Callable[[Card, Card], bool]) -> Callable[[Bracket, Bracket | None], Quality]:
    return lambda bracket, _: (sum(holds(one, two) for one, two in bracket.pairs),)


def bye_score(bracket: Bracket, following: Bracket | None) -> Quality:
    """C5: return the score of the player who gets the allocated bye; empty if nobody of the bracket gets it."""
    del following
    return (bracket.bye.score,) if bracket.bye else ()


def downfloaters(bracket: Bracket, following: Bracket | None) -> Quality:
    del following
    return (len(bracket.floaters),)


def downfloaters_scores(bracket: Bracket, following: Bracket | None) -> Quality:
    """C7: return the scores of the downfloaters, the highest first."""
    del following
    return tuple(sorted((card.score for card in bracket.floaters), reverse=True))


def next_bracket(bracket: Bracket, following: Bracket | None) -> Quality:
    """C8: return the number of downfloaters of the next bracket, and their scores."""
    del bracket
    if following is None:
        return ()
    return downfloaters(following, None) + downfloaters_scores(following, None)


def bye_unplayed(bracket: Bracket, following: Bracket | None) -> Quality:
    """C9: return the number of unplayed rounds of the player who gets the allocated bye.

    Return 0 if the bracket has other downfloaters too, or if none of its players gets the bye.
    """
    del following
    return (bracket.bye.unplayed,) if bracket.bye and len(bracket.floaters) == 1 else (0,)


def _resident_again(back: int) -> Callable[[Bracket, Bracket | None], Quality]:
    """C14, C16: count the residents who float down now and also floated down in an earlier round.

    *back* is 0 for the last round, and 1 for the round before it.
    """
    return lambda bracket, _: (
        sum(card.score == bracket.score and card.floats[back] is Float.DOWN for card in bracket.floaters),
    )


def _up_again(back: int) -> Callable[[Bracket, Bracket | None], Quality]:
    """C15, C17: count the opponents of moved-down players who float up now and also did in an earlier round.

    *back* is 0 for the last round, and 1 for the round before it.
    """
    return lambda bracket, _: (sum(lower.floats[back] is Float.UP for _, lower in bracket.mixed),)


def _moved_down_again(back: int) -> Callable[[Bracket, Bracket | None], Quality]:
    """C18, C20: list the scores of the moved-down players who float down now and also did in an earlier round.

    *back* is 0 for the last round, and 1 for the round before it.
    """
    return lambda bracket, _: tuple(
        sorted(
            (card.score for card in bracket.floaters if card.score > bracket.score and card.floats[back] is Float.DOWN),
            reverse=True,
        )
    )


def _met_up_again(back: int) -> Callable[[Bracket, Bracket | None], Quality]:
    """C19, C21: list the scores of the moved-down players whose opponents also floated up in an earlier round.

    *back* is 0 for the last round, and 1 for the round before it.
    """
    return lambda bracket, _: tuple(
        sorted((higher.score for higher, lower in bracket.mixed if lower.floats[back] is Float.UP), reverse=True)
    )


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion by which brackets are compared. `value` returns its value for a bracket and the bracket after it.

    The name of the criterion is in the message catalogue, under its code.
    """

    code: str
    article: str
    value: Callable[[Bracket, Bracket | None], Quality]
    scores: bool = False
    """True if the value is a list of scores, the highest first; False if it is a number of players or pairs."""


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
"""The criteria after the absolute ones (C1 to C3), the most important first."""


def values(bracket: Bracket, following: Bracket | None) -> dict[str, Quality]:
    """Return the value of every criterion for a bracket, by code. Lower is better."""
    return {criterion.code: criterion.value(bracket, following) for criterion in CRITERIA}
