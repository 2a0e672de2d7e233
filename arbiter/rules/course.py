"""Games played through from their scores: every legal move found at every ply, and the one written picked out.

For archives, where thousands of moves are read in a row: what is otherwise done move by move, with a position between
each two, is done on the generator's own sets. `judge` says what is wrong where a score cannot be followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from arbiter.refused import Refused
from arbiter.rules.generator import Pieces, generator
from arbiter.rules.generator.grid import Bitboard, grid
from arbiter.rules.hunting.routes import fitting
from arbiter.rules.move import Move
from arbiter.rules.moves import hunt, legal_moves, pieces
from arbiter.rules.notation import parse_move
from arbiter.rules.position import Position
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side

MOST_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Course:
    """A score, as far as it could be followed."""

    moves: tuple[Move, ...]
    """Fewer than were written where one could not be read, may not be played, or may mean two."""
    position: Position


def follow(texts: Iterable[str], position: Position, variant: Variant) -> Course:
    """Plays the moves written, from that position on."""
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
    """The same where the pieces on the board decide alone what may be played."""
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
"""The squares of a written move, and where the first and the last of them lie on the grid."""
READINGS: dict[Variant, dict[str, Reading]] = {}
"""A cache of what `_read` made of the texts met last."""


@cache
def named(variant: Variant) -> dict[str, int]:
    """The number of each square by its name in that game."""
    return {name: square for square, name in enumerate(variant.names(variant.board)) if square}


def _read(text: str, variant: Variant) -> Reading:
    """What is written there; square 0, which there is not, where it cannot be read."""
    known = READINGS.setdefault(variant, {})
    if len(known) >= MOST_KEPT:
        known.clear()
    squares = tuple(named(variant).get(name, 0) for name in text.replace("x", "-").split("-"))
    if 0 in squares or len(squares) < 2:  # written in another way, or not readable
        try:
            squares = parse_move(text, variant)
        except Refused:
            squares = (0,)
    bits = grid(variant).bits
    first, last = (bits[square] if square < len(bits) else 0 for square in (squares[0], squares[-1]))
    known[text] = reading = (squares, first, last)
    return reading


def _plain(asked: Sequence[int], legal: Sequence[Move]) -> Move | None:
    """The move of which every stop is written, or the only one from there to there."""
    for move in legal:
        if move[0] == asked:
            return move
    fits = [move for move in legal if (move[0][0], move[0][-1]) == asked]
    return fits[0] if len(fits) == 1 else None


def _meant(asked: Sequence[int], legal: Sequence[Move], position: Position, variant: Variant) -> Move | None:
    """The one legal move that these squares mean, if there is one."""
    if asked[0] not in position.pieces(position.turn):
        return None
    fits = fitting(hunt(position, asked[0], variant), asked, legal)
    return fits[0] if len(fits) == 1 else None


def _position(side: Side, standing: Pieces, variant: Variant) -> Position:
    men, kings, their_men, their_kings = map(grid(variant).gather, standing)
    return Position(side, men, kings, their_men, their_kings)
