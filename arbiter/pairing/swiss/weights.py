"""A bracket and all below it as places of `matching`: the heaviest whole is the best by C4 to C21.

Each criterion has its own stretch of digits in the weight, wide enough that nothing spills into the next; what is to be
few counts for the pairs that do not have it. Whoever goes down has a mate below, or in the allocated bye, which is a
place of its own; so *completion* (C4) needs no search of its own: a whole in which everybody has a mate is one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from arbiter.pairing.swiss.bracket import Situation
from arbiter.pairing.swiss.card import Card, Float, Strength
from arbiter.pairing.swiss.criteria import (
    beyond_two,
    both_absolute,
    preference_lost,
    strong_preference_lost,
    three_in_a_row,
)

COLOURS: Mapping[str, Callable[[Card, Card], bool]] = {
    "C10": beyond_two,
    "C11": three_in_a_row,
    "C12": preference_lost,
    "C13": strong_preference_lost,
}
"""What the colours of a pair may cost."""


@dataclass(slots=True)
class Layout:
    """The places: `moved_down`, then `residents`, then `following` (the next group), then the rest, then the spare one.

    The spare place is the allocated `bye`; or, where only a part of the field is looked at, one `below` it for whoever
    of these goes on.
    """

    cards: list[Card]
    """Of all places but the spare one."""

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
        """The first place below the bracket."""
        return self.moved_down + self.residents

    @property
    def size(self) -> int:
        return len(self.cards) + self.spare

    @property
    def spare(self) -> bool:
        """Whether there is a place without a player."""
        return self.bye or self.below is not None


class Weights:
    """The weights of one bracket. `never` is the weight of what must not be, `unit` the least that counts."""

    def __init__(self, situation: Situation, places: Layout, bye_score: int | None) -> None:
        self.situation = situation
        self.places = places
        self.bye_score = bye_score
        width = (2 * places.size).bit_length() + 1
        self.order_bits = 3 * width + 2
        """The digits left for the order of generation (articles 3 and 4)."""

        self.unit = 2 << self.order_bits
        upto = places.end + places.following
        scores = sorted({card.score for card in places.cards[:upto]})
        self.slot = {score: 1 << (width * place) for place, score in enumerate(scores)}
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
        """The doubled weight of every pair of places."""
        places, situation = self.places, self.situation
        kinds = [self._kind(place) for place in range(len(places.cards))]
        distinct = list(dict.fromkeys(kinds))
        example = {kind: kinds.index(kind) for kind in distinct}
        index = {kind: number for number, kind in enumerate(distinct)}
        numbered = [index[kind] for kind in kinds]
        tables = [[self._of_kinds(example[one], example[two]) for two in distinct] for one in distinct]
        at = {card.number: place for place, card in enumerate(places.cards)}
        rows = []
        for place, card in enumerate(places.cards):
            table = tables[numbered[place]]
            row = [table[kind] for kind in numbered]
            row[place] = 2 * self.never
            for other in (*card.met, *situation.forbidden.get(card.number, ())):
                if other in at:
                    row[at[other]] = self.never
            for other in situation.weak.get(card.number, ()):
                if other in at and row[at[other]] != self.never:
                    row[at[other]] -= self.one["weak"]
            if places.spare:
                row.append(self._spare(place, card))
            rows.append(row)
        if places.spare:
            rows.append([row[-1] for row in rows] + [2 * self.never])
        return rows

    def inside(self, one: int, two: int) -> bool:
        """Whether the two places are a pair of this bracket."""
        return max(one, two) < self.places.end

    def unplayed(self) -> list[tuple[int, int]]:
        """The pairs of the bye, with the rounds that each of the bracket has not played counting (C9)."""
        places = self.places
        bye = len(places.cards)
        return [
            (place, self._bye(card) - places.cards[place].unplayed * self.one["C9"])
            for place, card in enumerate(places.cards[:bye])
            if place < places.end and self._bye(card) != self.never
        ]

    # --- the weight of a pair -----------------------------------------------------------------------------------------

    def _spare(self, place: int, card: Card) -> int:
        if self.places.below is None:
            return self._bye(card)
        return 0 if place in self.places.below else self.never

    def _bye(self, card: Card) -> int:
        return 0 if self.bye_score is not None and card.may_sit and card.score <= self.bye_score else self.never

    def _kind(self, place: int) -> Hashable:
        """All that the weight of a player's pairs hangs on, but whom they have met."""
        card, places = self.places.cards[place], self.places
        zone = (
            0
            if place < places.moved_down
            else 1
            if place < places.end
            else 2
            if place < places.end + places.following
            else 3
        )
        colours = (card.preference, card.strength, card.imbalance, card.repeated, card.topscorer)
        if zone > 1 and card.strength is not Strength.ABSOLUTE:
            colours = (None, Strength.NONE, 0, None, False)
        return (zone, card.score if zone < 3 else 0, colours, card.floats if zone < 2 else None)

    def _of_kinds(self, one: int, two: int) -> int:
        """The doubled weight of a pair of those kinds."""
        places = self.places
        if one > two:
            one, two = two, one
        higher, lower = places.cards[one], places.cards[two]
        if two < places.moved_down:
            return self.never
        if both_absolute(higher, lower):
            return self.never
        if two < places.end:
            return self._in_bracket(higher, lower, one < places.moved_down)
        if two < places.end + places.following:
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
