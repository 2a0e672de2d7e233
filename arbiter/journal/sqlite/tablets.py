"""The devices at the boards, in the file of the register."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.library import sqlite3
from arbiter.journal.tablets import Dropped, Tablet, too_many

TABLE = """device (
    id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, tournament TEXT NOT NULL, board INTEGER NOT NULL,
    side TEXT NOT NULL, epoch INTEGER NOT NULL, made INTEGER NOT NULL, name TEXT NOT NULL, bound INTEGER NOT NULL
)"""
COLUMNS = ("address TEXT NOT NULL DEFAULT ''", "seen INTEGER NOT NULL DEFAULT 0")
"""Columns that later schemas added to it."""
ALL_BOARDS = 0
"""The row of tablets that counts for every board of a tournament."""
READ = "SELECT tournament, board, side, epoch, made, name, address, seen, bound, id, digest FROM device"
IN_FORCE = """epoch = (SELECT coalesce(sum(epoch), 0) FROM tablet
    WHERE tablet.tournament = device.tournament AND tablet.board IN (device.board, 0))"""
"""The links of its board have not been revoked since it came."""


class SqliteTablets:
    """The table of devices."""

    def __init__(self, file: sqlite.File) -> None:
        self._file = file

    def put(self, device: Tablet, digest: str) -> Tablet:
        with self._file.writing() as conn:
            there = _read(conn, "tournament = ?", device.tournament)
            taken = any(one.bound and one.shares(device) for one in there)
            row = (digest, device.tournament, device.board, device.side, device.epoch, device.made, device.name)
            made = conn.execute(
                "INSERT INTO device (digest, tournament, board, side, epoch, made, name, bound, address, seen)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                (*row, int(not taken), device.address, device.made),
            ).fetchone()
            fresh = replace(device, id=int(made[0]), seen=device.made, bound=not taken, check=_check(digest))
            waiting = sorted((one for one in there if not one.bound), key=lambda one: one.id)
            heard = [one for one in waiting if one.there(device.made)]
            out = too_many([*heard, fresh], fresh) if taken else []
            silent = [one for one in waiting if one not in heard]
            conn.executemany("DELETE FROM device WHERE id = ?", [(one.id,) for one in (*silent, *out)])
            if out:
                _note(conn, device.tournament, out, device.made)
            return fresh

    def saw(self, id: int, at: int) -> None:
        with self._file.writing() as conn:
            conn.execute("UPDATE device SET seen = ? WHERE id = ?", (at, id))

    def dropped(self, tournament: str) -> Sequence[Dropped]:
        with self._file.reading() as conn:
            noted = _noted(conn, tournament)
            return [
                Dropped(board, count, at)
                for board, (epoch, count, at) in sorted(noted.items())
                if epoch == epoch_of(conn, tournament, board)
            ]

    def found(self, digest: str) -> Tablet | None:
        with self._file.reading() as conn:
            return next(iter(_read(conn, "digest = ?", digest)), None)

    def at(self, tournament: str) -> Sequence[Tablet]:
        with self._file.reading() as conn:
            return _read(conn, "tournament = ?", tournament)

    def let_in(self, id: int) -> None:
        with self._file.writing() as conn:
            for device in _read(conn, "id = ?", id):
                same = [one for one in _read(conn, "tournament = ?", device.tournament) if one.shares(device)]
                before = [(one.id,) for one in same if one.bound and one.id != id]
                conn.executemany("DELETE FROM device WHERE id = ?", before)
                conn.execute("UPDATE device SET bound = 1 WHERE id = ?", (id,))

    def end(self, id: int) -> None:
        with self._file.writing() as conn:
            conn.execute("DELETE FROM device WHERE id = ?", (id,))


def epoch_of(conn: sqlite3.Connection, tournament: str, board: int) -> int:
    """How often the links of a board have been revoked."""
    row = conn.execute(
        "SELECT coalesce(sum(epoch), 0) FROM tablet WHERE tournament = ? AND board IN (?, ?)",
        (tournament, board, ALL_BOARDS),
    ).fetchone()
    return int(row[0])


def _read(conn: sqlite3.Connection, where: str, value: str | int) -> list[Tablet]:
    names = ("tournament", "board", "side", "epoch", "made", "name", "address", "seen", "bound", "id")
    rows = conn.execute(f"{READ} WHERE {where} AND {IN_FORCE} ORDER BY board, side, made, id", (value,))
    return [
        Tablet(**dict(zip(names, row, strict=True)) | {"bound": bool(row[8]), "check": _check(digest)})
        for *row, digest in rows
    ]


def _noted(conn: sqlite3.Connection, tournament: str) -> dict[int, tuple[int, int, int]]:
    """By board: the epoch of its links, how many devices gave way in it, and when the last one did."""
    row = conn.execute("SELECT value FROM setting WHERE name = ?", (f"dropped {tournament}",)).fetchone()
    return {int(board): tuple(told) for board, told in json.loads(row[0]).items()} if row else {}


def _note(conn: sqlite3.Connection, tournament: str, out: Sequence[Tablet], at: int) -> None:
    """Note that these devices gave way."""
    noted = _noted(conn, tournament)
    for one in out:
        epoch, count, _ = noted.get(one.board, (one.epoch, 0, at))
        noted[one.board] = (one.epoch, count + 1 if epoch == one.epoch else 1, at)
    conn.execute(
        "INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (f"dropped {tournament}", json.dumps(noted)),
    )


def _check(digest: str) -> int:
    """Two digits that tell devices apart."""
    return 10 + int(digest[:8], 16) % 90
