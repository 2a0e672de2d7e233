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


def heaviest(weights: list[list[int]], vertices: list[int]) -> int:
    """By trying all ways."""

    @cache
    def of(left: frozenset[int]) -> int:
        if not left:
            return 0
        one = min(left)
        return max(weights[one][two] + of(left - {one, two}) for two in left if two != one)

    return of(frozenset(vertices))


@st.composite
def games(draw: st.DrawFn) -> list[list[int]]:
    """Weights of all pairs of a few vertices: many alike, some that must not be."""
    vertices = draw(st.sampled_from([2, 4, 6, 8]))
    weight = draw(st.sampled_from([st.integers(0, 1), st.integers(-3, 3), st.integers(-1000, 1000)]))
    weights = [[2 * NEVER] * vertices for _ in range(vertices)]
    for one in range(vertices):
        for two in range(one):
            weights[one][two] = weights[two][one] = draw(weight | st.just(NEVER))
    return weights


def doubled(weights: list[list[int]]) -> list[list[int]]:
    return [[2 * weight for weight in row] for row in weights]


@given(games())
def test_no_way_to_pair_everybody_is_heavier(weights: list[list[int]]) -> None:
    """Whatever the weights are, everybody has a mate, and trying all ways finds nothing heavier."""
    whole = Matching(doubled(weights))

    assert all(whole.mate[whole.mate[vertex]] == vertex != whole.mate[vertex] for vertex in whole.unsettled)
    assert whole.weight() == heaviest(weights, whole.unsettled)


@given(games(), st.data())
def test_it_stays_the_heaviest_while_weights_change_and_pairs_leave(
    weights: list[list[int]], data: st.DataObject
) -> None:
    """Changing, lowering and settling search only what hangs on it, and come to the same."""
    whole = Matching(doubled(weights))
    for _ in range(6):
        if not whole.unsettled:
            break
        vertex = data.draw(st.sampled_from(whole.unsettled))
        others = data.draw(
            st.lists(st.sampled_from([other for other in whole.unsettled if other != vertex]), unique=True)
        )
        match data.draw(st.sampled_from(["reweigh", "lower", "settle"])):
            case "reweigh":
                for other in others:
                    weights[vertex][other] = weights[other][vertex] = data.draw(st.integers(-1000, 1000))
                whole.reweigh(vertex, [(other, 2 * weights[vertex][other]) for other in others])
            case "lower":
                for other in others:
                    weights[vertex][other] = weights[other][vertex] = weights[vertex][other] - data.draw(
                        st.integers(0, 5)
                    )
                whole.lower([(vertex, other, 2 * weights[vertex][other]) for other in others])
            case _:
                left, mate = whole.weight(), whole.mate[vertex]
                assert whole.settle(vertex) == mate
                assert whole.weight() == left - weights[vertex][mate]

        assert whole.weight() == heaviest(weights, whole.unsettled)


@given(games())
def test_a_pair_of_a_heaviest_matching_is_tight(weights: list[list[int]]) -> None:
    """A pair that is not tight is in no heaviest matching."""
    whole = Matching(doubled(weights))
    best = heaviest(weights, whole.unsettled)
    for one in whole.unsettled:
        for two in range(one):
            rest = [vertex for vertex in whole.unsettled if vertex not in {one, two}]
            if weights[one][two] + heaviest(weights, rest) == best:
                assert whole.tight(one, two)


@pytest.mark.slow
@pytest.mark.parametrize("vertices", [10, 20, 40, 80])
@pytest.mark.parametrize("bits", [1, 4, 400])
def test_another_program_finds_nothing_heavier(vertices: int, bits: int) -> None:
    """networkx, whose matching is another's work, agrees on the weight; few different weights make many blossoms."""
    chance = random.Random(f"{vertices} {bits}")
    for _ in range(800 // vertices):
        weights = [[2 * NEVER] * vertices for _ in range(vertices)]
        graph = nx.Graph()
        for one in range(vertices):
            for two in range(one):
                weights[one][two] = weights[two][one] = weight = chance.getrandbits(bits)
                graph.add_edge(one, two, weight=weight)
        theirs = nx.max_weight_matching(graph, maxcardinality=True)

        assert len(theirs) == vertices // 2
        assert Matching(doubled(weights)).weight() == sum(weights[one][two] for one, two in theirs)


def test_an_odd_number_of_vertices_cannot_all_be_paired() -> None:
    with pytest.raises(ValueError, match="3 vertices"):
        Matching([[0] * 3 for _ in range(3)])
