"""The journal of one tournament in PostgreSQL: rows are added, and none is ever changed.

Each time another process becomes the writer, the journal gets a new epoch number. Every append checks the writer's
epoch in its own transaction. So a node that froze and was replaced writes nothing more. The node's lease (`lease.py`)
only says when another node may take over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from psycopg import errors

from arbiter.journal.journal import CannotWrite, FileOf, Journal, VersionConflict
from arbiter.journal.lines import BEGINNING, Line, Unwritten, chained
from arbiter.journal.postgres.lease import Lease
from arbiter.journal.postgres.news import NEWS
from arbiter.journal.postgres.server import Server, Talk
from arbiter.journal.postgres.timeouts import LONGEST_SECONDS
from arbiter.journal.read_only import PIECE_LINES
from arbiter.refused import Refused

COLUMNS = "seq, at, kind, body, key, before, hash"
LONG_JOURNAL_SECONDS = 600
"""The most seconds for writing a journal that exists already."""
FOLLOWS, FIRST = 0, 1
"""Epoch of a node that only reads, with which nobody writes; and epoch in which a journal is made."""


class PostgresJournal(Journal):
    """An open journal. This process writes it until another node takes it over, or it only reads it."""

    def __init__(self, server: Server, id: str, epoch: int, file_of: FileOf) -> None:
        self.server = server
        self.id = id
        self.epoch = epoch
        self.file_of = file_of
        self._sure = 0
        """The last line that is known to be on the standby too."""

    @property
    def follows(self) -> bool:
        return self.epoch == FOLLOWS

    def append(self, unwritten: Sequence[Unwritten], expected_version: int) -> tuple[Line, ...]:
        with self.server.transaction() as conn:
            row = conn.execute(
                "SELECT head, hash FROM tournament WHERE id = %s AND epoch = %s FOR UPDATE", (self.id, self.epoch)
            ).fetchone()
            if row is None:
                raise CannotWrite("overtaken")
            head, before = row
            if head != expected_version:
                raise VersionConflict(head)
            lines = chained(unwritten, head, before)
            if not lines:
                return lines
            _put(conn, self.id, lines)
            conn.execute("SELECT pg_notify(%s, %s)", (NEWS, self.id))
        self._sure = lines[-1].seq
        return lines

    def read(self, after: int = 0, limit: int | None = None) -> list[Line]:
        with self.server.transaction() as conn:
            return lines_of(conn, self.id, after, limit)

    def by_key(self, key: str) -> Line | None:
        with self.server.transaction() as conn:
            row = conn.execute(
                f"SELECT {COLUMNS} FROM line WHERE tournament = %s AND key = %s", (self.id, _bytes(key))
            ).fetchone()
        if row is None:
            return None
        line = _line(row)
        if line.seq > self._sure:
            self._make_sure(line.seq)
        return line

    def _make_sure(self, seq: int) -> None:
        """Wait until that line is on the standby server too.

        After a crash a server shows lines that it had not acknowledged. They count as recorded only after a later
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
        """Do nothing: this journal has no copy from which it could be repaired."""

    def check(self, rest: float = 0) -> None:
        """Do nothing: this journal has no copy with which it could be compared."""

    def settle(self) -> None:
        """Do nothing: the server maintains its own log."""

    def in_place(self) -> bool:
        """Return True: a row in the database cannot have been moved like a file."""
        return True

    def lines(self) -> Iterator[Line]:
        after = 0
        while piece := self.read(after, PIECE_LINES):
            yield from piece
            after = piece[-1].seq

    def salvaged(self) -> Iterator[Line]:
        return self.lines()

    def copy_to(self, path: Path) -> None:
        self.file_of(path, list(self.lines()))

    def close(self) -> None:
        """Give up writing the journal, so that another node need not wait for the end of the lease."""
        if self.epoch == FOLLOWS:
            return
        with self.server.transaction() as conn:
            conn.execute(
                "UPDATE tournament SET owner = '', alive = greatest(alive, coalesce("
                "(SELECT alive FROM node WHERE node.owner = tournament.owner), 0)) WHERE id = %s AND epoch = %s",
                (self.id, self.epoch),
            )

    def _end(self) -> tuple[int, str]:
        with self.server.transaction() as conn:
            row = conn.execute("SELECT head, hash FROM tournament WHERE id = %s", (self.id,)).fetchone()
        return (0, BEGINNING) if row is None else (row[0], row[1])


