"""The schema of the register as numbered migrations, each from one schema to the next.

Once released, a migration is never changed. Migrations use the tables of sqlite-utils. Two tables and one index are
made in plain SQL, because sqlite-utils creates no UNIQUE column and no partial index.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from arbiter.journal.accounts import NUMBERS
from arbiter.journal.people import composed, folded
from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.database import Migrations

if TYPE_CHECKING:
    from sqlite_utils import Database

MIGRATIONS = Migrations("register")
REGISTER = sqlite.FileKind(application_id=0x41726252, version=7, migrations=MIGRATIONS)  # "ArbR"


@MIGRATIONS()
def people_accounts_tablets(db: Database) -> None:
    """Schema 1: the tables of people, accounts, tablets and settings."""
    people = dict.fromkeys(("tournament", "entry", "name", "rating", "club", "federation", "title", "born", "sex"), str)
    db.table("person").create(
        {**people, "entry": int, "rating": int, "folded": str},
        pk=("tournament", "entry"),
        not_null=("tournament", "entry", "name", "folded"),
        strict=True,
    ).create_index(["tournament", "folded"], "person_by_name")
    account = {"name": str, "role": str, "password": str}
    db.table("account").create(account, pk="name", not_null=("role", "password"), strict=True)
    tablet = {"tournament": str, "board": int, "epoch": int}
    db.table("tablet").create(tablet, pk=("tournament", "board"), not_null=tablet, strict=True)
    db.table("setting").create({"name": str, "value": str}, pk="name", not_null=("value",), strict=True)


@MIGRATIONS()
def accounts_with_numbers(db: Database) -> None:
    """Schema 2: random numbers for accounts, also for those made under schema 1, and the table of credentials."""
    before = list(db.table("account").rows)
    db.table("account").drop()
    columns = dict.fromkeys(("name", "folded", "role", "password", "tournaments", "boards", "until"), str)
    accounts = db.table("account").create(
        {"number": int, **columns, "ended": int}, pk="number", not_null=(*columns, "ended"), strict=True
    )
    db.execute("CREATE UNIQUE INDEX account_by_name ON account (folded) WHERE NOT ended")
    db.execute(
        """CREATE TABLE credential (
            id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, account INTEGER NOT NULL,
            role TEXT NOT NULL, made INTEGER NOT NULL, until INTEGER NOT NULL, seen INTEGER NOT NULL,
            device TEXT NOT NULL, ended INTEGER NOT NULL
        ) STRICT"""
    )
    db.table("credential").create_index(["account"], "credential_of")
    numbers = secrets.SystemRandom().sample(NUMBERS, len(before))
    fresh = {"tournaments": "[]", "boards": "[]", "until": "", "ended": 0}
    accounts.insert_all(
        {**row, **fresh, "number": number, "name": composed(row["name"]), "folded": folded(row["name"])}
        for number, row in zip(numbers, before, strict=True)
    )


@MIGRATIONS()
def names_apart(db: Database) -> None:
    """Schema 3: separate columns for family name, given name and federation number. Older names stay in one column."""
    for column in ("family", "given", "number"):
        db.table("person").add_column(column, str)


@MIGRATIONS()
def devices_at_boards(db: Database) -> None:
    """Schema 4: the table of tablets and telephones at the boards."""
    db.execute(
        """CREATE TABLE device (
            id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, tournament TEXT NOT NULL, board INTEGER NOT NULL,
            side TEXT NOT NULL, epoch INTEGER NOT NULL, made INTEGER NOT NULL, name TEXT NOT NULL,
            bound INTEGER NOT NULL
        ) STRICT"""
    )
    db.table("device").create_index(["tournament", "board"], "device_of")


@MIGRATIONS()
def names_as_they_ask(db: Database) -> None:
    """Schema 5: the form in which each person's name is shown in public."""
    db.table("person").add_column("shown", str)


@MIGRATIONS()
def clubs_of_officials(db: Database) -> None:
    """Schema 6: the club of an official."""
    db.table("account").add_column("club", str, not_null_default="")


@MIGRATIONS()
def devices_that_wait(db: Database) -> None:
    """Schema 7: the network address of a waiting device, and the time of its last message."""
    db.table("device").add_column("address", str, not_null_default="").add_column("seen", int, not_null_default=0)
