"""Games played through from their scores: every legal move found at every ply, and the one written picked out.

For archives, where thousands of moves are read in a row: what is otherwise done move by move, with a position between
each two, is done on the generator's own sets. `judge` says what is wrong where a score cannot be followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from arbiter.refused import Refused
from arbiter.rules.generator import generator
from arbiter.rules.grid import Places, grid
from arbiter.rules.move import Move
from arbiter.rules.moves import hunt, legal_moves, pieces
from arbiter.rules.notation import parse_move
from arbiter.rules.position import Position
from arbiter.rules.routes import fitting
from arbiter.rules.variant import Variant
from arbiter.sides import Both, Side


@dataclass(frozen=True, slots=True)
class Course:
    """As far as a score could be followed."""

    moves: tuple[Move, ...]
    """Fewer than were written where one could not be read, may not be played, or may mean two."""
    position: Position
    """After the last of them."""


def follow(texts: Iterable[str], position: Position, variant: Variant) -> Course:
    """Plays the moves written, from that position on."""
    if variant.king_move_limit is None and not any(position.good_for_nothings):
        return _on_the_grid(texts, position, variant)
    moves = []
    for text in texts:
        move = _meant(_squares(text, variant), legal_moves(position, variant), position, variant)
        if move is None:
            break
        moves.append(move)
        position = position.played(*move)
    return Course(tuple(moves), position)


def _on_the_grid(texts: Iterable[str], position: Position, variant: Variant) -> Course:
    """The same where the pieces on the board decide alone what may be played."""
    bits = grid(variant).bits
    side, waiter = position.turn, position.turn.other
    moves_of, their_moves_of = generator(variant, side).moves, generator(variant, waiter).moves
    men, kings, their_men, their_kings = pieces(position, variant)
    played: list[Move] = []
    for text in texts:
        legal = moves_of(men, kings, their_men, their_kings)
        asked = _squares(text, variant)
        if len(asked) == 2:
            origin, destination = asked
            fits = [move for move in legal if move[0][0] == origin and move[0][-1] == destination]
        else:
            fits = []
        if len(fits) != 1:
            now = _position(side, (men, kings, their_men, their_kings), variant)
            found = _meant(asked, legal, now, variant)
            if found is None:
                break
            fits = [found]
        move = fits[0]
        played.append(move)
        path, taken, crowned = move
        start, end = bits[path[0]], bits[path[-1]]
        if kings & start:
            kings ^= start ^ end
        elif crowned:
            men ^= start
            kings |= end
        else:
            men ^= start ^ end
        for square in taken:
            gone = bits[square]
            their_men &= ~gone
            their_kings &= ~gone
        men, kings, their_men, their_kings = their_men, their_kings, men, kings
        moves_of, their_moves_of = their_moves_of, moves_of
        side, waiter = waiter, side
    return Course(tuple(played), _position(side, (men, kings, their_men, their_kings), variant))


@lru_cache(maxsize=20_000)
def _squares(text: str, variant: Variant) -> tuple[int, ...]:
    """The squares written; none where the text cannot be read."""
    try:
        return parse_move(text, variant)
    except Refused:
        return ()


def _meant(asked: Sequence[int], legal: Sequence[Move], position: Position, variant: Variant) -> Move | None:
    """The one legal move that these squares mean, if there is one."""
    if not asked or asked[0] not in position.pieces(position.turn):
        return None
    fits = fitting(hunt(position, asked[0], variant), asked, legal)
    return fits[0] if len(fits) == 1 else None


def _position(side: Side, standing: tuple[Places, Places, Places, Places], variant: Variant) -> Position:
    gather = grid(variant).gather
    men, kings, their_men, their_kings = (gather(places) for places in standing)
    empty = Both(0, 0)
    return Position(
        side,
        empty.put(side, men).put(side.other, their_men),
        empty.put(side, kings).put(side.other, their_kings),
    )
