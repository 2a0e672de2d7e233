"""The interface to all journals of an instance, in whatever storage: a folder of files, or a database server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from arbiter.journal.journal import Journal
from arbiter.journal.lines import Line, Unwritten, line_text
from arbiter.journal.register import Register
from arbiter.sides import Instant
from arbiter.values import dataclass


class KeptJournal(Journal, Protocol):
    """A stored journal, with methods that check whether the storage still has all its lines."""

    def in_place(self) -> bool:
        """Return whether the journal file is still where the next start will look for it.

        False if the file was moved or replaced.
        """

    def lines(self, after: int = 0) -> Iterator[Line]:
        """Yield the lines after line *after* as they are on the disk now. Raise Refused if they cannot be read."""

    def texts(self) -> Iterator[bytes]:
        """Yield all lines on the disk now in the form of their text copy (witness), many lines in each piece."""
        return (line_text(line) + b"\n" for line in self.lines())

    def salvaged(self) -> Iterable[Line]:
        """Return every line that can still be read through the open journal, including lines with a wrong hash."""


class JournalStore(Protocol):
    """The journals of an instance, by the ids of their tournaments."""

    @property
    def damaged(self) -> Path:
        """The folder to which damaged files are moved."""

    def ids(self) -> set[str]:
        """Return the id of every tournament that has a journal, or left-over parts of one."""

    def used(self) -> set[str]:
        """Return every id that is or was in use, and so may not be given to another tournament."""
        return self.ids()

    def create(self, id: str) -> KeptJournal:
        """Make a new journal without a line. Raise FileExistsError if there is one already."""

    def open(self, id: str) -> KeptJournal:
        """Open the journal of the tournament *id*. Raise Refused, or another exception, if it is unusable."""

    def salvaged(self, id: str) -> Sequence[Line]:
        """Return every line that can still be read of a journal that cannot be opened."""

    def anew(self, id: str, lines: Sequence[Line]) -> KeptJournal:
        """Make a journal of exactly these lines. The files of the present journal are set aside."""

    def remove(self, id: str) -> None:
        """Delete that tournament's journal."""

    def put_away(self, id: str, folder: Path) -> Path:
        """Move the journal of a tournament as a file into *folder*, out of the instance. Return its new path."""


class Announced(Exception):
    """Raised if a request with the same key has announced a tournament before. *there*: the id of that tournament."""

    def __init__(self, there: str) -> None:
        super().__init__(f"{there} was announced by the same request")
        self.there = there


class JournalEnd(NamedTuple):
    """The number and the hash of a journal's last line, and facts about lines that the journal has lost.

    `history`: how often it has lost lines. `lost`: the last line that a node knew before the latest loss, until the
    office has acknowledged the loss. `boards`: the games changed by it, as "round.board", separated by commas.
    """

    seq: int
    hash: str
    history: int = 0
    lost: int = 0
    boards: str = ""


class NodeSeen(NamedTuple):
    """A node of the shared storage, as described by its last heartbeat.

    `alive`: the instant of that heartbeat by the hall's clock. `holds`: the instant at which the oldest request was
    received that the node had not ruled on then, or None. `quiet`: the seconds since that heartbeat. `live`: whether
    the node counts as running.
    """

    name: str
    address: str
    alive: Instant
    holds: Instant | None
    quiet: int
    live: bool


class Silence(NamedTuple):
    """A time in which no node could write: from the last heartbeat before it until the first one after it."""

    since: Instant
    until: Instant


class Presence(NamedTuple):
    """The last message of a tablet at a board, received by the node called `name`. *side* is empty for both sides."""

    tournament: str
    board: int
    side: str
    node: str
    at: Instant
    seen: int
    waiting: int | None


class StoreSeen(NamedTuple):
    """The contents of the shared storage: the end of each journal, the nodes, and recent messages of tablets."""

    ends: Mapping[str, JournalEnd]
    nodes: Sequence[NodeSeen]
    tablets: Sequence[Presence]


class SharedStore(JournalStore, Protocol):
    """The journals shared by several nodes, each of which may write every tournament."""

    @property
    def name(self) -> str:
        """The name of this process, unique among all nodes."""

    def now(self) -> Instant:
        """Return the present instant by the clock that all nodes share."""

    def announce(self, id: str, lines: Sequence[Unwritten], key: str | None) -> Journal:
        """Make a journal of these lines.

        Raise FileExistsError if the id is in use, Announced if the key was used before.
        """

    def keyed(self, key: str) -> str | None:
        """Return the tournament that was announced by the request with the key *key*; None if there is none."""

    def beat(
        self, now: Callable[[], Instant], sure: Instant, holds: Instant | None, heard: Sequence[Presence]
    ) -> Sequence[Silence]:
        """Commit a heartbeat of this node. Return the silences since the last heartbeat of this process.

        *now*: the hall's clock. *sure*: the instant at which this node began its last committed write. *holds*: the
        instant at which the oldest request was received that waits here for its ruling, or None. *heard*: the messages
        of tablets since the last heartbeat.
        """

    def tried(self, what: str) -> tuple[int, float]:
        """Return how often *what* (such as signing in) failed at all nodes, and for how many seconds that counts."""

    def count(self, what: Sequence[str], seconds: float) -> None:
        """Count one more failed attempt for each of *what*.

        A count is forgotten *seconds* after its last failed attempt.
        """

    def found(self, since: Instant) -> StoreSeen:
        """Return the ends of all journals, the nodes, and the messages that tablets have sent since *since*."""

    def wait(self, seconds: float) -> bool:
        """Wait for a notification that a journal has grown, at most *seconds*. Return whether one came."""


@dataclass(frozen=True, slots=True)
class Archive:
    """All stored data of an instance: its journals, and the register beside them.

    *shared*: the journals, if several nodes may share them; otherwise None.
    """

    store: JournalStore
    register: Register
    shared: SharedStore | None = None
