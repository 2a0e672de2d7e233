"""A search request and its answer as plain values, which can be sent from one process to another."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from arbiter.endgames import endgames
from arbiter.rules.endings import OF_VARIANT, endings_of
from arbiter.rules.endings.draws import Tally, begin
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import Move, move_text
from arbiter.rules.position import Position
from arbiter.rules.variants import ROWS, row_key
from arbiter.rules.variants.variant import Variant
from arbiter.tournament.game import Game
from arbiter.values import dataclass

if TYPE_CHECKING:
    from arbiter.thinking import Found
    from arbiter.thinking.transposition_table import Lookup

LONGEST_LINE = 60
"""At most this many moves from the endgame tables are added to the expected play."""


@dataclass(frozen=True, slots=True)
class Task:
    """A request to find a move: an earlier position `begin`, the moves played from it, and the game's draw counts.

    `game` is the key of the variant among `ROWS`, so that a task can be sent to another process. Searches with the same
    name `table` use one transposition table. Without a name the search begins with an empty table. `after` is a move
    whose score for the side to move is already known, with this score.
    """

    game: str
    begin: Position
    tally: Tally
    moves: tuple[Move, ...] = ()
    table: str = ""
    after: tuple[Move, int] | None = None

    @property
    def variant(self) -> Variant:
        return ROWS[self.game]

    @property
    def position(self) -> Position:
        """The position after `moves`, in which the move is to be found."""
        now = self.begin
        for move in self.moves:
            now = now.played(*move)
        return now


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A move in notation, with its evaluation.

    `score` is in hundredths of a man, for the side to move. `depth` is in plies, `nodes` is the number of positions
    searched, and `line` is the expected play.
    """

    move: str
    score: int
    depth: int
    nodes: int
    line: tuple[str, ...] = ()


def advice_of(position: Position, variant: Variant, found: Found) -> Advice:
    """Convert the result of a search to text. If the endgame tables know the position, they continue the expected play.

    *found*: the result of the search in *position*.
    """
    line, now = list(found.line), position
    for move in line:
        now = now.played(*move)
    if known := endgames(variant):
        line += islice(known.line(now), LONGEST_LINE)
    texts, now = [], position
    for move in line:
        texts.append(move_text(move, legal_moves(now, variant), variant))
        now = now.played(*move)
    return Advice(move=texts[0], score=found.score, depth=found.depth, nodes=found.nodes, line=tuple(texts))


def lookup(variant: Variant) -> Lookup:
    """Return the function by which a search looks up positions in the endgame tables of the game."""
    from arbiter.thinking.transposition_table import (
        no_table,  # imported late, because the service's own process never searches
    )

    known = endgames(variant)
    return known.byte if known else no_table


def task_from(position: Position, variant: Variant) -> Task:
    """Return the task of finding a move in *position*, without any earlier moves."""
    return Task(row_key(variant), position, begin(position, endings_of(OF_VARIANT[variant.key]), variant.board))


def task_of(game: Game, variant: Variant, ply: int | None = None) -> Task:
    """Return the task of finding a move in *game* after *ply* plies; None means its present position.

    The task contains the earlier moves that the search needs: those since the last irreversible move, and those that
    count for a limit on the moves of one king.
    """
    now = game.ply if ply is None else ply
    tally = game.tally if now == game.ply else game.tally_after(now)
    back = min(now, max(len(tally.recent) - 1, 2 * (variant.king_move_limit or 0)))
    if any(after > now - back for after, _ in game.huffed):  # a replay of moves alone would miss the huff
        return Task(row_key(variant), game.position_after(now), tally)
    moves = tuple(Move(play.path, play.taken, play.crowned) for play in game.plays[now - back : now])
    return Task(row_key(variant), game.position_after(now - back), tally, moves)
