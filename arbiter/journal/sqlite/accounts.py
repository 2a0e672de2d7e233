"""The accounts of an instance and what lets them in, in the file of its register."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from arbiter.journal.accounts import Account, Credential, CredentialKind
from arbiter.journal.people import composed, folded, readable_name
from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.library import sqlite3
from arbiter.refused import Refused

ACCOUNT = "name, role, password, number, tournaments, boards, until, ended, club"
CREDENTIAL = "kind, account, until, made, role, seen, device, id, ended"
NUMBERS = range(100_000, 1_000_000)
"""Drawn by lot: accounts of two halls do not meet in a tournament that is brought from one to the other."""
TABLES = (
    """account (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL, role TEXT NOT NULL,
        password TEXT NOT NULL, tournaments TEXT NOT NULL, boards TEXT NOT NULL, until TEXT NOT NULL,
        ended INTEGER NOT NULL
    )""",
    """credential (
        id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, account INTEGER NOT NULL,
        role TEXT NOT NULL, made INTEGER NOT NULL, until INTEGER NOT NULL, seen INTEGER NOT NULL,
        device TEXT NOT NULL, ended INTEGER NOT NULL
    )""",
)


class SqliteAccounts:
    """The tables of accounts and credentials."""

    def __init__(self, file: sqlite.File) -> None:
        self._file = file
        self._names: dict[int, str] | None = None

    def all(self) -> Sequence[Account]:
        with self._file.reading() as conn:
            return [_account(row) for row in conn.execute(f"SELECT {ACCOUNT} FROM account ORDER BY folded, number")]

    def names(self) -> dict[int, str]:
        known = self._names
        if known is None:
            self._names = known = {account.number: account.name for account in self.all() if account.name}
        return known

    def refresh(self) -> None:
        """The names are read again when somebody asks for them."""
        self._names = None

    def named(self, name: str) -> Account | None:
        return self._one("folded = ? AND ended = 0", folded(name))

    def numbered(self, number: int) -> Account | None:
        return self._one("number = ?", number)

    def put(self, account: Account) -> Account:
        name = readable_name(account.name) if account.name or not account.ended else ""
        same = None if account.ended else self.named(name)
        number = account.number or (same.number if same else 0)
        if same is not None and same.number != number:
            raise Refused("account_twice", name=name)
        kept = replace(account, name=name, number=number or self._drawn())
        with self._file.writing() as conn:
            write(conn, kept)
        self._names = None
        return kept

    def keep(self, credential: Credential, digest: str) -> Credential:
        one = credential
        row = (digest, one.kind, one.account, one.role, one.made, one.until, one.seen, one.device, int(one.ended))
        with self._file.writing() as conn:
            conn.execute("DELETE FROM credential WHERE until < ? AND account != 0", (one.made,))
            made = conn.execute(
                "INSERT INTO credential (digest, kind, account, role, made, until, seen, device, ended)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                row,
            ).fetchone()
            return replace(one, id=int(made[0]))

    def credential(self, digest: str) -> Credential | None:
        return next(iter(self._credentials("digest = ?", digest)), None)

    def credentials(self, account: int) -> Sequence[Credential]:
        return self._credentials("account = ? AND ended = 0 ORDER BY made DESC, id DESC", account)

    def one_credential(self, id: int) -> Credential | None:
        return next(iter(self._credentials("id = ?", id)), None)

    def saw(self, id: int, at: int) -> None:
        with self._file.writing() as conn:
            conn.execute("UPDATE credential SET seen = ? WHERE id = ?", (at, id))

    def end(self, id: int) -> None:
        with self._file.writing() as conn:
            conn.execute("UPDATE credential SET ended = 1 WHERE id = ?", (id,))

    def end_all(self, account: int, *kinds: CredentialKind, but: int = 0) -> None:
        with self._file.writing() as conn:
            conn.executemany(
                "UPDATE credential SET ended = 1 WHERE account = ? AND kind = ? AND id != ?",
                [(account, kind, but) for kind in kinds],
            )

    def _one(self, where: str, value: str | int) -> Account | None:
        with self._file.reading() as conn:
            row = conn.execute(f"SELECT {ACCOUNT} FROM account WHERE {where}", (value,)).fetchone()
            return None if row is None else _account(row)

    def _credentials(self, where: str, value: str | int) -> Sequence[Credential]:
        names = CREDENTIAL.split(", ")
        with self._file.reading() as conn:
            rows = conn.execute(f"SELECT {CREDENTIAL} FROM credential WHERE {where}", (value,)).fetchall()
        return [Credential(**dict(zip(names, row, strict=True)) | {"ended": bool(row[-1])}) for row in rows]

    def _drawn(self) -> int:
        """A number that no account has."""
        while self.numbered(number := secrets.choice(NUMBERS)) is not None:
            pass
        return number


def make_tables(conn: sqlite3.Connection) -> None:
    """Schema 2: an account has a number, and what lets it in is kept; those of schema 1 get their numbers."""
    before = conn.execute("SELECT name, role, password FROM account").fetchall()
    conn.execute("DROP TABLE account")
    for table in TABLES:
        conn.execute(f"CREATE TABLE {table} STRICT")
    conn.execute("CREATE UNIQUE INDEX account_by_name ON account (folded) WHERE NOT ended")
    conn.execute("CREATE INDEX credential_of ON credential (account)")
    numbers = secrets.SystemRandom().sample(NUMBERS, len(before))
    for number, (name, role, password) in zip(numbers, before, strict=True):
        row = (number, composed(name), folded(name), role, password, "[]", "[]", "", 0)
        conn.execute("INSERT INTO account VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)


def write(conn: sqlite3.Connection, account: Account) -> None:
    one = account
    told = json.dumps(one.tournaments), json.dumps(one.boards)
    row = (composed(one.name), folded(one.name), one.role, one.password, *told, one.until, int(one.ended), one.club)
    conn.execute(
        "INSERT INTO account (number, name, folded, role, password, tournaments, boards, until, ended, club)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET"
        " (name, folded, role, password, tournaments, boards, until, ended, club) = (excluded.name, excluded.folded,"
        " excluded.role, excluded.password, excluded.tournaments, excluded.boards, excluded.until, excluded.ended,"
        " excluded.club)",
        (one.number, *row),
    )


def _account(row: tuple[Any, ...]) -> Account:
    name, role, password, number, tournaments, boards, until, ended, club = row
    told = tuple(json.loads(tournaments)), tuple(json.loads(boards))
    return Account(name, role, password, number, *told, until, bool(ended), club)
