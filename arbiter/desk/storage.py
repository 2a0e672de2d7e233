"""The storage of an instance's tournaments: the journal, its text copies (witnesses) and the snapshot of each.

Also the mode of a desk: whether requests are ruled on there, and whether their events are written.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from slugify import slugify

from arbiter.desk.snapshots import snapshot_path
from arbiter.journal.journal import CannotWrite, Journal, Obstacle
from arbiter.journal.lines import Line, Unwritten
from arbiter.journal.store import JournalStore, SharedStore
from arbiter.journal.witness.medium import FarWitness
from arbiter.journal.witness.text import Witness, witness_path, witnessed_ids
from arbiter.journal.witness.witnessed import Witnessed
from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class DeskMode:
    """The mode of a desk: whether requests are ruled on at this service, and whether their events are written."""

    why: Obstacle | None = None
    """The reason why no line can be written; None if lines can be written."""
    fed: Refused | None = None
    """The refusal of every request, with the name of the hall, if the tournament is played on another service.

    That service sends the lines, which are written here. None if requests are ruled on here.
    """


WRITES = DeskMode()
"""The mode of a desk that rules on requests and writes their events into the journal."""


PRACTICE = "practice"
"""The name of the folder for the journals of finished practice games, each with its text copy (witness)."""
RESTS_AFTER_SECONDS = 24 * 3_600
LONG_BYTES = 8_000_000
"""A journal counts as long if its copy has more bytes than this: about 30,000 lines.

To open it takes a second or more.
"""


class Storage:
    """The stored journals of an instance, which only this process writes.

    *medium*: the folder on another disk for a second text copy (witness) of each journal, or None. *reading*: the
    reason why nothing is recorded, if this service reads a copy of an instance whose disk refuses writes.
    """

    several = False
    """Whether other nodes may write into the same storage."""

    def __init__(self, instance: Path, store: JournalStore, medium: Path | None, reading: Obstacle | None) -> None:
        self.instance = instance
        self.store = store
        self.medium = medium
        self.reading = reading
        self.ready: Callable[[], None] | None = None
        """A function that raises CannotWrite if nothing can be written now.

        `Following` sets it. None if this process alone writes.
        """

    def ids(self) -> set[str]:
        """Return the ids of all tournaments that have a journal, a text copy of one (witness), or remains of these."""
        return self.store.ids() | witnessed_ids(self.instance)

    def resting(self) -> set[str]:
        """Return the ids of tournaments whose journal copy was last written more than a day ago."""
        return {id for id in self.at_start() if self._rests(witness_path(self.instance, id))}

    def at_start(self) -> set[str]:
        """Return the ids of the tournaments to open at the start: all that were played within the last day."""
        return self.ids()

    def _rests(self, witness: Path) -> bool:
        return witness.exists() and time.time() - witness.stat().st_mtime > RESTS_AFTER_SECONDS

    def long(self) -> dict[str, Instant]:
        """Return the tournaments with a long journal, each with the instant of the last line in its journal copy."""
        found = {}
        for id in self.at_start():
            near = self._witnesses(id)[0]
            if near.path.exists() and near.path.stat().st_size > LONG_BYTES and (last := near.last()) is not None:
                found[id] = last.at
        return found

    def open(self, id: str, passed: Callable[[int, int], None] = lambda _, __: None) -> Journal:
        """Open the journal of the tournament *id*, after comparing it with its copies (witnesses).

        *passed*: a function that is called with the number of lines compared so far, and of all lines.
        """
        return Witnessed.open(id, self.store, *self._witnesses(id), passed=passed)

    def create(self, id: str, lines: Sequence[Unwritten], key: str | None = None) -> Journal:  # noqa: ARG002
        """Make a new journal of these lines. Raise FileExistsError if the tournament has one already.

        If several nodes write, raise Announced if the request with that *key* has made a journal before.
        """
        journal = Witnessed.create(id, self.store, *self._witnesses(id))
        try:
            journal.append(lines, 0)
        except (CannotWrite, Refused):
            self.remove(id)
            raise
        return journal

    def announced(self, _: str) -> str | None:
        """Return the tournament that another node announced by a request with that idempotency key, or None."""
        return None

    def check_writable(self) -> None:
        """Raise CannotWrite if this instance is opened for reading only."""
        if self.reading is not None:
            raise CannotWrite(self.reading)

    def first_lines(self, id: str) -> Iterator[Line]:
        """Yield the lines that can still be read of a journal that cannot be opened."""
        return chain(self._witnesses(id)[0].lines(), self.store.salvaged(id))

    def remove(self, id: str) -> None:
        """Delete the tournament's journal and its text copy. The copy on the second medium is only moved aside."""
        self.store.remove(id)
        near, far = self._witnesses(id)
        with suppress(OSError):
            near.path.unlink(missing_ok=True)
        with suppress(OSError):
            if far is not None:
                far.put_aside(far.path.parent / "damaged")
        self.forget_snapshot(id)

    def put_away(self, id: str) -> Path:
        """Move the journal and its copy into the folder `practice`. Return the new path of the journal."""
        folder = self.instance / PRACTICE
        folder.mkdir(exist_ok=True)
        self.forget_snapshot(id)
        if (witness := witness_path(self.instance, id)).exists():
            witness.rename(folder / witness.name)
        return self.store.put_away(id, folder)

    def forget_snapshot(self, id: str) -> None:
        snapshot_path(self.instance, id).unlink(missing_ok=True)

    def free_id(self, name: str) -> str:
        """Return an unused id for a new tournament.

        It is the name in lower-case ASCII letters, with a number added if that id is in use.
        """
        return free_id(name, self.store, self.instance)

    def _witnesses(self, id: str) -> tuple[Witness, FarWitness | None]:
        """Return the journal's text copies (witnesses): the one beside it, and the one on the second medium or None."""
        far = None if self.medium is None else FarWitness(witness_path(self.medium, id))
        return Witness(witness_path(self.instance, id)), far


class SharedStorage(Storage):
    """The stored journals of a database shared with other nodes. The database's own tools copy and repair them."""

    several = True

    def __init__(self, instance: Path, shared: SharedStore, reading: Obstacle | None) -> None:
        super().__init__(instance, shared, None, reading)
        self.shared = shared

    def ids(self) -> set[str]:
        return self.store.ids()

    def at_start(self) -> set[str]:
        """Return no ids: `Following` opens the tournaments, once it knows when nothing could be written."""
        return set()

    def open(self, id: str, _: Callable[[int, int], None] = lambda _, __: None) -> Journal:
        return self.shared.open(id)

    def create(self, id: str, lines: Sequence[Unwritten], key: str | None = None) -> Journal:
        return self.shared.announce(id, lines, key)

    def announced(self, key: str) -> str | None:
        return self.shared.keyed(key)


def free_id(name: str, store: JournalStore, instance: Path) -> str:
    """Return an unused id for a new tournament.

    It is the name in lower-case ASCII letters, with a number added if that id is in use.
    """
    slug = slugify(name, max_length=40, backend="text-unidecode") or "tournament"
    practice = {path.stem for path in (instance / PRACTICE).glob("*.sqlite")}
    taken = store.used() | witnessed_ids(instance) | practice
    return next(id for id in (slug, *(f"{slug}-{n}" for n in range(2, len(taken) + 3))) if id not in taken)
