"""The construction of the endgame tables of a game from its rules, backwards from the ends of play.

A class of material is a number of men and kings of each side. A table has one byte for each position of a class. The
byte is 0 if the position is drawn or impossible. Otherwise it is the number of plies to the end with best play, plus
one. The side to move wins in an odd number of plies and loses in an even number.

Captures lead to classes with fewer pieces, and crownings to classes with fewer men. The tables of these classes are
made first. The tables of a class and of its opposite, in which the other side is to move, are made together: play is
followed backwards from the decided positions.

Draws by counts of moves are not part of a table. The code that uses a table compares the counts with the plies.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from arbiter.endgames.ordering import Mapped, MaterialKey, Ordering, moved, turned
from arbiter.rules.endings import OF_VARIANT, endings_of
from arbiter.rules.endings.specials import OnTheBoard, won
from arbiter.rules.generator import Pieces, generator
from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.generator.lanes import bits_of
from arbiter.rules.position import Position
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side

LOST = 1
"""The byte of a position in which the side to move has already lost."""
LONGEST = 254
UNCOUNTED, HELD, CAPTURING = 0, 254, 255
"""States of a position in `Retrograde.left` that are no number of moves.

`UNCOUNTED`: the moves are not counted yet. `HELD`: a move to another class prevents a loss. `CAPTURING`: no moves
within the class count, because there are captures or the game is over.
"""
MOST_PIECES, MOST_KINGS = 3, 4
"""The most pieces on the board in the tables: in a class of material with men, and in a class with kings alone."""


class EndgameTable(NamedTuple):
    """The table of one class of material: the ordering that numbers its positions, and a byte for each number."""

    order: Ordering
    values: bytearray


def materials(variant: Variant) -> Sequence[MaterialKey]:
    """Return the classes of material for which a game has tables, in an order in which they can be made."""
    if variant.board.size != 8 or variant.rows_of_good_for_nothings:
        return ()
    found = [
        (men, mine - men, their_men, pieces - mine - their_men)
        for pieces in range(2, MOST_KINGS + 1)
        for mine in range(1, pieces)
        for men in range(mine + 1)
        for their_men in range(pieces - mine + 1)
    ]
    able = [one for one in found if sum(one) <= MOST_PIECES or not (one[0] or one[2])]
    return sorted(able, key=lambda one: (sum(one), one[0] + one[2]))


def make(variant: Variant) -> Iterator[tuple[MaterialKey, EndgameTable]]:
    """Make the tables of a game one after the other, and yield each with its class of material."""
    tables: dict[MaterialKey, EndgameTable] = {}
    for material in materials(variant):
        if material not in tables:
            orders = {one: ordering(variant, one) for one in both(material)}
            pair = {one: EndgameTable(order, bytearray(order.size)) for one, order in orders.items()}
            tables.update(pair)
            Retrograde(variant, pair, tables).run()
        yield material, tables[material]


def both(material: MaterialKey) -> set[MaterialKey]:
    """Return a class of material, and its opposite, in which the other side is to move."""
    return {material, (*material[2:], *material[:2])}


@cache
def ordering(variant: Variant, material: MaterialKey) -> Ordering:
    return Ordering(variant, material)


def material_of(pieces: Pieces) -> MaterialKey:
    men, kings, their_men, their_kings = pieces
    return men.bit_count(), kings.bit_count(), their_men.bit_count(), their_kings.bit_count()


class Retrograde:
    """The construction of the tables of one class of material and its opposite."""

    def __init__(
        self, variant: Variant, pair: Mapping[MaterialKey, EndgameTable], tables: Mapping[MaterialKey, EndgameTable]
    ) -> None:
        self.variant, self.pair, self.tables = variant, pair, tables
        self.moves = generator(variant, Side.WHITE)
        self.turned: Mapped = turned(variant)
        self.came = _came(variant)
        self.left = {material: bytearray(len(table.values)) for material, table in pair.items()}
        """For each position, how many of its moves are not known to lose yet, or a state such as `HELD`."""
        self.worst: dict[tuple[MaterialKey, int], int] = {}
        """For each position with moves to another class of material: the plies to the end after the best such move.

        The best move is the one that delays the end longest. The key is the class and the number of the position.
        """
        self.due: dict[int, list[tuple[MaterialKey, int]]] = defaultdict(list)
        """The positions that are decided but not recorded yet, by the number of plies to the end.

        A position is given as its class of material and its number in the class.
        """

    def run(self) -> None:
        for material, table in self.pair.items():
            settled = self._settled(material)
            for number, pieces in table.order.positions():
                self._begin(material, number, pieces, settled)
        plies = 0
        while self.due:
            for material, number in self.due.pop(plies, ()):
                values = self.pair[material].values
                if not values[number]:
                    values[number] = plies + 1
                    self._back(material, number, plies)
            plies += 1
            assert plies < LONGEST

    def _settled(self, material: MaterialKey) -> int | None:
        """Return the byte of positions without captures, if this class of material ends the game by the rules.

        Return None if play goes on.
        """
        men, kings, their_men, their_kings = (
            sum(1 << 8 * group + one for one in range(count)) << 4 for group, count in enumerate(material)
        )
        now = Position(Side.WHITE, men, kings, their_men, their_kings)
        rows = endings_of(OF_VARIANT[self.variant.key])
        if any(row.material and not row.limit and row.material.holds(now, self.variant.board) for row in rows):
            return 0
        decided = won(OnTheBoard(now, now, capturing=False), self.variant)
        return None if decided is None else LOST + 1 if decided[1] is Side.WHITE else LOST

    def _begin(self, material: MaterialKey, number: int, pieces: Pieces, settled: int | None) -> None:
        """Evaluate those moves of a position that lead to another class.

        *settled* is the result of `_settled` for the class.
        """
        left = self.left[material]
        if takes := self.moves.taking(*pieces):
            left[number] = CAPTURING
            self._outside(material, number, takes, inside=0)
            return
        if settled is not None:
            left[number] = CAPTURING
            if settled:
                self.due[settled - 1].append((material, number))
            return
        steps = self.moves.stepping(*pieces)
        kings = pieces[1]
        if not steps:
            self.due[0].append((material, number))
        elif crowning := [child for child in steps if child[3].bit_count() > kings.bit_count()]:
            crowned = set(crowning)
            left[number] = inside = self._moves([child for child in steps if child not in crowned], material)
            self._outside(material, number, crowning, inside)

    def _moves(self, children: Sequence[Pieces], material: MaterialKey) -> int:
        """Return the number of different positions among *children*, the positions after moves within the class.

        Mirror images are counted once.
        """
        number = self.pair[*material[2:], *material[:2]].order.number_turned
        return len({number(child) for child in children})

    def _outside(self, material: MaterialKey, number: int, children: Sequence[Pieces], inside: int) -> None:
        """Evaluate a position by its moves to other classes. *inside* is the number of its moves within the class."""
        values = [self._value(child) for child in children]
        wins = [value for value in values if value & 1]
        if wins:
            self.due[min(wins)].append((material, number))
        if wins or 0 in values:
            self.left[material][number] = max(self.left[material][number], HELD)
        elif inside:
            self.worst[material, number] = max(values)
        else:
            self.due[max(values)].append((material, number))

    def _value(self, child: Pieces) -> int:
        """Return the byte of the position *child* of another class, in which Black is to move."""
        if not child[0] and not child[1]:
            return LOST
        table = self.tables[material_of(child)]
        return table.values[table.order.number_turned(child)]

    def _back(self, material: MaterialKey, number: int, plies: int) -> None:
        """Update the positions one move before the position *number*, which is decided in *plies* plies."""
        before: MaterialKey = (*material[2:], *material[:2])
        table, left = self.pair[before], self.left[before]
        values, numbered, seen = table.values, table.order.number, set()
        for earlier in self._earlier(self.pair[material].order.pieces(number)):
            at = numbered(earlier)
            if values[at] or left[at] == CAPTURING or at in seen:
                continue
            seen.add(at)
            if plies & 1 == 0:
                self.due[plies + 1].append((before, at))
            elif left[at] != HELD:
                left[at] = (left[at] or self._moves(self.moves.stepping(*earlier), before)) - 1
                if not left[at]:
                    self.due[max(plies + 1, self.worst.get((before, at), 0))].append((before, at))
                    left[at] = HELD

    def _earlier(self, pieces: Pieces) -> Iterator[Pieces]:
        """Yield the positions, with White to move, from which a move within the class leads to *pieces*."""
        their_men, their_kings, men, kings = (moved(group, [self.turned]) for group in pieces)
        for _, _, _, before in self.moves.stepping(0, kings, their_men | men, their_kings):
            yield men, before, their_men, their_kings
        free = ~(men | kings | their_men | their_kings)
        for man in bits_of(men):
            for origin in self.came[man]:
                if origin & free:
                    yield men ^ man ^ origin, kings, their_men, their_kings


@cache
def _came(variant: Variant) -> Mapping[Bitboard, Sequence[Bitboard]]:
    """Return, for each square, the squares from which a white man can step to it."""
    bits, board = grid(variant).bits, variant.board
    back = [(-row, -column) for row, column in variant.men_step]
    return {
        bits[square]: [bits[ray[0]] for way in back if (ray := board.ray(square, way))]
        for square in range(1, board.last + 1)
    }
