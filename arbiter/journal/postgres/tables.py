"""The register's tables in PostgreSQL, read and written with a cursor whose rows are dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row
from psycopg.sql import SQL, Composable, Composed, Identifier, Placeholder

from arbiter.journal.postgres.server import Server
from arbiter.journal.register_tables import KeptTables, RowValues
from arbiter.refused import Refused


class PostgresTables:
    """The register's tables, within the transaction of one cursor."""

    def __init__(self, cursor: psycopg.Cursor[dict[str, Any]]) -> None:
        self.cursor = cursor

    def rows(self, table: str, where: RowValues, also: str = "", order: str = "") -> list[dict[str, Any]]:
        asked = SQL("SELECT * FROM {} WHERE {} {}")
        sorted_by = SQL(f"ORDER BY {order}" if order else "")
        return self.cursor.execute(asked.format(Identifier(table), _met(where, also), sorted_by), where).fetchall()

    def insert(self, table: str, row: RowValues) -> int:
        made = self.cursor.execute(SQL("{} RETURNING id").format(_insert(table, row)), row).fetchone()
        assert made is not None
        return int(made["id"])

    def upsert(self, table: str, rows: Sequence[RowValues], *key: str) -> None:
        for row in rows[:1]:
            changed = (SQL("{0} = excluded.{0}").format(Identifier(name)) for name in row if name not in key)
            asked = SQL("{} ON CONFLICT ({}) DO UPDATE SET {}")
            self.cursor.executemany(asked.format(_insert(table, row), _names(key), SQL(", ").join(changed)), rows)

    def update(self, table: str, values: RowValues, where: RowValues, also: str = "") -> None:
        asked = SQL("UPDATE {} SET {} WHERE {}")
        changed = SQL(", ").join(map(_equal, values))
        self.cursor.execute(asked.format(Identifier(table), changed, _met(where, also)), {**values, **where})

    def delete(self, table: str, where: RowValues, also: str = "") -> None:
        self.cursor.execute(SQL("DELETE FROM {} WHERE {}").format(Identifier(table), _met(where, also)), where)


class Rows(KeptTables):
    """The register's tables in the database of *server*."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._known = -1
        """The number of the last change in the register that this process has loaded."""

    @contextmanager
    def reading(self) -> Iterator[PostgresTables]:
        with self.server.reading() as conn:
            yield PostgresTables(conn.cursor(row_factory=dict_row))

    @contextmanager
    def transaction(self) -> Iterator[PostgresTables]:
        """Yield a transaction.

        It locks the row that counts changes, so that only one node writes the register at a time.
        """
        with self.server.transaction(), self.reading() as tables:
            counted = tables.cursor.execute("UPDATE register_change SET number = number + 1 RETURNING number")
            row = counted.fetchone()
            yield tables
        if row is not None and row["number"] == self._known + 1:
            self._known = row["number"]

    @contextmanager
    def together(self, *, alone: bool = False) -> Iterator[bool]:
        try:
            with self.server.transaction() as conn:
                if alone:
                    conn.execute("UPDATE register_change SET number = number")
                yield True
        except BaseException:
            self._known = -1  # load the register again: the changes that were counted are rolled back
            raise

    def changed_elsewhere(self) -> bool:
        with self.reading() as tables:
            number = next((row["number"] for row in tables.rows("register_change", {})), 0)
        before, self._known = self._known, number
        if before == number:
            return False
        self.changes += 1
        return True

    def copy_to(self, path: Path) -> None:
        """Raise Refused: the database's administrator makes its copies."""
        raise Refused("store_copied_by_its_own_tools", file=path.name)


def _insert(table: str, row: RowValues) -> Composed:
    values = SQL(", ").join(map(Placeholder, row))
    return SQL("INSERT INTO {} ({}) VALUES ({})").format(Identifier(table), _names(row), values)


def _names(names: Iterable[str]) -> Composed:
    return SQL(", ").join(map(Identifier, names))


def _equal(name: str) -> Composed:
    return SQL("{} = {}").format(Identifier(name), Placeholder(name))


def _met(where: RowValues, also: str) -> Composable:
    return SQL(" AND ").join([*map(_equal, where), SQL(also or "true")])
