"""The accounts of an instance, the credentials that sign somebody in, and the devices at the boards.

Journals name an account by its number only. Its name is stored in the register, where it may be corrected and erased. A
**credential** is a session, a bearer token, or the link of an invitation. Only the SHA-256 of a credential's or a
device's secret is stored, so that a reader of the file cannot sign in.
"""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any, Literal, TypeAlias

from arbiter.journal.people import folded, readable_name
from arbiter.journal.register_tables import KeptTables, RegisterTables, RowValues, put_setting, setting_of
from arbiter.refused import Refused
from arbiter.values import dataclass, from_row, replace

CredentialKind: TypeAlias = Literal["session", "token", "link", "hall"]
MACHINE = 0
"""The account number that is recorded for a command that was typed on the machine itself."""
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
        """Delete the cached names, so that the next call reads them from the register."""
        self._names = None

    def named(self, name: str) -> Account | None:
        """Return the account that signs in with the name *name*, or None if no account does."""
        return self._one({"folded": folded(name), "ended": 0})

    def numbered(self, number: int) -> Account | None:
        """Return the account with the number *number*, even if the account has ended; None if there is none."""
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
        """Return the credential whose secret has the digest *digest*, even if it has ended; None if there is none."""
        return next(iter(self._credentials({"digest": digest})), None)

    def credentials(self, account: int) -> Sequence[Credential]:
        """Return the credentials of an account that are still valid, the latest first."""
        return self._credentials({"account": account, "ended": 0})

    def one_credential(self, id: int) -> Credential | None:
        """Return the credential of that number, or None."""
        return next(iter(self._credentials({"id": id})), None)

    def saw(self, id: int, at: int) -> None:
        """Record that a credential was used at the instant *at*."""
        with self._tables.writing() as tables:
            tables.update("credential", {"seen": at}, {"id": id})

    def end(self, id: int) -> None:
        """End a credential, so that it signs nobody in any more."""
        with self._tables.writing() as tables:
            tables.update("credential", {"ended": 1}, {"id": id})

    def end_all(self, account: int, *kinds: CredentialKind, but: int = 0) -> None:
        """End all credentials of an account that are of one of the given kinds.

        *but*: the number of the one credential that stays valid, such as the present session; 0 if all end.
        """
        with self._tables.writing() as tables:
            for kind in kinds:
                tables.update("credential", {"ended": 1}, {"account": account, "kind": kind}, f"id <> {but:d}")

    def _one(self, where: RowValues) -> Account | None:
        with self._tables.reading() as tables:
            return next((account_of(row) for row in tables.rows("account", where)), None)

    def _credentials(self, where: RowValues) -> Sequence[Credential]:
        with self._tables.reading() as tables:
            rows = tables.rows("credential", where, order="made DESC, id DESC")
        return [from_row(Credential, row, ended=bool(row["ended"])) for row in rows]

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
    return from_row(Account, row, **lists, ended=bool(row["ended"]))


# the tablets and telephones at the boards

MOST_AT_BOARD = 4
"""The most devices that may wait for admission at one board."""
MOST_OF_ADDRESS = 20
"""The most devices that may wait in one tournament from one network address."""
WAITS_SECONDS = 600
"""If a waiting device sends no message for this many seconds, it counts as gone."""
ALL_BOARDS = 0
"""The value of `board` in the table `tablet` that counts how often the links of all boards were revoked together."""
IN_FORCE = f"""epoch = (SELECT coalesce(sum(epoch), 0) FROM tablet
    WHERE tablet.tournament = device.tournament AND tablet.board IN (device.board, {ALL_BOARDS}))"""
