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
    """A stored journal, with the methods that check whether the storage still has all its lines."""

    def in_place(self) -> bool:
        """Return whether the journal is still where the next start will look for it (not moved or replaced)."""

    def lines(self, after: int = 0) -> Iterator[Line]:
        """Yield the lines after line *after* as they are on the disk now. Raise Refused if they cannot be read."""

    def texts(self) -> Iterator[bytes]:
        """Yield all lines as they are on the disk now, many at a time, as their text copy (witness) has them."""
        return (line_text(line) + b"\n" for line in self.lines())

    def salvaged(self) -> Iterable[Line]:
        """Return every line that can still be read through the open journal, whether its hash is right or not."""


class JournalStore(Protocol):
    """The journals of an instance, by the ids of their tournaments."""

    @property
    def damaged(self) -> Path:
        """The folder to which damaged files are moved after a repair."""

    def ids(self) -> set[str]:
        """Return the id of every tournament that has a journal or remains of one."""

    def used(self) -> set[str]:
        """Return every id that may not be given to another tournament."""
        return self.ids()

    def create(self, id: str) -> KeptJournal:
        """Make a new journal without a line. Raise FileExistsError if there is one already."""

    def open(self, id: str) -> KeptJournal:
        """Open the journal of that tournament. Raise Refused, or another exception, if it is unusable."""

    def salvaged(self, id: str) -> Sequence[Line]:
        """Return every line that can still be read of a journal that cannot be opened."""

    def anew(self, id: str, lines: Sequence[Line]) -> KeptJournal:
        """Make a journal of exactly those lines in the place of the present one, whose files are put aside."""

    def remove(self, id: str) -> None:
        """Delete that tournament's journal."""

    def put_away(self, id: str, folder: Path) -> Path:
        """Move the journal of a tournament as a file into *folder*, out of the instance, and return its new path."""


class Announced(Exception):
    """Raised if the request with the same key has announced a tournament before: the one of the id *there*."""

    def __init__(self, there: str) -> None:
        super().__init__(f"{there} was announced by the same request")
        self.there = there


class JournalEnd(NamedTuple):
    """The number and the hash of the last line of a journal, and what is known of lines that it has lost.

    `history`: how often it has lost lines. `lost`: the last line that a node knew before the last time, until the
    office has seen that. `boards`: the boards whose games are others since, as "round.board", with commas.
    """

    seq: int
    hash: str
    history: int = 0
    lost: int = 0
    boards: str = ""


class NodeSeen(NamedTuple):
    """A node of the shared storage, as its last heartbeat tells.

    `alive`: the instant of that heartbeat by the hall's clock. `holds`: when the oldest request was received that the
    node had not ruled on then, or None. `quiet`: the seconds since that heartbeat. `live`: whether the node counts as
    running.
    """

    name: str
    address: str
    alive: Instant
    holds: Instant | None
    quiet: int
    live: bool


class Silence(NamedTuple):
    """A time in which no node could write: the last heartbeat before it, and the first one after it."""

    since: Instant
    until: Instant


class Presence(NamedTuple):
    """The last message of a tablet of a board, as the node with that name heard it; *side* is empty for both sides."""

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
        """The unique name of this process of this node."""

    def now(self) -> Instant:
        """Return the present instant by the clock that all nodes share."""

    def announce(self, id: str, lines: Sequence[Unwritten], key: str | None) -> Journal:
        """Make a journal of these lines. Raise FileExistsError if the id is in use, Announced if the key is."""

    def keyed(self, key: str) -> str | None:
        """Return the tournament that was announced by the request with that key; None if there is none."""

    def beat(
        self, now: Callable[[], Instant], sure: Instant, holds: Instant | None, heard: Sequence[Presence]
    ) -> Sequence[Silence]:
        """Commit a heartbeat of this node, and return the silences since the last one of this process.

        *now* is the hall's clock, *sure* when this node last began a write that was committed. *holds*: when the oldest
        request was received that waits here for its ruling. *heard*: the tablets heard since the last heartbeat.
        """

    def tried(self, what: str) -> tuple[int, float]:
        """Return how often *what* was tried wrongly at any node, and for how many seconds that still counts."""

    def count(self, what: Sequence[str], seconds: float) -> None:
        """Count one more wrong try for each of *what*. Its count ends after so many seconds without another."""

    def found(self, since: Instant) -> StoreSeen:
        """Return what the nodes have written; of tablets what was heard since that instant."""

    def wait(self, seconds: float) -> bool:
        """Wait for the news that a journal has grown, at most so many seconds. Return whether there is any."""


@dataclass(frozen=True, slots=True)
class Archive:
    """All stored data of an instance: its journals, and the register beside them.

    *shared*: the journals, if several nodes may share them; otherwise None.
    """

    store: JournalStore
    register: Register
    shared: SharedStore | None = None
