"""The choice among equally good pairings of a bracket: the first in the order of generation (FIDE C.04.3, 3 and 4).

The total weight of a maximum-weight matching says how good the pairing of a bracket can be. Then the pairing is fixed
by one decision after the other: which moved-down players are paired (4.4), with whom (4.2), which residents are
exchanged between the upper and the lower half (4.3), and who meets whom (4.2). A choice is allowed if the total weight
stays the same. A vertex is a player's index in the layout.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.pairing.matching import Matching
from arbiter.pairing.swiss.weights import Weights


class Bracketing:
    """One bracket while it is being paired.

    `layout` assigns the vertices to the players. `whole` is the present matching with the greatest weight.
    """

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.layout = weights.layout
        self.whole = Matching(weights.rows())
        self.pairs: list[tuple[int, int]] = []
        self._settled: set[int] = set()

    @property
    def possible(self) -> bool:
        """Whether the present matching pairs every player with an allowed opponent."""
        mate, rows = self.whole.mate, self.whole.weights
        return all(rows[vertex][mate[vertex]] > self.weights.never // 2 for vertex in self.whole.unsettled)

    @property
    def best_of_all(self) -> bool:
        """Whether the criteria C6 to C8 have their best values, however the players below the bracket are paired.

        This holds if nobody floats down, or if one resident floats down from a bracket of odd size.
        """
        layout = self.layout
        floaters = [vertex for vertex in range(layout.end) if not self._in_bracket(vertex)]
        return len(floaters) == layout.end % 2 and all(vertex >= layout.first_resident for vertex in floaters)

    def run(self) -> list[tuple[int, int]]:
        """Pair the bracket. Return its pairs as vertices, the higher-ranked player first."""
        self._count_unplayed()
        for vertex in self._moved_down_to_pair():
            self._choose(vertex, range(self.layout.first_resident, self.layout.end))
        remainder = [vertex for vertex in range(self.layout.first_resident, self.layout.end) if self._here(vertex)]
        pairs = sum(self._in_bracket(vertex) for vertex in remainder) // 2
        if pairs:
            self._pair_remainder(remainder, pairs)
        return self.pairs

    # --- the present matching -----------------------------------------------------------------------------------------

    def _here(self, vertex: int) -> bool:
        return vertex not in self._settled

    def _in_bracket(self, vertex: int) -> bool:
        """Return whether *vertex* is paired within the bracket in the present matching."""
        return max(vertex, self.whole.mate[vertex]) < self.layout.end

    # --- C9 -----------------------------------------------------------------------------------------------------------

    def _count_unplayed(self) -> None:
        """Add criterion C9 (unplayed rounds) to the weights if the only downfloater gets the allocated bye."""
        layout = self.layout
        bye_score = self.weights.bye_score
        if bye_score is None or layout.cards[layout.first_resident].score > bye_score:
            return
        if sum(not self._in_bracket(vertex) for vertex in range(layout.end)) == 1:
            self.whole.reweigh(len(layout.cards), self.weights.unplayed())

    # --- moved-down players -------------------------------------------------------------------------------------------

    def _moved_down_to_pair(self) -> list[int]:
        """Return the moved-down players to be paired in the bracket (FIDE C.04.3, 4.4).

        Of each score they are as many as possible, the higher-ranked first.
        """
        layout = self.layout
        paired: list[int] = []
        for score in dict.fromkeys(card.score for card in layout.cards[: layout.moved_down]):
            equal = [vertex for vertex in range(layout.moved_down) if layout.cards[vertex].score == score]
            wanted = sum(self._in_bracket(vertex) for vertex in equal)
            for count, vertex in enumerate(equal):
                if wanted and wanted < len(equal) - count and not self._in_bracket(vertex):
                    self._prefer_bracket(vertex)
                if wanted and (self._in_bracket(vertex) or wanted == len(equal) - count):
                    wanted -= 1
                    paired.append(vertex)
                    self._forbid(vertex, range(layout.end, layout.size))
                else:
                    self._forbid(vertex, range(layout.first_resident, layout.end))
        return paired

    def _prefer_bracket(self, vertex: int) -> None:
        """Pair *vertex* within the bracket if the total weight stays the same."""
        self._nudge(vertex, range(self.layout.first_resident, self.layout.end), 2)

    # --- the remainder ------------------------------------------------------------------------------------------------

    def _pair_remainder(self, remainder: list[int], pairs: int) -> None:
        upper, lower = remainder[:pairs], remainder[pairs:]
        kept = [list(row) for row in self.whole.weights]
        good = self.whole.weight()
        self._split(upper, lower)
        if self.whole.weight() != good:
            self._restart(kept)
            upper, lower = self._exchanged(remainder, pairs)
            self._restart(kept)
            self._split(upper, lower)
        for vertex in upper:
            self._choose(vertex, [other for other in lower if self._here(other)])

    def _split(self, upper: Sequence[int], lower: Sequence[int]) -> None:
        """Restrict the matching: each player of the upper half must meet a lower-ranked player of the lower half.

        Only players of the lower half may float down.
        """
        whole, never = self.whole, self.weights.never
        outside = range(self.layout.end, self.layout.size)
        banned = [(one, two) for one in upper for two in upper if one < two]
        banned += [(one, two) for one in lower for two in lower if one < two]
        banned += [(one, two) for one in upper for two in outside]
        banned += [(one, two) for one in upper for two in lower if two < one]
        whole.lower([(one, two, never) for one, two in banned])

    def _exchanged(self, remainder: list[int], pairs: int) -> tuple[list[int], list[int]]:
        """Exchange residents between the upper and the lower half of *remainder*, and return both halves.

        It is the first exchange in the order of article 4.3 with which the best pairing is possible.
        """
        layout, whole = self.layout, self.whole
        bits = (2 * layout.size).bit_length() + 1
        for index, one in enumerate(remainder):
            bonus = (((index < pairs) << (2 * bits)) - index) << 2
            for two in remainder[index + 1 :]:
                if whole.weights[one][two] != self.weights.never:
                    whole.weights[one][two] += bonus
                    whole.weights[two][one] += bonus
        self._restart(whole.weights)
        count = sum(not self._leads(vertex) for vertex in remainder[:pairs])
        left = count
        for index in range(pairs - 1, -1, -1):
            if not left:
                break
            vertex, behind = remainder[index], remainder[index + 1 :]
            nudged = self._leads(vertex)
            if nudged:
                self._nudge(vertex, behind, -2)
            if not self._leads(vertex):
                left -= 1
                self._forbid(vertex, behind)
            elif nudged:
                self._nudge(vertex, behind, 2)
        left = count
        for index in range(pairs, len(remainder)):
            if left <= 1:
                break
            vertex, behind = remainder[index], remainder[index + 1 :]
            nudged = not self._leads(vertex)
            if nudged:
                self._nudge(vertex, behind, 2)
            if self._leads(vertex):
                left -= 1
                self._forbid(vertex, [*remainder[:index], *range(layout.end, layout.size)])
            elif nudged:
                self._nudge(vertex, behind, -2)
        upper = [vertex for vertex in remainder if self._leads(vertex)]
        return upper, [vertex for vertex in remainder if vertex not in upper]

    def _leads(self, vertex: int) -> bool:
        """Return whether *vertex* is the higher-ranked of the two players of a pair within the bracket."""
        return vertex < self.whole.mate[vertex] < self.layout.end

    def _nudge(self, vertex: int, others: Sequence[int], by: int) -> None:
        """Add *by* to the weight of each pair that consists of *vertex* and one of the vertices *others*.

        *by* must be too small to outweigh any criterion.
        """
        row = self.whole.weights[vertex]
        here = [other for other in others if self._here(other) and row[other] > self.weights.never // 2]
        self.whole.reweigh(vertex, [(other, row[other] + by) for other in here])

    # --- tools --------------------------------------------------------------------------------------------------------

    def _choose(self, vertex: int, others: Sequence[int]) -> None:
        """Match *vertex* with the first of the vertices *others* for which the total weight does not change."""
        whole = self.whole
        for count, other in enumerate(others):
            if not whole.tight(vertex, other):
                continue
            if whole.mate[vertex] != other:
                row = whole.weights[vertex]
                last = len(others)
                whole.reweigh(
                    vertex, [(each, row[each] + 2 * (last - rank)) for rank, each in enumerate(others) if rank >= count]
                )
            break
        mate = whole.settle(vertex)
        self.pairs.append((vertex, mate))
        self._settled.update((vertex, mate))

    def _forbid(self, vertex: int, others: Sequence[int]) -> None:
        never = self.weights.never
        self.whole.lower([(vertex, other, never) for other in others])

    def _restart(self, rows: list[list[int]]) -> None:
        """Solve the matching again with the weights *rows*, for the vertices that are not settled."""
        self.whole = Matching([list(row) for row in rows], self.whole.unsettled)
