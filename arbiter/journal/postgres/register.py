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
        finally:
            self.changes += 1

    def empty_log(self) -> None:
        """What was erased leaves the tables when the server vacuums them, and its log when that is rotated."""

    def close(self) -> None:
        """The connections are the server's."""


class PostgresRegister(SqliteRegister):
    """The register of an instance in a database."""

    def __init__(self, server: Server) -> None:  # none of the file's: the tables are somewhere else
        self._known = {}
        self._staff = {}
        tables: Any = Rows(server)
        self._file = tables
        self.accounts = SqliteAccounts(tables)
        self.devices = SqliteTablets(tables)

    def copy_to(self, path: Path) -> None:
        """Refused: whoever keeps the database makes copies of it."""
        raise Refused("store_copied_by_its_own_tools", file=path.name)
