"""The devices at the boards, in the file of the register."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.library import sqlite3
from arbiter.journal.tablets import Tablet

TABLE = """device (
    id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, tournament TEXT NOT NULL, board INTEGER NOT NULL,
    side TEXT NOT NULL, epoch INTEGER NOT NULL, made INTEGER NOT NULL, name TEXT NOT NULL, bound INTEGER NOT NULL
)"""
READ = "SELECT tournament, board, side, epoch, made, name, bound, id, digest FROM device"
IN_FORCE = """epoch = (SELECT coalesce(sum(epoch), 0) FROM tablet
    WHERE tablet.tournament = device.tournament AND tablet.board IN (device.board, 0))"""
"""The links of its board have not been revoked since it came."""


class SqliteTablets:
    """The table of devices."""

    def __init__(self, file: sqlite.File) -> None:
        self._file = file

    def put(self, device: Tablet, digest: str) -> Tablet:
        with self._file.writing() as conn:
            taken = any(one.bound and one.shares(device) for one in _read(conn, "tournament = ?", device.tournament))
            row = (digest, device.tournament, device.board, device.side, device.epoch, device.made, device.name)
            made = conn.execute(
                "INSERT INTO device (digest, tournament, board, side, epoch, made, name, bound)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                (*row, int(not taken)),
            ).fetchone()
            return replace(device, id=int(made[0]), bound=not taken, check=_check(digest))

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


def _read(conn: sqlite3.Connection, where: str, value: str | int) -> list[Tablet]:
    names = ("tournament", "board", "side", "epoch", "made", "name", "bound", "id")
    rows = conn.execute(f"{READ} WHERE {where} AND {IN_FORCE} ORDER BY board, side, made, id", (value,))
    return [
        Tablet(**dict(zip(names, row, strict=True)) | {"bound": bool(row[6]), "check": _check(digest)})
        for *row, digest in rows
    ]


def _check(digest: str) -> int:
    """Two digits that tell devices apart."""
    return 10 + int(digest[:8], 16) % 90
