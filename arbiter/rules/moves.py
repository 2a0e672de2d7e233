"""The moves that may be played: one generator for every row of the table.

A capture counts once for each origin, destination and set of pieces taken. No ending but having no move is known here.
"""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.rules.board import Squares, squares_in
from arbiter.rules.captures import Chain, Hunt, rank
from arbiter.rules.lines import Groups, Lines, lines
from arbiter.rules.move import Move
from arbiter.rules.notation import move_text
from arbiter.rules.position import Position
from arbiter.rules.variants import Variant

__all__ = ["Move", "divide", "hunt", "legal_moves", "perft", "quiet_moves"]


def legal_moves(position: Position, variant: Variant) -> tuple[Move, ...]:
    """Every move that the mover may play."""
    mover, waiter = position.turn, position.turn.other
    return tuple(
        generate(
            lines(variant, mover),
            position.men[mover],
            position.kings[mover],
            position.men[waiter],
            position.kings[waiter],
        )
    )


def quiet_moves(position: Position, variant: Variant) -> tuple[Move, ...]:
    """The steps that would be open to the mover if no capture were due."""
    mover = position.turn
    empty = variant.board.all & ~_occupied(position)
    return tuple(_steps(lines(variant, mover), position.men[mover], position.kings[mover], empty))


def hunt(position: Position, square: int, variant: Variant) -> Hunt:
    """The piece of the mover on that square and what it could take."""
    mover, waiter = position.turn, position.turn.other
    theirs = position.men[waiter] | position.kings[waiter]
    return Hunt(
        lines(variant, mover),
        square,
        bool(position.kings[mover] >> square & 1),
        _occupied(position) & ~(1 << square),
        theirs if variant.men_take_kings else position.men[waiter],
        theirs,
    )


def generate(sight: Lines, men: Squares, kings: Squares, their_men: Squares, their_kings: Squares) -> list[Move]:
    """The moves of the side whose lines are given: its captures, or its steps if it has none."""
    theirs = their_men | their_kings
    occupied = men | kings | theirs
    empty = sight.all & ~occupied
    prey_of_men = theirs if sight.variant.men_take_kings else their_men
    hunters = _hunters(sight.man_leaps, men, prey_of_men, empty)
    if kings:
        hunters |= kings if sight.variant.flying_kings else _hunters(sight.king_leaps, kings, theirs, empty)
    if hunters:
        chains: list[tuple[bool, Chain]] = []
        for square in squares_in(hunters):
            king = bool(kings >> square & 1)
            found = Hunt(sight, square, king, occupied & ~(1 << square), prey_of_men, theirs).all_chains()
            chains.extend((king, chain) for chain in found)
        if chains:
            return _captures(sight.variant, chains, their_kings)
    return _steps(sight, men, kings, empty)


def _hunters(
    leaps: tuple[tuple[Groups, Mapping[Squares, Squares]], ...], own: Squares, prey: Squares, empty: Squares
) -> Squares:
    """Those of the pieces that can jump over a neighbour."""
    hunters = 0
    for groups, origins in leaps:
        near = 0
        for mask, left, right in groups:
            near |= (own & mask) << left >> right
        near &= prey
        if near:
            land = 0
            for mask, left, right in groups:
                land |= (near & mask) << left >> right
            land &= empty
            while land:
                low = land & -land
                hunters |= origins[low]
                land ^= low
    return hunters


def _captures(variant: Variant, chains: list[tuple[bool, Chain]], their_kings: Squares) -> list[Move]:
    """Of all captures those that rank highest, each result once."""
    if variant.precedence is not None and len(chains) > 1:
        ranks = [rank(variant, king, chain.taken, their_kings) for king, chain in chains]
        highest = max(ranks)
        chains = [chain for chain, height in zip(chains, ranks, strict=True) if height == highest]
    found = {(chain.path[0], chain.path[-1], chain.bits, chain.crowned): chain for _, chain in chains}
    return [Move(chain.path, chain.taken, chain.crowned) for chain in found.values()]


def _steps(sight: Lines, men: Squares, kings: Squares, empty: Squares) -> list[Move]:
    moves: list[Move] = []
    for pieces, ways in ((men, sight.man_steps), (kings, sight.king_steps)):
        for groups, steps in ways:
            to = 0
            for mask, left, right in groups:
                to |= (pieces & mask) << left >> right
            to &= empty
            while to:
                low = to & -to
                moves.append(steps[low])
                to ^= low
    occupied = sight.all & ~empty
    for square in squares_in(kings):
        for ray, rising, upto in sight.slides[square]:
            near = occupied & ray
            moves.extend(upto[near & -near if rising or not near else 1 << near.bit_length() - 1])
    return moves


def _occupied(position: Position) -> Squares:
    return position.men.white | position.men.black | position.kings.white | position.kings.black


def perft(position: Position, variant: Variant, depth: int) -> int:
    """How many lines of play of that many plies there are."""
    mover, waiter = position.turn, position.turn.other
    return _leaves(
        lines(variant, mover),
        lines(variant, waiter),
        (position.men[mover], position.kings[mover], position.men[waiter], position.kings[waiter]),
        depth,
    )


def divide(position: Position, variant: Variant, depth: int) -> dict[str, int]:
    """For each move, in notation, the lines of play that begin with it."""
    legal = legal_moves(position, variant)
    return {
        move_text(move, legal, variant): perft(position.played(move.path, move.taken, move.crowned), variant, depth - 1)
        for move in legal
    }


def _leaves(mover: Lines, waiter: Lines, pieces: tuple[Squares, Squares, Squares, Squares], depth: int) -> int:
    if depth < 1:
        return 1
    men, kings, their_men, their_kings = pieces
    moves = generate(mover, men, kings, their_men, their_kings)
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        start, end = 1 << move.path[0], 1 << move.path[-1]
        gone = 0
        for square in move.taken:
            gone |= 1 << square
        if kings & start:
            after = (men, kings & ~start | end)
        elif move.crowned:
            after = (men & ~start, kings | end)
        else:
            after = (men & ~start | end, kings)
        leaves += _leaves(waiter, mover, (their_men & ~gone, their_kings & ~gone, *after), depth - 1)
    return leaves
