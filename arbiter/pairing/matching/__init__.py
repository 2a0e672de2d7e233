"""The heaviest way to put everybody into pairs, and to ask for another partner without beginning anew.

Weights are whole numbers of any size, and are given doubled, so that halves stay whole. What must not be has a weight
so low that it is never chosen while there is another way. How it is done stands in `blossoms` and `search`: the method
of J. Edmonds (Maximum matching and a polyhedron with 0,1-vertices, 1965; Paths, trees, and flowers, 1965) in the form
that Z. Galil gives it (Efficient algorithms for finding maximum matching in graphs, 1986).

It is our own because a Swiss round needs weights of some hundred bits, exact, and asks hundreds of times what another
partner would cost: networkx has such weights, takes forty times as long for a hundred players and begins anew each
time; rustworkx cannot hold the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbiter.pairing.matching.blossoms import Ground
from arbiter.pairing.matching.search import Search


class Matching(Ground):
    """Places 0 to n - 1, an even number, and the heaviest perfect matching of those that are not settled."""

    def __init__(self, weights: list[list[int]], here: Sequence[int] | None = None) -> None:
        """The doubled weight of every pair, the diagonal lower than all; *here*: the places that take part, or all."""
        super().__init__(weights, here)
        if len(self.here) % 2:
            raise ValueError(f"{len(self.here)} places cannot all be paired")
        for place in self.here:
            row = weights[place]
            self.height[place] = max([row[other] for other in self.here]) // 2
        self._match_tight()
        self.solve()

    def weight(self) -> int:
        """The weight of all pairs that are not settled, not doubled."""
        return sum(self.weights[place][self.mate[place]] for place in self.here) // 4

    def tight(self, one: int, two: int) -> bool:
        """Whether the pair can be in a heaviest matching at all: if not, it is in none."""
        return self.height[one] + self.height[two] == self.weights[one][two] or self.top[one] is self.top[two]

    def reweigh(self, place: int, changed: Iterable[tuple[int, int]]) -> None:
        """New weights, doubled, for pairs of one place (other, weight), and what follows from them."""
        row = self.weights[place]
        self._free(place)
        for other, weight in changed:
            row[other] = self.weights[other][place] = weight
        height = self.height
        height[place] = max(row[other] - height[other] for other in self.here if other != place)
        self.solve()

    def lower(self, changed: Iterable[tuple[int, int, int]]) -> None:
        """New weights, doubled, for pairs (one, other, weight), none of them more than it was."""
        weights, mate, top = self.weights, self.mate, self.top
        for one, two, weight in changed:
            if weights[one][two] == weight:
                continue
            if top[one] is top[two]:
                self._dissolve(one)
            weights[one][two] = weights[two][one] = weight
            if mate[one] == two:
                mate[one] = mate[two] = -1
        self.solve()

    def settle(self, place: int) -> int:
        """Takes a place and its mate out of all that follows; the answer is the mate."""
        mate = self.mate[place]
        self._dissolve(place)
        self._dissolve(mate)
        self.mate[place], self.mate[mate] = mate, place
        self.here = [one for one in self.here if one not in {place, mate}]
        self.solve()
        return mate

    def solve(self) -> None:
        """Searches until everybody has a mate."""
        while any(self.mate[place] < 0 for place in self.here):
            Search(self).run()
            self._match_tight()

    def _free(self, place: int) -> None:
        """Makes a place single, and its mate; the place stands outside every blossom."""
        self._dissolve(place)
        mate = self.mate[place]
        if mate >= 0:
            self.mate[place] = self.mate[mate] = -1

    def _dissolve(self, place: int) -> None:
        """Opens the blossoms around a place; their height goes to their places, which may cost the base its mate."""
        while (blossom := self.top[place]).children:
            half = blossom.swell // 2
            if half:
                for one in blossom.places:
                    self.height[one] += half
                base = blossom.base
                mate = self.mate[base]
                if mate >= 0:
                    self.mate[base] = self.mate[mate] = -1
            self.open(blossom)

    def _match_tight(self) -> None:
        """Pairs up single places that a tight pair joins."""
        mate, height, top = self.mate, self.height, self.top
        left = [place for place in self.here if mate[place] < 0 and not top[place].children]
        for place in left:
            if mate[place] >= 0:
                continue
            row, mine = self.weights[place], height[place]
            for other in left:
                if mine + height[other] == row[other] and mate[other] < 0 and other != place:
                    mate[place], mate[other] = other, place
                    break
