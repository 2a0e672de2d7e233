"""One search of `matching`: trees grow from all unmatched vertices until a tight pair joins two of the trees.

The terms are explained in `blossoms`. Each step changes the duals by the least amount that makes another pair tight.
`delta` is the sum of these changes so far. The stored duals do not contain it: the true dual of an outer vertex is the
stored one minus `delta`, that of an inner vertex the stored one plus `delta`. For blossoms of several vertices it is
the stored one plus `2 * delta` if they are outer, and minus `2 * delta` if they are inner.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import count

from arbiter.pairing.matching.blossoms import FREE, INNER, OUTER, Blossom, Graph


class Search:
    """One search: trees grow from all unmatched vertices until two trees meet. Then two more vertices are matched."""

    def __init__(self, whole: Graph) -> None:
        self.whole = whole
        self.delta = 0
        self.outer: list[int] = []
        self.root: dict[int, int] = {}
        """For each outer vertex, the vertex that identifies its tree: the base of the blossom at the tree's root."""
        self.limit: int | None = None
        """A value of `delta` at which two trees certainly meet; None if none is known.

        Events at a greater `delta` need not be stored.
        """
        self.free = set(whole.unsettled)
        self.slacks: dict[int, int] = {}
        self.closest: dict[int, int] = {}
        """For each free vertex, the outer vertex with which its pair becomes tight first.

        The value of `delta` at which this happens is in `slacks`.
        """
        self.ready: list[tuple[int, int]] = []
        """The pairs of an outer vertex and a free vertex that are tight now."""
        self.meetings: list[tuple[int, int, int]] = []
        """A heap of the pairs of outer vertices in different blossoms.

        Each item has the value of `delta` at which the pair becomes tight, and then the two vertices.
        """
        self.openings: list[tuple[int, int, Blossom]] = []
        self.labelled: list[Blossom] = []
        self.order = count()

    def run(self) -> None:
        """Add one pair to the matching: one stage of Edmonds' blossom algorithm.

        Grow trees from the unmatched vertices until two trees meet. Then exchange matched and unmatched pairs on the
        path between their roots, and clear the labels of all vertices.
        """
        whole = self.whole
        blossoms = dict.fromkeys(whole.outermost[vertex] for vertex in whole.unsettled)
        roots = [blossom for blossom in blossoms if whole.mate[blossom.base] < 0]
        odd = whole.dual[roots[0].base] & 1
        for root in roots:
            if whole.dual[root.base] & 1 != odd:  # halves stay whole if the duals of all roots are odd, or all even
                for vertex in root.vertices:
                    whole.dual[vertex] += 1
                root.dual -= 2 if root.children else 0
        for root in roots:
            root.link = None
            self._make_outer(root)
        while not self._step():
            pass
        self._put_away()

    # --- labels -------------------------------------------------------------------------------------------------------

    def _make_outer(self, blossom: Blossom) -> None:
        blossom.label = OUTER
        self.labelled.append(blossom)
        vertices = blossom.vertices
        dual, delta = self.whole.dual, self.delta
        for vertex in vertices:
            dual[vertex] += delta
        if blossom.children:
            blossom.dual -= 2 * delta
        self._look(blossom, vertices)

    def _make_inner(self, blossom: Blossom) -> None:
        blossom.label = INNER
        self.labelled.append(blossom)
        dual, delta = self.whole.dual, self.delta
        for vertex in blossom.vertices:
            self._taken(vertex)
            dual[vertex] -= delta
        if blossom.children:
            blossom.dual += 2 * delta
            heappush(self.openings, (blossom.dual // 2, next(self.order), blossom))

    def _taken(self, vertex: int) -> None:
        self.free.discard(vertex)
        self.slacks.pop(vertex, None)

    def _look(self, blossom: Blossom, vertices: Iterable[int]) -> None:
        """Record the slack of each pair of one of *vertices* with an outer or a free vertex.

        *vertices* have just become outer. They belong to *blossom*.
        """
        whole = self.whole
        dual, weights, outermost = whole.dual, whole.weights, whole.outermost
        slacks, closest, free, delta, limit = self.slacks, self.closest, self.free, self.delta, self.limit
        root, tree = self.root, self._path(blossom)[-1].base
        for vertex in vertices:
            free.discard(vertex)
            slacks.pop(vertex, None)
            root[vertex] = tree
        for vertex in vertices:
            row, mine = weights[vertex], dual[vertex]
            for other in self.outer:
                slack = (mine + dual[other] - row[other]) // 2
                if (limit is None or slack <= limit) and outermost[other] is not blossom:
                    heappush(self.meetings, (slack, vertex, other))
                    if root[other] != tree:
                        limit = slack
            for other in free:
                slack = mine + dual[other] - row[other]
                if (limit is None or slack <= limit) and (other not in slacks or slack < slacks[other]):
                    slacks[other] = slack
                    closest[other] = vertex
                    if slack <= delta:
                        self.ready.append((vertex, other))
        self.limit = limit
        self.outer.extend(vertices)

    # --- steps --------------------------------------------------------------------------------------------------------

    def _step(self) -> bool:
        """Do one step of the search, and return whether two trees have met.

        If no step is possible now, the duals are first changed until one is.
        """
        outermost, meetings, openings = self.whole.outermost, self.meetings, self.openings
        while meetings and outermost[meetings[0][1]] is outermost[meetings[0][2]]:
            heappop(meetings)
        if meetings and meetings[0][0] <= self.delta:
            _, one, two = heappop(meetings)
            return self._meet(one, two)
        while self.ready:
            vertex, other = self.ready.pop()
            if other in self.free:
                self._grow(vertex, other)
                return False
        while openings and (openings[0][2].label != INNER or outermost[openings[0][2].base] is not openings[0][2]):
            heappop(openings)
        if openings and openings[0][0] <= self.delta:
            self._open_inner(heappop(openings)[2])
            return False
        nearest = min(self.slacks.values(), default=None)
        events = [meetings[0][0]] if meetings else []
        events += [openings[0][0]] if openings else []
        events += [nearest] if nearest is not None else []
        if not events:
            raise ValueError("nobody is left to be paired with")
        self.delta = min(events)
        if nearest == self.delta:
            self.ready = [(self.closest[other], other) for other, slack in self.slacks.items() if slack == nearest]
        return False

    def _grow(self, outer: int, free: int) -> None:
        """Add two blossoms to the tree of *outer*: the blossom of *free*, and the blossom of its mate.

        The first becomes an inner blossom, the second an outer one.
        """
        whole = self.whole
        inner = whole.outermost[free]
        inner.link = (outer, free)
        self._make_inner(inner)
        mate = whole.mate[inner.base]
        beyond = whole.outermost[mate]
        beyond.link = (inner.base, mate)
        self._make_outer(beyond)

    def _meet(self, one: int, two: int) -> bool:
        """Handle the tight pair of the outer vertices *one* and *two*. Return whether the search has ended.

        If they are in different trees, they are matched, and the search ends. If they are in the same tree, the cycle
        becomes a blossom.
        """
        outermost = self.whole.outermost
        left, right = self._path(outermost[one]), self._path(outermost[two])
        if left[-1] is not right[-1]:
            self._change(one, two)
            self._change(two, one)
            return True
        while len(left) > 1 and len(right) > 1 and left[-2] is right[-2]:
            left.pop()
            right.pop()
        self._close(left, right[:-1], one, two)
        return False

    def _path(self, blossom: Blossom) -> list[Blossom]:
        path = [blossom]
        while (link := path[-1].link) is not None:
            path.append(self.whole.outermost[link[0]])
        return path

    def _close(self, left: list[Blossom], right: list[Blossom], one: int, two: int) -> None:
        """Make a blossom of a cycle, given as two paths.

        The cycle goes from the last vertex of *left* back to the vertex *one*, over to *two*, and along *right*.
        """
        whole, delta = self.whole, self.delta
        meet = left[-1]
        edges = [child.link for child in reversed(left[:-1]) if child.link is not None]
        edges.append((one, two))
        edges.extend(child.link[::-1] for child in right if child.link is not None)
        children = [*reversed(left), *right]
        circle = Blossom(
            base=meet.base,
            vertices=tuple(vertex for child in children for vertex in child.vertices),
            children=children,
            edges=edges,
            label=OUTER,
            link=meet.link,
        )
        circle.dual = -2 * delta
        fresh: list[int] = []
        for child in circle.children:
            if child.label == INNER:
                if child.children:
                    child.dual -= 2 * delta
                for vertex in child.vertices:
                    whole.dual[vertex] += 2 * delta
                    fresh.append(vertex)
            elif child.children:
                child.dual += 2 * delta
            child.label, child.parent = FREE, circle
        for vertex in circle.vertices:
            whole.outermost[vertex] = circle
        self.labelled.append(circle)
        self._look(circle, fresh)

    def _open_inner(self, blossom: Blossom) -> None:
        """Open an inner blossom whose dual is 0.

        The children on the path of the tree through the blossom stay in the tree. The others become free.
        """
        whole, delta = self.whole, self.delta
        assert blossom.link is not None
        entered = blossom.link
        whole.open(blossom)
        blossom.label = FREE
        for vertex in blossom.vertices:
            whole.dual[vertex] += delta
            self.free.add(vertex)
        path = blossom.path(whole.outermost[entered[1]])
        link = entered
        for step, index in enumerate(path):
            child = blossom.children[index]
            if step:
                link = blossom.edge(path[step - 1], index)
            child.link = link
            if step % 2 == 0:
                self._make_inner(child)
        for index in path[1::2]:
            self._make_outer(blossom.children[index])
        for vertex in blossom.vertices:
            if vertex in self.free:
                self._look_back(vertex)

    def _look_back(self, vertex: int) -> None:
        """Record the outer vertex with the least slack to *vertex*, which has become free again."""
        dual, row = self.whole.dual, self.whole.weights[vertex]
        slack, outer = min((dual[other] + dual[vertex] - row[other], other) for other in self.outer)
        self.slacks[vertex], self.closest[vertex] = slack, outer
        if slack <= self.delta:
            self.ready.append((outer, vertex))

    # --- the end ------------------------------------------------------------------------------------------------------

    def _change(self, vertex: int, other: int) -> None:
        """Match two vertices with each other, and exchange matched and unmatched pairs along the path to the root."""
        whole = self.whole
        while True:
            outer = whole.outermost[vertex]
            whole.rebase(outer, vertex)
            whole.mate[vertex] = other
            if outer.link is None:
                return
            inner = whole.outermost[outer.link[0]]
            assert inner.link is not None
            vertex, other = inner.link
            whole.rebase(inner, other)
            whole.mate[other] = vertex

    def _put_away(self) -> None:
        """End the search: write the true duals into the graph, and open the blossoms whose dual is 0."""
        whole, delta = self.whole, self.delta
        for blossom in self.labelled:
            if blossom.parent is not None or blossom.label == FREE:
                blossom.label, blossom.link = FREE, None
                continue
            sign = 1 if blossom.label == INNER else -1
            for vertex in blossom.vertices:
                whole.dual[vertex] += sign * delta
            if blossom.children:
                blossom.dual -= 2 * sign * delta
            blossom.label, blossom.link = FREE, None
        for blossom in self.labelled:
            self._open_flat(blossom)

    def _open_flat(self, blossom: Blossom) -> None:
        if blossom.children and blossom.dual == 0 and self.whole.outermost[blossom.base] is blossom:
            self.whole.open(blossom)
            for child in blossom.children:
                self._open_flat(child)
