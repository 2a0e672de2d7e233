"""The mode of a desk: whether requests are ruled on there, and who writes what becomes of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.journal.journal import Obstacle
from arbiter.refused import Refused


@dataclass(frozen=True, slots=True)
class DeskMode:
    """One of the modes below."""

    @property
    def lines(self) -> DeskMode:
        """The mode in which lines come into the journal: this one, unless they come from another hall."""
        return self

    @property
    def rules(self) -> bool:
        """Whether requests are ruled on here."""
        return isinstance(self, Writes | ReadOnly)

    @property
    def follows(self) -> bool:
        """Whether another node writes the journal."""
        return isinstance(self.lines, Follows)

    @property
    def fed(self) -> bool:
        """Whether the tournament is played in another hall, which feeds this service."""
        return isinstance(self, FedBy)

    def with_lines(self, lines: DeskMode) -> DeskMode:
        """The same mode, but the lines come into the journal in that way from now on."""
        return replace(self, through=lines) if isinstance(self, FedBy) else lines


class Writes(DeskMode):
    """Requests are ruled on here, and written into the journal."""


@dataclass(frozen=True, slots=True)
class ReadOnly(DeskMode):
    """Requests are ruled on here, but nothing is written because of an obstacle."""

    why: Obstacle


@dataclass(frozen=True, slots=True)
class Follows(DeskMode):
    """Another node writes the journal, and this desk reads it; *why*: what is told to whoever asks for a ruling."""

    why: Obstacle = "followed"


@dataclass(frozen=True, slots=True)
class FedBy(DeskMode):
    """The tournament is played in another hall, whose lines are written here, or read where another node does that."""

    hall: Refused
    """The refusal of every request, with the name of the hall."""
    through: DeskMode

    @property
    def lines(self) -> DeskMode:
        return self.through


WRITES, FOLLOWS = Writes(), Follows()
