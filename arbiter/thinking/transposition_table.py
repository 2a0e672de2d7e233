"""The scores of the search, the entries of its transposition table, and the lookup in the endgame tables.

Scores are in hundredths of a man, for the side to move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from arbiter.thinking.plies import Node

WON = 100_000
"""The score of a game that is won now. The score of a game that is won in 5 plies is `WON` - 5."""
NEARLY = WON - 1_000
"""The bound of decided scores.

A score above it is a win in a known number of plies. A score below its negative is a loss in a known number of plies.
"""
BY_TABLE = WON // 2
"""The score of a node that the endgame tables call won.

It is lower than `WON`, because a count of moves may draw the game before the win.
"""
DRAWN = 0

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
Sight: TypeAlias = tuple[int, int, int, Node | None]
"""An entry of the transposition table: the depth searched, the kind of score, the score, and the best next node.

The kind is `EXACT`, or says that the true score is `AT_LEAST` or `AT_MOST` the score stored.
"""
Sights: TypeAlias = list[dict[Node, Sight]]
"""The transposition table: a dict for nodes with White to move, and one for nodes with Black to move."""
Lookup: TypeAlias = Callable[[int, Node], int | None]
"""A function that looks up a node in the endgame tables of the game. Its first argument is the side to move (0: White).

It returns 0 if the node is drawn, otherwise the number of plies to the end plus one. It returns None if no table has
the node.
"""


def no_table(_side: int, _at: Node) -> int | None:
    """Return None: the `Lookup` of a search without endgame tables."""
    return None


def in_plies(plies: int, ply: int) -> int:
    """Return the score of a node from which the game ends after *plies* plies. If that is odd, the side to move wins.

    *ply* is the number of plies from the root of the search to the node.
    """
    return WON - ply - plies if plies & 1 else ply + plies - WON


def bounded(seen: Sight, alpha: int, beta: int, ply: int) -> int | None:
    """Return a position's score from the table of earlier searches if that spares a search; otherwise None.

    *seen*: the entry of the position in that table. *alpha* and *beta*: the bounds of the present search. *ply*: the
    number of plies from the root of the search to the position.
    """
    _, kind, score, _ = seen
    if score > NEARLY:
        score -= ply
    elif score < -NEARLY:
        score += ply
    return score if kind == EXACT or (score >= beta if kind == AT_LEAST else score <= alpha) else None


def from_node(score: int, ply: int) -> int:
    """Convert *score* for the transposition table: the plies to a win or a loss are counted from the node.

    In *score* they are counted from the root. *ply* is the number of plies from the root to the node.
    """
    return score + ply if score > NEARLY else score - ply if score < -NEARLY else score
