"""The accounts of an instance, and the credentials by which somebody is let in.

An account has a number, which stands in the journal. Its name stands here only, and may be corrected and erased. A
**credential** is a session, a bearer token, or the link of an invitation. Only the SHA-256 of its secret is stored, so
that a reader of the file gets in nowhere.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias

from arbiter.journal.people import folded, readable_name
from arbiter.journal.tables import KeptTables, RowValues, made
from arbiter.refused import Refused

CredentialKind: TypeAlias = Literal["session", "token", "link", "hall"]
MACHINE = 0
"""In the place of an account's number: whoever sits at the machine."""
NUMBERS = range(100_000, 1_000_000)
"""The numbers of accounts, drawn by lot: a tournament that is taken to another hall meets no equal numbers there."""


@dataclass(frozen=True, slots=True)
class Account:
    """Someone who signs in: the role decides what is allowed, *password* is a scrypt hash made by the caller.

    *number*: 0 until it is kept; *tournaments*, *boards*: none for all of them; *until*: the last day, as an ISO date;
    *club*: theirs, for tournaments in which nobody rules on a game of their own club.
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
    """What lets somebody in until an instant (seconds since 1970).

    *role*: of a token that was made at the machine, and belongs to no account; *device*: what said it was signing in.
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
    """The accounts of an instance and their credentials. Every method may be called from any thread."""

    def __init__(self, tables: KeptTables) -> None:
        self._tables = tables
        self._names: dict[int, str] | None = None

    def all(self) -> Sequence[Account]:
        """Every account, those that have ended too, in the order of their names."""
        with self._tables.reading() as tables:
            return [account_of(row) for row in tables.rows("account", {}, order="folded, number")]

    def names(self) -> Mapping[int, str]:
        """The names of accounts, by the numbers that stand in the journals."""
        known = self._names
        if known is None:
            with self._tables.reading() as tables:
                rows = tables.rows("account", {}, "name <> ''")
            self._names = known = {row["number"]: row["name"] for row in rows if "number" in row}  # none in schema 1
        return known

    def refresh(self) -> None:
        """Forget the names, so that the next caller reads them again."""
        self._names = None

    def named(self, name: str) -> Account | None:
        """The account that signs in with this name."""
        return self._one({"folded": folded(name), "ended": 0})

    def numbered(self, number: int) -> Account | None:
        """The account with this number, also one that has ended."""
        return self._one({"number": number})

    def put(self, account: Account) -> Account:
        """Store a new account, or the changes to the one with its number or name. Refused if another has the name."""
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
        """Store a new credential, whose secret has that *digest*; those of accounts that are over are deleted."""
        with self._tables.writing() as tables:
            tables.delete("credential", {}, f"until < {credential.made:d} AND account <> 0")
            row = {**asdict(credential), "digest": digest, "ended": int(credential.ended)}
            del row["id"]
            return replace(credential, id=tables.insert("credential", row))

    def credential(self, digest: str) -> Credential | None:
        """The credential whose secret has that digest, also one that has ended."""
        return next(iter(self._credentials({"digest": digest})), None)

    def credentials(self, account: int) -> Sequence[Credential]:
        """The credentials of an account that have not ended, the latest first."""
        return self._credentials({"account": account, "ended": 0})

    def one_credential(self, id: int) -> Credential | None:
        """The credential of that number."""
        return next(iter(self._credentials({"id": id})), None)

    def saw(self, id: int, at: int) -> None:
        """Write down that a credential was used at that instant."""
        with self._tables.writing() as tables:
            tables.update("credential", {"seen": at}, {"id": id})

    def end(self, id: int) -> None:
        """End a credential: it lets nobody in any more."""
        with self._tables.writing() as tables:
            tables.update("credential", {"ended": 1}, {"id": id})

    def end_all(self, account: int, *kinds: CredentialKind, but: int = 0) -> None:
        """End all credentials of these kinds that an account has, *but* one."""
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
        """A number that no account has."""
        while self.numbered(number := secrets.choice(NUMBERS)) is not None:
            pass
        return number


def account_row(account: Account) -> dict[str, Any]:
    """The row of an account in the register's table."""
    lists = {"tournaments": json.dumps(account.tournaments), "boards": json.dumps(account.boards)}
    return {**asdict(account), **lists, "folded": folded(account.name), "ended": int(account.ended)}


def account_of(row: RowValues) -> Account:
    """The account in a row of the register's table."""
    lists = {name: tuple(json.loads(row[name])) for name in ("tournaments", "boards")}
    return made(Account, row, **lists, ended=bool(row["ended"]))
