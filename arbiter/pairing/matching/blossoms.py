"""The ground on which `matching` searches: places with heights, mates, and the blossoms that they are in.

Edmonds' method with potentials. Every place has a **height**; no pair weighs more than the heights of its two places
together, and only pairs that weigh exactly as much (**tight** ones) are made: where everybody has a mate by tight pairs
the whole is as heavy as it can be. Trees grow from the places without a mate along tight pairs; **outer** places are an
even number of pairs from a root, **inner** ones an odd number. An odd circle of tight pairs becomes a **blossom**,
which acts as one place and has a height of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

FREE, OUTER, INNER = 0, 1, 2


@dataclass(slots=True, eq=False)
class Blossom:
    """A place, or an odd circle of blossoms: `joints[i]` is the pair from child i to the next; child 0 has the base."""

    base: int
    places: tuple[int, ...]
    """Every place in it."""

    children: list[Blossom] = field(default_factory=list)
    joints: list[tuple[int, int]] = field(default_factory=list)
    parent: Blossom | None = None
    swell: int = 0
    """Its own height; never below zero, and even."""

    label: int = FREE
    link: tuple[int, int] | None = None
    """The pair by which the tree came to it: from, to. A root has none."""

    def road(self, child: Blossom) -> list[int]:
        """The children, by their index, from one to child 0 the way that begins with a pair that is made."""
        index = self.children.index(child)
        if index % 2:
            return [*range(index, len(self.children)), 0]
        return list(range(index, -1, -1))

    def joint(self, one: int, two: int) -> tuple[int, int]:
        """The pair between two neighbours of the circle: of the first, of the second."""
        last = len(self.children) - 1
        if two == one + 1 or (one == last and two == 0 and last != 1):
            return self.joints[one]
        return self.joints[two][::-1]


class Ground:
    """Places 0 to n - 1 with the doubled weights of their pairs, their heights, mates and blossoms."""

    def __init__(self, weights: list[list[int]], here: Sequence[int] | None) -> None:
        places = range(len(weights))
        self.weights = weights
        self.mate = [-1] * len(weights)
        self.here = list(places if here is None else here)
        """The places that are not settled."""

        self.leaf = [Blossom(base=place, places=(place,)) for place in places]
        self.top = list(self.leaf)
        """The outermost blossom of each place."""

        self.height = [0] * len(weights)

    def open(self, blossom: Blossom) -> None:
        """The children of an outermost blossom become outermost."""
        for child in blossom.children:
            child.parent = None
            for place in child.places:
                self.top[place] = child

    def rebase(self, blossom: Blossom, place: int) -> None:
        """Changes the pairs within a blossom so that *place* is the one without a mate in it."""
        if not blossom.children:
            return
        child = self.leaf[place]
        while child.parent is not blossom:
            assert child.parent is not None
            child = child.parent
        self.rebase(child, place)
        road = blossom.road(child)
        for one, two in zip(road[1::2], road[2::2], strict=True):
            here, there = blossom.joint(one, two)
            self.rebase(blossom.children[one], here)
            self.rebase(blossom.children[two], there)
            self.mate[here], self.mate[there] = there, here
        index = road[0]
        blossom.children = blossom.children[index:] + blossom.children[:index]
        blossom.joints = blossom.joints[index:] + blossom.joints[:index]
        blossom.base = place
