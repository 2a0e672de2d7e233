"""The heaviest matching is as heavy as any way to pair everybody, also when weights change and pairs leave."""

from __future__ import annotations

import random
from functools import cache

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.matching import Matching

NEVER = -1_000_000


def heaviest(weights: list[list[int]], places: list[int]) -> int:
    """By trying all ways."""

    @cache
    def of(left: frozenset[int]) -> int:
        if not left:
            return 0
        one = min(left)
        return max(weights[one][two] + of(left - {one, two}) for two in left if two != one)

    return of(frozenset(places))


@st.composite
def games(draw: st.DrawFn) -> list[list[int]]:
    """Weights of all pairs of a few places: many alike, some that must not be."""
    places = draw(st.sampled_from([2, 4, 6, 8]))
    weight = draw(st.sampled_from([st.integers(0, 1), st.integers(-3, 3), st.integers(-1000, 1000)]))
    weights = [[2 * NEVER] * places for _ in range(places)]
    for one in range(places):
        for two in range(one):
            weights[one][two] = weights[two][one] = draw(weight | st.just(NEVER))
    return weights


def doubled(weights: list[list[int]]) -> list[list[int]]:
    return [[2 * weight for weight in row] for row in weights]


@given(games())
def test_no_way_to_pair_everybody_is_heavier(weights: list[list[int]]) -> None:
    """Whatever the weights are, everybody has a mate, and trying all ways finds nothing heavier."""
    whole = Matching(doubled(weights))

    assert all(whole.mate[whole.mate[place]] == place != whole.mate[place] for place in whole.here)
    assert whole.weight() == heaviest(weights, whole.here)


@given(games(), st.data())
def test_it_stays_the_heaviest_while_weights_change_and_pairs_leave(
    weights: list[list[int]], data: st.DataObject
) -> None:
    """Changing, lowering and settling search only what hangs on it, and come to the same."""
    whole = Matching(doubled(weights))
    for _ in range(6):
        if not whole.here:
            break
        place = data.draw(st.sampled_from(whole.here))
        others = data.draw(st.lists(st.sampled_from([other for other in whole.here if other != place]), unique=True))
        match data.draw(st.sampled_from(["reweigh", "lower", "settle"])):
            case "reweigh":
                for other in others:
                    weights[place][other] = weights[other][place] = data.draw(st.integers(-1000, 1000))
                whole.reweigh(place, [(other, 2 * weights[place][other]) for other in others])
            case "lower":
                for other in others:
                    weights[place][other] = weights[other][place] = weights[place][other] - data.draw(st.integers(0, 5))
                whole.lower([(place, other, 2 * weights[place][other]) for other in others])
            case _:
                left, mate = whole.weight(), whole.mate[place]
                assert whole.settle(place) == mate
                assert whole.weight() == left - weights[place][mate]

        assert whole.weight() == heaviest(weights, whole.here)


@given(games())
def test_a_pair_of_a_heaviest_matching_is_tight(weights: list[list[int]]) -> None:
    """A pair that is not tight is in no heaviest matching."""
    whole = Matching(doubled(weights))
    best = heaviest(weights, whole.here)
    for one in whole.here:
        for two in range(one):
            rest = [place for place in whole.here if place not in {one, two}]
            if weights[one][two] + heaviest(weights, rest) == best:
                assert whole.tight(one, two)


@pytest.mark.slow
@pytest.mark.parametrize("places", [10, 20, 40, 80])
@pytest.mark.parametrize("bits", [1, 4, 400])
def test_another_program_finds_nothing_heavier(places: int, bits: int) -> None:
    """networkx, whose matching is another's work, agrees on the weight; few different weights make many blossoms."""
    chance = random.Random(f"{places} {bits}")
    for _ in range(800 // places):
        weights = [[2 * NEVER] * places for _ in range(places)]
        graph = nx.Graph()
        for one in range(places):
            for two in range(one):
                weights[one][two] = weights[two][one] = weight = chance.getrandbits(bits)
                graph.add_edge(one, two, weight=weight)
        theirs = nx.max_weight_matching(graph, maxcardinality=True)

        assert len(theirs) == places // 2
        assert Matching(doubled(weights)).weight() == sum(weights[one][two] for one, two in theirs)


def test_an_odd_number_of_places_cannot_all_be_paired() -> None:
    with pytest.raises(ValueError, match="3 places"):
        Matching([[0] * 3 for _ in range(3)])
