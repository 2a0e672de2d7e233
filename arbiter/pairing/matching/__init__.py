"""The maximum-weight perfect matching of a graph. After a change of weights, the solution is updated, not made anew.

Weights are whole numbers of any size. Callers pass them multiplied by two, so that halves stay whole. A forbidden pair
has a weight so low that it is chosen only if there is no other way. The algorithm is in `blossoms` and `search`: the
method of J. Edmonds (Maximum matching and a polyhedron with 0,1-vertices, 1965; Paths, trees, and flowers, 1965) in the
form of Z. Galil (Efficient algorithms for finding maximum matching in graphs, 1986).

This project has its own algorithm because a Swiss round needs exact weights of several hundred bits, and needs hundreds
of slightly changed matchings. networkx has such weights, but takes thirty to forty times as long for a hundred players,
and starts anew each time. rustworkx cannot hold the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbiter.pairing.matching.blossoms import Graph
from arbiter.pairing.matching.search import Search


class Matching(Graph):
    """The vertices 0 to n - 1 (n even), and the maximum-weight perfect matching of the vertices that are not settled.

    The mate of a vertex is the vertex that it is matched with. A settled vertex has its final mate and takes no part in
    later changes. The Swiss system uses this class to find the best pairing of a bracket.
    """

    def __init__(self, weights: list[list[int]], unsettled: Sequence[int] | None = None) -> None:
        """Find the matching. *weights* has twice the weight of every pair, and the lowest values on its diagonal.

        *unsettled* are the vertices that take part; None means all. Raise ValueError if their number is odd.
        """
        super().__init__(weights, unsettled)
        if len(self.unsettled) % 2:
            raise ValueError(f"{len(self.unsettled)} vertices cannot all be paired")
        for vertex in self.unsettled:
            row = weights[vertex]
            self.dual[vertex] = max([row[other] for other in self.unsettled]) // 2
        self._match_tight()
        self.solve()

    def weight(self) -> int:
        """Return the total weight of all matched pairs that are not settled. It is not multiplied by two."""
        return sum(self.weights[vertex][self.mate[vertex]] for vertex in self.unsettled) // 4

    def tight(self, one: int, two: int) -> bool:
        """Return whether the pair has no slack (see `blossoms`), so that it may be in a matching of maximum weight."""
        return self.dual[one] + self.dual[two] == self.weights[one][two] or self.outermost[one] is self.outermost[two]

    def reweigh(self, vertex: int, changed: Iterable[tuple[int, int]]) -> None:
        """Set new weights for pairs of *vertex*, and solve again. *changed* has (other vertex, twice the weight)."""
        row = self.weights[vertex]
        self._free(vertex)
        for other, weight in changed:
            row[other] = self.weights[other][vertex] = weight
        dual = self.dual
        dual[vertex] = max(row[other] - dual[other] for other in self.unsettled if other != vertex)
        self.solve()

    def lower(self, changed: Iterable[tuple[int, int, int]]) -> None:
        """Set new weights for pairs, none higher than before, and solve again.

        *changed* has (one vertex, other vertex, twice the weight).
        """
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
        """Fix *vertex* and its mate as a pair and remove both from the problem. Return the mate."""
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
        """Dissolve the pair of *vertex* and its mate, and take *vertex* out of every blossom."""
        self._dissolve(vertex)
        mate = self.mate[vertex]
        if mate >= 0:
            self.mate[vertex] = self.mate[mate] = -1

    def _dissolve(self, vertex: int) -> None:
        """Open all blossoms that contain *vertex*.

        The dual variables of the blossoms are added to their vertices. If a dual variable is not 0, the base of the
        blossom loses its mate.
        """
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
        """Match unmatched vertices with each other if their pair has no slack."""
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
