"""The mode of a desk: whether requests are ruled on there, and who writes what becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from arbiter.journal.journal import CannotWrite, Obstacle
from arbiter.refused import Refused


@dataclass(frozen=True, slots=True)
class Stands:
    """A mode; each kind of it says what is otherwise than here."""

    @property
    def rules(self) -> bool:
        """Whether requests are ruled on here."""
        return isinstance(self, Writes | ReadOnly)

    @property
    def follows(self) -> bool:
        """Whether another node writes the journal."""
        return isinstance(self, Follows)

    @property
    def fed(self) -> bool:
        """Whether the tournament is played in another hall, which feeds this service."""
        return isinstance(self, FedBy)

    def check_here(self) -> None:
        """Refused if the tournament is played in another hall."""

    def check_lines(self, take_over: Callable[[], bool]) -> None:
        """`CannotWrite` if another node writes the journal, and *take_over* does not let this one do so."""

    def check_writable(self) -> None:
        """`CannotWrite` if nothing is written at all."""

    def with_lines(self, lines: Stands) -> Stands:
        """The same mode, but the lines come into the journal in that way from now on."""
        return lines


@dataclass(frozen=True, slots=True)
class Writes(Stands):
    """Requests are ruled on here, and written into the journal."""


@dataclass(frozen=True, slots=True)
class ReadOnly(Stands):
    """Requests are ruled on here, but nothing is written because of an obstacle."""

    why: Obstacle

    def check_writable(self) -> None:
        raise CannotWrite(self.why)


@dataclass(frozen=True, slots=True)
class Follows(Stands):
    """Another node writes the journal, and this desk reads it; *why*: what is told to whoever asks for a ruling."""

    why: Obstacle = "followed"

    def check_lines(self, take_over: Callable[[], bool]) -> None:
        if not take_over():
            raise CannotWrite(self.why)


@dataclass(frozen=True, slots=True)
class FedBy(Stands):
    """The tournament is played in another hall, whose lines are written here, or read where another node does that."""

    hall: Refused
    """The refusal of every request, with the name of the hall."""
    lines: Stands

    @property
    def follows(self) -> bool:
        return self.lines.follows

    def check_here(self) -> None:
        raise self.hall.with_traceback(None)

    def check_lines(self, take_over: Callable[[], bool]) -> None:
        self.lines.check_lines(take_over)

    def check_writable(self) -> None:
        self.lines.check_writable()

    def with_lines(self, lines: Stands) -> Stands:
        return replace(self, lines=lines)


WRITES, FOLLOWS = Writes(), Follows()
