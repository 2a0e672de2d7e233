"""The journal of one tournament: an SQLite file to which lines are added, and in which nothing is ever changed.

The caller of `append` must hold a lock. The methods that read may be called from any thread.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from arbiter.journal.files import whole
from arbiter.journal.journal import Journal, VersionConflict
from arbiter.journal.lines import AFTER_DIGEST, BEGINNING, BadLine, Line, Unwritten, chained, first_bad, line_text
from arbiter.journal.pacing import with_rests
from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.database import Migrations, sqlite3
from arbiter.progress import counted
from arbiter.refused import Refused

if TYPE_CHECKING:
    from sqlite_utils import Database

MIGRATIONS = Migrations("journal")
COLUMNS = "seq, at, kind, body, key, before, hash"
WITH_KEY = f"SELECT {COLUMNS} FROM line WHERE key >= ? AND key < ?"
INSERT = f"INSERT INTO line ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
TRIGGERS = tuple(
    f"CREATE TRIGGER {name} BEFORE {deed} ON line WHEN {refused_when} "
    f"BEGIN SELECT RAISE(ABORT, 'a journal is only added to: {name}'); END"
    for name, deed, refused_when in (
        ("no_change", "UPDATE", "1"),
        ("no_erasure", "DELETE", "1"),
        ("no_gap", "INSERT", "NEW.seq IS NOT 1 + (SELECT coalesce(max(seq), 0) FROM line)"),
        # otherwise INSERT OR REPLACE could delete the line that has the same key
        ("no_key_twice", "INSERT", "EXISTS (SELECT 1 FROM line WHERE key = NEW.key)"),
    )
)
"""Triggers in the file that stop every program from changing or deleting lines."""
MOST_LOG_LINES = 1000
"""If the write-ahead log has this many lines (about 16 MB), it is emptied even during play, for a slow disk."""
PAUSE_AFTER_SECONDS = 0.005
"""After this many seconds of reading a copy, the reader pauses three times as long, so that requests are served."""


TEXTS = """
SELECT CAST(group_concat(hash || ' ' || json_array(before, seq, at, kind, key, body), char(10)) || char(10) AS BLOB)
FROM line WHERE seq > ? AND seq <= ?
"""
"""SQL that returns lines in the form of their text copy.

