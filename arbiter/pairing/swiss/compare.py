"""Comparison of two pairings of a round: the first article in which they differ, and why two players do not meet.

The brackets of both pairings are compared. Therefore a pairing may come from a file, a person or another program.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbiter.pairing import swiss
from arbiter.pairing.swiss import SwissRound
from arbiter.pairing.swiss.brackets_and_floaters import Bracket, Situation, brackets
from arbiter.pairing.swiss.criteria import CRITERIA, Criterion, Quality, barred, bye_score
from arbiter.pairing.swiss.pairing_card import Card
from arbiter.pairing.swiss.why import HANDBOOK, ScoreText, value_text
from arbiter.pairing.system_interface import Reason
from arbiter.refused import Fact, Refused
from arbiter.values import replace

BANS = {"C1": "2.1.1", "C3": "2.1.3", "forbidden": "C.04.2"}
MOST = 4
"""If two pairings differ only in the order of generation, at most this many pairs of each are named."""


def parting(situation: Situation, pairs: Sequence[tuple[int, int]], bye: int | None, shown: ScoreText) -> Reason | None:
    """Return the first article in which the pairing *pairs* differs from the pairing by the rules; None if none.

    *pairs* are (White, Black), and *bye* is the player with the allocated bye. *shown* converts a score to text.
    """
    cards = {card.number: card for card in situation.cards}
    number = ("round", situation.round)
    theirs = {each for pair in pairs for each in pair} | ({bye} if bye is not None else set())
    if theirs != set(cards):
        return Reason("parts_in_players", (), HANDBOOK, (number, ("players", tuple(sorted(theirs ^ set(cards))))))
    for white, black in pairs:
        if why := barred(situation, cards[white], cards[black]):
            facts: tuple[tuple[str, Fact], ...] = (
                number,
                ("white", white),
                ("black", black),
                ("why", f"criterion {why}"),
            )
            return Reason("parts_in_ban", (white, black), f"{HANDBOOK} {BANS[why]}", facts)
    if bye is not None and not cards[bye].may_sit:
        return Reason("parts_in_bye", (bye,), f"{HANDBOOK} 2.1.2", (number, ("player", bye)))
    try:
        ours = swiss.pair(situation)
    except Refused:
        return Reason("parts_impossible", (), f"{HANDBOOK} 2.2.1", (number,))
    found = first_difference(situation, ours.brackets, brackets(situation, pairs, bye), shown)
    if found is not None:
        return replace(found, facts=(number, *found.facts))
    for white, black in ours.numbers():
        if (white, black) not in pairs:
            article = next(pair.article for pair in ours.pairs if pair.white.number == white)
            facts = (number, ("white", white), ("black", black))
            return Reason("parts_in_colours", (white, black), f"{HANDBOOK} {article}", facts)
    return None


def first_difference(
    situation: Situation, ours: Sequence[Bracket], theirs: Sequence[Bracket], shown: ScoreText
) -> Reason | None:
    """Return the first bracket in which two pairings of a situation differ, and the criterion that differs in it.

    If all criteria are equal, the pairings differ in the order of generation. Return None if all pairs are the same.
    """
    for at, (one, two) in enumerate(zip(ours, theirs, strict=True)):
        if set(one.pairs) == set(two.pairs):
            continue
        where: tuple[tuple[str, Fact], ...] = (("bracket", one.number), ("score", shown(one.score)))
        criterion, best, other = _first_value(situation, ours, theirs, at)
        if criterion is None:
            article, first, second = _order(one, two)
            return Reason("parts_in_order", (), f"{HANDBOOK} {article}", (*where, ("ours", first), ("theirs", second)))
        facts = (
            *where,
            ("code", criterion.code),
            ("criterion", f"criterion {criterion.code}"),
            ("ours", value_text(criterion, best, shown)),
            ("theirs", value_text(criterion, other, shown)),
        )
        return Reason("parts_in_value", (), f"{HANDBOOK} {criterion.article}", facts)
    return None


def _first_value(
    situation: Situation, ours: Sequence[Bracket], theirs: Sequence[Bracket], at: int
) -> tuple[Criterion | None, Quality, Quality]:
    """Return the first criterion that has different values in the brackets *at* of two pairings, and both values.

    Return None as criterion if all values are equal. The criterion of the bye (C5) is compared over the whole round.
    C8 values the floaters by the best possible pairing of the next bracket, not by the pairing that was made.
    """
    best = next((score for bracket in ours if (score := bye_score(bracket, None))), ())
    other = next((score for bracket in theirs if (score := bye_score(bracket, None))), ())
    if best != other:
        return CRITERIA[0], best, other
    one, two = ours[at], theirs[at]
    after = ours[at + 1] if at + 1 < len(ours) else None
    for criterion in CRITERIA[1:]:
        best, other = criterion.value(one, after), criterion.value(two, after)
        if criterion.code == "C8" and after is not None and set(one.floaters) != set(two.floaters):
            following = swiss.best_below(situation, two.floaters, at + 1)
            other = criterion.value(two, following)
        if best != other:
            return criterion, best, other
    return None, (), ()


def _order(one: Bracket, two: Bracket) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the article on the order of generation by which two equally good brackets differ.

    With it return the pairs that are only in *one*, and those that are only in *two*.
    """
    article = "4.2"
    if {higher for higher, _ in one.mixed} != {higher for higher, _ in two.mixed}:
        article = "4.4"
    elif set(one.mixed) == set(two.mixed) and {higher for higher, _ in one.remainder} != {
        higher for higher, _ in two.remainder
    }:
        article = "4.3"
    return article, _told(set(one.pairs) - set(two.pairs)), _told(set(two.pairs) - set(one.pairs))


