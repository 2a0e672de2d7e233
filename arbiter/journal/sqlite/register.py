"""The register of an instance: its `register.sqlite`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, astuple
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.journal.journal import Obstacle
from arbiter.journal.people import Person, Staff, folded, readable, readable_staff
from arbiter.journal.register import staff_of
from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.accounts import SqliteAccounts, make_tables
from arbiter.journal.sqlite.library import Migrations, sqlite3
from arbiter.journal.sqlite.tablets import ALL_BOARDS, COLUMNS, TABLE, SqliteTablets, epoch_of

if TYPE_CHECKING:
    from sqlite_utils import Database

MIGRATIONS = Migrations("register")
REGISTER = sqlite.FileKind(application_id=0x41726252, version=7, migrations=MIGRATIONS)  # "ArbR"

PERSON = "name, rating, club, federation, title, born, sex, family, given, number, shown"


@MIGRATIONS()
def people_accounts_tablets(db: Database) -> None:
    """Schema 1: the tables of people, accounts and tablets."""
    for table in (
        """person (
            tournament TEXT NOT NULL, entry INTEGER NOT NULL,
            name TEXT NOT NULL, rating INTEGER, club TEXT, federation TEXT, title TEXT, born TEXT, sex TEXT,
            folded TEXT NOT NULL, PRIMARY KEY (tournament, entry)
        )""",
        """account (name TEXT PRIMARY KEY, role TEXT NOT NULL, password TEXT NOT NULL)""",
        """tablet (
            tournament TEXT NOT NULL, board INTEGER NOT NULL, epoch INTEGER NOT NULL, PRIMARY KEY (tournament, board)
        )""",
        """setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)""",
    ):
        db.conn.execute(f"CREATE TABLE {table} STRICT")
    db.conn.execute("CREATE INDEX person_by_name ON person (tournament, folded)")


@MIGRATIONS()
def accounts_with_numbers(db: Database) -> None:
    """Schema 2: accounts with numbers, and what lets them in."""
    make_tables(db.conn)


@MIGRATIONS()
def names_apart(db: Database) -> None:
    """Schema 3: family and given name apart, and the number at the federation; names of before stay whole."""
    for column in ("family", "given", "number"):
        db.conn.execute(f"ALTER TABLE person ADD COLUMN {column} TEXT")


@MIGRATIONS()
def devices_at_boards(db: Database) -> None:
    """Schema 4: the devices that lie at the boards."""
    db.conn.execute(f"CREATE TABLE {TABLE} STRICT")
    db.conn.execute("CREATE INDEX device_of ON device (tournament, board)")


@MIGRATIONS()
def names_as_they_ask(db: Database) -> None:
    """Schema 5: how much of a name is shown in public."""
    db.conn.execute("ALTER TABLE person ADD COLUMN shown TEXT")


@MIGRATIONS()
def clubs_of_officials(db: Database) -> None:
    """Schema 6: the club of an official."""
    db.table("account").add_column("club", str, not_null_default="")


@MIGRATIONS()
def devices_that_wait(db: Database) -> None:
    """Schema 7: from where a device that waits came, and when it was last heard of."""
    for column in COLUMNS:
        db.conn.execute(f"ALTER TABLE device ADD COLUMN {column}")


class SqliteRegister:
    """The register of an instance: people, accounts, tablets and settings, which may be corrected and erased."""

    def __init__(self, path: Path) -> None:
        self._known: dict[str, dict[int, Person]] = {}
        self._staff: dict[str, Staff] = {}
        self._file = sqlite.File(path, REGISTER)
        self.accounts = SqliteAccounts(self._file)
        self.devices = SqliteTablets(self._file)

    @property
    def changes(self) -> int:
        return self._file.changes

    @classmethod
    def open(cls, path: Path) -> SqliteRegister:
        """The register at *path*, a new one where there is none."""
        if not path.exists():
            sqlite.create(path, REGISTER)
        return cls(path)

    def refuse(self, why: Obstacle | None) -> None:
        """From now on nothing is written here, because of that; None: something may be."""
        self._file.refusing = why

    def close(self) -> None:
        self._file.close()

    def copy_to(self, path: Path) -> None:
        with self._file.reading() as conn:
            sqlite.copy(conn, path, REGISTER)

    def refresh(self) -> None:
        """Nothing: one process writes the file, this one."""

    # people

    def people(self, tournament: str) -> dict[int, Person]:
        """Who plays in *tournament*, by entry number: read once, and again after somebody was entered or erased."""
        known, asked = self._known, self._known.get(tournament)
        if asked is None:
            with self._file.reading() as conn:
                rows = conn.execute(
                    f"SELECT entry, {PERSON} FROM person WHERE tournament = ? ORDER BY entry", (tournament,)
                )
                asked = known[tournament] = {entry: Person(*person) for entry, *person in rows}
        return dict(asked)

    def person(self, tournament: str, entry: int) -> Person | None:
        with self._file.reading() as conn:
            row = conn.execute(
                f"SELECT {PERSON} FROM person WHERE tournament = ? AND entry = ?", (tournament, entry)
            ).fetchone()
            return None if row is None else Person(*row)

    def find(self, tournament: str, name: str) -> int | None:
        with self._file.reading() as conn:
            row = conn.execute(
                "SELECT entry FROM person WHERE tournament = ? AND folded = ?", (tournament, folded(name))
            ).fetchone()
            return None if row is None else int(row[0])

    def enter(self, tournament: str, people: Mapping[int, Person]) -> None:
        rows = [
            (tournament, entry, *astuple(person), folded(person.name))
            for entry, person in ((entry, readable(person)) for entry, person in people.items())
        ]
        with self._file.writing() as conn:
            conn.executemany("DELETE FROM person WHERE tournament = ? AND entry = ?", [row[:2] for row in rows])
            marks = ", ".join("?" * (PERSON.count(",") + 4))
            conn.executemany(f"INSERT INTO person (tournament, entry, {PERSON}, folded) VALUES ({marks})", rows)
        self._known = {}  # another one: whoever is still reading keeps what it reads in the old one

    def erase(self, tournament: str, entry: int) -> None:
        """Forget the person behind an entry number, in the file's free space too; the number stays in the journal."""
        with self._file.writing() as conn:
            conn.execute("DELETE FROM person WHERE tournament = ? AND entry = ?", (tournament, entry))
        self._known = {}
        self._file.empty_log()

    def staff(self, tournament: str) -> Staff:
        known = self._staff.get(tournament)
        if known is None:
            known = self._staff[tournament] = staff_of(self.setting(f"staff {tournament}"))
        return known

    def put_staff(self, tournament: str, staff: Staff) -> None:
        self.set_setting(f"staff {tournament}", json.dumps(asdict(readable_staff(staff)), ensure_ascii=False))
        self._staff = {}

    def forget(self, tournament: str) -> None:
        with self._file.writing() as conn:
            for table in ("person", "tablet", "device"):
                conn.execute(f"DELETE FROM {table} WHERE tournament = ?", (tournament,))
            for name in ("staff", "archived", "binding", "relay", "dropped"):
                conn.execute("DELETE FROM setting WHERE name = ?", (f"{name} {tournament}",))
        self._known, self._staff = {}, {}
        self._file.empty_log()

    # tablets

    def epoch(self, tournament: str, board: int) -> int:
        with self._file.reading() as conn:
            return epoch_of(conn, tournament, board)

    def revoke(self, tournament: str, board: int | None = None) -> None:
        with self._file.writing() as conn:
            conn.execute(
                "INSERT INTO tablet VALUES (?, ?, 1)"
                " ON CONFLICT (tournament, board) DO UPDATE SET epoch = tablet.epoch + 1",
                (tournament, ALL_BOARDS if board is None else board),
            )

    # settings

    def setting(self, name: str) -> str | None:
        with self._file.reading() as conn:
            row = conn.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
            return None if row is None else str(row[0])

    def set_setting(self, name: str, value: str) -> None:
        with self._file.writing() as conn:
            conn.execute(
                "INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, value),
            )

    def settled(self, name: str, value: str) -> str:
        with self._file.writing() as conn:
            conn.execute("INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (name, value))
            row = conn.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
            return str(row[0])


def people_in(path: Path, tournament: str) -> dict[int, Person]:
    """Who plays in *tournament*, read beside a running service."""
    with _beside(path) as conn:
        rows = conn.execute(f"SELECT entry, {PERSON} FROM person WHERE tournament = ?", (tournament,)).fetchall()
        return {entry: Person(*person) for entry, *person in rows}


def officials_in(path: Path) -> dict[int, str]:
    """What the officials are called, by the numbers of their accounts, read beside a running service."""
    with _beside(path) as conn:
        made = conn.execute("SELECT 1 FROM sqlite_schema WHERE name = 'credential'").fetchone()  # schema 2
        return dict(conn.execute("SELECT number, name FROM account WHERE name != ''")) if made else {}


def epoch_in(path: Path, tournament: str, board: int) -> int:
    """How often the links of a board have been revoked, read beside a running service."""
    with _beside(path) as conn:
        return epoch_of(conn, tournament, board)


def setting_in(path: Path, name: str) -> str | None:
    """What the instance was told under that name, read beside a running service."""
    with _beside(path) as conn:
        row = conn.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])


@contextmanager
def _beside(path: Path) -> Iterator[sqlite3.Connection]:
    readers = sqlite.Readers(path, REGISTER)
    try:
        with readers.one() as conn:
            yield conn
    finally:
        readers.close()
