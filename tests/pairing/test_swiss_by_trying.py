"""Of all legal pairings of a small field none is better: every way is tried, and judged by the criteria alone."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.pairing import swiss
from arbiter.pairing.swiss import players_needed
from arbiter.pairing.swiss.brackets_and_floaters import Bracket, Situation, brackets
from arbiter.pairing.swiss.criteria import CRITERIA, barred, bye_score
from arbiter.pairing.swiss.pairing_card import Card
from arbiter.pairing.swiss.situation_from_trf import situation
from arbiter.pairing.trf import Trf, TrfCell, TrfPlayer
from arbiter.refused import Refused


def ways(cards: tuple[Card, ...], made: Situation) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
    """Every legal pairing of those players, with who gets the allocated bye."""
    if not cards:
        yield [], None
        return
    first, *rest = cards
    if len(cards) % 2 and first.may_sit:
        for pairs, _ in ways(tuple(rest), made):
            yield pairs, first.number
    for other in rest:
        if barred(made, first, other) is None:
            left = tuple(card for card in rest if card is not other)
            for pairs, bye in ways(left, made):
                yield [(first.number, other.number), *pairs], bye


def bye_of(pairing: tuple[Bracket, ...]) -> tuple[int, ...]:
    """C5, which goes before everything: the score of whoever gets the allocated bye."""
    return next((score for bracket in pairing if (score := bye_score(bracket, None))), ())


def worth(pairing: tuple[Bracket, ...], at: int) -> tuple[tuple[int, ...], ...]:
    """What one bracket is judged by; of all ways to go on below only the best is left by C8."""
    after = pairing[at + 1] if at + 1 < len(pairing) else None
    return tuple(criterion.value(pairing[at], after) for criterion in CRITERIA[1:])


def place_in_order(bracket: Bracket) -> tuple[object, ...]:
    """Where a bracket comes in the order of generation (articles 3 and 4), told anew from the text.

    First those who came down: who is paired (4.4), and with whom, by the numbers of the bracket (4.2). Then the rest of
    the residents: the fewest exchanges between the halves, the least sum of numbers moved, the lowest ranked of the
    upper half moved down, the highest ranked of the lower half moved up (4.3), and whom the upper half meets (4.2).
    """
    number = {card.number: place for place, card in enumerate((*bracket.moved_down, *bracket.residents), start=1)}
    mixed = sorted((number[one.number], number[two.number]) for one, two in bracket.mixed)
    met = {two for _, two in mixed}
    left = [number[card.number] for card in bracket.residents if number[card.number] not in met]
    pairs = sorted((number[one.number], number[two.number]) for one, two in bracket.remainder)
    upper, lead = left[: len(pairs)], [one for one, _ in pairs]
    gone = sorted((one for one in upper if one not in lead), reverse=True)
    come = sorted(one for one in lead if one not in upper)
    return (
        [one for one, _ in mixed],
        [two for _, two in mixed],
        len(gone),
        sum(come) - sum(gone),
        [-one for one in gone],
        come,
        [two for _, two in pairs],
    )


def nothing_is_better(ours: tuple[Bracket, ...], every: list[tuple[Bracket, ...]]) -> bool:
    """Whether each bracket is the best of all that the brackets before it leave, and of these the first in order."""
    if bye_of(ours) != min(map(bye_of, every)):
        return False
    left = [each for each in every if bye_of(each) == bye_of(ours)]
    for at in range(len(ours)):
        if worth(ours, at) != min(worth(each, at) for each in left):
            return False
        equal = [each[at] for each in left if worth(each, at) == worth(ours, at)]
        if place_in_order(ours[at]) != min(map(place_in_order, equal)):
            return False
        left = [each for each in left if set(each[at].pairs) == set(ours[at].pairs)]
    return True


def played(players: int, rounds: int, lot: random.Random) -> Trf:
    """A tournament after some rounds that were drawn by lot among those who had not met, with byes and forfeits."""
    cells: dict[int, list[TrfCell | None]] = {number: [] for number in range(1, players + 1)}
    for _ in range(rounds):
        left = list(cells)
        lot.shuffle(left)
        while left:
            one = left.pop()
            met = {cell.opponent for cell in cells[one] if cell is not None and cell.played}
            other = next((each for each in left if each not in met), None)
            if other is None:
                cells[one].append(TrfCell(0, "-", lot.choice("HZUZ")))
                continue
            left.remove(other)
            result = lot.choice(["10", "01", "==", "10", "01", "+-"])
            cells[one].append(TrfCell(other, "w", result[0]))
            cells[other].append(TrfCell(one, "b", result[1]))
    return Trf(
        rounds=rounds + lot.choice([1, 1, 3]),
        initial="w",
        players=tuple(TrfPlayer(number=number, name=str(number), cells=tuple(row)) for number, row in cells.items()),
    )


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 8), st.integers(0, 4), st.integers(0, 1_000_000))
def test_no_legal_pairing_is_better(players: int, rounds: int, seed: int) -> None:
    """Whatever has happened, trying all ways finds nothing better, and finds one exactly where one is found here."""
    trf = played(players, rounds, random.Random(seed))
    asked = situation(trf, rounds + 1)
    every = [brackets(asked, pairs, bye) for pairs, bye in ways(asked.cards, asked)]
    if not every:
        with pytest.raises(Refused):
            swiss.pair(asked)
        return
    for least in (2, players_needed.WORTH_IT):  # a part of the field is examined, and all of it
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(players_needed, "WORTH_IT", least)
            assert nothing_is_better(swiss.pair(asked).brackets, every)
