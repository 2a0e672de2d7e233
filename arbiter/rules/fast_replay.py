"""Replay of recorded games at high speed, for archives with thousands of moves.

At every ply all legal moves are generated, and the written move is looked up among them. Between two moves the position
is stored only as the generator's bit sets, because building a `Position` for every ply would be slow. If a written move
cannot be played, the function `judge` (in `rules.verdict`) gives the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

from arbiter.refused import Refused
from arbiter.rules.captures_of_a_piece import fitting
from arbiter.rules.generator import Pieces, generator
from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.moves import hunt, legal_moves, pieces
from arbiter.rules.notation import Move, parse_move
from arbiter.rules.position import Position
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side
from arbiter.values import dataclass

MOST_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Course:
    """The moves of a recorded game that could be replayed, and the position after the last of them."""

    moves: tuple[Move, ...]
    """The moves replayed. The replay ends before the first move that is unreadable, illegal or ambiguous."""
    position: Position


def follow(texts: Iterable[str], position: Position, variant: Variant) -> Course:
    """Replay the written moves *texts* from *position*, until one of them is unreadable, illegal or ambiguous."""
    if variant.king_move_limit is None and not any(position.good_for_nothings):
        return _on_the_grid(texts, position, variant)
    moves = []
    for text in texts:
        asked, legal = _read(text, variant)[0], legal_moves(position, variant)
        move = _plain(asked, legal) or _meant(asked, legal, position, variant)
        if move is None:
            break
        moves.append(move)
        position = position.played(*move)
    return Course(tuple(moves), position)


def _on_the_grid(texts: Iterable[str], position: Position, variant: Variant) -> Course:
    """Replay like `follow`, but on bit sets. The legal moves must depend only on the pieces and the side to move."""
    bits, known = grid(variant).bits, READINGS.setdefault(variant, {})
    side = position.turn
    list_moves, list_theirs = generator(variant, side).moves, generator(variant, side.other).moves
    men, kings, their_men, their_kings = pieces(position, variant)
    played: list[Move] = []
    for text in texts:
        legal = list_moves(men, kings, their_men, their_kings)
        asked, start, end = known[text] if text in known else _read(text, variant)
        move = _plain(asked, legal)
        if move is None:
            mover = side if len(played) % 2 == 0 else side.other
            now = _position(mover, (men, kings, their_men, their_kings), variant)
            move = _meant(asked, legal, now, variant)
            if move is None:
                break
        played.append(move)
        if kings & start:
            kings ^= start ^ end
        elif move[2]:
            men ^= start
            kings |= end
        else:
            men ^= start ^ end
        for square in move[1]:
            gone = bits[square]
            their_men &= ~gone
            their_kings &= ~gone
        men, kings, their_men, their_kings = their_men, their_kings, men, kings
        list_moves, list_theirs = list_theirs, list_moves
    mover = side if len(played) % 2 == 0 else side.other
    return Course(tuple(played), _position(mover, (men, kings, their_men, their_kings), variant))


Reading: TypeAlias = tuple[tuple[int, ...], Bitboard, Bitboard]
"""The squares of a written move, and the bits of its first and its last square on the grid."""
READINGS: dict[Variant, dict[str, Reading]] = {}
"""A cache for each game: the results of `_read` by the text of the move."""


@cache
def named(variant: Variant) -> dict[str, int]:
    """Return the squares of the game by their names in notation (in Russian draughts, 22 by "c3")."""
    return {name: square for square, name in enumerate(variant.names(variant.board)) if square}


def _read(text: str, variant: Variant) -> Reading:
    """Parse one written move into its squares, and store the result in the cache.

    If the text cannot be read, the squares are `(0,)`. No board has a square 0.
    """
    known = READINGS.setdefault(variant, {})
    if len(known) >= MOST_KEPT:
        known.clear()
    squares = tuple(named(variant).get(name, 0) for name in text.replace("x", "-").split("-"))
    if 0 in squares or len(squares) < 2:  # written in another way, or unreadable
        try:
            squares = parse_move(text, variant)
        except Refused:
            squares = (0,)
    bits = grid(variant).bits
    first, last = (bits[square] if square < len(bits) else 0 for square in (squares[0], squares[-1]))
    known[text] = reading = (squares, first, last)
    return reading


def _plain(asked: Sequence[int], legal: Sequence[Move]) -> Move | None:
    """Return the legal move whose path consists of exactly the squares asked for.

    *asked*: the squares, in order. If no path is equal, return the legal move with the same origin and destination if
    there is only one. Otherwise return None.
    """
    for move in legal:
        if move[0] == asked:
            return move
    fits = [move for move in legal if (move[0][0], move[0][-1]) == asked]
    return fits[0] if len(fits) == 1 else None


def _meant(asked: Sequence[int], legal: Sequence[Move], position: Position, variant: Variant) -> Move | None:
    """Return the legal move that the player can mean if they may leave out stops of a capture.

    *asked*: the squares that the player named, in order. Return None if no legal move fits, or more than one.
    """
    if asked[0] not in position.pieces(position.turn):
        return None
    fits = fitting(hunt(position, asked[0], variant), asked, legal)
    return fits[0] if len(fits) == 1 else None


def _position(side: Side, standing: Pieces, variant: Variant) -> Position:
    men, kings, their_men, their_kings = map(grid(variant).gather, standing)
    return Position(side, men, kings, their_men, their_kings)
