"""The moves that may be played: one generator for every row of the table.

A capture counts once for each origin, destination and set of pieces taken. No ending but having no move is known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arbiter.rules.board import Squares, squares_in, squares_set
from arbiter.rules.captures import Chain, Hunt, rank
from arbiter.rules.lines import Groups, Lines, lines
from arbiter.rules.move import Move
from arbiter.rules.notation import move_text
from arbiter.rules.position import Position
from arbiter.rules.variant import Variant

__all__ = ["Move", "divide", "hunt", "legal_moves", "perft", "quiet_moves", "walked_out"]


def legal_moves(position: Position, variant: Variant) -> tuple[Move, ...]:
    """Every move that the mover may play."""
    mover, waiter = position.turn, position.turn.other
    moves = generate(
        lines(variant, mover),
        position.men[mover],
        position.kings[mover],
        position.men[waiter],
        position.kings[waiter],
    )
    if idle := position.good_for_nothings[mover]:
        moves = [replace(move, crowned=move.crowned and not idle >> move.origin & 1) for move in moves]
    if (tired := walked_out(position, variant)) and moves and not moves[0].taken:
        moves = [move for move in moves if move.origin != tired]
    return tuple(moves)


def walked_out(position: Position, variant: Variant) -> int:
    """The square of the mover's king that has reached the limit and may only capture; 0 where none has."""
    king, moves = position.walks[position.turn]
    limit = variant.king_move_limit
    return king if limit is not None and moves >= limit and position.men[position.turn] else 0


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
    """How many lines of play of that many plies there are, by what stands on the board alone.

    What came before, and with it a limit on the moves of one king, does not count, and no ending but having no move: a
    good-for-nothing that stands on the last row is counted on as what it is.
    """
    mover, waiter = position.turn, position.turn.other
    return _leaves(
        lines(variant, mover),
        lines(variant, waiter),
        (
            position.men[mover],
            position.kings[mover],
            position.men[waiter],
            position.kings[waiter],
            position.good_for_nothings[mover],
            position.good_for_nothings[waiter],
        ),
        depth,
    )


def divide(position: Position, variant: Variant, depth: int) -> dict[str, int]:
    """For each move, in notation, the lines of play that begin with it."""
    legal = legal_moves(position, variant)
    return {
        move_text(move, legal, variant): perft(position.played(move.path, move.taken, move.crowned), variant, depth - 1)
        for move in legal
    }


def _leaves(mover: Lines, waiter: Lines, pieces: tuple[Squares, ...], depth: int) -> int:
    if depth < 1:
        return 1
    men, kings, their_men, their_kings, idle, their_idle = pieces
    moves = generate(mover, men, kings, their_men, their_kings)
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        start, end = 1 << move.path[0], 1 << move.path[-1]
        stay = ~squares_set(move.taken)
        after: tuple[Squares, Squares, Squares]
        if kings & start:
            after = (men, kings & ~start | end, idle)
        elif idle & start:
            after = (men & ~start | end, kings, idle & ~start | end)
        elif move.crowned:
            after = (men & ~start, kings | end, idle)
        else:
            after = (men & ~start | end, kings, idle)
        theirs = (their_men & stay, their_kings & stay)
        leaves += _leaves(waiter, mover, (*theirs, *after[:2], their_idle & stay, after[2]), depth - 1)
    return leaves
