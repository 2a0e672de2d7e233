"""The interface to all journals of an instance, in whatever storage: a folder of files, or a database server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arbiter.journal.journal import Journal, Obstacle
from arbiter.journal.lines import Line
from arbiter.journal.register import Register
from arbiter.sides import Instant


class KeptJournal(Journal, Protocol):
    """A stored journal, with the methods that check whether the storage still has all of it."""

    def in_place(self) -> bool:
        """Return whether written lines lie where the next start will look for them."""

    def lines(self) -> Iterator[Line]:
        """Yield all lines as they are on the disk now; Refused if they cannot be read."""

    def salvaged(self) -> Iterable[Line]:
        """Return every line that can still be read through the open journal, whether its hash is right or not."""


class JournalStore(Protocol):
    """The journals of an instance by the id of their tournament."""

    @property
    def damaged(self) -> Path:
        """The folder for damaged files that had to be repaired."""

    def ids(self) -> set[str]:
        """Return the id of every tournament with a journal, or the remains of one."""

    def create(self, id: str) -> KeptJournal:
        """Make a new journal without a line; FileExistsError if there is one already."""

    def open(self, id: str) -> KeptJournal:
        """Open the journal of that tournament; Refused, or any other exception, if it is unusable."""

    def salvaged(self, id: str) -> Sequence[Line]:
        """Return every line that can still be read of a journal that cannot be opened."""

    def anew(self, id: str, lines: Sequence[Line]) -> KeptJournal:
        """Replace what is there by a journal of exactly those lines; the old files are put aside."""

    def remove(self, id: str) -> None:
        """Delete that tournament's journal."""

    def put_away(self, id: str, folder: Path) -> Path:
        """Move the journal as a file into that folder, out of the instance, and return its path."""


@dataclass(frozen=True, slots=True)
class Leadership:
    """The last line of a journal that several nodes share, and the node that writes it.

    `owner`: the process of the node that writes it, empty if it was given up. `address`: where the last writer is
    reached. `live`: whether its lease is valid; it last ran at `alive` by its own clock.
    """

    head: int
    hash: str
    owner: str
    address: str
    live: bool
    alive: Instant


@dataclass(frozen=True, slots=True)
class NodeSeen:
    """A node of the shared storage: its address, whether its lease is valid, and how many tournaments it writes.

    `quiet`: seconds since it last renewed its lease.
    """

    owner: str
    address: str
    live: bool
    quiet: int
    leads: int


class SharedStore(JournalStore, Protocol):
    """Journals shared by several nodes: one of them writes a tournament, the others follow it.

    `open` makes this node the writer; refused while another node is.
    """

    @property
    def owner(self) -> str:
        """The unique name of this process of the node."""

    @property
    def address(self) -> str:
        """The address at which other nodes reach this one; empty if they do not."""

    @property
    def silent(self) -> Obstacle | None:
        """The reason why the storage refused the last renewal of this node's lease, or None.

        If it refused that, it refuses writes too.
        """

    def now(self) -> Instant:
        """Return the instant by the storage's clock, which all nodes share."""

    def start(self, alive: Callable[[], Instant]) -> None:
        """Start renewing this node's lease; *alive* returns the last instant at which the node ran."""

    def give_up(self, id: str) -> None:
        """Give up writing the tournament, if this node does, so that any node may take it over."""

    def watched(self, id: str) -> Journal:
        """Return the journal for reading only."""

    def keyed(self, key: str) -> str | None:
        """Return the tournament whose first line was made by the request with that key, or None."""

    def leaderships(self) -> Mapping[str, Leadership]:
        """Return for every tournament its last line and the node that writes it."""

    def nodes(self) -> Sequence[NodeSeen]:
        """Return the nodes that run, or have run in the last hour."""

    def wait(self, seconds: float) -> AbstractSet[str]:
        """Return the tournaments named as having grown, or nothing after so many seconds.

        The names are a hint: more journals may have grown.
        """


@dataclass(frozen=True, slots=True)
class Archive:
    """The stored data of an instance: its journals, and the register beside them.

    *shared*: the journals, if several nodes may share them; otherwise None.
    """

    store: JournalStore
    register: Register
    shared: SharedStore | None = None
