"""The accounts of an instance, and the credentials that sign somebody in.

Journals name an account by its number only. Its name is stored in the register, where it may be corrected and erased. A
**credential** is a session, a bearer token, or the link of an invitation. Only the SHA-256 of its secret is stored, so
that a reader of the file cannot sign in.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any, Literal, TypeAlias

from arbiter.journal.people import folded, readable_name
from arbiter.journal.tables import KeptTables, RowValues, made
from arbiter.refused import Refused
from arbiter.values import dataclass, replace

CredentialKind: TypeAlias = Literal["session", "token", "link", "hall"]
MACHINE = 0
"""The number that stands in place of an account's number if a command was typed on the machine itself."""
NUMBERS = range(100_000, 1_000_000)
"""The range from which numbers of accounts are drawn at random. Two instances hardly ever draw the same number."""


def digest(secret: str) -> str:
    """Return the SHA-256 hash of a secret, which the register stores instead of the secret."""
    return sha256(secret.encode(errors="replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Account:
    """An account that can sign in. *role* decides its rights. *password*: a scrypt hash that the caller has made.

    *number*: 0 until the account is stored. *tournaments*, *boards*: the only ones in which the account may act; empty
    means all. *until*: its last day, as an ISO date. *club*: the official's club, for tournaments in which no official
    rules on a game of their own club.
    """

    name: str
    role: str
    password: str = ""
    number: int = 0
    tournaments: tuple[str, ...] = ()
    boards: tuple[int, ...] = ()
    until: str = ""
    ended: bool = False
    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential:
    """A stored secret that signs somebody in. *until*: the end of its validity, in seconds since 1970.

    *role*: only for a token made on the command line, which belongs to no account. *device*: the text by which the
    device describes itself.
    """

    kind: CredentialKind
    account: int
    until: int
    made: int
    role: str = ""
    seen: int = 0
    device: str = ""
    id: int = 0
    ended: bool = False


class KeptAccounts:
    """The stored accounts and credentials of an instance. Every method may be called from any thread."""

    def __init__(self, tables: KeptTables) -> None:
        self._tables = tables
        self._names: dict[int, str] | None = None

    def all(self) -> Sequence[Account]:
        """Return every account, ended ones included, ordered by name."""
        with self._tables.reading() as tables:
            return [account_of(row) for row in tables.rows("account", {}, order="folded, number")]

    def names(self) -> Mapping[int, str]:
        """Return the names of all accounts by number."""
        known = self._names
        if known is None:
            with self._tables.reading() as tables:
                rows = tables.rows("account", {}, "name <> ''")
            # schema 1 has no numbers
            self._names = known = {row["number"]: row["name"] for row in rows if "number" in row}
        return known

    def refresh(self) -> None:
        """Forget the cached names, so that the next call reads them again."""
        self._names = None

    def named(self, name: str) -> Account | None:
        """Return the account that signs in with this name, or None if no account does."""
        return self._one({"folded": folded(name), "ended": 0})

    def numbered(self, number: int) -> Account | None:
        """Return the account with this number, even if the account has ended; None if there is none."""
        return self._one({"number": number})

    def put(self, account: Account) -> Account:
        """Store a new account, or the changes to the account of that number or name.

        Raise Refused if another account has the name.
        """
        name = readable_name(account.name) if account.name or not account.ended else ""
        same = None if account.ended else self.named(name)
        number = account.number or (same.number if same else 0)
        if same is not None and same.number != number:
            raise Refused("account_twice", name=name)
        kept = replace(account, name=name, number=number or self._drawn())
        with self._tables.writing() as tables:
            tables.upsert("account", [account_row(kept)], "number")
        self._names = None
        return kept

    def keep(self, credential: Credential, digest: str) -> Credential:
        """Store a new credential with the *digest* of its secret, and delete expired ones that belong to accounts."""
        with self._tables.writing() as tables:
            tables.delete("credential", {}, f"until < {credential.made:d} AND account <> 0")
            row = {**asdict(credential), "digest": digest, "ended": int(credential.ended)}
            del row["id"]
            return replace(credential, id=tables.insert("credential", row))

    def credential(self, digest: str) -> Credential | None:
        """Return the credential whose secret has that digest, even if it has ended; None if there is none."""
        return next(iter(self._credentials({"digest": digest})), None)

    def credentials(self, account: int) -> Sequence[Credential]:
        """Return the credentials of an account that are still valid, the latest first."""
        return self._credentials({"account": account, "ended": 0})

    def one_credential(self, id: int) -> Credential | None:
        """Return the credential of that number, or None."""
        return next(iter(self._credentials({"id": id})), None)

    def saw(self, id: int, at: int) -> None:
        """Record that a credential was used at that instant."""
        with self._tables.writing() as tables:
            tables.update("credential", {"seen": at}, {"id": id})

    def end(self, id: int) -> None:
        """End a credential, so that it signs nobody in any more."""
        with self._tables.writing() as tables:
            tables.update("credential", {"ended": 1}, {"id": id})

    def end_all(self, account: int, *kinds: CredentialKind, but: int = 0) -> None:
        """End all credentials of an account that are of these kinds, except the credential with number *but*."""
        with self._tables.writing() as tables:
            for kind in kinds:
                tables.update("credential", {"ended": 1}, {"account": account, "kind": kind}, f"id <> {but:d}")

    def _one(self, where: RowValues) -> Account | None:
        with self._tables.reading() as tables:
            return next((account_of(row) for row in tables.rows("account", where)), None)

    def _credentials(self, where: RowValues) -> Sequence[Credential]:
        with self._tables.reading() as tables:
            rows = tables.rows("credential", where, order="made DESC, id DESC")
        return [made(Credential, row, ended=bool(row["ended"])) for row in rows]

    def _drawn(self) -> int:
        """Return a random number that no account has yet."""
        while self.numbered(number := secrets.choice(NUMBERS)) is not None:
            pass
        return number


def account_row(account: Account) -> dict[str, Any]:
    """Return an account as a row of the register's table of accounts."""
    lists = {"tournaments": json.dumps(account.tournaments), "boards": json.dumps(account.boards)}
    return {**asdict(account), **lists, "folded": folded(account.name), "ended": int(account.ended)}


def account_of(row: RowValues) -> Account:
    """Return the account stored in a row of the register's table of accounts."""
    lists = {name: tuple(json.loads(row[name])) for name in ("tournaments", "boards")}
    return made(Account, row, **lists, ended=bool(row["ended"]))
