"""The modes of a desk: whether requests are ruled on there, and who writes their events."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.journal.journal import Obstacle
from arbiter.refused import Refused


@dataclass(frozen=True, slots=True)
class DeskMode:
    """One of the modes below."""

    @property
    def lines(self) -> DeskMode:
        """The mode of the journal alone: `through` if another service feeds the tournament, otherwise this mode."""
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
        """Whether the tournament is played on another service, which feeds its lines to this one."""
        return isinstance(self, FedBy)

    def with_lines(self, lines: DeskMode) -> DeskMode:
        """Return the same mode with *lines* as the mode of the journal."""
        return replace(self, through=lines) if isinstance(self, FedBy) else lines


class Writes(DeskMode):
    """Requests are ruled on here, and written into the journal."""


@dataclass(frozen=True, slots=True)
class ReadOnly(DeskMode):
    """Requests are ruled on here, but nothing is written because of an obstacle."""

    why: Obstacle


@dataclass(frozen=True, slots=True)
class Follows(DeskMode):
    """Another node writes the journal, and this desk reads it; *why* is the refusal of requests."""

    why: Obstacle = "followed"


@dataclass(frozen=True, slots=True)
class FedBy(DeskMode):
    """The tournament is played on another service; its lines are written here, or read if another node writes them."""

    hall: Refused
    """The refusal of every request, with the name of the hall."""
    through: DeskMode

    @property
    def lines(self) -> DeskMode:
        return self.through


WRITES, FOLLOWS = Writes(), Follows()
