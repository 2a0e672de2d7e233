"""The part of the field that is needed to pair a bracket: often the bracket alone, or it and the next score group.

A smaller part saves time. The players below a bracket matter only for C4 (the rest of the field can be paired) and C8
(the next bracket). If a bracket of even size can be paired completely, nobody floats down. Then C6 to C8 are as good as
possible, provided that the rest can be paired. From a bracket of odd size at least one player floats down. If each
resident may be the only one, an extra vertex below the bracket stands for the opponent of this player. Otherwise the
next score group is added; if a player must float further, an extra vertex stands below this group. If a narrow view
does not give the best possible values, the caller takes the next view. The last view is the whole field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbiter.pairing.matching import Matching
from arbiter.pairing.swiss.brackets_and_floaters import Situation
from arbiter.pairing.swiss.criteria import barred
from arbiter.pairing.swiss.pairing_card import Card, Strength
from arbiter.pairing.swiss.weights import Layout, Weights

WORTH_IT = 24
"""If at least this many players are below a bracket, most of them are first left out when it is paired.

With fewer players below, that would save no time.
"""

TRIED = 5
"""The most players of the next score group who are tried as opponents of a player who floats down."""


def views(
    situation: Situation,
    down: Sequence[Card],
    residents: Sequence[Card],
    below: Sequence[Sequence[Card]],
    bye_score: int | None,
) -> Iterator[Layout]:
    """Yield the layouts (parts of the field) to try, in order: narrow ones if possible, then the whole field.

    *down* are the players who floated down to the bracket, *residents* its own score group, *below* the lower score
    groups. *bye_score* is the lowest possible score of the allocated bye, None if the round has no bye.
    """
    rest = [card for group in below for card in group]
    bracket = [*down, *residents]
    end = len(bracket)
    if len(rest) >= WORTH_IT and not situation.weak:
        if len(bracket) % 2 == 0 and _bye_below(bye_score, below) and completable(situation, rest, bye_score):
            yield Layout(cards=bracket, moved_down=len(down), residents=len(residents), following=0)
        elif len(bracket) % 2 and _bye_below(bye_score, below[1:]):
            if _anybody_floats(situation, residents, below, bye_score):
                floats = set(range(len(down), end))
                yield Layout(cards=bracket, moved_down=len(down), residents=len(residents), following=0, below=floats)
            if len(below) > 1:
                yield from _with_next(situation, down, residents, below, bye_score)
    yield Layout(
        cards=[*bracket, *rest],
        moved_down=len(down),
        residents=len(residents),
        following=len(below[0]) if below else 0,
        bye=bye_score is not None,
    )


def _bye_below(bye_score: int | None, groups: Sequence[Sequence[Card]]) -> bool:
    """Return whether the allocated bye goes to the first of *groups* or a lower one. True if the round has no bye."""
    return bye_score is None or (bool(groups) and bye_score <= groups[0][0].score)


def _anybody_floats(
    situation: Situation, residents: Sequence[Card], below: Sequence[Sequence[Card]], bye_score: int | None
) -> bool:
    """Return whether each resident may be the only downfloater, with C4 and C8 as good as possible.

    The downfloater then meets a player of the next score group, and everybody else below is paired. If the number of
    the others in this group is odd, one of them floats further. Only a few opponents are tried. Therefore False may
    also mean that the answer was not found.
    """
    following, rest = list(below[0]), [card for group in below[1:] for card in group]
    if len(following) % 2 == 0:
        beyond = _removable(situation, rest, bye_score)
        further = next(
            (card for card in reversed(following) if beyond and barred(situation, card, beyond[0]) is None), None
        )
        if further is None:
            return False
        following.remove(further)
    elif not completable(situation, rest, bye_score):
        return False
    partners = _removable(situation, following, None)
    return all(any(barred(situation, card, partner) is None for partner in partners) for card in residents)


def _removable(situation: Situation, cards: Sequence[Card], bye_score: int | None) -> list[Card]:
    """Return which of the last `TRIED` players in *cards* can be left out so that all others can be paired."""
    found = ((at, [*cards[:at], *cards[at + 1 :]]) for at in range(len(cards) - 1, max(-1, len(cards) - 1 - TRIED), -1))
    return [cards[at] for at, others in found if completable(situation, others, bye_score)]


def _with_next(
    situation: Situation,
    down: Sequence[Card],
    residents: Sequence[Card],
    below: Sequence[Sequence[Card]],
    bye_score: int | None,
) -> Iterator[Layout]:
    """Yield the layout of the bracket together with the next score group, if the players below these can be paired.

    If the number of players in both is odd, one of them floats further down and is paired with the players below.
    """
    following, rest = below[0], [card for group in below[1:] for card in group]
    cards = [*down, *residents, *following]
    layout = Layout(cards=cards, moved_down=len(down), residents=len(residents), following=len(following))
    if len(cards) % 2 == 0:
        if completable(situation, rest, bye_score):
            yield layout
        return
    partners = _removable(situation, rest, bye_score)
    layout.below = {
        vertex
        for vertex, card in enumerate(cards)
        if vertex >= layout.end
        and (
            any(barred(situation, card, partner) is None for partner in partners)
            or completable(situation, [card, *rest], bye_score)
        )
    }
    yield layout


def completable(situation: Situation, cards: Sequence[Card], bye_score: int | None) -> bool:
    """Return whether all *cards* can be paired (C4). If *bye_score* is not None, one of them gets the allocated bye."""
    if (len(cards) + (bye_score is not None)) % 2:
        return False
    if not cards:
        return True
    if _by_hand(situation, cards, bye_score):
        return True
    layout = Layout(cards=list(cards), moved_down=0, residents=0, following=0, bye=bye_score is not None)
    weights = Weights(situation, layout, bye_score)
    whole = Matching(weights.rows())
    return all(whole.weights[vertex][whole.mate[vertex]] > weights.never for vertex in whole.unsettled)


def _by_hand(situation: Situation, cards: Sequence[Card], bye_score: int | None) -> bool:
    """Return whether a simple pairing succeeds, which is faster than a matching.

    Each player takes the first opponent who is allowed and free. Players with absolute colour preferences choose first.
    """
    left = sorted(cards, key=lambda card: card.strength is not Strength.ABSOLUTE)
    if bye_score is not None:
        sits = next((card for card in reversed(left) if card.may_sit and card.score <= bye_score), None)
        if sits is None:
            return False
        left.remove(sits)
    while left:
        one = left.pop(0)
        for at, other in enumerate(left):
            if barred(situation, one, other) is None and other.number not in situation.weak.get(one.number, ()):
                del left[at]
                break
        else:
            return False
    return True