"""An SQL condition, true if the links of a device's board have not been revoked since the device registered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tablet:
    """A tablet or telephone at a board. It belongs to one *side*; *side* is empty if it lies between the players.

    *epoch*: how often the board's links had been revoked when the device registered. *bound*: whether the device is
    used for play; if not, it waits until the office admits it. *made*: when it registered, in seconds since 1970.
    *seen*: its last message while it waited, in seconds since 1970. *address*: its network address.
    """

    tournament: str
    board: int
    side: str
    epoch: int
    made: int
    name: str = ""
    address: str = ""
    seen: int = 0
    bound: bool = False
    id: int = 0
    check: int = 0
    """Two digits shown on the device and in the office, so that the office admits the device that is at the board."""

    def shares(self, other: Tablet) -> bool:
        """Return whether the two devices claim the same seat. A tablet between the players claims both seats."""
        here = (self.tournament, self.board) == (other.tournament, other.board)
        return here and (not self.side or not other.side or self.side == other.side)

    def there(self, now: int) -> bool:
        """Return whether the device is in use: it plays, or it waits and has sent a message in the last minutes."""
        return self.bound or now - max(self.seen, self.made) <= WAITS_SECONDS


@dataclass(frozen=True, slots=True)
class Dropped:
    """How many waiting devices were removed at a board to make room for later ones, and when the last was removed."""

    board: int
    count: int
    at: int


def too_many(waiting: Sequence[Tablet], fresh: Tablet) -> list[Tablet]:
    """Return the waiting devices that have to be removed because too many wait.

    *waiting*: the devices that wait in the tournament. *fresh*: the latest of them. At a board the oldest device is
    removed from the network address that has most devices waiting. So somebody who registers many devices loses only
    their own.
    """
    here = [one for one in waiting if one.board == fresh.board]
    gone: list[Tablet] = []
    while len(here) > MOST_AT_BOARD:
        most = Counter(one.address for one in here).most_common(1)[0][0]
        gone.append(next(one for one in here if one.address == most))
        here.remove(gone[-1])
    same = [one for one in waiting if one.address == fresh.address and one not in gone]
    return gone + same[: max(0, len(same) - MOST_OF_ADDRESS)]


class KeptTablets:
    """The stored devices of an instance. Every method may be called from any thread."""

    def __init__(self, tables: KeptTables) -> None:
        self._tables = tables

    def put(self, device: Tablet, digest: str) -> Tablet:
        """Store a new device. If no other device has its seat, it may play at once; otherwise it waits for the office.

        Waiting devices that no longer send messages are deleted. If too many wait, some are removed (`too_many`).
        """
        with self._tables.writing() as tables:
            there = _in_force(tables, {"tournament": device.tournament})
            taken = any(one.bound and one.shares(device) for one in there)
            row = {**asdict(device), "digest": digest, "seen": device.made, "bound": int(not taken)}
            del row["id"], row["check"]
            fresh = _tablet({**row, "id": tables.insert("device", row)})
            waiting = sorted((one for one in there if not one.bound), key=lambda one: one.id)
            heard = [one for one in waiting if one.there(device.made)]
            out = too_many([*heard, fresh], fresh) if taken else []
            for one in [*(one for one in waiting if one not in heard), *out]:
                tables.delete("device", {"id": one.id})
            if out:
                _note(tables, device.tournament, out, device.made)
            return fresh

    def saw(self, id: int, at: int) -> None:
        """Record that a waiting device sent a message at the instant *at*."""
        with self._tables.writing() as tables:
            tables.update("device", {"seen": at}, {"id": id})

    def dropped(self, tournament: str) -> Sequence[Dropped]:
        """Return for each board how many devices were removed since the board's links were last revoked."""
        with self._tables.reading() as tables:
            return [
                Dropped(board, count, at)
                for board, (epoch, count, at) in sorted(_noted(tables, tournament).items())
                if epoch == epoch_of(tables, tournament, board)
            ]

    def found(self, digest: str) -> Tablet | None:
        """Return the device whose secret has the digest *digest*; None if it was rejected or its links were revoked."""
        with self._tables.reading() as tables:
            return next(iter(_in_force(tables, {"digest": digest})), None)

    def at(self, tournament: str) -> Sequence[Tablet]:
        """Return the devices of a tournament, those in play and those that wait, by board."""
        with self._tables.reading() as tables:
            return _in_force(tables, {"tournament": tournament})

    def let_in(self, id: int) -> None:
        """Let a waiting device play. Delete the devices that had its seat before."""
        with self._tables.writing() as tables:
            for device in _in_force(tables, {"id": id}):
                for one in _in_force(tables, {"tournament": device.tournament}):
                    if one.bound and one.shares(device) and one.id != id:
                        tables.delete("device", {"id": one.id})
                tables.update("device", {"bound": 1}, {"id": id})

    def end(self, id: int) -> None:
        """Delete a device, which can then play no more."""
        with self._tables.writing() as tables:
            tables.delete("device", {"id": id})


def epoch_of(tables: RegisterTables, tournament: str, board: int) -> int:
    """Return how many times the links of a board have been revoked (its epoch)."""
    rows = tables.rows("tablet", {"tournament": tournament}, f"board IN ({board:d}, {ALL_BOARDS})")
    return sum(row["epoch"] for row in rows)


def _in_force(tables: RegisterTables, where: RowValues) -> list[Tablet]:
    return [_tablet(row) for row in tables.rows("device", where, IN_FORCE, "board, side, made, id")]


def _tablet(row: RowValues) -> Tablet:
    return from_row(Tablet, row, bound=bool(row["bound"]), check=10 + int(row["digest"][:8], 16) % 90)


def _noted(tables: RegisterTables, tournament: str) -> dict[int, tuple[int, int, int]]:
    """Return for each board three numbers about devices that were removed because too many waited to be admitted.

    They are: how often the board's links had been revoked at the time (the epoch), how many devices have been removed
    since those links were made, and when the last one was removed, in seconds since 1970.
    """
    noted = json.loads(setting_of(tables, f"dropped {tournament}") or "{}")
    return {int(board): tuple(told) for board, told in noted.items()}


def _note(tables: RegisterTables, tournament: str, out: Sequence[Tablet], at: int) -> None:
    """Record that the devices *out* were removed at the instant *at* because too many waited at their boards."""
    noted = _noted(tables, tournament)
    for one in out:
        epoch, count, _ = noted.get(one.board, (one.epoch, 0, at))
        noted[one.board] = (one.epoch, count + 1 if epoch == one.epoch else 1, at)
    put_setting(tables, f"dropped {tournament}", json.dumps(noted))
