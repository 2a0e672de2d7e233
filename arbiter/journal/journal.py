"""The interface between a desk and the storage of its journal: its methods, and the errors that they raise.

Every write names the version (last line) it expects. A second writer that comes too late gets VersionConflict, reads
the new lines and rules again.
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
"""A function that writes a journal of these lines to a file at a path, readable on any machine, or fails as a whole."""


class CannotWrite(Refused):
    """Nothing has been written, nor can it be now; the same request may succeed once the *reason* is gone."""

    def __init__(self, reason: Obstacle) -> None:
        super().__init__(f"cannot_write_{reason}")
        self.reason = reason


class VersionConflict(Exception):
    """Another process has written: the journal ends with line *actual*, not with the expected one."""

    def __init__(self, actual: int) -> None:
        super().__init__(f"the journal ends with line {actual}")
        self.actual = actual


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair of a journal: the first damaged line, and the lost lines that were restored."""

    bad: BadLine
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class FarCopy:
    """The copy of a journal on the second medium: its file, its last line, and files that were set aside there.

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

    *broken*: why nothing is written any more, or None. *repairs*: those since the office last acknowledged them.
    *late*: the second of the monotonic clock since when the copy beside the journal is behind it; None if it is not.
    """

    broken: Refused | None = None
    repairs: Sequence[Repair] = ()
    late: float | None = None
    far: FarCopy | None = None


class Journal(Protocol):
    """The journal of one tournament, in whatever storage. The methods that read may be called from any thread."""

    @property
    def follows(self) -> bool:
        """Return whether another node writes this journal, and this one only reads it."""
        return False

    def condition(self) -> Condition:
        """Return the condition of the journal and of its copies; a journal without copies is always sound."""
        return Condition()

    def noted(self) -> None:
        """Forget repairs and files set aside, because the office has acknowledged them."""

    def check(self, rest: float = 0) -> None:
        """Read the whole journal from the disk, and repair it if it has copies.

        The reader pauses *rest* times as long as it works. CannotWrite if the repair fails.
        """

    def settle(self) -> None:
        """Do pending work between two appends, so that no append waits for it; called once a second."""

    def append(self, unwritten: Sequence[Unwritten], expected_version: int) -> Sequence[Line]:
        """Write *unwritten*, all or none, and return the lines once they are on the disk.

        VersionConflict if the journal does not end with line *expected_version*: read the new lines and rule again.
        CannotWrite if the disk refuses them; the same call may succeed later.
        """

    def read(self, after: int = 0, limit: int | None = None) -> list[Line]:
        """Return the lines after line *after*, at most *limit* of them."""

    def by_key(self, key: str) -> Line | None:
        """Return the line of the request with this key, or None."""

    @property
    def version(self) -> int:
        """Return the number of the last line; 0 before the first."""

    @property
    def head(self) -> str:
        """Return the hash of the last line, which shows whether an earlier line was altered."""

    def copy_to(self, path: Path) -> None:
        """Write a consistent copy while the service runs; it replaces the file at *path* once it is complete."""

    def close(self) -> None:
        """Close the journal. Nothing is lost if this is never called."""
