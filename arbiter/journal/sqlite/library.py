"""The choice of the SQLite library, sqlite-utils on top of it, and the migrations of a kind of file.

sqlite-utils is imported only when the first file needs it, because the import takes a seventh of the start-up time. A
process must never load two SQLite libraries, so this module uses the one that sqlite-utils uses: pysqlite3 if it is
installed, otherwise Python's own.
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
        """Apply those migrations that the file behind *conn* has not had yet, and record them in the file."""
        self.of_sqlite_utils().apply(database(conn))

    def of_sqlite_utils(self) -> sqlite_utils.Migrations:
        """Return the migrations as sqlite-utils represents them."""
        from sqlite_utils import Migrations as Made

        made = Made(self.name)
        for step in self.steps:
            made()(step)
        return made


def database(conn: sqlite3.Connection) -> Database:
    """Return the file behind *conn* as a sqlite-utils database without plugins. The settings of *conn* stay."""
    return _database()(conn, execute_plugins=False, recursive_triggers=False)


@cache
def _database() -> type[Database]:
    from sqlite_utils import Database as Made

    class KnownDatabase(Made):
        """A sqlite-utils database that skips its trial of SQLite's features, because SQLite is known to be new enough.

        The trial makes a table. It would fail on a full disk, and from then on sqlite-utils would write rows in a way
        that loses some.
        """

        supports_strict = True
        supports_on_conflict = True

    return KnownDatabase
