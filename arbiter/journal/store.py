"""Where the journals of an instance are, whichever engine keeps them: a folder of files, or a database server."""

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
    """A journal as its engine keeps it, and the methods by which it is found whether the engine still has all of it."""

    def in_place(self) -> bool:
        """Whether what is written lies where the next start will look for it."""

    def lines(self) -> Iterator[Line]:
        """All lines as they lie on the disk now; Refused where they cannot be read."""

    def salvaged(self) -> Iterable[Line]:
        """Every line that can still be read by whoever has the journal open, whether it holds or not."""


class JournalStore(Protocol):
    """The journals of an instance by the id of their tournament."""

    @property
    def damaged(self) -> Path:
        """The folder into which is put aside what had to be mended."""

    def ids(self) -> set[str]:
        """Every tournament of which there is a journal, or the remains of one."""

    def create(self, id: str) -> KeptJournal:
        """A new journal without a line; FileExistsError where there is one already."""

    def open(self, id: str) -> KeptJournal:
        """The journal of that tournament; Refused, or any other exception, where it cannot be used."""

    def salvaged(self, id: str) -> Sequence[Line]:
        """Every line of a journal that cannot be opened which can still be read."""

    def anew(self, id: str, lines: Sequence[Line]) -> KeptJournal:
        """A journal of exactly those lines takes the place of what is there, which is put aside and kept."""

    def remove(self, id: str) -> None:
        """Nothing is left of that tournament's journal."""

    def put_away(self, id: str, folder: Path) -> Path:
        """The journal lies in that folder from now on, as a file, and is one of the instance's no more; where."""


@dataclass(frozen=True, slots=True)
class Leadership:
    """How far a journal that several nodes share has come, and who leads it.

    `owner`: the life of a process that leads it, empty where it was given up; `address`: where whoever led it last is
    reached. `live`: they have said within their lease that they are there, last at `alive` by their clock.
    """

    head: int
    hash: str
    owner: str
    address: str
    live: bool
    alive: Instant


@dataclass(frozen=True, slots=True)
class NodeSeen:
    """A service over the store: where it is reached, whether it is there, and how many tournaments it leads.

    `quiet`: seconds since it has said so last.
    """

    owner: str
    address: str
    live: bool
    quiet: int
    leads: int


class SharedStore(JournalStore, Protocol):
    """Journals over which several nodes serve: one of them leads a tournament, the others follow it.

    `open` leads it from then on; refused while another node does.
    """

    @property
    def owner(self) -> str:
        """The name of this life of the node, which no other one has."""

    @property
    def address(self) -> str:
        """Where other nodes reach this one; empty where they do not."""

    @property
    def silent(self) -> Obstacle | None:
        """Why the store has not taken this node's last word that it is there: it takes nothing else either."""

    def now(self) -> Instant:
        """What time it is by the store's clock, which all nodes share."""

    def start(self, alive: Callable[[], Instant]) -> None:
        """Says from now on that this node is there, and until when it was."""

    def give_up(self, id: str) -> None:
        """From now on the tournament is led by whoever wants to, if this node led it."""

    def watched(self, id: str) -> Journal:
        """The journal as one who follows reads it: nothing is appended through it."""

    def keyed(self, key: str) -> str | None:
        """The tournament whose first line came of the request with that key."""

    def leaderships(self) -> Mapping[str, Leadership]:
        """Every tournament, how far it has come and who leads it."""

    def nodes(self) -> Sequence[NodeSeen]:
        """The services that are there, or have been in the last hour."""

    def wait(self, seconds: float) -> AbstractSet[str]:
        """Answers when journals have grown, with the tournaments that were named, or after so many seconds.

        What is named is a hint: more may have grown.
        """


@dataclass(frozen=True, slots=True)
class Archive:
    """What an engine keeps of an instance: its journals, and the register beside them.

    *shared*: the journals, where several nodes may be at them.
    """

    store: JournalStore
    register: Register
    shared: SharedStore | None = None
