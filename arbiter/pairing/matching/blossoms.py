"""The graph that `matching` searches: vertices with dual variables, mates, and nested blossoms.

This is Edmonds' weighted matching (1965), in the terms of Galil's survey (1986). The **mate** of a vertex is the vertex
that it is matched with. Every vertex has a **dual** variable. No pair weighs more than the sum of the duals of its two
vertices; the difference is the **slack** of the pair. A pair without slack is called **tight**. Only tight pairs are
matched: if every vertex is matched by a tight pair, the matching has maximum weight. Trees grow from the unmatched
vertices along tight pairs. **Outer** vertices are an even number of pairs away from the root of their tree, **inner**
vertices an odd number. An odd cycle of tight pairs becomes a **blossom**, which acts as one vertex and has a dual too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from arbiter.values import dataclass

FREE, OUTER, INNER = 0, 1, 2


@dataclass(slots=True, eq=False)
class Blossom:
    """A vertex, or an odd cycle of blossoms (its `children`).

    `edges[i]` is the pair of vertices from child i to the next child. `base` is the vertex whose mate is outside the
    blossom. Child 0 contains the base.
    """

    base: int
    vertices: tuple[int, ...]
    """Every vertex in the blossom, at any depth."""

    children: list[Blossom] = field(default_factory=list)
    edges: list[tuple[int, int]] = field(default_factory=list)
    parent: Blossom | None = None
    dual: int = 0
    """The dual variable of the blossom in the matching algorithm: even, and never negative outside a search."""

    label: int = FREE
    link: tuple[int, int] | None = None
    """The pair of vertices (from, to) by which the tree reached the blossom; None for a root."""

    def path(self, child: Blossom) -> list[int]:
        """Return the indexes of the children from *child* to child 0, in the direction that begins with its mate."""
        index = self.children.index(child)
        if index % 2:
            return [*range(index, len(self.children)), 0]
        return list(range(index, -1, -1))

    def edge(self, one: int, two: int) -> tuple[int, int]:
        """Return the pair of vertices that joins the neighbouring children *one* and *two*, a vertex of *one* first."""
        last = len(self.children) - 1
        if two == one + 1 or (one == last and two == 0 and last != 1):
            return self.edges[one]
        return self.edges[two][::-1]


class Graph:
    """The vertices 0 to n - 1 with their duals, mates and blossoms, and twice the weights of their pairs."""

    def __init__(self, weights: list[list[int]], unsettled: Sequence[int] | None) -> None:
        vertices = range(len(weights))
        self.weights = weights
        self.mate = [-1] * len(weights)
        self.unsettled = list(vertices if unsettled is None else unsettled)
        self.leaf = [Blossom(base=vertex, vertices=(vertex,)) for vertex in vertices]
        self.outermost = list(self.leaf)
        """For each vertex, the outermost blossom that contains it; its leaf if it is in no odd cycle."""

        self.dual = [0] * len(weights)

    def open(self, blossom: Blossom) -> None:
        """Open an outermost blossom: its children become outermost blossoms."""
        for child in blossom.children:
            child.parent = None
            for vertex in child.vertices:
                self.outermost[vertex] = child

    def rebase(self, blossom: Blossom, vertex: int) -> None:
        """Change the matched pairs within *blossom* so that *vertex* becomes its base.

        All other vertices of the blossom then have their mates inside it.
        """
        if not blossom.children:
            return
        child = self.leaf[vertex]
        while child.parent is not blossom:
            assert child.parent is not None
            child = child.parent
        self.rebase(child, vertex)
        path = blossom.path(child)
        for one, two in zip(path[1::2], path[2::2], strict=True):
            here, there = blossom.edge(one, two)
            self.rebase(blossom.children[one], here)
            self.rebase(blossom.children[two], there)
            self.mate[here], self.mate[there] = there, here
        index = path[0]
        blossom.children = blossom.children[index:] + blossom.children[:index]
        blossom.edges = blossom.edges[index:] + blossom.edges[:index]
        blossom.base = vertex
