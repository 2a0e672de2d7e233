"""Opening SQLite files with the settings that keep acknowledged writes safe, and the errors by which a write fails.

One process writes, through one connection per file, and only that connection checkpoints. All other connections read
with `mode=ro`. WAL with synchronous=FULL means that acknowledged writes are on the disk.

SQLite before 3.51.3 has a bug (WAL reset) that only shows if a second connection checkpoints or commits. One writing
connection avoids the bug. That matters where pysqlite3 has no wheel, because Python's own SQLite is used there.

A process must never load two SQLite libraries. So this module uses the one that sqlite-utils uses: pysqlite3 if it is
installed, otherwise Python's own. sqlite-utils is imported only when the first file needs it, because the import takes
a seventh of the start-up time. The register's tables are read and written through sqlite-utils.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from arbiter.journal.files import whole
from arbiter.journal.journal import CannotWrite, Obstacle
from arbiter.journal.register_tables import KeptTables, RowValues
from arbiter.refused import Refused
from arbiter.values import dataclass

if TYPE_CHECKING:
    import sqlite3 as sqlite3  # noqa: PLC0414  # others import it from here

    import sqlite_utils
    from sqlite_utils import Database

    Migration: TypeAlias = Callable[[Database], None]
else:
    try:
        sqlite3 = import_module("pysqlite3")
    except ImportError:
        sqlite3 = import_module("sqlite3")


class Migrations:
    """The migrations of a kind of file, in order. The decorator `@MIGRATIONS()` adds a function as the next one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.steps: list[Migration] = []

    def __call__(self) -> Callable[[Migration], Migration]:
        def added(step: Migration) -> Migration:
            self.steps.append(step)
            return step

        return added

    def apply(self, conn: sqlite3.Connection) -> None:
        """Apply the migrations that the file behind *conn* lacks, and record them in the file."""
        self.of_sqlite_utils().apply(database(conn))

    def of_sqlite_utils(self) -> sqlite_utils.Migrations:
        """Return the migrations in the form that sqlite-utils uses."""
        from sqlite_utils import Migrations as Made

        made = Made(self.name)
        for step in self.steps:
            made()(step)
        return made


def database(conn: sqlite3.Connection) -> Database:
    """Return the file behind *conn* as a sqlite-utils database without plugins.

    The settings of *conn* stay as they are.
    """
    return _database()(conn, execute_plugins=False, recursive_triggers=False)


@cache
def _database() -> type[Database]:
    from sqlite_utils import Database as Made

    class KnownDatabase(Made):
        """A sqlite-utils database that does not test SQLite's features, because SQLite is known to be new enough.

        The test makes a table, which would fail on a full disk. After such a failure sqlite-utils would write rows in a
        way that loses some.
        """

        supports_strict = True
        supports_on_conflict = True

    return KnownDatabase


LEAST_SQLITE = (3, 37, 0)
"""The first SQLite version with STRICT tables."""

SETTINGS = {
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: a power cut loses nothing that was acknowledged; with NORMAL it does
    "foreign_keys": 1,
    "recursive_triggers": 1,  # a REPLACE fires the triggers that refuse to delete
    "secure_delete": 1,  # data erased from the register is overwritten and does not stay in free pages of the file
    "cell_size_check": 1,
    "trusted_schema": 0,
    "wal_autocheckpoint": 4000,  # a checkpoint within an append happens only if `settle` has not emptied the log before
}

