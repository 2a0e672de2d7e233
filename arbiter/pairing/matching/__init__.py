"""The heaviest way to put everybody into pairs, and to ask for another partner without beginning anew.

Weights are whole numbers of any size, and are given doubled, so that halves stay whole. What must not be has a weight
so low that it is never chosen while there is another way. How it is done stands in `blossoms` and `search`: the method
of J. Edmonds (Maximum matching and a polyhedron with 0,1-vertices, 1965; Paths, trees, and flowers, 1965) in the form
that Z. Galil gives it (Efficient algorithms for finding maximum matching in graphs, 1986).

It is our own because a Swiss round needs weights of some hundred bits, exact, and asks hundreds of times what another
partner would cost: networkx has such weights, takes thirty to forty times as long for a hundred players and begins anew
each time; rustworkx cannot hold the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbiter.pairing.matching.blossoms import Graph
from arbiter.pairing.matching.search import Search


class Matching(Graph):
    """Vertices 0 to n - 1, an even number, and the heaviest perfect matching of those that are not settled."""

    def __init__(self, weights: list[list[int]], unsettled: Sequence[int] | None = None) -> None:
        """The doubled weight of every pair, the diagonal lower than all; *unsettled*: the vertices that take part."""
        super().__init__(weights, unsettled)
        if len(self.unsettled) % 2:
            raise ValueError(f"{len(self.unsettled)} vertices cannot all be paired")
        for vertex in self.unsettled:
            row = weights[vertex]
            self.dual[vertex] = max([row[other] for other in self.unsettled]) // 2
        self._match_tight()
        self.solve()

    def weight(self) -> int:
        """The weight of all pairs that are not settled, not doubled."""
        return sum(self.weights[vertex][self.mate[vertex]] for vertex in self.unsettled) // 4

    def tight(self, one: int, two: int) -> bool:
        """Whether the pair can be in a heaviest matching at all: if not, it is in none."""
        return self.dual[one] + self.dual[two] == self.weights[one][two] or self.outermost[one] is self.outermost[two]

    def reweigh(self, vertex: int, changed: Iterable[tuple[int, int]]) -> None:
        """New weights, doubled, for pairs of one vertex (other, weight), and what follows from them."""
        row = self.weights[vertex]
        self._free(vertex)
        for other, weight in changed:
            row[other] = self.weights[other][vertex] = weight
        dual = self.dual
        dual[vertex] = max(row[other] - dual[other] for other in self.unsettled if other != vertex)
        self.solve()

    def lower(self, changed: Iterable[tuple[int, int, int]]) -> None:
        """New weights, doubled, for pairs (one, other, weight), none of them more than it was."""
        weights, mate, outermost = self.weights, self.mate, self.outermost
        for one, two, weight in changed:
            if weights[one][two] == weight:
                continue
            if outermost[one] is outermost[two]:
                self._dissolve(one)
            weights[one][two] = weights[two][one] = weight
            if mate[one] == two:
                mate[one] = mate[two] = -1
        self.solve()

    def settle(self, vertex: int) -> int:
        """Takes a vertex and its mate out of all that follows; the answer is the mate."""
        mate = self.mate[vertex]
        self._dissolve(vertex)
        self._dissolve(mate)
        self.mate[vertex], self.mate[mate] = mate, vertex
        self.unsettled = [one for one in self.unsettled if one not in {vertex, mate}]
        self.solve()
        return mate

    def solve(self) -> None:
        while any(self.mate[vertex] < 0 for vertex in self.unsettled):
            Search(self).run()
            self._match_tight()

    def _free(self, vertex: int) -> None:
        """Makes a vertex single, and its mate; the vertex stands outside every blossom."""
        self._dissolve(vertex)
        mate = self.mate[vertex]
        if mate >= 0:
            self.mate[vertex] = self.mate[mate] = -1

    def _dissolve(self, vertex: int) -> None:
        """Opens the blossoms around a vertex; their duals go to their vertices, which may cost the base its mate."""
        while (blossom := self.outermost[vertex]).children:
            half = blossom.dual // 2
            if half:
                for one in blossom.vertices:
                    self.dual[one] += half
                base = blossom.base
                mate = self.mate[base]
                if mate >= 0:
                    self.mate[base] = self.mate[mate] = -1
            self.open(blossom)

    def _match_tight(self) -> None:
        """Pairs up single vertices that a tight pair joins."""
        mate, dual, outermost = self.mate, self.dual, self.outermost
        left = [vertex for vertex in self.unsettled if mate[vertex] < 0 and not outermost[vertex].children]
        for vertex in left:
            if mate[vertex] >= 0:
                continue
            row, mine = self.weights[vertex], dual[vertex]
            for other in left:
                if mine + dual[other] == row[other] and mate[other] < 0 and other != vertex:
                    mate[vertex], mate[other] = other, vertex
                    break
