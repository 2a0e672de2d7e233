"""The seam between a desk and the engine that keeps its lines: what the desk asks, and what may stand in the way.

The expected version makes a second writer harmless: whoever comes later is told, reads on and rules again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from arbiter.journal.lines import Line, Unwritten
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


class Journal(Protocol):
    """One tournament's lines, whichever engine keeps them. What reads may be called from any thread."""

    def append(self, unwritten: Sequence[Unwritten], expected_version: int) -> Sequence[Line]:
        """The lines that *unwritten* has become, on the disk when this answers; all of them, or none.

        VersionConflict when the journal does not end with line *expected_version*: read on from there and rule again.
        CannotWrite when the disk does not take them; the same call may succeed later.
        """

    def read(self, after: int = 0, limit: int | None = None) -> list[Line]:
        """The lines behind line *after*, at most *limit* of them."""

    def by_key(self, key: str) -> Line | None:
        """The line that the request with this key has become."""

    @property
    def version(self) -> int:
        """The number of the last line; 0 before the first."""

    @property
    def head(self) -> str:
        """The hash of the last line: whoever has it can tell that nothing before it was altered."""

    def copy_to(self, path: Path) -> None:
        """A consistent copy, while the service runs; it replaces what was at *path* once it is whole."""

    def close(self) -> None:
        """Ends writing; nothing is lost where this is not called."""
