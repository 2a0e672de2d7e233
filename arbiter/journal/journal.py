"""The interface between a desk and the storage of its journal: its methods, and the errors that they raise.

Every write names the number of the last line that the writer knows (its version). If another process has written since,
the writer gets VersionConflict, reads the new lines and rules again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from arbiter.journal.lines import BadLine, Line, Unwritten
from arbiter.refused import Refused
from arbiter.values import dataclass

Obstacle: TypeAlias = Literal["disk_full", "read_only", "busy", "io", "damaged", "unreachable"]
FileOf: TypeAlias = Callable[[Path, Sequence[Line]], None]
"""A function that is called with a path and journal lines, and writes the lines as a file at the path.

Any machine can read the file. If it cannot be written completely, it is not written at all.
"""


class CannotWrite(Refused):
    """Raised if nothing was written and nothing can be written now.

    Once the *reason* is gone, the request may succeed.
    """

    def __init__(self, reason: Obstacle) -> None:
        super().__init__(f"cannot_write_{reason}")
        self.reason = reason


class VersionConflict(Exception):
    """Raised if another process has written: the journal ends with line *actual*, not with the expected one."""

    def __init__(self, actual: int) -> None:
        super().__init__(f"the journal ends with line {actual}")
        self.actual = actual


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair of a journal: the number of the first damaged line, and the numbers of lost lines that were restored."""

    bad: BadLine
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class FarCopy:
    """The journal copy on the second medium: its file, its last line, and files that were set aside there.

    *late*: the second of the monotonic clock since which the copy lacks lines of the journal; None if it is complete.
    """

    path: Path
    version: int
    head: str
    late: float | None
    aside: Sequence[Path]


@dataclass(frozen=True, slots=True)
class Condition:
    """The condition of a journal and of its copies.

    *broken*: the reason why nothing is written any more, or None. *repairs*: the repairs since the office last
    acknowledged any. *late*: the second of the monotonic clock since which the copy beside the journal lacks lines;
    None if it is complete.
    """

    broken: Refused | None = None
    repairs: Sequence[Repair] = ()
    late: float | None = None
    far: FarCopy | None = None


class Journal(Protocol):
    """The journal of one tournament, in whatever storage. The methods that read may be called from any thread."""

    def alone(self) -> AbstractContextManager[None]:
        """Return a context in which no other process writes this journal."""
        return nullcontext()

    def condition(self) -> Condition:
        """Return the condition of the journal and of its copies.

        A journal without copies is always reported as sound.
        """
        return Condition()

    def noted(self) -> None:
        """Forget the repairs, lost lines and files set aside, because the office has acknowledged them."""
        return

    def lose(self, history: int, lost: int, boards: str) -> None:
        """Store that known lines up to number *lost* are gone from the journal.

        *boards*: the games that changed by this.
        *history*: how often lines were lost before. If another loss has been stored since, nothing is stored.
        """

    def check(self, rest: float = 0) -> None:  # noqa: ARG002
        """If the journal has copies, read all of it from the disk, and repair it from them. Without copies do nothing.

        The reading thread pauses *rest* times as long as it works. Raise CannotWrite if the repair fails.
        """
        return

    def settle(self) -> None:
        """Do pending housekeeping, such as a checkpoint, between two appends, so that no append waits for it.

        It is called once a second.
        """
        return

    def append(self, unwritten: Sequence[Unwritten], expected_version: int) -> Sequence[Line]:
        """Write all of *unwritten* or nothing, and return the lines once they are on the disk.

        Raise VersionConflict if the journal does not end with line *expected_version*; the caller reads the new lines
        and rules again. Raise CannotWrite if the disk refuses the lines; the same call may succeed later.
        """

    def read(self, after: int = 0, limit: int | None = None) -> list[Line]:
        """Return the lines after line *after*, at most *limit* of them."""

    def by_key(self, key: str) -> Line | None:
        """Return the line written for the request with the key *key*, or None."""
        return self.by_keys((key,)).get(key)

    def by_keys(self, keys: Collection[str]) -> Mapping[str, Line]:
        """Return the lines written for the requests with these keys, by key. A digest may follow the key in a line."""

    @property
    def version(self) -> int:
        """Return the number of the last line; 0 before the first."""

    @property
    def head(self) -> str:
        """Return the hash of the last line. If any line of the journal was altered, this hash differs."""

    def copy_to(self, path: Path) -> None:
        """Write a consistent copy while the service runs. Once the copy is complete, it replaces the file at *path*."""

    def close(self) -> None:
        """Close the journal. Nothing is lost if this is never called."""
        return


PIECE_LINES = 2_000
"""The number of lines that are read from a journal at a time."""


def journal_lines(journal: Journal, until: int, *, after: int = 0) -> Iterator[Line]:
    """Yield the lines of a journal after line *after*, up to line *until*.

    They are read in pieces, as the caller needs them.
    """
    while after < until and (lines := journal.read(after=after, limit=min(PIECE_LINES, until - after))):
        yield from lines
        after = lines[-1].seq
