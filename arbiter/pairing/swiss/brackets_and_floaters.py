"""A bracket: a score group with the players who floated down to it, its pairs and its floaters.

The terms are those of FIDE C.04.3, 1.3 and 1.4. A resident is a player of the bracket's own score group; a floater
leaves the bracket unpaired and moves down to the next. The brackets of a round follow from its pairs alone. Therefore
pairs made by this program, by hand or by another program can be compared in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from itertools import groupby

from arbiter.pairing.swiss.colours import order
from arbiter.pairing.swiss.pairing_card import Card
from arbiter.sides import Side
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The players to be paired in a round, in order, and the pairs that are not allowed.

    `forbidden` holds for each pairing number the numbers that it must not meet. `weak` holds those that it should meet
    only if there is no other way. `initial` is the colour of pairing number 1 in round 1.
    """

    round: int
    rounds: int
    initial: Side
    cards: tuple[Card, ...]
    forbidden: Mapping[int, frozenset[int]] = field(default_factory=dict)
    weak: Mapping[int, frozenset[int]] = field(default_factory=dict)

    def groups(self) -> list[tuple[Card, ...]]:
        return [tuple(group) for _, group in groupby(self.cards, key=lambda card: card.score)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """One bracket as it was paired: its players, pairs and floaters. `pairs` have the higher-ranked player first."""

    number: int
    score: int
    """The score of the residents. Players who floated down to the bracket have a higher score."""

    moved_down: tuple[Card, ...]
    residents: tuple[Card, ...]
    pairs: tuple[tuple[Card, Card], ...]
    floaters: tuple[Card, ...]
    bye: Card | None = None
    """The player who gets the allocated bye in the end, if this player is a downfloater of the bracket."""

    @property
    def mixed(self) -> tuple[tuple[Card, Card], ...]:
        return tuple(pair for pair in self.pairs if pair[0].score > self.score)

    @property
    def remainder(self) -> tuple[tuple[Card, Card], ...]:
        return tuple(pair for pair in self.pairs if pair[0].score == self.score)


def brackets(situation: Situation, pairs: Iterable[tuple[int, int]], bye: int | None) -> tuple[Bracket, ...]:
    """Return the brackets of a round that has the *pairs* of pairing numbers and the allocated *bye* of this number."""
    mate = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
    found: list[Bracket] = []
    down: Sequence[Card] = ()
    for number, residents in enumerate(situation.groups(), start=1):
        found.append(bracket_of(number, down, residents, mate, bye))
        down = found[-1].floaters
    return tuple(found)


def bracket_of(
    number: int, down: Sequence[Card], residents: Sequence[Card], mate: Mapping[int, int], bye: int | None
) -> Bracket:
    """Make one bracket of the players *down*, who floated down to it, and the residents.

    *mate* gives the opponent of each player, both as pairing numbers.
    """
    here = {card.number: card for card in (*down, *residents)}
    made = tuple(
        (card, here[mate[card.number]])
        for card in here.values()
        if mate.get(card.number) in here and order(card) < order(here[mate[card.number]])
    )
    paired = {card.number for pair in made for card in pair}
    left = tuple(card for card in here.values() if card.number not in paired)
    return Bracket(
        number=number,
        score=residents[0].score,
        moved_down=tuple(down),
        residents=tuple(residents),
        pairs=made,
        floaters=left,
        bye=next((card for card in left if card.number == bye), None),
    )
