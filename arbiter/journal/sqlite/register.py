"""The register of an instance in the SQLite file `register.sqlite`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from arbiter.journal.people import Person
from arbiter.journal.register import Register
from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.database import File
from arbiter.journal.sqlite.register_migrations import REGISTER


class SqliteRegister(Register):
    """The register in a file, which one process writes."""

    def __init__(self, path: Path, *, reads: bool = False) -> None:
        """Open the file at *path*.

        *reads*: whether it is only read; another process may then write it at the same time.
        """
        super().__init__(File(path, REGISTER, reads=reads))

    @classmethod
    def open(cls, path: Path) -> SqliteRegister:
        """Open the register at *path*. If there is none, make a new one."""
        if not path.exists():
            sqlite.create(path, REGISTER)
        return cls(path)


@contextmanager
def beside(path: Path) -> Iterator[Register]:
    """Yield the register at *path* for reading only, while another process may be writing it."""
    with closing(SqliteRegister(path, reads=True)) as register:
        yield register


def people_in(path: Path, tournament: str) -> dict[int, Person]:
    """Return the people of *tournament* in the register at *path*, by entry number."""
    with beside(path) as register:
        return register.people(tournament)


def setting_in(path: Path, name: str) -> str | None:
    """Return the value of a setting in the register at *path*, or None."""
    with beside(path) as register:
        return register.setting(name)
