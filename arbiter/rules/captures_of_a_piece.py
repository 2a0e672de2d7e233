"""The search for all captures of one piece, by square number. It explains what a player's move means or breaks.

A capture is found even if another outranks it. The generator lists only legal captures, with faster code of its own;
`generator.chase` says which rules both implement. The piece that a jump takes is called its prey. A flying king may
land on several squares behind its prey. If the capture can go on from some of these squares, the king must land on one
of them. Games in which the most pieces must be taken imply this; games of free choice have it as a rule.

A stop is a square where the piece lands after a jump. A player enters a capture as its stops, and may leave stops out.
Therefore one capture can be entered in many ways, and one entry may mean two captures. In all functions `stops` are the
squares entered after the origin, and `within` is the set of squares on which pieces may be taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import NamedTuple

from arbiter.rules.board import Direction, Squares, squares_set
from arbiter.rules.generator.geometry import Geometry, nearest
from arbiter.rules.notation import Move
from arbiter.rules.variants.variant import Capture, Crowning, Variant
from arbiter.values import dataclass

ANYWHERE: Direction = (0, 0)


class Stand(NamedTuple):
    """The state of a piece during a capture: its square, the pieces taken so far, and whether it is a king."""

    square: int
    taken: Squares
    king: bool
    heading: Direction
    """The direction of the last jump if turning back is forbidden; otherwise (0, 0)."""


class Chain(NamedTuple):
    """A whole capture: the squares visited, the pieces taken (in order and as a set), and whether it crowns a man."""

    path: tuple[int, ...]
    taken: tuple[int, ...]
    bits: Squares
    crowned: bool


class NextJump(NamedTuple):
    """One jump: its direction, the square of the piece jumped over, and the squares where the jump may land."""

    heading: Direction
    prey: int
    landings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hunt:
    """The search for all captures that one piece of the side to move can make."""

    geometry: Geometry
    origin: int
    king: bool
    standing: Squares
    """Every piece on the board except the one that moves."""
    prey_of_men: Squares
    prey_of_kings: Squares
    chains: list[Chain] = field(default_factory=list)
    seen: dict[Stand, bool] = field(default_factory=dict)

    @property
    def begin(self) -> Stand:
        return Stand(self.origin, 0, self.king, ANYWHERE)

    def landed(self, stand: Stand, jump: NextJump, square: int) -> Stand:
        """Return the state of the piece after *jump* from the state *stand*, if it lands on *square*."""
        variant, crownhead = self.geometry.variant, self.geometry.crownhead
        king = stand.king or (variant.crowning is Crowning.GOES_ON_AS_KING and bool(crownhead >> square & 1))
        return Stand(square, stand.taken | 1 << jump.prey, king, ANYWHERE if variant.may_turn_back else jump.heading)

    def jumps(self, stand: Stand) -> list[NextJump]:
        """Return the jumps that the piece can make next from the state *stand*; empty if it cannot jump."""
        geometry, variant = self.geometry, self.geometry.variant
        square, taken, king, heading = stand
        if taken and not king and variant.crowning is Crowning.ENDS_THE_MOVE and geometry.crownhead >> square & 1:
            return []
        standing = self.standing if variant.taken_stay else self.standing & ~taken
        prey = (self.prey_of_kings if king else self.prey_of_men) & ~taken
        back = (-heading[0], -heading[1])
        if king and variant.flying_kings:
            found = []
            for way, (ray, rising, over) in geometry.flights[square]:
                near = nearest(standing & ray, rising)
                if prey >> near & 1 and way != back:
                    behind, landings = over[near]
                    if lands := landings[nearest(standing & behind, rising)]:
                        found.append(NextJump(way, near, lands))
            return found
        return [
            NextJump(way, over, (land,))
            for way, (over, land) in (geometry.king_jumps if king else geometry.man_jumps)[square]
            if prey >> over & 1 and not standing >> land & 1 and way != back
        ]

    def all_chains(self) -> list[Chain]:
        """Return every capture that the piece can complete, even those that another capture outranks."""
        if jumps := self.jumps(self.begin):
            self._follow(self.begin, jumps, (self.origin,), ())
        return self.chains

    def _follow(self, stand: Stand, jumps: list[NextJump], path: tuple[int, ...], taken: tuple[int, ...]) -> None:
        variant = self.geometry.variant
        for jump in jumps:
            grown = (*taken, jump.prey)
            ends, goes_on = [], False
            for square in jump.landings:
                landed = self.landed(stand, jump, square)
                known = None if variant.order_counts else self.seen.get(landed)
                if known is None:
                    onward = self.jumps(landed)
                    self.seen[landed] = known = bool(onward)
                    if onward:
                        self._follow(landed, onward, (*path, square), grown)
                goes_on |= known
                if not known or variant.may_stop:
                    ends.append(landed)
            if not goes_on or variant.may_stop:
                self.chains.extend(self._chain(landed, (*path, landed.square), grown) for landed in ends)

    def _chain(self, landed: Stand, path: tuple[int, ...], taken: tuple[int, ...]) -> Chain:
        crowned = not self.king and (landed.king or bool(self.geometry.crownhead >> landed.square & 1))
        return Chain(path, taken, landed.taken, crowned)


def rank(variant: Variant, by_king: bool, taken: tuple[int, ...], their_kings: Squares) -> tuple[int, ...]:
    """Return the precedence of a capture as a tuple: the capture with the greater tuple outranks the other.

    The tuple is empty if the game leaves the choice free. *their_kings* are the squares of the opponent's kings.
    """
    if variant.precedence is None:
        return ()
    return variant.precedence(Capture(by_king, taken, tuple(bool(their_kings >> square & 1) for square in taken)))


def onward(hunt: Hunt, stand: Stand, within: Squares) -> Iterable[Stand]:
    """Yield the states that the piece can be in after one more jump from the state *stand*."""
    for jump in hunt.jumps(stand):
        if within >> jump.prey & 1:
            for square in jump.landings:
                yield hunt.landed(stand, jump, square)


def reach(hunt: Hunt, stands: Iterable[Stand], stop: int, within: Squares) -> set[Stand]:
    """Return the states in which the piece is on the square *stop* after one or more jumps from a state in *stands*."""
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
    """Return the possible states of the piece after landing on each of *stops* in turn. No stop may be left out."""
    stands = {hunt.begin}
    for stop in stops:
        stands = {landed for stand in stands for landed in onward(hunt, stand, within) if landed.square == stop}
    return stands


def tapped(hunt: Hunt, stops: Sequence[int], within: Squares) -> set[Stand]:
    """Return the possible states of the piece after *stops*, for an entry that fits no legal move.

    Each stop is read as the landing of one jump. If the piece cannot jump so, the player may have left out stops.
    """
    return jump_by_jump(hunt, stops, within) or along(hunt, stops, within)


def route(hunt: Hunt, destination: int, prey: Squares) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return one way to take exactly the pieces *prey* and end on *destination*; None if there is none.

    The way is given as the squares visited and the squares of the pieces taken, both in order. It depends only on the
    position, not on how the move was entered, nor on whether the move is legal.
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
    """Return the legal moves that the squares *entered* may mean, all with the entered origin and destination.

    There are several if the entry is ambiguous. If *entered* names every stop of a move, it means that move alone, even
    if it could also mean another move with stops left out.
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
    """Return the squares where *move* may still land after *stops*; None if *stops* do not fit *move*."""
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
