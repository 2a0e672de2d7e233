"""The captures of one piece by square number, every chain of jumps that the rules allow, to explain a player's move.

A capture is listed even if another outranks it. The generator lists legal captures by a faster way of its own
(`generator.chase` says what both implement). If a flying king may land on several squares behind its prey, those from
which the capture can go on outrank the others. Where the most pieces must be taken this follows anyway; in the games of
free choice it is the rule.

Each square of a capture that a player enters is a stop: a landing behind a piece taken. Stops may be left out, and a
flying king may land on any free square behind its prey. Therefore one capture has many texts, and one text may mean two
captures. The parameter `within` limits the pieces that may be taken, by square.
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
    """The state of a piece in the middle of a capture: the square where it is, and the pieces taken so far."""

    square: int
    taken: Squares
    king: bool
    heading: Direction
    """The direction of the last jump if turning back is forbidden; otherwise (0, 0)."""


class Chain(NamedTuple):
    """A whole capture: the squares visited, the pieces taken (in order and as a set), and whether it crowns."""

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
        """The state of the piece after *jump*, if it lands on *square*."""
        variant, crownhead = self.geometry.variant, self.geometry.crownhead
        king = stand.king or (variant.crowning is Crowning.GOES_ON_AS_KING and bool(crownhead >> square & 1))
        return Stand(square, stand.taken | 1 << jump.prey, king, ANYWHERE if variant.may_turn_back else jump.heading)

    def jumps(self, stand: Stand) -> list[NextJump]:
        """The jumps that the piece can make next from the state *stand*; empty if the capture ends there."""
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
        """Every capture of the piece, followed as far as the rules lead, regardless of precedence."""
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
    """The precedence of a capture as a tuple; the greater tuple outranks. It is empty if the choice is free."""
    if variant.precedence is None:
        return ()
    return variant.precedence(Capture(by_king, taken, tuple(bool(their_kings >> square & 1) for square in taken)))


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

    Each square is read as the landing of one jump. Only if the piece cannot jump so, the entry is read as one that
    leaves stops out.
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
