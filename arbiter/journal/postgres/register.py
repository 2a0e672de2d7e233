"""The register in PostgreSQL: the statements are those of the embedded engine, the connections this room's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arbiter.journal.journal import CannotWrite, Obstacle
from arbiter.journal.postgres.server import Server, Talk
from arbiter.journal.sqlite.accounts import SqliteAccounts
from arbiter.journal.sqlite.register import SqliteRegister
from arbiter.journal.sqlite.tablets import SqliteTablets
from arbiter.refused import Refused


class Statements:
    """A connection that takes the statements of the embedded engine: a mark for a value is a question mark there."""

    def __init__(self, conn: Talk) -> None:
        self.conn = conn

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        return self.conn.execute(statement.replace("?", "%s").encode(), values)

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        self.conn.cursor().executemany(statement.replace("?", "%s").encode(), rows)


class Rows:
    """The tables of the register, as the embedded engine's file is asked for them."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.changes = 0
        self.refusing: Obstacle | None = None
        """Why nothing is written here, where nothing is to be."""
        self._known = -1
        """The number of the last change of which what is remembered here is."""

    @contextmanager
    def reading(self) -> Iterator[Any]:
        with self.server.transaction() as conn:
            yield Statements(conn)

    @contextmanager
    def writing(self) -> Iterator[Any]:
        if self.refusing is not None:
            raise CannotWrite(self.refusing)
        try:
            with self.server.transaction() as conn:
                yield Statements(conn)
                row = conn.execute("UPDATE register_change SET number = number + 1 RETURNING number").fetchone()
            if row is not None and row[0] == self._known + 1:
                self._known = row[0]
        finally:
            self.changes += 1

    def changed_elsewhere(self) -> bool:
        """Whether another node has written since this was asked last."""
        with self.server.transaction() as conn:
            row = conn.execute("SELECT number FROM register_change").fetchone()
        before, self._known = self._known, 0 if row is None else row[0]
        if before == self._known:
            return False
        self.changes += 1
        return True

    def empty_log(self) -> None:
        """What was erased leaves the tables when the server vacuums them, and its log when that is rotated."""

    def close(self) -> None:
        """The connections are the server's."""


class PostgresRegister(SqliteRegister):
    """The register of an instance in a database."""

    def __init__(self, server: Server) -> None:  # none of the file's: the tables are somewhere else
        self._known = {}
        self._staff = {}
        self._rows = Rows(server)
        tables: Any = self._rows
        self._file = tables
        self.accounts = SqliteAccounts(tables)
        self.devices = SqliteTablets(tables)

    def refresh(self) -> None:
        if self._rows.changed_elsewhere():
            self._known, self._staff = {}, {}
            self.accounts.refresh()

    def copy_to(self, path: Path) -> None:
        """Refused: whoever keeps the database makes copies of it."""
        raise Refused("store_copied_by_its_own_tools", file=path.name)
