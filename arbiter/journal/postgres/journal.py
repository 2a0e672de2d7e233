"""The journal of one tournament in PostgreSQL: rows are added, and none is ever changed.

Any node appends. An append names the number and the hash of the line that it follows; if that is not the last line any
more, nothing is written and the caller reads the new lines. The tournament's row contains the number and hash of the
last line, so if two nodes write at once, the database accepts one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arbiter.journal.journal import PIECE_LINES, FileOf, VersionConflict, journal_lines
from arbiter.journal.lines import AFTER_DIGEST, BEGINNING, Line, Unwritten, bare, chained
from arbiter.journal.postgres.server import Server, Talk
from arbiter.journal.postgres.timeouts import LONGEST_SECONDS
from arbiter.journal.store import Announced, KeptJournal
from arbiter.progress import tell
from arbiter.refused import Refused

COLUMNS = "seq, at, kind, body, key, before, hash"
LONG_JOURNAL_SECONDS = 600
"""The most seconds for storing the journal of a tournament that is imported."""
PUT = f"""INSERT INTO line (tournament, {COLUMNS}) SELECT moved.id, one.* FROM moved, unnest(%(seq)s::bigint[],
    %(at)s::bigint[], %(kind)s::text[], %(body)s::bytea[], %(key)s::bytea[], %(before)s::text[],
    %(hash)s::text[]) AS one ORDER BY 2"""
APPEND = f"""WITH moved AS (UPDATE tournament SET head = %(last)s, hash = %(end)s WHERE id = %(id)s
    AND head = %(expected)s AND hash = %(follows)s AND NOT deleted RETURNING id) {PUT}"""
KEYED = f"""SELECT {COLUMNS} FROM unnest(%s::bytea[], %s::bytea[]) AS asked (low, high)
    JOIN line ON tournament = %s AND key >= low AND key < high""".encode()
CREATE = f"WITH moved AS (SELECT %(id)s::text AS id) {PUT}"


class PostgresJournal(KeptJournal):
    """An open journal. *wrote*: a function that is called after each append, so that other nodes are notified early."""

    def __init__(self, server: Server, id: str, file_of: FileOf, wrote: Callable[[], None] = lambda: None) -> None:
        self.server = server
        self.id = id
        self.file_of = file_of
        self.wrote = wrote
        self._known = (0, BEGINNING)
        """The number and the hash of the last line that this process has read or written."""
        self._sure = 0
        """The number of the last line that is known to be on the standby server too."""

    def append(self, unwritten: Sequence[Unwritten], expected_version: int) -> tuple[Line, ...]:
        follows = self._hash(expected_version)
        lines = chained(unwritten, expected_version, follows)
        if not lines:
            return lines
        with self.server.transaction() as conn:
            what = {"id": self.id, "expected": expected_version, "follows": follows}
            end = {"last": lines[-1].seq, "end": lines[-1].hash}
            if conn.execute(APPEND.encode(), {**_columns(lines), **what, **end}).rowcount != len(lines):
                row = conn.execute("SELECT head, deleted FROM tournament WHERE id = %s", (self.id,)).fetchone()
                if row is None or row[1]:
                    raise Refused("no_tournament", tournament=self.id[:80])
                raise VersionConflict(row[0])
        self._known = lines[-1].seq, lines[-1].hash
        self._sure = lines[-1].seq
        self.wrote()
        return lines

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lock the tournament's row during the block, so that no other node writes before this one."""
        with self.server.transaction() as conn:
            conn.execute("SELECT 1 FROM tournament WHERE id = %s FOR UPDATE", (self.id,))
            yield

    def _hash(self, seq: int) -> str:
        """Return the hash of the line *seq*."""
        known = self._known
        if known[0] == seq:
            return known[1]
        found = self.read(seq - 1, 1) if seq else []
        return found[0].hash if found else BEGINNING

    def read(self, after: int = 0, limit: int | None = None) -> list[Line]:
        with self.server.reading() as conn:
            lines = lines_of(conn, self.id, after, limit)
        if lines and lines[-1].seq > self._known[0]:
            self._known = lines[-1].seq, lines[-1].hash
        return lines

    def by_keys(self, keys: Collection[str]) -> Mapping[str, Line]:
        if not keys:
            return {}
        low, high = [_bytes(key) for key in keys], [_bytes(key + AFTER_DIGEST) for key in keys]
        with self.server.reading() as conn:
            lines = [_line(row) for row in conn.execute(KEYED, (low, high, self.id))]
        if (last := max((line.seq for line in lines), default=0)) > self._sure:
            self._make_sure(last)
        return {bare(line.key): line for line in lines if line.key is not None}

    def _make_sure(self, seq: int) -> None:
        """Wait until the line *seq* is on the standby server too.

        After a crash a server shows lines that it had not acknowledged. Such lines count as recorded only after a later
        commit.
        """
        with self.server.transaction() as conn:
            conn.execute("UPDATE tournament SET hash = hash WHERE id = %s", (self.id,))
        self._sure = max(self._sure, seq)

    @property
    def version(self) -> int:
        return self._end()[0]

    @property
    def head(self) -> str:
        return self._end()[1]

    def noted(self) -> None:
        with self.server.transaction() as conn:
            conn.execute("UPDATE tournament SET lost = 0 WHERE id = %s AND lost <> 0", (self.id,))

    def lose(self, history: int, lost: int, boards: str) -> None:
        with self.server.transaction() as conn:
            conn.execute(
                "UPDATE tournament SET history = history + 1, lost = %s, boards = %s WHERE id = %s AND history = %s",
                (lost, boards, self.id, history),
            )

    def in_place(self) -> bool:
        """Return True: a row in the database cannot have been moved like a file."""
        return True

    def lines(self, after: int = 0) -> Iterator[Line]:
        return journal_lines(self, self.version, after=after)

    salvaged = lines

    def copy_to(self, path: Path) -> None:
        self.file_of(path, list(self.lines()))

    def _end(self) -> tuple[int, str]:
        with self.server.reading() as conn:
            row = conn.execute("SELECT head, hash FROM tournament WHERE id = %s", (self.id,)).fetchone()
        return (0, BEGINNING) if row is None else (row[0], row[1])


