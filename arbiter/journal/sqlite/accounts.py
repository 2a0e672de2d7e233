"""The accounts of an instance, in the file of its register."""

from __future__ import annotations

from arbiter.journal.accounts import Account
from arbiter.journal.people import composed, readable_name
from arbiter.journal.sqlite import database as sqlite


class SqliteAccounts:
    """The table of accounts."""

    def __init__(self, file: sqlite.File) -> None:
        self._file = file

    def named(self, name: str) -> Account | None:
        with self._file.reading() as conn:
            row = conn.execute("SELECT name, role, password FROM account WHERE name = ?", (composed(name),)).fetchone()
            return None if row is None else Account(*row)

    def put(self, account: Account) -> None:
        with self._file.writing() as conn:
            conn.execute(
                "INSERT OR REPLACE INTO account VALUES (?, ?, ?)",
                (readable_name(account.name), account.role, account.password),
            )