The copy writes a line with characters outside ASCII in another form.
"""
WITH_JSON = (3, 38)
"""The first version of SQLite that always has the functions for JSON."""
TEXTS_TOGETHER = 500
"""The number of lines put together at a time, so that no thread waits long for the interpreter lock."""


def _rows(conn: sqlite3.Connection, order: Literal["ASC", "DESC"] = "ASC", after: int = 0) -> Iterator[Line]:
    return map(Line._make, conn.execute(f"SELECT {COLUMNS} FROM line WHERE seq > ? ORDER BY seq {order}", (after,)))


def _first_bad(conn: sqlite3.Connection) -> BadLine | None:
    return first_bad(with_rests(_rows(conn), 3, PAUSE_AFTER_SECONDS))


JOURNAL = sqlite.FileKind(
    application_id=0x4172624A,  # "ArbJ"
    version=1,
    migrations=MIGRATIONS,
    programs=frozenset(TRIGGERS),
    sound=_first_bad,
)


@MIGRATIONS()
def lines_that_only_grow(db: Database) -> None:
    """Make the table of lines, and triggers that forbid changing or deleting a line."""
    db.conn.execute(
        """
        CREATE TABLE line (
            seq INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            key TEXT UNIQUE,
            before TEXT NOT NULL,
            hash TEXT NOT NULL UNIQUE
        ) STRICT
        """
    )
    for trigger in TRIGGERS:
        db.conn.execute(trigger)


class SqliteJournal(Journal):
    """An open journal. One process writes it (`one_writer`); a second writer gets VersionConflict."""

    def __init__(self, path: Path, max_pages: int | None) -> None:
        self.path = path
        self._writer = sqlite.open_writing(path, JOURNAL, max_pages)
        self._readers = sqlite.Readers(path, JOURNAL)
        self._files = sqlite.identities(path)
        with sqlite.undamaged(path):
            self._end = _end(self._writer)
        self._settled = self._looked = self._end[0]
        """`_settled`: the number of the last line in the main file. Later lines are only in the write-ahead log.

        `_looked`: the number of the journal's last line at the last check.
        """

    @classmethod
    def create(cls, path: Path) -> SqliteJournal:
        """Make a new journal without a line. Raise FileExistsError if there is a file already."""
        sqlite.create(path, JOURNAL)
        return cls(path, None)

    @classmethod
    def open(cls, path: Path, max_pages: int | None = None) -> SqliteJournal:
        """Open the journal at *path*.

        *max_pages*: the size, in pages of 4096 bytes, at which the disk counts as full.
        """
        return cls(path, max_pages)

    def append(self, unwritten: Sequence[Unwritten], expected_version: int) -> tuple[Line, ...]:
        # After an I/O error this connection stays open: only this connection knows where in the log the refused lines
        # are, and overwrites them. A new connection would find the refused lines complete and count them as recorded
        # (seen with a sync that gives EIO).

        with sqlite.undamaged(self.path), sqlite.writing(self._writer) as conn:
            seq, before = _end(conn)
            if seq == self._end[0] and before != self._end[1]:
                raise Refused("file_damaged", file=self.path.name)
            if seq != expected_version:
                raise VersionConflict(seq)
            lines = chained(unwritten, seq, before)
            conn.executemany(INSERT, lines)
        if lines:
            self._end = lines[-1].seq, lines[-1].hash
        return lines

    def settle(self) -> None:
        end, looked = self._end[0], self._looked
        self._looked = end
        if end >= self._settled + MOST_LOG_LINES or end == looked > self._settled:
            with sqlite.undamaged(self.path), sqlite.telling_why():
                self._writer.execute("PRAGMA wal_checkpoint(PASSIVE)").close()
            self._settled = end

    def in_place(self) -> bool:
        return sqlite.identities(self.path) == self._files

    def lines(self, after: int = 0) -> Iterator[Line]:
        with sqlite.undamaged(self.path), closing(sqlite.open_reading(self.path, JOURNAL)) as conn:
            yield from _rows(conn, after=after)

    def texts(self) -> Iterator[bytes]:
        with sqlite.undamaged(self.path), closing(sqlite.open_reading(self.path, JOURNAL)) as conn:
            after = 0
            while told := _texts(conn, after):
                yield told
                after += TEXTS_TOGETHER

    def salvaged(self) -> Iterator[Line]:
        return _salvaged(self._writer)

    def read(self, after: int = 0, limit: int | None = None) -> list[Line]:
        with self._readers.one() as conn:
            return _read(conn, after, limit)

    def by_keys(self, keys: Collection[str]) -> dict[str, Line]:
        with self._readers.one() as conn:
            found = {key: conn.execute(WITH_KEY, (key, key + AFTER_DIGEST)).fetchone() for key in keys}
        return {key: Line(*row) for key, row in found.items() if row is not None}

    @property
    def version(self) -> int:
        with self._readers.one() as conn:
            return _end(conn)[0]

    @property
    def head(self) -> str:
        with self._readers.one() as conn:
            return _end(conn)[1]

    def copy_to(self, path: Path) -> None:
        with self._readers.one() as conn:
            sqlite.copy(conn, path, JOURNAL)

    def close(self) -> None:
        self._readers.close()
        self._writer.close()


def verify(path: Path) -> BadLine | None:
    """Return the first altered or damaged line of the journal at *path*; None if there is none.

    A service may be writing it meanwhile.
    """
    bad, lines = readable_lines(path)
    return first_bad(lines) or bad


def readable_lines(path: Path) -> tuple[BadLine | None, list[Line]]:
    """Return the lines of the journal at *path*, with the first one that cannot be read (None if all can).

    No hash is checked. A service may be writing the journal meanwhile.
    """
    read: list[Line] = []
    try:
        with closing(sqlite.open_reading(path, JOURNAL)) as conn:
            read.extend(_rows(conn))
    except sqlite3.DatabaseError:
        return BadLine(len(read) + 1, "unreadable"), read
    except Refused as no:
        if no.code != "file_damaged":
            raise
        return BadLine(len(read) + 1, "unreadable"), read
    return None, read


def lines_in(path: Path, after: int = 0, limit: int | None = None) -> list[Line]:
    """Return at most *limit* lines of the journal at *path*, after line *after*.

    A service may be writing it meanwhile.
    """
    with sqlite.undamaged(path), closing(sqlite.open_reading(path, JOURNAL)) as conn:
        return _read(conn, after, limit)


def salvaged(path: Path) -> list[Line]:
    """Return every line that can still be read in the file at *path*, including lines with a wrong hash."""
    try:
        with closing(sqlite.open_reading(path, JOURNAL)) as conn:
            return list(_salvaged(conn))
    except (OSError, Refused, sqlite3.DatabaseError):
        return []


def write_anew(path: Path, lines: Sequence[Line]) -> None:
    """Make a journal at *path* from lines that another journal has. It is made completely or not at all."""
    sqlite.create(path, JOURNAL, lambda conn: conn.executemany(INSERT, counted(lines)))


def file_of(path: Path, lines: Sequence[Line]) -> None:
    """Write a journal of these lines as the file at *path*. Raise Refused if their chain of hashes is broken."""
    if first_bad(with_rests(lines, 3, PAUSE_AFTER_SECONDS)) is not None:
        raise Refused("file_damaged", file=path.name)
    with whole(path) as unfinished:
        write_anew(unfinished, lines)
        if len(lines_in(unfinished)) != len(lines):
            raise Refused("file_damaged", file=path.name)


def _salvaged(conn: sqlite3.Connection) -> Iterator[Line]:
    """Yield the lines from the beginning, and then backwards from the end, up to the unreadable part of the file."""
    for order in ("ASC", "DESC"):
        try:
            yield from _rows(conn, order)
        except sqlite3.DatabaseError:
            continue
        return


def _read(conn: sqlite3.Connection, after: int, limit: int | None) -> list[Line]:
    rows = conn.execute(
        f"SELECT {COLUMNS} FROM line WHERE seq > ? ORDER BY seq LIMIT ?", (after, -1 if limit is None else limit)
    )
    return [Line(*row) for row in rows]


def _texts(conn: sqlite3.Connection, after: int) -> bytes:
    """Return some lines after line *after* in the form of their text copy; empty if there are no more."""
    if sqlite3.sqlite_version_info >= WITH_JSON:
        told: bytes = conn.execute(TEXTS, (after, after + TEXTS_TOGETHER)).fetchone()[0] or b""
        if told.isascii():
            return told
    return b"".join(line_text(line) + b"\n" for line in _read(conn, after, TEXTS_TOGETHER))


def _end(conn: sqlite3.Connection) -> tuple[int, str]:
    row = conn.execute("SELECT seq, hash FROM line ORDER BY seq DESC LIMIT 1").fetchone()
    return (0, BEGINNING) if row is None else (row[0], row[1])
