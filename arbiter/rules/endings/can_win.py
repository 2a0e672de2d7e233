"""Whether a side can still win by any series of legal moves with the opponent's help: the question of FIDE 6.9.

It is case H11 of docs/officiating.md.

The search explores the positions that can follow, the most promising first. Its answer is True if it finds a win, False
if it has seen every reachable position without a win, and None if it has reached its limit of positions. Kings that
move only to neighbouring squares can reach few positions, so with few pieces the answer is exact. One king against one
king is looked up in a set that is computed once, backwards from the won positions.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from arbiter.rules.board import squares_in
from arbiter.rules.moves import legal_moves
from arbiter.rules.position import Position
from arbiter.rules.variants import Variant
from arbiter.sides import Both, Side

MOST_POSITIONS = 20_000
"""The most positions that one search explores before it ends without an answer."""


class Hope(NamedTuple):
    """The heuristic of one search: a weight for each kind of piece, and the order of positions with equal weights.

    `onward` is -1 if the newest of them is explored first, and 1 if the oldest is.
    """

    their_men: int
    their_kings: int
    our_men: int
    our_kings: int
    onward: int


HOPES = (Hope(8, 10, 2, 2, -1), Hope(8, 8, 1, 3, 1))
"""One heuristic for each of two searches, which are made one after the other.

Each of the two finds wins that the other one misses.
"""


def can_win(position: Position, variant: Variant, side: Side, bound: int = MOST_POSITIONS) -> bool | None:
    """Return whether *side* can still win by some series of legal moves; None if the search ends without an answer.

    *bound*: the most positions that each search explores.
    """
    pieces = position.kings.map(int.bit_count), position.men.map(int.bit_count)
    if pieces == (Both(1, 1), Both(0, 0)):
        return position in king_each(variant)[side]
    for hope in HOPES:
        found = _search(position, variant, side, bound, hope)
        if found is not None:
            return found
    return None


def _search(position: Position, variant: Variant, side: Side, bound: int, hope: Hope) -> bool | None:
    order = 0
    waiting: list[tuple[int, int, Position]] = [(_far(position, side, hope), order, position)]
    seen = {position}
    while waiting:
        _, _, here = heapq.heappop(waiting)
        moves = legal_moves(here, variant)
        if not moves:
            if here.turn is not side:
                return True
            continue
        for move in moves:
            there = here.played(move.path, move.taken, move.crowned)
            if there not in seen:
                if len(seen) >= bound:
                    return None
                seen.add(there)
                order += hope.onward
                heapq.heappush(waiting, (_far(there, side, hope), order, there))
    return False


def _far(position: Position, side: Side, hope: Hope) -> int:
    """Return an estimate of how far *position* is from a win of *side*. Lower estimates are explored first."""
    men, kings = position.men, position.kings
    theirs = hope.their_men * men[side.other].bit_count() + hope.their_kings * kings[side.other].bit_count()
    return theirs - hope.our_men * men[side].bit_count() - hope.our_kings * kings[side].bit_count()


@cache
def king_each(variant: Variant) -> Both[frozenset[Position]]:
    """Return, for each side, the positions with one king on each side from which that side can still win."""
    before: dict[Position, list[Position]] = defaultdict(list)
    won: Both[list[Position]] = Both([], [])
    for position in _kings(variant):
        moves = legal_moves(position, variant)
        if not moves:
            won[position.turn.other].append(position)
        for move in moves:
            if move.taken:  # the only piece is taken, so the side that took it has won
                won[position.turn].append(position)
            else:
                before[position.played(move.path, move.taken, move.crowned)].append(position)
    return won.map(lambda ends: _back(ends, before))


def _back(ends: list[Position], before: dict[Position, list[Position]]) -> frozenset[Position]:
    """Return every position from which play can reach one of *ends*, and *ends* themselves.

    *before* lists for each position those from which one move leads to it.
    """
    found, waiting = set(ends), list(ends)
    while waiting:
        for earlier in before[waiting.pop()]:
            if earlier not in found:
                found.add(earlier)
                waiting.append(earlier)
    return frozenset(found)


def _kings(variant: Variant) -> Iterator[Position]:
    """Yield every position with one king on each side, with either side to move."""
    squares = tuple(squares_in(variant.board.all))
    for white in squares:
        for black in squares:
            if white != black:
                for turn in Side:
                    yield Position.of(turn, Both(0, 0), Both(1 << white, 1 << black))
