"""The seam between a desk and the engine that keeps its lines: what the desk asks, and what may stand in the way.

The expected version makes a second writer harmless: whoever comes later is told, reads on and rules again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from arbiter.journal.lines import BadLine, Line, Unwritten
from arbiter.refused import Refused

Obstacle: TypeAlias = Literal["disk_full", "read_only", "busy", "io", "damaged", "unreachable", "overtaken", "followed"]
FileOf: TypeAlias = Callable[[Path, Sequence[Line]], None]
"""Writes a journal of these lines as a file at a path, which any machine can read; all of it or nothing."""


class CannotWrite(Refused):
    """Nothing can be written now, and nothing has been; the same request may succeed once the *reason* is gone."""

    def __init__(self, reason: Obstacle) -> None:
        super().__init__(f"cannot_write_{reason}")
        self.reason = reason


class VersionConflict(Exception):
    """Somebody else has written: the journal ends with line *actual*, not with the one that was expected."""

    def __init__(self, actual: int) -> None:
        super().__init__(f"the journal ends with line {actual}")
        self.actual = actual


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair of a journal: the first line that was not as written, and the lines that were lost and brought back."""

    bad: BadLine
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class FarCopy:
    """The copy of a journal on the second medium: its file, its last line, and the files that were put aside there.

    *late*: the second of the monotonic clock since when the copy is behind the journal; None if it is not.
    """

    path: Path
    version: int
    head: str
    late: float | None
    aside: Sequence[Path]


@dataclass(frozen=True, slots=True)
class Condition:
    """The condition of a journal and of its copies.

    *broken*: why nothing is written any more. *repairs*: those since the office took note. *late*: the second of the
    monotonic clock since when the copy beside the journal is behind it; None if it is not.
    """

    broken: Refused | None = None
    repairs: Sequence[Repair] = ()
    late: float | None = None
    far: FarCopy | None = None


class Journal(Protocol):
    """The lines of one tournament, whichever engine keeps them. The methods that read may be called from any thread."""

    @property
    def follows(self) -> bool:
        """Whether another node writes this journal, and this one only reads it."""
        return False

    def condition(self) -> Condition:
        """The condition of the journal and of its copies; a journal without copies is always sound."""
        return Condition()

    def noted(self) -> None:
        """Forget repairs and files that were put aside, because the office has taken note of them."""

    def check(self, rest: float = 0) -> None:
        """Read the journal through as it lies on the disk, and repair it if it has copies.

        The reader rests *rest* times as long as it works. CannotWrite if the repair fails.
        """

    def settle(self) -> None:
        """Do pending work between two appends, so that no append waits for it; called once a second."""

    def append(self, unwritten: Sequence[Unwritten], expected_version: int) -> Sequence[Line]:
        """Write *unwritten*, all or none, and return the lines, which are on the disk then.

        VersionConflict if the journal does not end with line *expected_version*: read on from there and rule again.
        CannotWrite if the disk does not take them; the same call may succeed later.
        """

    def read(self, after: int = 0, limit: int | None = None) -> list[Line]:
        """The lines behind line *after*, at most *limit* of them."""

    def by_key(self, key: str) -> Line | None:
        """The line of the request with this key; None if there is none."""

    @property
    def version(self) -> int:
        """The number of the last line; 0 before the first."""

    @property
    def head(self) -> str:
        """The hash of the last line, by which it can be told that no line before it was altered."""

    def copy_to(self, path: Path) -> None:
        """Write a consistent copy, while the service runs; it replaces the file at *path* once it is complete."""

    def close(self) -> None:
        """End writing. Nothing is lost if this is never called."""
