"""The ends of lines of play in the search while moves are left: draws and rulings by the counts that run in the game.

The search assumes that a player who may claim a draw claims it, and that the referee names the stronger side if the
regulations say so.
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
    """A count for few pieces on the board.

    It is due after `plies` plies, of which `before` were played before the search.
    """

    plies: int
    before: int


@dataclass(slots=True)
class Ends:
    """The conditions under which the lines of play of one search end as a draw or by a ruling."""

    variant: Variant
    tally: Tally
    calm: int
    """The plies already played of the run that every capture and every move of a man ends."""
    limit: int
    """The number of plies of that run after which the game is over."""
    by_strength: bool
    """Whether the referee then names the winner; otherwise the game is drawn."""
    most: int
    """The most pieces with which any other count runs."""
    road: Bitboard
    known: dict[tuple[object, ...], tuple[Due, ...]] = field(default_factory=dict)

    def due(self, side: Side, at: Node, since: int, ply: int) -> bool:
        """Whether a count of moves with few pieces has reached its limit at the node *at*.

        *since* is the number of plies after the last capture or crowning, *ply* the number of plies after the root.
        """
        return any(since + one.before >= one.plies for one in self._counting(side, at, since == ply))

    def left(self, side: Side, at: Node, calm: int, since: int, ply: int) -> int:
        """The number of plies after which a count ends the game at the earliest.

        *calm* is the number of plies after the last capture or move of a man; the others are as for `due`.
        """
        few = (one.plies - one.before - since for one in self._counting(side, at, since == ply))
        return min(self.limit - calm, min(few, default=NEVER))

    def _counting(self, side: Side, at: Node, still: bool) -> tuple[Due, ...]:
        """The counts that run at a node because of its few pieces.

        *still*: nothing was captured or crowned since the root.
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
        """The side that the referee would name as the stronger one; None if both are equal."""
        return stronger(placed(side, at, self.variant), self.variant)


def ends(tally: Tally, variant: Variant) -> Ends:
    """Make the conditions for a search that begins at the present position of a game, from the counts of the game."""
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
