"""The search for the computer player's move.

The search is alpha-beta with iterative deepening, a capture search at the leaves, and a transposition table. It is a
pure function. The caller limits it by a number of nodes, or by a function `enough`, which is called every few nodes and
returns True to stop the search. The same position, limits and random number give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbiter.rules.endings import OF_VARIANT as ENDINGS_OF
from arbiter.rules.endings import endings_of
from arbiter.rules.endings.draws import Tally, begin
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import Move
from arbiter.rules.position import Position, start
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side
from arbiter.thinking.levels import DEEPEST, FULL, LEVELS, Level
from arbiter.thinking.plies import standing
from arbiter.thinking.transposition_table import EXACT, WON, Lookup, Sights, no_table
from arbiter.thinking.tree import Enough, Tree
from arbiter.values import dataclass

__all__ = ["WON", "Found", "search", "warm"]


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: the move that the computer player would play, with its score and the expected play."""

    move: Move
    score: int
    """The score in hundredths of a man, for the side to move.

    `WON` - 5 means that the game is won in 5 plies, and 5 - `WON` that it is lost in 5 plies.
    """
    depth: int
    """The number of plies that were searched completely."""
    nodes: int
    line: tuple[Move, ...]
    """The expected play of both sides. Its first move is `move`."""


NEAR = 30
"""The half-width of the search window, in hundredths of a man.

The best score is expected to change by no more than this if the search goes one ply deeper.
"""
EXACT_DEPTH = 2
"""The depth of a search from a position that is in the endgame tables, in plies.

No greater depth is needed, because the positions that follow are looked up in the tables.
"""


def never() -> bool:
    return False


def search(
    position: Position,
    variant: Variant,
    *,
    tally: Tally | None = None,
    nodes: int | None = None,
    enough: Callable[[], bool] = never,
    level: int | None = None,
    chance: int = 0,
    seen: Sights | None = None,
    after: tuple[Move, int] | None = None,
    table: Lookup = no_table,
) -> Found | None:
    """Return the move that the computer player would play, with its score; None if there is no legal move.

    *tally* holds the game's counts up to *position*. Without it the game is assumed to begin at *position*. *level*
    limits the search, and the lower levels make errors that depend on the random number *chance*: the same number gives
    the same errors. If *level* is None, only *nodes* and *enough* limit the search, and no errors are made.

    *seen* is the transposition table of an earlier search in the same game, which this search uses and fills. *after*
    is a move whose score for the side to move is already known, with this score: the search compares the other moves
    with it. *table* looks positions up in the endgame tables of the game. Low levels do not use it.
    """
    moves = legal_moves(position, variant)
    if not moves:
        return None
    if tally is None:
        tally = begin(position, endings_of(ENDINGS_OF[variant.key]), variant.board)
    row = FULL if level is None else LEVELS[level]
    most = row.nodes if nodes is None else min(nodes, row.nodes)
    sights = [{}, {}] if seen is None else seen
    tree = Tree(position, variant, tally, most, enough, sights, table if row.exact else no_table)
    if after is not None:
        known, score = after
        tree.seen[1 - tree.root][standing(position.played(*known), variant)] = (DEEPEST, EXACT, -score, None)
    thought_of = _thought_of(moves, row, chance)
    depth = EXACT_DEPTH if tree.known() else DEEPEST
    best = _deepen(tree, position, thought_of, depth, _doubts(thought_of, row, chance))
    line = _line(tree, position, best.move, best.depth)
    return Found(best.move, best.score, best.depth, tree.nodes, line)


def warm(variant: Variant) -> None:
    """Build the search's tables of a game ahead of its first move, so that this move need not wait for them."""
    search(start(variant), variant, nodes=200)


@dataclass(frozen=True, slots=True)
class _Best:
    move: Move
    score: int
    depth: int


def _deepen(tree: Tree, position: Position, moves: Sequence[Move], depth: int, doubts: Sequence[int] | None) -> _Best:
    """Return the best of *moves*. They are searched one ply deeper again and again, up to *depth* plies.

    *doubts* are the amounts by which the level overrates each move.
    """
    ranked = [
        (move, standing(position.played(*move), tree.variant), doubts[at] if doubts else 0)
        for at, move in enumerate(moves)
    ]
    best = _Best(ranked[0][0], 0, 0)
    for plies in range(1, depth + 1):
        alpha, found = -WON - 1, None
        try:
            for at, (move, child, doubt) in enumerate(ranked):
                if doubts is not None:
                    score = tree.reply(child, plies - 1, -WON - 1, WON + 1)
                elif at == 0:
                    low, high = (best.score - NEAR, best.score + NEAR) if plies > 1 else (-WON - 1, WON + 1)
                    score = tree.reply(child, plies - 1, low, high)
                    if not low < score < high:
                        score = tree.reply(child, plies - 1, -WON - 1, WON + 1)
                elif (score := tree.reply(child, plies - 1, alpha, alpha + 1)) > alpha:
                    score = tree.reply(child, plies - 1, alpha, WON + 1)
                if found is None or score + doubt > alpha:
                    alpha = score + doubt
                    found = _Best(move, score, plies)
                    ranked.insert(0, ranked.pop(at))
                    tree.prefer(child)
        except Enough:
            return best if found is None else _Best(found.move, found.score, best.depth)
        assert found is not None
        best = found
        if abs(best.score) > WON - plies - 1:
            break
    return best


def _line(tree: Tree, position: Position, move: Move, depth: int) -> tuple[Move, ...]:
    """Return the expected play from *position*, beginning with *move*, of at most *depth* plies."""
    line = [move]
    position = position.played(*move)
    while len(line) < depth:
        at = standing(position, tree.variant)
        known = tree.seen[0 if position.turn is Side.WHITE else 1].get(at)
        if known is None or known[3] is None:
            break
        onward = [
            (move, now)
            for move in legal_moves(position, tree.variant)
            if standing(now := position.played(*move), tree.variant) == known[3]
        ]
        if not onward:
            break
        line.append(onward[0][0])
        position = onward[0][1]
    return tuple(line)


def _thought_of(moves: Sequence[Move], row: Level, chance: int) -> Sequence[Move]:
    """Return the moves that a player of the level *row* notices. At a low level some are missing, but never all."""
    if not row.overlooks:
        return moves
    kept = [move for move in moves if _drawn(move, chance, 1) % 100 >= row.overlooks]
    return kept or moves[:1]


def _doubts(moves: Sequence[Move], row: Level, chance: int) -> Sequence[int] | None:
    """Return by how much the level *row* overrates each move, in hundredths of a man.

    None if the level makes no such error.
    """
    if not row.doubt:
        return None
    return [_drawn(move, chance, 2) % (row.doubt + 1) for move in moves]


def _drawn(move: Move, chance: int, what: int) -> int:
    """Return a pseudo-random number for *move*, derived from the random number *chance* of the search.

    *what* is a number for the purpose: different purposes get different results.
    """
    mixed = chance * 4 + what
    for number in (*move.path, *move.taken, len(move.path)):
        mixed = (mixed ^ number) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        mixed ^= mixed >> 27
    return mixed >> 8