REASONS: dict[int, Obstacle] = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_IOERR: "io",
    sqlite3.SQLITE_CANTOPEN: "io",
}


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of SQLite file. It has a mark in its header, a schema, and a number of that schema."""

    application_id: int
    version: int
    migrations: Migrations
    programs: frozenset[str] = frozenset()
    """The SQL of the triggers that a file of this kind has. A file with any other trigger is refused."""
    sound: Callable[[sqlite3.Connection], object] = lambda _: None
    """A function that returns the error in the content of such a file; None if the content is sound."""


def check_library() -> None:
    """Raise Refused if SQLite is older than LEAST_SQLITE."""
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        raise Refused("sqlite_too_old", found=sqlite3.sqlite_version, least=".".join(map(str, LEAST_SQLITE)))


def create(path: Path, kind: FileKind, fill: Callable[[sqlite3.Connection], object] = lambda _: None) -> None:
    """Make a new file of *kind* with the rows that *fill* writes. The file is made completely or not at all.

    Raise FileExistsError if there is a file already.
    """
    check_library()
    if path.exists():
        raise FileExistsError(path)
    with (
        whole(path) as unfinished,
        private(unfinished),
        telling_why(),
        closing(sqlite3.connect(unfinished, isolation_level=None)) as conn,
    ):
        _apply_settings(conn)
        with writing(conn):
            kind.migrations.apply(conn)
            fill(conn)
            conn.execute(f"PRAGMA application_id={kind.application_id}")
            conn.execute(f"PRAGMA user_version={kind.version}")


@contextmanager
def private(path: Path) -> Iterator[None]:
    """Within the block, make files at *path* readable by their owner alone.

    SQLite's further files beside it are included.
    """
    with suppress(OSError):  # SQLite itself reports the reason when it opens the file
        path.touch(mode=0o600)
    yield


def open_writing(path: Path, kind: FileKind, max_pages: int | None = None) -> sqlite3.Connection:
    """Return the one connection that writes the file. Several threads may use it, one at a time.

    *max_pages*: the largest size of the file, in pages.
    """
    check_library()
    conn = _connect(path, "rw")
    with suppress(OSError):
        path.chmod(0o600)  # files of an older release were readable by everybody on the machine
    try:
        version = _check_kind(conn, path, kind)
        _apply_settings(conn)
        if max_pages is not None:
            conn.execute(f"PRAGMA max_page_count={max_pages}")
        if version < kind.version:
            with writing(conn):
                kind.migrations.apply(conn)
                conn.execute(f"PRAGMA user_version={kind.version}")
    except BaseException:
        conn.close()
        raise
    return conn


def open_reading(path: Path, kind: FileKind) -> sqlite3.Connection:
    check_library()
    conn = _connect(path, "ro")
    try:
        _check_kind(conn, path, kind)
    except BaseException:
        conn.close()
        raise
    return conn


@contextmanager
def writing(conn: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Run a transaction that holds the write lock from its first statement. It is recorded completely or not at all.

    `Database.atomic` starts without that lock and could meet another writer half-way. Inside this block
    `Database.atomic` makes a savepoint.
    """
    with telling_why():
        conn.execute("BEGIN IMMEDIATE")
        try:
            yield conn
            conn.execute("COMMIT")
        except BaseException:
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            raise


@contextmanager
def undamaged(path: Path) -> Iterator[None]:
    """Raise Refused with the file's name if the block finds that the file is damaged.

    Other errors of the disk are passed on.
    """
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.IntegrityError):
        raise
    except sqlite3.DatabaseError as error:
        if (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF in REASONS:
            raise
        raise Refused("file_damaged", file=path.name) from error


class Readers:
    """A pool of read-only connections to one file, each used by one thread at a time."""

    def __init__(self, path: Path, kind: FileKind) -> None:
        self._path = path
        self._kind = kind
        self._idle: deque[sqlite3.Connection] = deque()

    @contextmanager
    def one(self) -> Iterator[sqlite3.Connection]:
        """Yield a free connection for the duration of the block."""
        try:
            conn = self._idle.pop()
        except IndexError:
            with undamaged(self._path):
                conn = open_reading(self._path, self._kind)
        try:
            with undamaged(self._path):
                yield conn
        except BaseException:
            conn.close()
            raise
        self._idle.append(conn)

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


def identities(path: Path) -> tuple[tuple[int, int] | None, ...]:
    """Return the identities (device, inode) of a file and of its log; None for a missing file.

    If they have changed, the file was deleted or replaced. An open connection would go on writing into the old file,
    where nobody finds its writes.
    """
    found: list[tuple[int, int] | None] = []
    for part in (str(path), f"{path}-wal"):
        try:
            told = os.stat(part)  # noqa: PTH116  # called for every move: a Path takes three times as long
        except OSError:
            found.append(None)
        else:
            found.append((told.st_dev, told.st_ino))
    return tuple(found)


def copy(conn: sqlite3.Connection, to: Path, kind: FileKind) -> None:
    """Write a consistent copy of the file behind *conn* to the path *to*, replacing any file there.

    Others may go on writing.

    The copy is checked before it gets its name. Raise Refused if it is damaged.
    """
    with whole(to) as unfinished, telling_why():
        conn.execute("VACUUM INTO ?", (str(unfinished),))
        unfinished.chmod(0o600)
        with closing(open_reading(unfinished, kind)) as made:
            if kind.sound(made) is not None or made.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise Refused("file_damaged", file=to.name)


def _connect(path: Path, mode: Literal["ro", "rw"]) -> sqlite3.Connection:
    if not path.is_file():
        raise FileNotFoundError(path)
    with telling_why():
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
        )


