"""A move as it was made at the board, legal or not: which piece moved where, and which pieces were removed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from arbiter.rules.board import squares_in, squares_set
from arbiter.rules.generator.geometry import turned
from arbiter.rules.hunting.routes import along, route, tapped
from arbiter.rules.move import Move
from arbiter.rules.moves import hunt, moves_in_play, quiet_moves
from arbiter.rules.position import Position, Rank, crownhead
from arbiter.rules.variants import Variant


def made(position: Position, entered: Sequence[int], variant: Variant) -> Move | None:
    """The move that these squares describe; None if such a move cannot be made on a board at all.

    It cannot be made if no own piece is on the first square, or if the last square is occupied. The pieces taken are
    those of the capture that the squares can mean, as far as they mean one. If they fit no legal move, each square is
    the landing of one jump, where that can be. Of several captures the one that takes the most counts. A man that ends
    on its last row becomes a king, even if it went there wrongly. The path does not tell how the move was entered
    (`plain_route`).
    """
    board, origin, end = variant.board, entered[0], entered[-1]
    if any(not 1 <= square <= board.last for square in entered):
        return None
    piece = position.piece_at(origin)
    if piece is None or piece[0] is not position.turn or (end != origin and position.piece_at(end)) or len(entered) < 2:
        return None
    if len(entered) == 2:
        step = next((m for m in quiet_moves(position, variant) if (m.origin, m.destination) == (origin, end)), None)
        if step is not None:
            return step
    hunter = hunt(position, origin, variant)
    fits = any((move.origin, move.destination) == (origin, end) for move in moves_in_play(position, variant))
    stands = (along if fits else tapped)(hunter, entered[1:], board.all)
    bits = max((stand.taken for stand in stands), key=int.bit_count, default=None)
    taken = tuple(squares_in(bits)) if bits is not None else _lifted(position, entered, variant)
    if end == origin and not taken:
        return None
    at_the_end = bool(crownhead(variant, position.turn) >> end & 1)
    crowned = piece[1] is Rank.MAN and (at_the_end or any(stand.king for stand in stands))
    path = tuple(entered) if taken else (origin, end)
    return plain_route(position, Move(path, taken, crowned), variant)


def plain_route(position: Position, move: Move, variant: Variant) -> Move:
    """The move with a path that depends on its two ends and on the pieces taken only.

    So nobody can tell by the path whether the move was legal. A step, and a capture that no piece can make jump by
    jump, keep their path.
    """
    way = route(hunt(position, move.origin, variant), move.destination, squares_set(move.taken)) if move.taken else None
    return move if way is None else Move(*way, move.crowned)


def _lifted(position: Position, entered: Sequence[int], variant: Variant) -> tuple[int, ...]:
    """The opponent's pieces between the squares of each jump, which a player making this move would remove."""
    theirs = position.pieces(position.turn.other)
    ways = turned((*variant.men_step, *variant.men_take, *variant.kings_step, *variant.kings_take), position.turn)
    lifted: list[int] = []
    for here, there in pairwise(entered):
        between = variant.board.between(here, there, ways) or ()
        lifted.extend(square for square in between if square in theirs and square not in lifted)
    return tuple(lifted)
