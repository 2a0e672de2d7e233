"""The journals of an instance as SQLite files in its folder `tournaments`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from arbiter.journal.files import put_in_place
from arbiter.journal.lines import Line
from arbiter.journal.sqlite.journal import SqliteJournal, salvaged, write_anew
from arbiter.journal.sqlite.register import SqliteRegister
from arbiter.journal.sqlite.writer import one_writer
from arbiter.journal.store import Archive
from arbiter.refused import Refused

PARTS = ("", "-wal", "-shm")
"""The suffixes of the files that make up an SQLite database."""


class Folder:
    """The folder of journals. *max_pages*: the pages of a journal at which the disk is treated as full (for tests)."""

    def __init__(self, instance: Path, max_pages: int | None = None) -> None:
        self.path = instance / "tournaments"
        self.damaged = instance / "damaged"
        self._max_pages = max_pages

    def file(self, id: str) -> Path:
        """Return the path of that tournament's journal, whether it exists or not."""
        return self.path / f"{id}.sqlite"

    def ids(self) -> set[str]:
        return {path.stem for end in ("sqlite", "sqlite-wal") for path in self.path.glob(f"*.{end}")}

    def used(self) -> set[str]:
        return self.ids()

    def create(self, id: str) -> SqliteJournal:
        return SqliteJournal.create(self.file(id))

    def open(self, id: str) -> SqliteJournal:
        return SqliteJournal.open(self.file(id), self._max_pages)

    def salvaged(self, id: str) -> Sequence[Line]:
        return salvaged(self.file(id))

    def anew(self, id: str, lines: Sequence[Line]) -> SqliteJournal:
        unfinished = self.file(id).with_suffix(".mended")
        for part in PARTS:
            unfinished.with_name(unfinished.name + part).unlink(missing_ok=True)
        write_anew(unfinished, lines)
        self.damaged.mkdir(mode=0o700, exist_ok=True)
        stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        for part in PARTS:
            old = self.path / f"{id}.sqlite{part}"
            if old.exists():
                old.replace(self.damaged / f"{id}.{stamp}.sqlite{part}")
        put_in_place(unfinished, self.file(id))
        return self.open(id)

    def remove(self, id: str) -> None:
        for part in PARTS:
            (self.path / f"{id}.sqlite{part}").unlink(missing_ok=True)

    def put_away(self, id: str, folder: Path) -> Path:
        return self.file(id).rename(folder / f"{id}.sqlite")


@contextmanager
def opened(instance: Path) -> Iterator[Archive]:
    """Yield the journals and the register of that folder.

    No other process may write them during the block. Missing files are made.
    """
    (instance / "tournaments").mkdir(parents=True, exist_ok=True, mode=0o700)
    folder, path = Folder(instance), instance / "register.sqlite"
    with one_writer(instance):
        if folder.ids() and not path.exists():
            raise Refused("register_lost", file=str(path))
        with closing(SqliteRegister.open(path)) as register:
            yield Archive(folder, register)
