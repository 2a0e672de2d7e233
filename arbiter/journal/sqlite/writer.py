"""The lock by which only one process writes in an instance folder. A second process is refused at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from arbiter.journal.journal import CannotWrite
from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.database import sqlite3
from arbiter.refused import Refused


@contextmanager
def one_writer(instance_dir: Path) -> Iterator[None]:
    """Within the block, no other process can write in *instance_dir*.

    Raise Refused if another process is writing there.
    """
    with one_process(instance_dir / "writer.sqlite", Refused("instance_in_use", instance=str(instance_dir))):
        yield


@contextmanager
def one_process(path: Path, other: Refused) -> Iterator[None]:
    """Within the block, hold the lock file at *path*, so that no other process can hold it.

    *other*: the refusal that is raised if another process holds it. The lock is the operating system's lock on a small
    SQLite file. It ends with its process, even if that is killed.
    """
    sqlite.check_library()
    with suppress(OSError):
        path.touch(mode=0o600)
    with sqlite.telling_why():
        conn = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    with closing(conn):
        try:
            with sqlite.telling_why():
                conn.execute("BEGIN EXCLUSIVE")
        except CannotWrite as cause:
            if cause.reason != "busy":
                raise
            raise other from cause
        yield
