"""Where the search ends a line of play although moves are left: at draws and rulings by the game's counts of moves.

The search assumes that a player who may claim a draw claims it. It assumes that the referee names the stronger side as
winner if the regulations provide for that.
"""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple

from arbiter.rules.endings import KINGS_ONLY, Counts, Ending, EndsAs, main_road
from arbiter.rules.endings.draws import Tally
from arbiter.rules.endings.strength import stronger
from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.position import Position
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side
from arbiter.thinking.plies import Node
from arbiter.values import dataclass

NEVER = 1 << 60


class Due(NamedTuple):
    """A count of moves that runs while few pieces are on the board.

    It ends the game after `plies` plies, of which `before` were played before the search.
    """

    plies: int
    before: int


@dataclass(slots=True)
class Ends:
    """The conditions under which the lines of play of one search end as a draw or by a ruling."""

    variant: Variant
    tally: Tally
    calm: int
    """The number of plies played since the last capture or move of a man when the search begins."""
    limit: int
    """The number of plies without a capture or a move of a man after which the game is over."""
    by_strength: bool
    """True if the referee names the winner of a game that is over by `limit`; False if such a game is drawn."""
    most: int
    """The most pieces on the board with which a count for few pieces can run."""
    road: Bitboard
    known: dict[tuple[object, ...], tuple[Due, ...]] = field(default_factory=dict)

    def due(self, side: Side, at: Node, since: int, ply: int) -> bool:
        """Return whether a count for few pieces has reached its limit at the node *at*, in which *side* is to move.

        *since* is the number of plies since the last capture or crowning, *ply* the number of plies since the root.
        """
        return any(since + one.before >= one.plies for one in self._counting(side, at, since == ply))

    def left(self, side: Side, at: Node, calm: int, since: int, ply: int) -> int:
        """Return after how many plies from the node *at* a count ends the game at the earliest.

        *calm* is the number of plies since the last capture or move of a man. *since* is the number of plies since the
        last capture or crowning, *ply* the number of plies since the root.
        """
        few = (one.plies - one.before - since for one in self._counting(side, at, since == ply))
        return min(self.limit - calm, min(few, default=NEVER))

    def _counting(self, side: Side, at: Node, still: bool) -> tuple[Due, ...]:
        """Return the counts for few pieces that run at the node *at*.

        *still* is True if nothing was captured or crowned since the root.
        """
        men, kings, their_men, their_kings = at[:4]
        counts = (men.bit_count(), kings.bit_count(), their_men.bit_count(), their_kings.bit_count())
        lone = kings if sum(counts[:2]) < sum(counts[2:]) else their_kings
        key = (side, *counts, bool(lone & self.road), still)
        running = self.known.get(key)
        if running is None:
            running = self.known[key] = self._running(placed(side, at, self.variant), still)
        return running

    def _running(self, position: Position, still: bool) -> tuple[Due, ...]:
        return tuple(
            Due(_plies(row), self.tally.ply - run.began if still and run.began is not None else 0)
            for row, run in zip(self.tally.rows, self.tally.runs, strict=True)
            if row.material is not None and row.material.holds(position, self.variant.board)
        )

    def stronger(self, side: Side, at: Node) -> Side | None:
        """Return the side that the referee would name as the stronger one at *at*; None if both are equally strong."""
        return stronger(placed(side, at, self.variant), self.variant)


def ends(tally: Tally, variant: Variant) -> Ends:
    """Make the `Ends` of a search that begins at the present position of a game. *tally* are the counts of the game."""
    calm = [(row, run) for row, run in zip(tally.rows, tally.runs, strict=True) if row.resets == KINGS_ONLY]
    first = min(calm, key=lambda one: _plies(one[0]), default=None)
    return Ends(
        variant=variant,
        tally=tally,
        calm=max((tally.ply - run.began for _, run in calm if run.began is not None), default=0),
        limit=NEVER if first is None else _plies(first[0]),
        by_strength=first is not None and first[0].outcome is EndsAs.STRENGTH,
        most=max((min(row.material.most, 12) for row in tally.rows if row.material is not None), default=0),
        road=grid(variant).spread(main_road(variant.board)) if not variant.board.all_squares else 0,
    )


def _plies(row: Ending) -> int:
    return row.limit if row.counts is Counts.PLIES else 2 * row.limit


def placed(side: Side, at: Node, variant: Variant) -> Position:
    """Convert a node of the search to a position in which *side* is to move."""
    men, kings, their_men, their_kings = map(grid(variant).gather, at[:4])
    return Position(side, men, kings, their_men, their_kings)
