"""The storage of the tournaments of an instance: journal, witnesses and snapshot of each, and its writer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from slugify import slugify

from arbiter.desk.desk import Desk
from arbiter.desk.snapshots import snapshot_path
from arbiter.desk.stands import FOLLOWS, WRITES, DeskMode, ReadOnly
from arbiter.journal.journal import CannotWrite, Journal, Obstacle
from arbiter.journal.lines import Line, Unwritten
from arbiter.journal.store import JournalStore, SharedStore
from arbiter.journal.witness.medium import FarWitness
from arbiter.journal.witness.text import Witness, witness_path, witnessed_ids
from arbiter.journal.witness.witnessed import Witnessed
from arbiter.refused import Refused

PRACTICE = "practice"
"""The folder for journals of finished practice tournaments, each with its witness."""
RESTS_AFTER_SECONDS = 24 * 3_600


class Storage:
    """The journals of an instance that this process alone writes.

    *medium*: the folder on another disk for further witnesses, or None. *reading*: the reason why nothing is recorded,
    if this is a copy of an instance whose disk refuses writes.
    """

    several = False
    """Whether other nodes may write here too."""

    def __init__(self, instance: Path, store: JournalStore, medium: Path | None, reading: Obstacle | None) -> None:
        self.instance = instance
        self.store = store
        self.medium = medium
        self.reading = reading
        self.lines: DeskMode = WRITES if reading is None else ReadOnly(reading)
        """The mode of a journal that `read` opens."""
        self.lead: Callable[[Desk], bool] = lambda _: False
        """Tries to become the writer of a tournament of another node, and returns whether it may; see `Following`."""

    def ids(self) -> set[str]:
        """Return the id of every tournament with a journal or a witness, or the remains of one."""
        return self.store.ids() | witnessed_ids(self.instance)

    def resting(self) -> set[str]:
        """Return the tournaments without play for a day, by the time of the last write to their witness."""
        return {id for id in self.at_start() if self._rests(witness_path(self.instance, id))}

    def at_start(self) -> set[str]:
        """Return the tournaments that are opened when the service starts, except those without recent play."""
        return self.ids()

    def _rests(self, witness: Path) -> bool:
        return witness.exists() and time.time() - witness.stat().st_mtime > RESTS_AFTER_SECONDS

    def read(self, id: str) -> Journal:
        """Open the journal of that tournament for the first time."""
        return self.write(id)

    def write(self, id: str) -> Journal:
        """Open the journal for writing, compared with its witnesses."""
        return Witnessed.open(id, self.store, *self._witnesses(id))

    def create(self, id: str, lines: Sequence[Unwritten]) -> Journal:
        """Make a new journal of these lines; FileExistsError if there is one already."""
        journal = Witnessed.create(id, self.store, *self._witnesses(id))
        try:
            journal.append(lines, 0)
        except (CannotWrite, Refused):
            self.remove(id)
            raise
        return journal

    def announced(self, _: str) -> str | None:
        """Return the tournament that another node announced for a request with that key, or None."""
        return None

    def check_writable(self) -> None:
        """Raise `CannotWrite` if nothing is recorded in this instance."""
        if self.reading is not None:
            raise CannotWrite(self.reading)

    def first_lines(self, id: str) -> Iterator[Line]:
        """Yield the readable lines of a journal that cannot be opened."""
        return chain(self._witnesses(id)[0].lines(), self.store.salvaged(id))

    def remove(self, id: str) -> None:
        """Delete the tournament's journal and witness; the witness on the second medium is put aside."""
        self.store.remove(id)
        near, far = self._witnesses(id)
        with suppress(OSError):
            near.path.unlink(missing_ok=True)
        with suppress(OSError):
            if far is not None:
                far.put_aside(far.path.parent / "damaged")
        self.forget_snapshot(id)

    def put_witnesses_aside(self, id: str, but_of: str | None = None) -> None:
        """Put aside the witnesses of a tournament, but not one whose first line has the hash *but_of*."""
        for witness in filter(None, self._witnesses(id)):
            if but_of is None or next((line.hash for line in witness.lines()), but_of) != but_of:
                witness.put_aside(witness.path.parent / "damaged")

    def put_away(self, id: str) -> Path:
        """Move the journal and its witness into the folder `practice`; return where the journal is."""
        folder = self.instance / PRACTICE
        folder.mkdir(exist_ok=True)
        self.forget_snapshot(id)
        if (witness := witness_path(self.instance, id)).exists():
            witness.rename(folder / witness.name)
        return self.store.put_away(id, folder)

    def forget_snapshot(self, id: str) -> None:
        snapshot_path(self.instance, id).unlink(missing_ok=True)

    def free_id(self, name: str) -> str:
        """Return the id of a new tournament: its name in small plain letters, with a number if that id is taken."""
        return free_id(name, self.store, self.instance)

    def _witnesses(self, id: str) -> tuple[Witness, FarWitness | None]:
        """Return the witness beside the journal, and that on the second medium or None."""
        far = None if self.medium is None else FarWitness(witness_path(self.medium, id))
        return Witness(witness_path(self.instance, id)), far


class SharedStorage(Storage):
    """The journals of a database shared with other nodes: a tournament is followed until this node writes it."""

    several = True

    def __init__(self, instance: Path, shared: SharedStore, medium: Path | None, reading: Obstacle | None) -> None:
        super().__init__(instance, shared, medium, reading)
        self.shared = shared
        self.lines = FOLLOWS

    def ids(self) -> set[str]:
        return self.store.ids()

    def at_start(self) -> set[str]:
        """Return nothing: tournaments are opened once it is known which of them other nodes write."""
        return set()

    def read(self, id: str) -> Journal:
        return self.shared.watched(id)

    def announced(self, key: str) -> str | None:
        return self.shared.keyed(key)


def free_id(name: str, store: JournalStore, instance: Path) -> str:
    """Return the id of a new tournament: its name in small plain letters, with a number if that id is taken."""
    slug = slugify(name, max_length=40, backend="text-unidecode") or "tournament"
    practice = {path.stem for path in (instance / PRACTICE).glob("*.sqlite")}
    taken = store.ids() | witnessed_ids(instance) | practice
    return next(id for id in (slug, *(f"{slug}-{n}" for n in range(2, len(taken) + 3))) if id not in taken)
