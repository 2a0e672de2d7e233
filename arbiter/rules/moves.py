"""The moves that may be played: one generator for every row of the table.

A capture counts once for each origin, destination and set of pieces taken. No ending but having no move is known here.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import starmap

from arbiter.rules.board import Squares
from arbiter.rules.generator import Generator, Pieces, generator, generators
from arbiter.rules.generator.geometry import geometry
from arbiter.rules.generator.grid import grid
from arbiter.rules.hunting.captures import Hunt
from arbiter.rules.move import Move
from arbiter.rules.notation import move_text
from arbiter.rules.position import NONE, UNWALKED, Position, Walk
from arbiter.rules.variants.variant import Variant
from arbiter.sides import WHITE, Both, Side

__all__ = ["Move", "divide", "hunt", "legal_moves", "moves_in_play", "perft", "quiet_moves", "walked_out", "warm"]
POSITIONS_IN_PLAY = 2_048
"""More than the boards of a large hall have before and after their last moves."""


def legal_moves(position: Position, variant: Variant) -> tuple[Move, ...]:
    """Every move that the mover may play."""
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
    """The legal moves of a position of a game that goes on, generated once however often they are asked for."""
    return _moves_in_play(position, position.walks, variant)


@lru_cache(maxsize=POSITIONS_IN_PLAY)
def _moves_in_play(position: Position, _: Both[Walk], variant: Variant) -> tuple[Move, ...]:
    """The walks stand beside the position, because positions are equal whatever was walked before them."""
    return legal_moves(position, variant)


def warm(variant: Variant) -> None:
    """Makes the tables of a game, which takes up to a tenth of a second: before its first move waits for them."""
    for side in Side:
        generator(variant, side)
        geometry(variant, side)


def pieces(position: Position, variant: Variant) -> Pieces:
    """The pieces on the grid, as the mover sees them."""
    men, kings, their_men, their_kings = map(grid(variant).spread, position[1:5])
    return men, kings, their_men, their_kings


def walked_out(position: Position, variant: Variant) -> int:
    """The square of the mover's king that has reached the limit and may only capture; 0 where none has."""
    king, moves = position.walks[position.turn]
    limit = variant.king_move_limit
    return king if limit is not None and moves >= limit and position.men[position.turn] else 0


def quiet_moves(position: Position, variant: Variant) -> tuple[Move, ...]:
    """The steps that would be open to the mover if no capture were due."""
    men, kings, their_men, their_kings = pieces(position, variant)
    free = grid(variant).all ^ (men | kings | their_men | their_kings)
    return tuple(generator(variant, position.turn).quiet(men, kings, free))


def hunt(position: Position, square: int, variant: Variant) -> Hunt:
    """The piece of the mover on that square and what it could take."""
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
    """How many lines of play of that many plies there are, by what stands on the board alone.

    What came before, and with it a limit on the moves of one king, does not count, and no ending but having no move: a
    good-for-nothing that stands on the last row is counted on as what it is.
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
    """For each move, in notation, the lines of play that begin with it."""
    legal = legal_moves(position, variant)
    return {
        move_text(move, legal, variant): perft(position.played(move.path, move.taken, move.crowned), variant, depth - 1)
        for move in legal
    }
