"""The SQLite library, sqlite-utils over it, and the steps by which a kind of file came to its tables.

sqlite-utils is imported when the first file needs it, because it is a seventh of what a start would read. A process
must never hold two SQLite libraries, so this file takes the one that sqlite-utils takes: pysqlite3 if it is installed,
otherwise Python's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import sqlite3

    import sqlite_utils
    from sqlite_utils import Database

    Migration: TypeAlias = Callable[[Database], None]
else:
    try:
        sqlite3 = import_module("pysqlite3")
    except ImportError:
        sqlite3 = import_module("sqlite3")

__all__ = ["Migrations", "sqlite3"]


class Migrations:
    """The steps of a kind of file, in the order in which they were added: `@MIGRATIONS()` adds one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.steps: list[Migration] = []

    def __call__(self) -> Callable[[Migration], Migration]:
        def added(step: Migration) -> Migration:
            self.steps.append(step)
            return step

        return added

    def apply(self, conn: sqlite3.Connection) -> None:
        """Makes the steps that the file behind *conn* has not seen, and writes down in it that they were made."""
        self.of_sqlite_utils().apply(database(conn))

    def of_sqlite_utils(self) -> sqlite_utils.Migrations:
        """The steps as sqlite-utils has them."""
        from sqlite_utils import Migrations as Made

        made = Made(self.name)
        for step in self.steps:
            made()(step)
        return made


def database(conn: sqlite3.Connection) -> Database:
    """The file behind *conn* as sqlite-utils sees it, without any plugin; the settings of *conn* stay as they are."""
    return _database()(conn, execute_plugins=False, recursive_triggers=False)


@cache
def _database() -> type[Database]:
    from sqlite_utils import Database as Made

    class KnownDatabase(Made):
        """A database of an SQLite that is known to be new enough, so that nothing is tried out with a table in it.

        The trial would fail on a full disk, and from then on sqlite-utils would write rows in a way that loses some.
        """

        supports_strict = True
        supports_on_conflict = True

    return KnownDatabase