def created(server: Server, id: str, lease: Lease, lines: Sequence[Line] = ()) -> int:
    """Make a journal of these lines, which were written elsewhere, and return its first epoch number here.

    Raise FileExistsError if the tournament has a journal already.
    """
    lease.hold()
    with server.transaction(longest=LONG_JOURNAL_SECONDS if lines else LONGEST_SECONDS) as conn:
        try:
            conn.execute(
                "INSERT INTO tournament (id, head, hash, epoch, owner, address) VALUES (%s, 0, %s, %s, %s, %s)",
                (id, BEGINNING, FIRST, lease.owner, lease.address),
            )
        except errors.UniqueViolation as there:
            raise FileExistsError(id) from there
        for begin in range(0, len(lines), PIECE_LINES):
            _put(conn, id, lines[begin : begin + PIECE_LINES])
    return FIRST


def taken(server: Server, id: str, lease: Lease) -> int:
    """Make the node of that lease the writer of the journal, and return the new epoch number.

    Raise Refused while another node writes the journal, or if there is none. If an earlier process at this node's
    address was the writer, the journal counts as this node's own.
    """
    lease.hold()
    _free(server, id)
    with server.transaction() as conn:
        row = conn.execute(
            "UPDATE tournament SET epoch = epoch + 1, owner = %(owner)s, address = %(address)s WHERE id = %(id)s"
            " AND (owner = %(owner)s OR NOT EXISTS (SELECT 1 FROM node WHERE node.owner = tournament.owner"
            " AND lease_until > now() AND (node.address <> %(address)s OR node.address = ''))) RETURNING epoch",
            {"id": id, "owner": lease.owner, "address": lease.address},
        ).fetchone()
        if row is None:
            led = conn.execute("SELECT address, owner FROM tournament WHERE id = %s", (id,)).fetchone()
            raise (
                Refused("led_elsewhere", node=led[0] or led[1]) if led else Refused("no_tournament", tournament=id[:80])
            )
    return int(row[0])


def _free(server: Server, id: str) -> None:
    """End the database session of a node that froze in the middle of a write, because it locks the journal.

    Otherwise the server would wait for the rest of what that node has begun to send, and no time limit of the server
    applies to that wait. A session that waits for anything else, such as the standby, is left alone. No part of the
    frozen write was acknowledged.
    """
    with server.transaction() as conn:
        conn.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN tournament ON backend_xid = tournament.xmax"
            " WHERE tournament.id = %s AND wait_event = 'ClientRead'"
            " AND xact_start < clock_timestamp() - make_interval(secs => %s)",
            (id, LONGEST_SECONDS),
        )


def lines_of(conn: Talk, id: str, after: int, limit: int | None) -> list[Line]:
    """Return the lines after line *after*, at most *limit* of them."""
    rows = conn.execute(
        f"SELECT {COLUMNS} FROM line WHERE tournament = %s AND seq > %s ORDER BY seq LIMIT %s", (id, after, limit)
    )
    return [_line(row) for row in rows]


def _put(conn: Talk, id: str, lines: Sequence[Line]) -> None:
    """Insert those lines, and notify the listening nodes of the last one."""
    conn.cursor().executemany(
        f"INSERT INTO line (tournament, {COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
        [(id, *_row(line)) for line in lines],
    )
    conn.execute("UPDATE tournament SET head = %s, hash = %s WHERE id = %s", (lines[-1].seq, lines[-1].hash, id))


def _line(row: Sequence[Any]) -> Line:
    seq, at, kind, body, key, before, hash_ = row
    return Line(seq, at, kind, body.decode("utf-8"), None if key is None else key.decode("utf-8"), before, hash_)


def _row(line: Line) -> tuple[object, ...]:
    key = None if line.key is None else _bytes(line.key)
    return line.seq, line.at, line.kind, _bytes(line.body), key, line.before, line.hash


def _bytes(text: str) -> bytes:
    return text.encode("utf-8")
