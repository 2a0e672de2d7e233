"""The tablets and telephones at the boards. Only the SHA-256 of a device's secret is stored."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from arbiter.journal.tables import KeptTables, RegisterTables, RowValues, made, put_setting, setting_of
from arbiter.values import dataclass

MOST_AT_BOARD = 4
"""The most devices that may wait for admission at one board."""
MOST_OF_ADDRESS = 20
"""The most devices that may wait in one tournament from one network address."""
WAITS_SECONDS = 600
"""A waiting device counts as gone after this many seconds without a message."""
ALL_BOARDS = 0
"""The number that stands for all boards of a tournament in the table `tablet`, if the links of all were revoked."""
IN_FORCE = f"""epoch = (SELECT coalesce(sum(epoch), 0) FROM tablet
    WHERE tablet.tournament = device.tournament AND tablet.board IN (device.board, {ALL_BOARDS}))"""
"""An SQL condition: the links of the device's board have not been revoked since the device registered."""


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
    """How many waiting devices were dropped at a board to make room for later ones, and when the last was dropped."""

    board: int
    count: int
    at: int


def too_many(waiting: Sequence[Tablet], fresh: Tablet) -> list[Tablet]:
    """Return the devices among *waiting* that have to be dropped because too many wait. *fresh*: the latest device.

    At a board the oldest device is dropped from the network address that has most devices waiting. So somebody who
    registers many devices drops only their own.
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

        Waiting devices that no longer send messages are deleted. If too many wait, some are dropped (`too_many`).
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
        """Record that a waiting device reported at that instant."""
        with self._tables.writing() as tables:
            tables.update("device", {"seen": at}, {"id": id})

    def dropped(self, tournament: str) -> Sequence[Dropped]:
        """Return for each board how many devices were dropped since the board's links were last revoked."""
        with self._tables.reading() as tables:
            return [
                Dropped(board, count, at)
                for board, (epoch, count, at) in sorted(_noted(tables, tournament).items())
                if epoch == epoch_of(tables, tournament, board)
            ]

    def found(self, digest: str) -> Tablet | None:
        """Return the device whose secret has that digest; None if it was rejected or its links were revoked."""
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
    return made(Tablet, row, bound=bool(row["bound"]), check=10 + int(row["digest"][:8], 16) % 90)


def _noted(tables: RegisterTables, tournament: str) -> dict[int, tuple[int, int, int]]:
    """Return for each board: the epoch of its links, the number of devices dropped in it, and the last drop's time."""
    noted = json.loads(setting_of(tables, f"dropped {tournament}") or "{}")
    return {int(board): tuple(told) for board, told in noted.items()}


def _note(tables: RegisterTables, tournament: str, out: Sequence[Tablet], at: int) -> None:
    """Record that these devices were dropped at that instant."""
    noted = _noted(tables, tournament)
    for one in out:
        epoch, count, _ = noted.get(one.board, (one.epoch, 0, at))
        noted[one.board] = (one.epoch, count + 1 if epoch == one.epoch else 1, at)
    put_setting(tables, f"dropped {tournament}", json.dumps(noted))
