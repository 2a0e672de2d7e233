"""The order of the positions in an endgame table: each position of a class of material has a number.

A class of material is a number of men and kings of each side. White is always to move: a position in which Black is to
move is turned by 180 degrees first. Positions that are mirror images of each other have the same number. With men on
the board this holds only for mirror images that keep every square in its row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from math import prod
from typing import TypeAlias

from arbiter.rules.generator import Pieces
from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.generator.lanes import bits_of
from arbiter.rules.position import crownhead
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side

MaterialKey: TypeAlias = tuple[int, int, int, int]
"""A class of material: the numbers of men and kings of the side to move, then those of the other side."""
Mapped: TypeAlias = Mapping[Bitboard, Bitboard]
"""A symmetry of the board: for each square, the square to which the symmetry moves it."""
Numbering: TypeAlias = Callable[[Pieces], int]


@cache
def turned(variant: Variant) -> Mapped:
    """Return the symmetry that turns the board by 180 degrees."""
    bits, last = grid(variant).bits, variant.board.last
    return {bits[square]: bits[last + 1 - square] for square in range(1, last + 1)}


@cache
def symmetries(variant: Variant, men: bool) -> Sequence[Mapped]:
    """Return the symmetries of the board under which the rules stay the same. The first moves no square.

    If *men* is True, only symmetries that keep every square in its row are returned.
    """
    board, bits, end = variant.board, grid(variant).bits, variant.board.size - 1
    found = []
    for swapped, down, right in product((False, True), repeat=3):
        mapped = {}
        for square in range(1, board.last + 1):
            row, column = board.row(square), board.column(square)
            there = (column, row) if swapped else (row, column)
            to = board.square_at(end - there[0] if down else there[0], end - there[1] if right else there[1])
            if to is None or (men and board.row(to) != row):
                break
            mapped[bits[square]] = bits[to]
        else:
            found.append(mapped)
    return found


class Mirrored(dict[Bitboard, int]):
    """A cache: the rank of a set of squares after the symmetries *steps*, multiplied by the factor *by*."""

    __slots__ = ("by", "ranks", "steps")

    def __init__(self, ranks: Mapping[Bitboard, int], by: int, steps: Sequence[Mapped]) -> None:
        super().__init__()
        self.ranks, self.by, self.steps = ranks, by, steps

    def __missing__(self, pieces: Bitboard) -> int:
        self[pieces] = place = self.by * self.ranks[moved(pieces, self.steps)]
        return place


def moved(pieces: Bitboard, steps: Sequence[Mapped]) -> Bitboard:
    for mapped in steps:
        pieces = sum([mapped[bit] for bit in bits_of(pieces)])
    return pieces


@cache
def placings(variant: Variant, pieces: int, but: Bitboard) -> Sequence[Bitboard]:
    """Return all ways to place a number of pieces on the board, each as a set of squares.

    *pieces*: the number of pieces. *but*: the squares that must stay empty.
    """
    return [sum(some) for some in combinations([bit for bit in grid(variant).bits[1:] if not bit & but], pieces)]


class Ordering:
    """The numbers of the positions of one class of material.

    The men of White, the kings of White, the men of Black and the kings of Black are four groups of pieces. A symmetry
    moves one group, the anchor, to the first of its mirror images. It moves the other groups with it.
    """

    def __init__(self, variant: Variant, material: MaterialKey) -> None:
        mine, theirs = (grid(variant).spread(crownhead(variant, side)) for side in Side)
        self.groups = [placings(variant, count, but) for count, but in zip(material, (mine, 0, theirs, 0), strict=True)]
        self.ranks = [{pieces: rank for rank, pieces in enumerate(group)} for group in self.groups]
        self.alike = symmetries(variant, men=bool(material[0] or material[2]))
        self.anchor = min((at for at in range(4) if material[at]), key=lambda at: len(self.groups[at]))
        self.others = [at for at in range(4) if at != self.anchor]
        self.rest = prod(len(self.groups[at]) for at in self.others)
        anchors, ranks = self.groups[self.anchor], self.ranks[self.anchor]
        self.first = {pieces: min(ranks[moved(pieces, [one])] for one in self.alike) for pieces in anchors}
        self.anchors = sorted(set(self.first.values()))
        self.size = len(self.anchors) * self.rest
        self.number = self._numbering([])
        """The function that returns the number of a position in which White is to move."""
        self.number_turned = self._numbering([turned(variant)]) if material[0] or material[2] else self.number
        """The function that returns the number of a position in which Black is to move."""

    def _numbering(self, before: Sequence[Mapped]) -> Numbering:
        """Make the function that returns the number of a position.

        *before*: the symmetries that it applies to the position first.
        """
        ranks = self.ranks[self.anchor]
        _, two, three = (len(self.groups[at]) for at in self.others)
        ways = [
            tuple(
                Mirrored(self.ranks[at], by, [*before, mapped])
                for at, by in zip(self.others, (two * three, three, 1), strict=True)
            )
            for mapped in self.alike
        ]
        leads = {}
        for pieces in self.groups[self.anchor]:
            first = self.first[pieces]
            least = [
                way for mapped, way in zip(self.alike, ways, strict=True) if ranks[moved(pieces, [mapped])] == first
            ]
            leads[moved(pieces, before)] = (self.anchors.index(first) * self.rest, least)
        return numbering(leads, self.anchor, *self.others)

    def positions(self) -> Iterator[tuple[int, Pieces]]:
        """Yield each position with its number. Of mirror images only one is yielded."""
        one, two, three = (self.groups[at] for at in self.others)
        number = -1
        for rank in self.anchors:
            anchor = self.groups[self.anchor][rank]
            for first in one:
                for second in two:
                    standing = anchor | first | second
                    whole = (anchor & (first | second) or first & second) == 0
                    for third in three:
                        number += 1
                        if whole and not standing & third:
                            pieces = self.placed(anchor, first, second, third)
                            if self.number(pieces) == number:
                                yield number, pieces

    def pieces(self, number: int) -> Pieces:
        """Return the position with the number *number*."""
        one, two, three = (self.groups[at] for at in self.others)
        number, third = divmod(number, len(three))
        number, second = divmod(number, len(two))
        anchor, first = divmod(number, len(one))
        return self.placed(self.groups[self.anchor][self.anchors[anchor]], one[first], two[second], three[third])

    def placed(self, anchor: Bitboard, *others: Bitboard) -> Pieces:
        """Return the position with these groups of pieces: *anchor*, and the other groups in their order."""
        groups = list(others)
        groups.insert(self.anchor, anchor)
        men, kings, their_men, their_kings = groups
        return men, kings, their_men, their_kings


def numbering(
    leads: Mapping[Bitboard, tuple[int, Sequence[tuple[Mirrored, ...]]]], anchor: int, *others: int
) -> Numbering:
    """Make the function that returns the number of a position.

    *leads* has for each placing of the anchor the number of its first position, and the symmetries that move the anchor
    to the first of its mirror images.
    """
    one, two, three = others

    def number(pieces: Pieces) -> int:
        base, ways = leads[pieces[anchor]]
        if len(ways) == 1:
            first, second, third = ways[0]
            return base + first[pieces[one]] + second[pieces[two]] + third[pieces[three]]
        return base + min([a[pieces[one]] + b[pieces[two]] + c[pieces[three]] for a, b, c in ways])

    return number
