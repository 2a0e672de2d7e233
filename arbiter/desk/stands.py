"""The modes of a desk: whether requests are ruled on there, and whether their events are written."""

from __future__ import annotations

from arbiter.journal.journal import Obstacle
from arbiter.refused import Refused
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class DeskMode:
    """The mode of a desk, which says whether requests are ruled on there and whether their events are written."""

    @property
    def lines(self) -> DeskMode:
        """The mode of the journal alone: whether lines are written.

        If another service feeds the tournament, it is `through`, otherwise this mode itself.
        """
        return self

    @property
    def rules(self) -> bool:
        """Whether requests about the tournament are ruled on at this service."""
        return isinstance(self, Writes | ReadOnly)

    @property
    def fed(self) -> bool:
        """Whether the tournament is played on another service, which feeds its lines to this one."""
        return isinstance(self, FedBy)


class Writes(DeskMode):
    """The mode of a desk that rules on requests and writes their events into the journal."""


@dataclass(frozen=True, slots=True)
class ReadOnly(DeskMode):
    """The mode of a desk that rules on requests but can write nothing, because of the obstacle *why*."""

    why: Obstacle


@dataclass(frozen=True, slots=True)
class FedBy(DeskMode):
    """The mode of a desk whose tournament is played on another service.

    That service sends the lines, which are written here.
    """

    hall: Refused
    """The refusal of every request, with the name of the hall."""
    through: DeskMode

    @property
    def lines(self) -> DeskMode:
        return self.through


WRITES = Writes()
