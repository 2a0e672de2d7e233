"""One search of `matching`: trees grow from all single places until a tight pair joins two of them.

Heights are kept as they would be without the raising of this search: an outer place stands `raised` lower than its
number says, an inner one `raised` higher, an outer blossom is `2 * raised` higher and an inner one as much lower.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import count

from arbiter.pairing.matching.blossoms import FREE, INNER, OUTER, Blossom, Ground


class Search:
    """The trees of one search."""

    def __init__(self, whole: Ground) -> None:
        self.whole = whole
        self.raised = 0
        self.outer: list[int] = []
        self.root: dict[int, int] = {}
        """The base of the root of an outer place's tree."""
        self.limit: int | None = None
        """How far to raise until two trees meet for certain: nothing farther needs to be remembered."""
        self.free = set(whole.here)
        self.far: dict[int, int] = {}
        self.near: dict[int, int] = {}
        """For a free place: how far to raise until a pair with an outer place is tight, and which place that is."""
        self.ready: list[tuple[int, int]] = []
        """Pairs of an outer and a free place that are tight now."""
        self.meetings: list[tuple[int, int, int]] = []
        """For two outer places of different blossoms: how far to raise until their pair is tight."""
        self.openings: list[tuple[int, int, Blossom]] = []
        self.labelled: list[Blossom] = []
        self.order = count()

    def run(self) -> None:
        """Grows the trees, changes the pairs on the road between two roots, and puts everything away."""
        whole = self.whole
        roots = list(dict.fromkeys(whole.top[place] for place in whole.here if whole.mate[whole.top[place].base] < 0))
        odd = whole.height[roots[0].base] & 1
        for root in roots:
            if whole.height[root.base] & 1 != odd:  # halves stay whole where all roots are odd or none is
                for place in root.places:
                    whole.height[place] += 1
                root.swell -= 2 if root.children else 0
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
        places = blossom.places
        height, raised = self.whole.height, self.raised
        for place in places:
            height[place] += raised
        if blossom.children:
            blossom.swell -= 2 * raised
        self._look(blossom, places)

    def _make_inner(self, blossom: Blossom) -> None:
        blossom.label = INNER
        self.labelled.append(blossom)
        height, raised = self.whole.height, self.raised
        for place in blossom.places:
            self._taken(place)
            height[place] -= raised
        if blossom.children:
            blossom.swell += 2 * raised
            heappush(self.openings, (blossom.swell // 2, next(self.order), blossom))

    def _taken(self, place: int) -> None:
        self.free.discard(place)
        self.far.pop(place, None)

    def _look(self, blossom: Blossom, places: Iterable[int]) -> None:
        """All pairs of places that have just become outer."""
        whole = self.whole
        height, weights, top = whole.height, whole.weights, whole.top
        far, near, free, raised, limit = self.far, self.near, self.free, self.raised, self.limit
        root, tree = self.root, self._road(blossom)[-1].base
        for place in places:
            free.discard(place)
            far.pop(place, None)
            root[place] = tree
        for place in places:
            row, mine = weights[place], height[place]
            for other in self.outer:
                away = (mine + height[other] - row[other]) // 2
                if (limit is None or away <= limit) and top[other] is not blossom:
                    heappush(self.meetings, (away, place, other))
                    if root[other] != tree:
                        limit = away
            for other in free:
                away = mine + height[other] - row[other]
                if (limit is None or away <= limit) and (other not in far or away < far[other]):
                    far[other] = away
                    near[other] = place
                    if away <= raised:
                        self.ready.append((place, other))
        self.limit = limit
        self.outer.extend(places)

    # --- steps --------------------------------------------------------------------------------------------------------

    def _step(self) -> bool:
        """Does what is possible now, or raises until something is; whether two trees have met."""
        top, meetings, openings = self.whole.top, self.meetings, self.openings
        while meetings and top[meetings[0][1]] is top[meetings[0][2]]:
            heappop(meetings)
        if meetings and meetings[0][0] <= self.raised:
            _, one, two = heappop(meetings)
            return self._meet(one, two)
        while self.ready:
            place, other = self.ready.pop()
            if other in self.free:
                self._grow(place, other)
                return False
        while openings and (openings[0][2].label != INNER or top[openings[0][2].base] is not openings[0][2]):
            heappop(openings)
        if openings and openings[0][0] <= self.raised:
            self._open_inner(heappop(openings)[2])
            return False
        nearest = min(self.far.values(), default=None)
        events = [meetings[0][0]] if meetings else []
        events += [openings[0][0]] if openings else []
        events += [nearest] if nearest is not None else []
        if not events:
            raise ValueError("nobody is left to be paired with")
        self.raised = min(events)
        if nearest == self.raised:
            self.ready = [(self.near[other], other) for other, away in self.far.items() if away == nearest]
        return False

    def _grow(self, outer: int, free: int) -> None:
        """A free blossom is joined to a tree as inner, and its mate behind it as outer."""
        whole = self.whole
        inner = whole.top[free]
        inner.link = (outer, free)
        self._make_inner(inner)
        mate = whole.mate[inner.base]
        beyond = whole.top[mate]
        beyond.link = (inner.base, mate)
        self._make_outer(beyond)

    def _meet(self, one: int, two: int) -> bool:
        """A tight pair of outer places: of two trees it ends the search, of one tree it closes a blossom."""
        top = self.whole.top
        left, right = self._road(top[one]), self._road(top[two])
        if left[-1] is not right[-1]:
            self._change(one, two)
            self._change(two, one)
            return True
        while len(left) > 1 and len(right) > 1 and left[-2] is right[-2]:
            left.pop()
            right.pop()
        self._close(left, right[:-1], one, two)
        return False

    def _road(self, blossom: Blossom) -> list[Blossom]:
        """The blossoms from one to its root."""
        road = [blossom]
        while (link := road[-1].link) is not None:
            road.append(self.whole.top[link[0]])
        return road

    def _close(self, left: list[Blossom], right: list[Blossom], one: int, two: int) -> None:
        """The circle from the last of *left* back to *one*, over to *two* and along *right* becomes a blossom."""
        whole, raised = self.whole, self.raised
        meet = left[-1]
        joints = [child.link for child in reversed(left[:-1]) if child.link is not None]
        joints.append((one, two))
        joints.extend(child.link[::-1] for child in right if child.link is not None)
        children = [*reversed(left), *right]
        circle = Blossom(
            base=meet.base,
            places=tuple(place for child in children for place in child.places),
            children=children,
            joints=joints,
            label=OUTER,
            link=meet.link,
        )
        circle.swell = -2 * raised
        fresh: list[int] = []
        for child in circle.children:
            if child.label == INNER:
                if child.children:
                    child.swell -= 2 * raised
                for place in child.places:
                    whole.height[place] += 2 * raised
                    fresh.append(place)
            elif child.children:
                child.swell += 2 * raised
            child.label, child.parent = FREE, circle
        for place in circle.places:
            whole.top[place] = circle
        self.labelled.append(circle)
        self._look(circle, fresh)

    def _open_inner(self, blossom: Blossom) -> None:
        """An inner blossom whose height is used up: the road through it stays in the tree, the rest is free again."""
        whole, raised = self.whole, self.raised
        assert blossom.link is not None
        entered = blossom.link
        whole.open(blossom)
        blossom.label = FREE
        for place in blossom.places:
            whole.height[place] += raised
            self.free.add(place)
        road = blossom.road(whole.top[entered[1]])
        link = entered
        for step, index in enumerate(road):
            child = blossom.children[index]
            if step:
                link = blossom.joint(road[step - 1], index)
            child.link = link
            if step % 2 == 0:
                self._make_inner(child)
        for index in road[1::2]:
            self._make_outer(blossom.children[index])
        for place in blossom.places:
            if place in self.free:
                self._look_back(place)

    def _look_back(self, place: int) -> None:
        """The nearest outer place of one that is free again."""
        height, row = self.whole.height, self.whole.weights[place]
        away, outer = min((height[other] + height[place] - row[other], other) for other in self.outer)
        self.far[place], self.near[place] = away, outer
        if away <= self.raised:
            self.ready.append((outer, place))

    # --- the end ------------------------------------------------------------------------------------------------------

    def _change(self, place: int, other: int) -> None:
        """Pairs *place* with *other*, and changes the pairs all the way to the root."""
        whole = self.whole
        while True:
            outer = whole.top[place]
            whole.rebase(outer, place)
            whole.mate[place] = other
            if outer.link is None:
                return
            inner = whole.top[outer.link[0]]
            assert inner.link is not None
            place, other = inner.link
            whole.rebase(inner, other)
            whole.mate[other] = place

    def _put_away(self) -> None:
        """Heights as they are; blossoms without any height are opened."""
        whole, raised = self.whole, self.raised
        for blossom in self.labelled:
            if blossom.parent is not None or blossom.label == FREE:
                blossom.label, blossom.link = FREE, None
                continue
            sign = 1 if blossom.label == INNER else -1
            for place in blossom.places:
                whole.height[place] += sign * raised
            if blossom.children:
                blossom.swell -= 2 * sign * raised
            blossom.label, blossom.link = FREE, None
        for blossom in self.labelled:
            self._open_flat(blossom)

    def _open_flat(self, blossom: Blossom) -> None:
        if blossom.children and blossom.swell == 0 and self.whole.top[blossom.base] is blossom:
            self.whole.open(blossom)
            for child in blossom.children:
                self._open_flat(child)
