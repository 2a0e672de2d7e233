"""The possible readings of a capture as a player enters it.

Each entered square is a stop: a landing behind a piece taken. Stops may be left out, and a flying king may land on any
free square behind its prey. Therefore one capture has many texts, and one text may mean two captures. The parameter
`within` limits the pieces that may be taken, by square.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbiter.rules.board import Squares, squares_set
from arbiter.rules.hunting.captures import Hunt, Stand
from arbiter.rules.move import Move


def onward(hunt: Hunt, stand: Stand, within: Squares) -> Iterable[Stand]:
    """Yield the states that the piece can be in after one more jump."""
    for jump in hunt.jumps(stand):
        if within >> jump.prey & 1:
            for square in jump.landings:
                yield hunt.landed(stand, jump, square)


def reach(hunt: Hunt, stands: Iterable[Stand], stop: int, within: Squares) -> set[Stand]:
    """The states in which the piece is on the square *stop* after one or more jumps, from any state in *stands*."""
    waiting, seen = list(stands), set[Stand]()
    while waiting:
        for landed in onward(hunt, waiting.pop(), within):
            if landed not in seen:
                seen.add(landed)
                waiting.append(landed)
    return {stand for stand in seen if stand.square == stop}


def along(hunt: Hunt, stops: Sequence[int], within: Squares) -> set[Stand]:
    stands = {hunt.begin}
    for stop in stops:
        stands = reach(hunt, stands, stop, within)
    return stands


def jump_by_jump(hunt: Hunt, stops: Sequence[int], within: Squares) -> set[Stand]:
    """The states of the piece after landing on *stops* one after the other, if the player has left out no stop."""
    stands = {hunt.begin}
    for stop in stops:
        stands = {landed for stand in stands for landed in onward(hunt, stand, within) if landed.square == stop}
    return stands


def tapped(hunt: Hunt, stops: Sequence[int], within: Squares) -> set[Stand]:
    """The states after an entry that fits no legal move.

    The squares are taken as they were tapped, one jump each. Only if that cannot be, stops have been left out.
    """
    return jump_by_jump(hunt, stops, within) or along(hunt, stops, within)


def route(hunt: Hunt, destination: int, prey: Squares) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """One way of taking exactly *prey* that ends on *destination*: the squares visited, and the pieces in their order.

    It depends on the pieces around the way only, not on how the move was entered or whether it is legal. None if there
    is no such way.
    """
    seen = set[Stand]()
    ways: list[tuple[Stand, tuple[int, ...], tuple[int, ...]]] = [(hunt.begin, (hunt.origin,), ())]
    while ways:
        stand, path, taken = ways.pop()
        if taken and stand.taken == prey and stand.square == destination:
            return path, taken
        for jump in hunt.jumps(stand) if stand.taken != prey else ():
            if prey >> jump.prey & 1:
                for square in jump.landings:
                    landed = hunt.landed(stand, jump, square)
                    if landed not in seen:
                        seen.add(landed)
                        ways.append((landed, (*path, square), (*taken, jump.prey)))
    return None


def fitting(hunt: Hunt, entered: Sequence[int], legal: Iterable[Move]) -> tuple[Move, ...]:
    """The legal moves that the squares *entered* may mean, all with the entered origin and destination.

    There are several if the entry is ambiguous. If *entered* names every stop of a move, it means only that move, even
    if other moves could be read into it.
    """
    mine = [move for move in legal if (move.origin, move.destination) == (entered[0], entered[-1])]
    if not mine or not mine[0].taken:
        return tuple(mine) if len(entered) == 2 else ()
    stops = entered[1:]
    read = [(move, squares_set(move.taken)) for move in mine]
    meant = tuple(move for move, prey in read if any(stand.taken == prey for stand in along(hunt, stops, prey)))
    if len(meant) < 2:
        return meant
    exact = tuple(move for move, prey in read if any(stand.taken == prey for stand in jump_by_jump(hunt, stops, prey)))
    return exact or meant


def stops_after(hunt: Hunt, stops: Sequence[int], move: Move) -> frozenset[int] | None:
    """The squares where *move* may still land after the stops made so far; None if these stops do not fit *move*."""
    prey = squares_set(move.taken)
    known: dict[Stand, frozenset[int] | None] = {}

    def later(stand: Stand) -> frozenset[int] | None:
        if stand not in known:
            done = stand.taken == prey and stand.square == move.destination
            ways = [(landed.square, later(landed)) for landed in onward(hunt, stand, prey)]
            found = [further | {square} for square, further in ways if further is not None]
            known[stand] = frozenset().union(*found) if found or done else None
        return known[stand]

    ends = [further for stand in along(hunt, stops, prey) if (further := later(stand)) is not None]
    return frozenset().union(*ends) if ends else None
