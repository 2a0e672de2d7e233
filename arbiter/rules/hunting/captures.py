"""The captures of one piece: every chain of jumps, as far as the rules lead it, by number.

The generator lists what may be played by a way of its own, which is faster (`generator.chase` says what is in both).

Of the squares where a flying king may land behind its prey, those from which the capture goes on outrank the others.
Where the most pieces must be taken that follows anyway; in the games of free choice it is the rule.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from arbiter.rules.board import Direction, Squares
from arbiter.rules.generator.geometry import Geometry, nearest
from arbiter.rules.variants.variant import Capture, Crowning, Variant

ANYWHERE: Direction = (0, 0)


class Stand(NamedTuple):
    """Where the piece stands in the middle of a capture, and what it has taken by then."""

    square: int
    taken: Squares
    king: bool
    heading: Direction
    """The direction of the last jump, kept only where turning back is forbidden; otherwise (0, 0)."""


class Chain(NamedTuple):
    """A whole capture: the squares visited, those of the pieces taken, in order and as a set, and whether it crowns."""

    path: tuple[int, ...]
    taken: tuple[int, ...]
    bits: Squares
    crowned: bool


class NextJump(NamedTuple):
    """One jump: over which piece, and where it may land."""

    heading: Direction
    prey: int
    landings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hunt:
    """One piece of the mover and what it may take."""

    geometry: Geometry
    origin: int
    king: bool
    standing: Squares
    """Every piece on the board but the one that moves."""
    prey_of_men: Squares
    prey_of_kings: Squares
    chains: list[Chain] = field(default_factory=list)
    seen: dict[Stand, bool] = field(default_factory=dict)

    @property
    def begin(self) -> Stand:
        return Stand(self.origin, 0, self.king, ANYWHERE)

    def landed(self, stand: Stand, jump: NextJump, square: int) -> Stand:
        """Where the piece stands after that jump, landed there."""
        variant, crownhead = self.geometry.variant, self.geometry.crownhead
        king = stand.king or (variant.crowning is Crowning.GOES_ON_AS_KING and bool(crownhead >> square & 1))
        return Stand(square, stand.taken | 1 << jump.prey, king, ANYWHERE if variant.may_turn_back else jump.heading)

    def jumps(self, stand: Stand) -> list[NextJump]:
        """The jumps that the piece can make from there; none where the capture ends."""
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
        """Every capture of this piece, as long as the rules lead it, precedence aside."""
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
    """How high a capture ranks: an empty tuple, the same for all, where the choice is free."""
    if variant.precedence is None:
        return ()
    return variant.precedence(Capture(by_king, taken, tuple(bool(their_kings >> square & 1) for square in taken)))
