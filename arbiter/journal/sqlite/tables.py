"""The register's tables in an SQLite file, read and written through sqlite-utils."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.library import database
from arbiter.journal.tables import KeptTables, RowValues

if TYPE_CHECKING:
    from sqlite_utils import Database


class SqliteTables:
    """The tables of the file behind *db*, within its current transaction."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def rows(self, table: str, where: RowValues, also: str = "", order: str = "") -> list[dict[str, Any]]:
        return list(self.db.table(table).rows_where(_met(where, also), dict(where), order_by=order or None))

    def insert(self, table: str, row: RowValues) -> int:
        made = self.db.table(table).insert(dict(row)).last_rowid
        assert made is not None
        return made

    def upsert(self, table: str, rows: Sequence[RowValues], *key: str) -> None:
        self.db.table(table).upsert_all(map(dict, rows), pk=key)

    def update(self, table: str, values: RowValues, where: RowValues, also: str = "") -> None:
        to = self.db.table(table)
        for key, _ in list(to.pks_and_rows_where(_met(where, also), dict(where))):
            to.update(key, dict(values))

    def delete(self, table: str, where: RowValues, also: str = "") -> None:
        self.db.table(table).delete_where(_met(where, also), dict(where))


class File(KeptTables):
    """An open SQLite file of tables: one thread writes at a time, while others read."""

    def __init__(self, path: Path, kind: sqlite.FileKind, *, reads: bool = False) -> None:
        """Open the file at *path*. With *reads* it is only read, and another process may be writing it."""
        self._kind = kind
        self._lock = threading.Lock()
        with sqlite.undamaged(path):
            self._writer = (sqlite.open_reading if reads else sqlite.open_writing)(path, kind)
        self._readers = sqlite.Readers(path, kind)
        self.refusing = "read_only" if reads else None

    @contextmanager
    def reading(self) -> Iterator[SqliteTables]:
        with self._readers.one() as conn:
            yield SqliteTables(database(conn))

    @contextmanager
    def transaction(self) -> Iterator[SqliteTables]:
        with self._lock, sqlite.writing(self._writer) as conn:
            yield SqliteTables(database(conn))

    def empty_log(self) -> None:
        """Empty the write-ahead log. If another thread is reading, the log stays until the next call."""
        with self._lock:
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()

    def copy_to(self, path: Path) -> None:
        with self._readers.one() as conn:
            sqlite.copy(conn, path, self._kind)

    def close(self) -> None:
        self._readers.close()
        self._writer.close()


def _met(where: RowValues, also: str) -> str | None:
    return " AND ".join([*(f"{name} = :{name}" for name in where), *filter(None, [also])]) or None
