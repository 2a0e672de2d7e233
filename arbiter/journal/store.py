"""The interface to all journals of an instance, in whatever storage: a folder of files, or a database server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Protocol

from arbiter.journal.journal import Journal, Obstacle
from arbiter.journal.lines import Line
from arbiter.journal.register import Register
from arbiter.sides import Instant
from arbiter.values import dataclass


class KeptJournal(Journal, Protocol):
    """A stored journal, with the methods that check whether the storage still has all its lines."""

    def in_place(self) -> bool:
        """Return whether the journal is still where the next start will look for it (not moved or replaced)."""

    def lines(self) -> Iterator[Line]:
        """Yield all lines as they are on the disk now. Raise Refused if they cannot be read."""

    def salvaged(self) -> Iterable[Line]:
        """Return every line that can still be read through the open journal, whether its hash is right or not."""


class JournalStore(Protocol):
    """The journals of an instance, by the ids of their tournaments."""

    @property
    def damaged(self) -> Path:
        """The folder to which damaged files are moved after a repair."""

    def ids(self) -> set[str]:
        """Return the id of every tournament that has a journal or remains of one."""

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


@dataclass(frozen=True, slots=True)
class Leadership:
    """The last line of a journal that several nodes share, and the node that writes the journal.

    `owner`: the process that writes it; empty if it gave up writing. `address`: where the last writer is reached.
    `live`: whether the last writer's lease is valid. `alive`: when the last writer last ran, by its own clock.
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
    """The journals shared by several nodes: one node writes a tournament, the others follow it.

    `open` makes this node the writer. It raises Refused while another node is the writer.
    """

    @property
    def owner(self) -> str:
        """The unique name of this process of this node."""

    @property
    def address(self) -> str:
        """The address at which other nodes reach this one; empty if they cannot."""

    @property
    def silent(self) -> Obstacle | None:
        """The reason why the storage refused the last renewal of this node's lease, or None.

        While it refuses renewals, it refuses writes too.
        """

    def now(self) -> Instant:
        """Return the present instant by the storage's clock, which all nodes share."""

    def start(self, alive: Callable[[], Instant]) -> None:
        """Start renewing this node's lease; *alive* returns the last instant at which the node ran."""

    def give_up(self, id: str) -> None:
        """Stop being the writer of the tournament, if this node is, so that any node may take over."""

    def watched(self, id: str) -> Journal:
        """Return the journal opened for reading only."""

    def keyed(self, key: str) -> str | None:
        """Return the tournament that was announced by the request with that key; None if there is none."""

    def leaderships(self) -> Mapping[str, Leadership]:
        """Return, for every tournament, its last line and the node that writes it."""

    def nodes(self) -> Sequence[NodeSeen]:
        """Return the nodes that run, or have run in the last hour."""

    def wait(self, seconds: float) -> AbstractSet[str]:
        """Return the tournaments named in notifications; return nothing if none has come after so many seconds.

        Notifications may be missing: more journals may have grown.
        """


@dataclass(frozen=True, slots=True)
class Archive:
    """All stored data of an instance: its journals, and the register beside them.

    *shared*: the journals, if several nodes may share them; otherwise None.
    """

    store: JournalStore
    register: Register
    shared: SharedStore | None = None
