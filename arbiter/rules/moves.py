"""The legal moves of a position: one generator for every game.

Captures with the same origin, destination and pieces taken count as one move. This module knows only one way for a game
to end: the side to move has no legal move.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import starmap

from arbiter.rules.board import Squares
from arbiter.rules.captures_of_a_piece import Hunt
from arbiter.rules.generator import Generator, Pieces, generator, generators
from arbiter.rules.generator.geometry import geometry
from arbiter.rules.generator.grid import grid
from arbiter.rules.notation import Move, move_text
from arbiter.rules.position import NONE, UNWALKED, KingWalk, Position
from arbiter.rules.variants.variant import Variant
from arbiter.sides import WHITE, Both, Side

__all__ = ["Move", "divide", "hunt", "legal_moves", "moves_in_play", "perft", "quiet_moves", "walked_out", "warm"]
POSITIONS_IN_PLAY = 2_048
"""The size of the cache of `moves_in_play`, in positions.

That is more than the positions before and after the last moves at all boards of a large hall.
"""


def legal_moves(position: Position, variant: Variant) -> tuple[Move, ...]:
    """Return every legal move of the side to move, captures with their full path.

    >>> from arbiter.rules.position import parse_fen
    >>> from arbiter.rules.variants import VARIANTS
    >>> international = VARIANTS["international"]
    >>> [move] = legal_moves(parse_fen("W:W32,37:B28,19", international), international)
    >>> move.path, move.taken
    ((32, 23, 14), (28, 19))
    """
    turn, men, kings, their_men, their_kings, idle, walks = position
    sides = generators(variant)
    made = sides.white if turn is WHITE else sides.black
    spread = made.grid.spread
    moves = made.moves(
        spread(men), spread(kings) if kings else 0, spread(their_men), spread(their_kings) if their_kings else 0
    )
    if idle is not NONE and (mine := idle[turn]):
        moves = [move._replace(crowned=move.crowned and not mine >> move.origin & 1) for move in moves]
    if walks is not UNWALKED and (tired := walked_out(position, variant)):
        moves = [move for move in moves if move.taken or move.origin != tired]
    return tuple(moves)


def moves_in_play(position: Position, variant: Variant) -> tuple[Move, ...]:
    """Return the legal moves of a position in a running game. They are generated once and then cached."""
    return _moves_in_play(position, position.walks, variant)


@lru_cache(maxsize=POSITIONS_IN_PLAY)
def _moves_in_play(position: Position, _: Both[KingWalk], variant: Variant) -> tuple[Move, ...]:
    """Do the work of `moves_in_play`, with a cache of the results.

    The walks (how often the same king has moved in a row) are an argument of their own, so that they are part of the
    cache key: two positions that differ only in the walks compare as equal.
    """
    return legal_moves(position, variant)


def warm(variant: Variant) -> None:
    """Build the generator's tables of a game ahead of its first move, which would otherwise take up to 0.1 s longer."""
    for side in Side:
        generator(variant, side)
        geometry(variant, side)


def pieces(position: Position, variant: Variant) -> Pieces:
    """Return the pieces of *position* as bitboards on the grid: those of the side to move, then the other side's."""
    men, kings, their_men, their_kings = map(grid(variant).spread, position[1:5])
    return men, kings, their_men, their_kings


def walked_out(position: Position, variant: Variant) -> int:
    """Return the square of the king that may only capture, because it has moved as often in a row as the game allows.

    Return 0 if the side to move has no such king.
    """
    king, moves = position.walks[position.turn]
    limit = variant.king_move_limit
    return king if limit is not None and moves >= limit and position.men[position.turn] else 0


def quiet_moves(position: Position, variant: Variant) -> tuple[Move, ...]:
    """Return the moves without capture of the side to move, even if it has to capture."""
    men, kings, their_men, their_kings = pieces(position, variant)
    free = grid(variant).all ^ (men | kings | their_men | their_kings)
    return tuple(generator(variant, position.turn).quiet(men, kings, free))


def hunt(position: Position, square: int, variant: Variant) -> Hunt:
    """Return the search for the captures of the piece on *square*, which must belong to the side to move."""
    mover, waiter = position.turn, position.turn.other
    theirs = position.men[waiter] | position.kings[waiter]
    return Hunt(
        geometry(variant, mover),
        square,
        bool(position.kings[mover] >> square & 1),
        _occupied(position) & ~(1 << square),
        theirs if variant.men_take_kings else position.men[waiter],
        theirs,
    )


def _occupied(position: Position) -> Squares:
    return position.men.white | position.men.black | position.kings.white | position.kings.black


def perft(position: Position, variant: Variant, depth: int) -> int:
    """Return the number of lines of play that are *depth* plies long (the usual test of a move generator).

    A limit on the moves of one king in a row is ignored. A line ends early only if there is no legal move. Winning by a
    good-for-nothing that reaches the last row does not end a line.

    >>> from arbiter.rules.position import start
    >>> from arbiter.rules.variants import VARIANTS
    >>> perft(start(VARIANTS["international"]), VARIANTS["international"], 3)
    658
    """
    if depth < 1:
        return 1
    mover, waiter = (generator(variant, side) for side in (position.turn, position.turn.other))
    if depth > 1 and any(position.good_for_nothings):
        return sum(
            perft(position.played(move.path, move.taken, move.crowned), variant, depth - 1)
            for move in legal_moves(position, variant)
        )
    return _leaves(mover, waiter, pieces(position, variant), depth)


def _leaves(mover: Generator, waiter: Generator, standing: Pieces, depth: int) -> int:
    if depth == 1:
        return mover.count(*standing)
    if depth == 2:
        return sum(starmap(waiter.count, mover.after(*standing)))
    return sum(_leaves(waiter, mover, onward, depth - 1) for onward in mover.after(*standing))


def divide(position: Position, variant: Variant, depth: int) -> dict[str, int]:
    """Return, for each legal move in notation, how many lines of play of *depth* plies begin with this move."""
    legal = legal_moves(position, variant)
    return {
        move_text(move, legal, variant): perft(position.played(move.path, move.taken, move.crowned), variant, depth - 1)
        for move in legal
    }
