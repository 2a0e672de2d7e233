"""The interface between the register and the storage of its tables: a few operations on a table.

The rules of the register are written once, above this interface. Each storage implements the operations with its own
library.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from arbiter.journal.journal import CannotWrite, Obstacle

RowValues: TypeAlias = Mapping[str, Any]
"""The values of a row, by column name. As a condition it has the values that a row must have to be found."""


class RegisterTables(Protocol):
    """The tables of the register in one transaction.

    *where*: the values that a row must have. *also*: a further SQL condition that every storage understands. It must
    never contain text that somebody has sent.
    """

    def rows(self, table: str, where: RowValues, also: str = "", order: str = "") -> list[dict[str, Any]]:
        """Return the rows of a table that meet the conditions, sorted by the columns *order*."""

    def insert(self, table: str, row: RowValues) -> int:
        """Insert a row and return the id that the table has given it."""

    def upsert(self, table: str, rows: Sequence[RowValues], *key: str) -> None:
        """Insert each row. If a row with the same values in the columns *key* exists, update that row instead."""

    def update(self, table: str, values: RowValues, where: RowValues, also: str = "") -> None:
        """Write these *values* into the rows that meet the conditions."""

    def delete(self, table: str, where: RowValues, also: str = "") -> None:
        """Delete the rows that meet the conditions."""


class KeptTables(Protocol):
    """The tables in a storage. Every method may be called from any thread."""

    changes: int = 0
    """The number of transactions in which something was written."""
    refusing: Obstacle | None = None
    """The reason why nothing is written for now; None if writing is allowed."""

    def reading(self) -> AbstractContextManager[RegisterTables]:
        """Return a context with the tables for reading."""

    def transaction(self) -> AbstractContextManager[RegisterTables]:
        """Return a context with the tables in one transaction, during which nobody else writes them."""

    @contextmanager
    def writing(self) -> Iterator[RegisterTables]:
        """Yield the tables in a transaction that increases the counter of changes.

        Raise CannotWrite if nothing can be written.
        """
        if self.refusing is not None:
            raise CannotWrite(self.refusing)
        try:
            with self.transaction() as tables:
                yield tables
        finally:
            self.changes += 1

    @contextmanager
    def together(self, *, alone: bool = False) -> Iterator[bool]:  # noqa: ARG002
        """Yield whether the journals are in the same storage.

        If they are, everything the block writes is one transaction.

        *alone*: whether no other node writes the tables meanwhile.
        """
        yield False

    def changed_elsewhere(self) -> bool:
        """Return whether another process has written since the last call.

        Always False if only one process writes the tables.
        """
        return False

    def empty_log(self) -> None:
        """Remove deleted data from the storage's log too, if this process writes that log."""
        return

    def copy_to(self, path: Path) -> None:
        """Write a consistent copy. Once the copy is complete, it replaces the file at *path*."""

    def close(self) -> None:
        """Close the tables. Nothing is lost if this is never called."""
        return


def setting_of(tables: RegisterTables, name: str) -> str | None:
    """Return the value of the setting with the name *name*; None if it has no value."""
    return next((row["value"] for row in tables.rows("setting", {"name": name})), None)


def put_setting(tables: RegisterTables, name: str, value: str) -> None:
    """Store *value* as the value of the setting with the name *name*."""
    tables.upsert("setting", [{"name": name, "value": value}], "name")
