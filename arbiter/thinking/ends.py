"""Where a line of play ends although a move is left: by the counts that run in the game.

Whoever could claim a draw is taken to claim it, and the referee to name the stronger side.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from arbiter.rules.endings import KINGS_ONLY, Counts, Ending, EndsAs, main_road
from arbiter.rules.endings.draws import Tally
from arbiter.rules.endings.strength import stronger
from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.position import Position
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side
from arbiter.thinking.plies import Node

NEVER = 1 << 60


class Due(NamedTuple):
    """A count that runs with what stands there: it is due after so many plies, of which so many were played before."""

    plies: int
    before: int


@dataclass(slots=True)
class Ends:
    """What ends the lines of one search."""

    variant: Variant
    tally: Tally
    calm: int
    """Plies that were played of the run which every capture and every move of a man ends."""
    limit: int
    """After so many of them the game is over."""
    by_strength: bool
    """Then the referee names the winner; otherwise it is drawn."""
    most: int
    """With more pieces than this no other count runs."""
    road: Bitboard
    known: dict[tuple[object, ...], tuple[Due, ...]] = field(default_factory=dict)

    def due(self, side: Side, at: Node, since: int, ply: int) -> bool:
        """Whether a count of few pieces is due, *since* plies after a capture or a crowning, *ply* after the root."""
        men, kings, their_men, their_kings = at[:4]
        counts = (men.bit_count(), kings.bit_count(), their_men.bit_count(), their_kings.bit_count())
        lone = kings if sum(counts[:2]) < sum(counts[2:]) else their_kings
        key = (side, *counts, bool(lone & self.road), since == ply)
        running = self.known.get(key)
        if running is None:
            running = self.known[key] = self._running(placed(side, at, self.variant), since == ply)
        return any(since + one.before >= one.plies for one in running)

    def _running(self, position: Position, still: bool) -> tuple[Due, ...]:
        return tuple(
            Due(_plies(row), self.tally.ply - run.began if still and run.began is not None else 0)
            for row, run in zip(self.tally.rows, self.tally.runs, strict=True)
            if row.material is not None and row.material.holds(position, self.variant.board)
        )

    def stronger(self, side: Side, at: Node) -> Side | None:
        """Whom the referee would name."""
        return stronger(placed(side, at, self.variant), self.variant)


def ends(tally: Tally, variant: Variant) -> Ends:
    """What ends the lines that begin where that game stands."""
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
    """The position that is carried so."""
    men, kings, their_men, their_kings = map(grid(variant).gather, at[:4])
    return Position(side, men, kings, their_men, their_kings)
