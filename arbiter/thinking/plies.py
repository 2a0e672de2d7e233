"""One ply of the search tree: the representation of a position (a node), and the nodes that follow it.

A node is four bitboards, as in the generator: the men and kings of the side to move (the mover), then those of the
other side (the waiter). In some games two values follow, the mover's and the waiter's. In games with good-for-nothings
they are the good-for-nothings among the men. In games that limit the moves of one king in a row, they are the king that
moved last and how many times in a row; they are left out if neither side moved a king last.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from arbiter.rules.generator import generator
from arbiter.rules.generator.grid import grid
from arbiter.rules.moves import pieces
from arbiter.rules.position import Position
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side
from arbiter.values import dataclass

Node: TypeAlias = tuple[Any, ...]
Children: TypeAlias = Callable[..., list[Node]]
"""A function that returns the nodes after each move from a node. In these nodes the other side is the mover."""
STILL = (0, 0)


@dataclass(frozen=True, slots=True)
class Plies:
    """The functions that return the nodes after the captures of one side, and after its moves without capture."""

    taking: Children
    stepping: Children


@cache
def plies(variant: Variant, side: Side) -> Plies:
    made = generator(variant, side)
    if variant.rows_of_good_for_nothings:
        return Plies(_idle(made.taking), _idle(made.stepping))
    if variant.king_move_limit is not None:
        return Plies(_rested(made.taking), _walking(made.stepping, variant.king_move_limit))
    return Plies(made.taking, made.stepping)


def standing(position: Position, variant: Variant) -> Node:
    """Convert *position* to a node of the search."""
    mover, waiter = position.turn, position.turn.other
    placed = pieces(position, variant)
    if variant.rows_of_good_for_nothings:
        spread = grid(variant).spread
        return (*placed, spread(position.good_for_nothings[mover]), spread(position.good_for_nothings[waiter]))
    if variant.king_move_limit is not None:
        walks = tuple(_walk(position.walks[side], variant) for side in (mover, waiter))
        return (*placed, *walks) if walks != (STILL, STILL) else placed
    return placed


def _walk(walk: tuple[int, int], variant: Variant) -> tuple[int, int]:
    king, moves = walk
    return (grid(variant).bits[king], moves) if king else STILL


def _idle(plain: Children) -> Children:
    """Extend the function *plain*, which returns the next nodes, to games with good-for-nothings.

    A good-for-nothing is a man that is never crowned.
    """

    def children(men: int, kings: int, their_men: int, their_kings: int, idle: int, their_idle: int) -> list[Node]:
        found: list[Node] = []
        for left, left_kings, on, on_kings in plain(men, kings, their_men, their_kings):
            gone = men & ~on
            if gone & idle:
                arrived = (on | on_kings) & ~(men | kings)
                found.append((left, left_kings, men ^ gone | arrived, kings, their_idle & left, idle ^ gone | arrived))
            else:
                found.append((left, left_kings, on, on_kings, their_idle & left, idle))
        return found

    return children


def _rested(taking: Children) -> Children:
    """Extend the function *taking*, which makes captures, to games that limit the moves of one king in a row.

    A capture sets the count of its side back to zero.
    """

    def children(
        men: int,
        kings: int,
        their_men: int,
        their_kings: int,
        _mine: tuple[int, int] = STILL,
        theirs: tuple[int, int] = STILL,
    ) -> list[Node]:
        found: list[Node] = taking(men, kings, their_men, their_kings)
        return found if theirs == STILL else [(*child, theirs, STILL) for child in found]

    return children


def _walking(stepping: Children, limit: int) -> Children:
    """Extend the function *stepping*, which makes moves without capture, to games that limit the moves of one king.

    While its side has men, a king may move at most *limit* times in a row without capturing.
    """

    def children(
        men: int,
        kings: int,
        their_men: int,
        their_kings: int,
        mine: tuple[int, int] = STILL,
        theirs: tuple[int, int] = STILL,
    ) -> list[Node]:
        found: list[Node] = []
        for child in stepping(men, kings, their_men, their_kings):
            walk = STILL
            if child[2] == men:
                walk = (child[3] & ~kings, mine[1] + 1 if mine[0] == kings & ~child[3] else 1)
                if walk[1] > limit and men:
                    continue
            found.append(child if walk == theirs == STILL else (*child, theirs, walk))
        return found

    return children