def _told(pairs: Iterable[tuple[Card, Card]]) -> tuple[str, ...]:
    """Return the first pairs, `MOST` at most, as texts such as "3-7". "..." follows if there are more."""
    told = [f"{one.number}-{two.number}" for one, two in sorted(pairs, key=lambda pair: pair[0].rank)]
    return (*told[:MOST], *(["..."] if len(told) > MOST else []))


def why_not(made: SwissRound, one: int, two: int, shown: ScoreText) -> Reason:
    """Return the reason why the players *one* and *two* do not meet.

    It is a ban, or the first criterion that would have a worse value if they met.
    """
    cards = {card.number: card for card in made.situation.cards}
    both: tuple[tuple[str, Fact], ...] = (("one", one), ("two", two))
    if one not in cards or two not in cards or one == two:
        return Reason("not_both_there", (one, two), None, both)
    if (one, two) in made.numbers() or (two, one) in made.numbers():
        return Reason("they_do_meet", (one, two), None, both)
    bans = {"C1": "not_met_before", "C3": "not_same_colour", "forbidden": "not_forbidden"}
    if why := barred(made.situation, cards[one], cards[two]):
        return Reason(bans[why], (one, two), f"{HANDBOOK} {BANS[why]}", both)
    try:
        forced = swiss.pair(_forced(made.situation, one, two))
    except Refused:
        return Reason("not_possible", (one, two), f"{HANDBOOK} 2.2.1", both)
    theirs = brackets(made.situation, forced.numbers(), forced.bye)
    found = first_difference(made.situation, made.brackets, theirs, shown)
    if found is None or found.code == "parts_in_order":
        return Reason("not_the_first", (one, two), found.article if found else None, both)
    return Reason("not_as_good", (one, two), found.article, (*both, *found.facts))


def _forced(situation: Situation, one: int, two: int) -> Situation:
    """Return the situation, changed so that *one* and *two* must meet: other opponents and the bye are forbidden."""
    everybody = frozenset(card.number for card in situation.cards)
    forbidden = {card.number: situation.forbidden.get(card.number, frozenset()) for card in situation.cards}
    for number in everybody:
        forbidden[number] |= {one, two} - {number} if number not in {one, two} else everybody - {one, two}
    cards = tuple(replace(card, may_sit=card.may_sit and card.number not in {one, two}) for card in situation.cards)
    return replace(situation, forbidden=forbidden, cards=cards)
