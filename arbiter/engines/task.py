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
    from arbiter.thinking.scores import Lookup

LONGEST_LINE = 60
"""The most moves by which the endgame tables continue the expected play."""


@dataclass(frozen=True, slots=True)
class Task:
    """A position to find a move in, as an earlier position with the moves played from it, and the game's draw counts.

    The variant is given by its key, so that a task can be sent to another process. Searches with the same `table` use
    one transposition table; without a name the table is new. `after` is a move whose score for the mover is known.
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
        """The position after `moves`, in which a move is wanted."""
        now = self.begin
        for move in self.moves:
            now = now.played(*move)
        return now


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A move in notation with its evaluation: `score` in hundredths of a man, for the side to move."""

    move: str
    score: int
    depth: int
    nodes: int
    line: tuple[str, ...] = ()


def advice_of(position: Position, variant: Variant, found: Found) -> Advice:
    """Return what a search has *found* in a position, as text. The endgame tables continue the expected play."""
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
    """Return the function by which a search looks positions up in the endgame tables of the game."""
    from arbiter.thinking.scores import no_table  # the service itself never searches

    known = endgames(variant)
    return known.byte if known else no_table


def task_from(position: Position, variant: Variant) -> Task:
    """Return the task for a position without any moves before it."""
    return Task(row_key(variant), position, begin(position, endings_of(OF_VARIANT[variant.key]), variant.board))


def task_of(game: Game, variant: Variant, ply: int | None = None) -> Task:
    """Return the task for the position of *game* after *ply* plies, with the earlier plies that the search needs.

    These are the plies since the last irreversible move, and those that count for a limit on king moves.
    """
    now = game.ply if ply is None else ply
    tally = game.tally if now == game.ply else game.tally_after(now)
    back = min(now, max(len(tally.recent) - 1, 2 * (variant.king_move_limit or 0)))
    if any(after > now - back for after, _ in game.huffed):  # the moves cannot be replayed past a huff
        return Task(row_key(variant), game.position_after(now), tally)
    moves = tuple(Move(play.path, play.taken, play.crowned) for play in game.plays[now - back : now])
    return Task(row_key(variant), game.position_after(now - back), tally, moves)
