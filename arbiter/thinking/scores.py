"""Scores of the search, the entries of its transposition table, and the endgame tables that it is given.

Scores are in hundredths of a man, for the side to move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from arbiter.thinking.plies import Node

WON = 100_000
"""The score of a game that is won at once. One that is won in some plies has as much less."""
NEARLY = WON - 1_000
"""A score above this is a win in a known number of plies."""
BY_TABLE = WON // 2
"""The score of a node that is won by the tables, if it is not known how many plies the counts of moves allow."""
DRAWN = 0

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
Sight: TypeAlias = tuple[int, int, int, Node | None]
"""An entry of the transposition table: the depth searched, the kind of score, the score, and the best child."""
Sights: TypeAlias = list[dict[Node, Sight]]
"""The transposition table: the entries of White and those of Black."""
Lookup: TypeAlias = Callable[[int, Node], int | None]
"""A function that looks a node up in the endgame tables of the game, given the side to move (0 is White).

It returns 0 if the node is drawn, otherwise the number of plies to the end plus one; None if it is in no table.
"""


def no_table(_side: int, _at: Node) -> int | None:
    """The answer of a search without endgame tables."""
    return None


def in_plies(plies: int, ply: int) -> int:
    """The score of a node from which the game is over after so many *plies*: an odd number if the mover wins.

    *ply* is the number of plies from the root to the node.
    """
    return WON - ply - plies if plies & 1 else ply + plies - WON


def bounded(seen: Sight, alpha: int, beta: int, ply: int) -> int | None:
    """The score of an entry of the transposition table, if it settles the search between these bounds."""
    _, kind, score, _ = seen
    if score > NEARLY:
        score -= ply
    elif score < -NEARLY:
        score += ply
    return score if kind == EXACT or (score >= beta if kind == AT_LEAST else score <= alpha) else None


def from_node(score: int, ply: int) -> int:
    """A score for the transposition table: a win is counted from the node, not from the root."""
    return score + ply if score > NEARLY else score - ply if score < -NEARLY else score