def created(server: Server, id: str, lines: Sequence[Line], key: str | None = None) -> None:
    """Make a journal of these lines, for the request with that *key*, which announces the tournament."""
    with server.transaction(longest=LONG_JOURNAL_SECONDS if len(lines) > PIECE_LINES else LONGEST_SECONDS) as conn:
        head, end = (lines[-1].seq, lines[-1].hash) if lines else (0, BEGINNING)
        what = (id, head, end, None if key is None else _bytes(key))
        if not conn.execute(
            "INSERT INTO tournament (id, head, hash, key) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING", what
        ).rowcount:
            there = announced(conn, key)
            raise FileExistsError(id) if there is None else Announced(there)
        for begin in range(0, len(lines), PIECE_LINES):
            tell(begin, len(lines))
            piece = {"id": id, **_columns(lines[begin : begin + PIECE_LINES])}
            conn.execute(CREATE.encode(), piece)


def announced(conn: Talk, key: str | None) -> str | None:
    """Return the tournament that was announced by the request with the key *key*; None if there is none."""
    row = conn.execute("SELECT id FROM tournament WHERE key = %s", (None if key is None else _bytes(key),)).fetchone()
    return None if row is None else str(row[0])


def lines_of(conn: Talk, id: str, after: int, limit: int | None) -> list[Line]:
    """Return the lines after line *after*, at most *limit* of them."""
    rows = conn.execute(
        f"SELECT {COLUMNS} FROM line WHERE tournament = %s AND seq > %s ORDER BY seq LIMIT %s", (id, after, limit)
    )
    return [_line(row) for row in rows]


def _line(row: Sequence[Any]) -> Line:
    seq, at, kind, body, key, before, hash_ = row
    return Line(seq, at, kind, body.decode("utf-8"), None if key is None else key.decode("utf-8"), before, hash_)


def _columns(lines: Sequence[Line]) -> dict[str, list[object]]:
    """Return the lines column by column: the name of each column with its values in the order of the lines."""
    columns: dict[str, list[object]] = {name: [getattr(line, name) for line in lines] for name in Line._fields}
    columns["body"] = [_bytes(line.body) for line in lines]
    columns["key"] = [None if line.key is None else _bytes(line.key) for line in lines]
    return columns


def _bytes(text: str) -> bytes:
    return text.encode("utf-8")
