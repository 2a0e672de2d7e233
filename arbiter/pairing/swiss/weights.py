"""The weights of the matching by which a bracket is paired. The matching with the greatest weight is the best pairing.

The vertices are the players of the bracket and those below it. Each criterion from C6 to C21 has its own range of
digits in the weight of a pair, so wide that no sum carries into the next range. If a criterion counts something
undesirable, the pairs without it get weight. A player who floats down has an opponent among the players below, or the
allocated bye, which is a vertex of its own. Therefore C4 needs no separate search: a matching in which everybody has an
opponent pairs the whole round.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from arbiter.pairing.swiss.brackets_and_floaters import Situation
from arbiter.pairing.swiss.criteria import (
    beyond_two,
    both_absolute,
    preference_lost,
    strong_preference_lost,
    three_in_a_row,
)
from arbiter.pairing.swiss.pairing_card import Card, Float, Strength
from arbiter.values import dataclass

COLOURS: Mapping[str, Callable[[Card, Card], bool]] = {
    "C10": beyond_two,
    "C11": three_in_a_row,
    "C12": preference_lost,
    "C13": strong_preference_lost,
}
"""For each criterion on colours, by code, the function that returns whether a pair breaks it."""


@dataclass(slots=True)
class Layout:
    """The assignment of players to the vertices of the matching.

    The first `moved_down` vertices are players who floated down to the bracket. `residents` vertices of the bracket's
    own score group follow, then `following` vertices of the next score group, then the rest. There may be one spare
    vertex, which stands for the allocated `bye`. If only a part of the field is examined, the spare vertex stands
    instead for an opponent below this part. Then `below` holds the vertices that may float down to it.
    """

    cards: list[Card]
    """The card of every vertex except the spare vertex."""

    moved_down: int
    residents: int
    following: int
    bye: bool = False
    below: set[int] | None = None

    @property
    def first_resident(self) -> int:
        return self.moved_down

    @property
    def end(self) -> int:
        return self.moved_down + self.residents

    @property
    def size(self) -> int:
        return len(self.cards) + self.spare

    @property
    def spare(self) -> bool:
        """Whether there is a vertex without a player: for the bye, or for an opponent below the examined part."""
        return self.bye or self.below is not None


class Weights:
    """The weights of all pairs of vertices, by which one bracket is paired.

    `never` is the weight of a forbidden pair. `unit` is the smallest weight of a criterion.
    """

    def __init__(self, situation: Situation, layout: Layout, bye_score: int | None) -> None:
        self.situation = situation
        self.layout = layout
        self.bye_score = bye_score
        width = (2 * layout.size).bit_length() + 1
        self.order_bits = 3 * width + 2
        """The number of binary digits left free for the order of generation (FIDE C.04.3, articles 3 and 4)."""

        self.unit = 2 << self.order_bits
        upto = layout.end + layout.following
        scores = sorted({card.score for card in layout.cards[:upto]})
        self.slot = {score: 1 << (width * vertex) for vertex, score in enumerate(scores)}
        wide = width * len(scores)
        stretches = [
            ("C21", wide), ("C20", wide), ("C19", wide), ("C18", wide), ("C17", width), ("C16", width), ("C15", width),
            ("C14", width), ("C13", width), ("C12", width), ("C11", width), ("C10", width), ("C9", 2 * width),
            ("C8b", wide), ("C8", width), ("C7", wide), ("C6", width), ("weak", width),
        ]  # fmt: skip
        self.one: dict[str, int] = {}
        digits = self.order_bits + 1
        for code, stretch in stretches:
            self.one[code] = 1 << digits
            digits += stretch
        self.never = -(1 << (digits + 2 * width))

    def rows(self) -> list[list[int]]:
        """Return twice the weight of every pair of vertices."""
        layout, situation = self.layout, self.situation
        kinds = [self._kind(vertex) for vertex in range(len(layout.cards))]
        distinct = list(dict.fromkeys(kinds))
        example = {kind: kinds.index(kind) for kind in distinct}
        index = {kind: number for number, kind in enumerate(distinct)}
        numbered = [index[kind] for kind in kinds]
        tables = [[self._of_kinds(example[one], example[two]) for two in distinct] for one in distinct]
        at = {card.number: vertex for vertex, card in enumerate(layout.cards)}
        rows = []
        for vertex, card in enumerate(layout.cards):
            table = tables[numbered[vertex]]
            row = [table[kind] for kind in numbered]
            row[vertex] = 2 * self.never
            for other in (*card.met, *situation.forbidden.get(card.number, ())):
                if other in at:
                    row[at[other]] = self.never
            for other in situation.weak.get(card.number, ()):
                if other in at and row[at[other]] != self.never:
                    row[at[other]] -= self.one["weak"]
            if layout.spare:
                row.append(self._spare(vertex, card))
            rows.append(row)
        if layout.spare:
            rows.append([row[-1] for row in rows] + [2 * self.never])
        return rows

    def inside(self, one: int, two: int) -> bool:
        """Return whether the vertices *one* and *two* both belong to the bracket."""
        return max(one, two) < self.layout.end

    def unplayed(self) -> list[tuple[int, int]]:
        """Return, for each player of the bracket who may get the bye, the vertex and its new weight with the bye.

        The weight is reduced for each unplayed round of the player (C9).
        """
        layout = self.layout
        bye = len(layout.cards)
        return [
            (vertex, self._bye(card) - layout.cards[vertex].unplayed * self.one["C9"])
            for vertex, card in enumerate(layout.cards[:bye])
            if vertex < layout.end and self._bye(card) != self.never
        ]

    # --- the weight of a pair -----------------------------------------------------------------------------------------

    def _spare(self, vertex: int, card: Card) -> int:
        if self.layout.below is None:
            return self._bye(card)
        return 0 if vertex in self.layout.below else self.never

    def _bye(self, card: Card) -> int:
        return 0 if self.bye_score is not None and card.may_sit and card.score <= self.bye_score else self.never

    def _kind(self, vertex: int) -> Hashable:
        """Return a key of all facts that decide the weights of a player's pairs, except the opponents met so far.

        Players with the same key share their weights.
        """
        card, layout = self.layout.cards[vertex], self.layout
        zone = (
            0
            if vertex < layout.moved_down
            else 1
            if vertex < layout.end
            else 2
            if vertex < layout.end + layout.following
            else 3
        )
        colours = (card.preference, card.strength, card.imbalance, card.repeated, card.topscorer)
        if zone > 1 and card.strength is not Strength.ABSOLUTE:
            colours = (None, Strength.NONE, 0, None, False)
        return (zone, card.score if zone < 3 else 0, colours, card.floats if zone < 2 else None)

    def _of_kinds(self, one: int, two: int) -> int:
        layout = self.layout
        if one > two:
            one, two = two, one
        higher, lower = layout.cards[one], layout.cards[two]
        if two < layout.moved_down:
            return self.never
        if both_absolute(higher, lower):
            return self.never
        if two < layout.end:
            return self._in_bracket(higher, lower, one < layout.moved_down)
        if two < layout.end + layout.following:
            return self.one["C8"] + self.slot[higher.score] * self.one["C8b"]
        return 0

    def _in_bracket(self, higher: Card, lower: Card, mixed: bool) -> int:
        one, slot = self.one, self.slot[higher.score]
        weight = one["C6"] + slot * one["C7"]
        for code, bad in COLOURS.items():
            weight += 0 if bad(higher, lower) else one[code]
        for back, down, up, scores_down, scores_up in (
            (0, "C14", "C15", "C18", "C19"),
            (1, "C16", "C17", "C20", "C21"),
        ):
            weight += (lower.floats[back] is Float.DOWN) * one[down]
            if not mixed:
                weight += (higher.floats[back] is Float.DOWN) * one[down]
            elif higher.floats[back] is Float.DOWN:
                weight += slot * one[scores_down]
            if not (mixed and lower.floats[back] is Float.UP):
                weight += one[up] + slot * one[scores_up]
        return weight