def _check_kind(conn: sqlite3.Connection, path: Path, kind: FileKind) -> int:
    """Return the number of the file's schema. Raise Refused if it is another kind of file, or of a later release."""
    try:
        with telling_why():
            application_id, version = (
                conn.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
            )
    except CannotWrite as cause:
        if not os.access(path.parent, os.W_OK):  # SQLite makes a log file in this folder, even for reading
            raise CannotWrite("read_only") from cause
        raise
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_NOTADB:
            raise
        application_id = version = 0
    if application_id != kind.application_id:
        raise Refused("file_of_another_kind", file=path.name)
    if version > kind.version:
        raise Refused("file_of_a_later_version", file=path.name, found=version, known=kind.version)
    with undamaged(path):
        for name, text in conn.execute("SELECT name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')"):
            if text not in kind.programs:  # an unknown trigger would run when the first line is written
                raise Refused("file_with_a_program", file=path.name, name=str(name)[:80])
    return int(version)


def _apply_settings(conn: sqlite3.Connection) -> None:
    """Apply each setting and read it back.

    Raise RuntimeError if a value differs, because SQLite reports no error itself.
    """
    with telling_why():
        for name, value in SETTINGS.items():
            conn.execute(f"PRAGMA {name}={value}").close()
            found = conn.execute(f"PRAGMA {name}").fetchone()[0]
            if found != value:
                raise RuntimeError(f"SQLite answers {name}={found!r} where {value!r} was set")


@contextmanager
def telling_why() -> Iterator[None]:
    """Turn SQLite's errors about the disk into `CannotWrite` with a reason."""
    try:
        yield
    except sqlite3.OperationalError as error:
        reason = REASONS.get(error.sqlite_errorcode & 0xFF)
        if reason is None:
            raise
        raise CannotWrite(reason) from error


class SqliteTables:
    """The tables of the file behind *conn*, within its current transaction."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn

    @property
    def db(self) -> Database:
        """The file as a sqlite-utils database. It is not needed for reading, so a start need not import the library."""
        return database(self.conn)

    def rows(self, table: str, where: RowValues, also: str = "", order: str = "") -> list[dict[str, Any]]:
        # not through sqlite-utils, which asks for the names of all views first: every request looks its sender up here
        sql = f"SELECT * FROM {table} WHERE {_met(where, also) or 1} ORDER BY {order or 'rowid'}"
        try:
            found = self.conn.execute(sql, dict(where))
        except sqlite3.OperationalError:
            if self.db.table(table).exists():
                raise
            return []  # the file is of an earlier release
        names = [column[0] for column in found.description]
        return [dict(zip(names, row, strict=True)) for row in found]

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
    """An open SQLite file of tables. One thread writes at a time, and others may read meanwhile."""

    def __init__(self, path: Path, kind: FileKind, *, reads: bool = False) -> None:
        """Open the file at *path*.

        *reads*: whether it is only read; another process may then write it at the same time.
        """
        self._kind = kind
        self._lock = threading.Lock()
        with undamaged(path):
            self._writer = (open_reading if reads else open_writing)(path, kind)
        self._readers = Readers(path, kind)
        self.refusing = "read_only" if reads else None

    @contextmanager
    def reading(self) -> Iterator[SqliteTables]:
        with self._readers.one() as conn:
            yield SqliteTables(conn)

    @contextmanager
    def transaction(self) -> Iterator[SqliteTables]:
        with self._lock, writing(self._writer) as conn:
            yield SqliteTables(conn)

    def empty_log(self) -> None:
        """Empty the write-ahead log. If another thread is reading, the log is left as it is until the next call."""
        with self._lock:
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()

    def copy_to(self, path: Path) -> None:
        with self._readers.one() as conn:
            copy(conn, path, self._kind)

    def close(self) -> None:
        self._readers.close()
        self._writer.close()


def _met(where: RowValues, also: str) -> str | None:
    return " AND ".join([*(f"{name} = :{name}" for name in where), *filter(None, [also])]) or None
