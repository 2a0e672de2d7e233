"""How this room speaks to PostgreSQL: connections that time out, and what may stand in the way of writing.

A transaction that ends without an answer may have been recorded or not: the same request is sent again with its key. A
writer that is frozen holds the row of its tournament no longer than `SETTINGS` let it.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import psycopg
from psycopg import errors

from arbiter.journal.journal import CannotWrite, Obstacle
from arbiter.journal.postgres.timeouts import LONGEST, Patience
from arbiter.refused import Refused

Talk: TypeAlias = "psycopg.Connection[Any]"

SETTINGS = {
    "application_name": "arbiter",
    "client_encoding": "UTF8",
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "2s",
    "lock_timeout": "3s",
    "statement_timeout": "5s",
    "synchronous_commit": "on",  # acknowledged is on the disk, and on the standby's where there is one
}
NETWORK = {
    "connect_timeout": 3,
    "keepalives": 1,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5_000,
}
IDLE = 8
"""Connections that are kept for the next one who asks."""
AWAY = (psycopg.OperationalError, psycopg.InternalError)
"""What is no fault of a statement; the second has the transactions that the server has ended, and damage."""


class Server:
    """The database of an instance. Every method may be called from any thread; a connection is one thread's at a time.

    *url* may name several hosts: the one that takes writing is used, or with *attrs* "any" the first that answers.
    """

    def __init__(self, url: str, *, attrs: str = "read-write") -> None:
        self.url = url
        self.attrs = attrs
        self._idle: deque[Talk] = deque()
        self._patience = Patience()
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def transaction(self, longest: float = LONGEST) -> Iterator[Talk]:
        """One transaction, recorded when the block ends, or not at all; CannotWrite where the server does not take it.

        CannotWrite "unreachable" also where it has not answered after *longest* seconds: then nobody knows. A
        connection that broke is not used again, nor are those that were kept beside it.
        """
        try:
            conn = self._taken()
            try:
                with self._patience.over(conn, longest), conn.transaction():
                    yield conn
            except BaseException as cause:
                if isinstance(cause, AWAY) or conn.closed or conn.broken:
                    conn.close()
                    self._forget()
                raise
            finally:
                self._give_back(conn)
        except AWAY as error:
            raise CannotWrite(obstacle(error)) from error
        except errors.InsufficientPrivilege as error:
            raise Refused("store_forbids", why=_first_line(error)) from error

    def close(self) -> None:
        """Ends all connections; nothing is lost where this is not called."""
        self._closed = True
        self._patience.end()
        self._forget()

    def _forget(self) -> None:
        with self._lock:
            while self._idle:
                self._idle.pop().close()

    def _taken(self) -> Talk:
        with self._lock:
            while self._idle:
                conn = self._idle.pop()
                if not conn.closed:
                    return conn
        return connected(self.url, self.attrs)

    def _give_back(self, conn: Talk) -> None:
        with self._lock:
            if conn.closed or self._closed or len(self._idle) >= IDLE:
                conn.close()
            else:
                self._idle.append(conn)


@contextmanager
def answering() -> Iterator[None]:
    """Whoever only begins is told why there is no connection: nothing can have been recorded yet."""
    try:
        yield
    except CannotWrite as cannot:
        if cannot.reason != "unreachable":
            raise
        raise Refused("store_away", why=_first_line(cannot.__cause__)) from cannot


def connected(url: str, attrs: str = "read-write") -> Talk:
    """A connection with this room's settings; refused where the server does not keep what it acknowledges."""
    options = " ".join(f"-c {name}={value.replace(' ', chr(92) + ' ')}" for name, value in SETTINGS.items())
    network: Any = {**NETWORK, "target_session_attrs": attrs}
    try:
        conn = psycopg.connect(url, autocommit=True, options=options, **network)
    except psycopg.ProgrammingError as error:
        raise Refused("store_unreadable", why=_first_line(error)) from error
    row = conn.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit')").fetchone()
    if row is None or row[0] != "on" or row[1] in ("off", "local"):
        conn.close()
        raise Refused("store_unsafe")
    return conn


def obstacle(error: psycopg.Error) -> Obstacle:
    """What stands in the way, in the words of the journal.

    Also where a row is held by a transaction that nobody has an answer of: the same request may be in that.
    """
    if isinstance(error, errors.DiskFull):
        return "disk_full"
    damage = errors.IoError, errors.DataCorrupted, errors.IndexCorrupted
    return "io" if isinstance(error, damage) else "unreachable"


def _first_line(error: BaseException | None) -> str:
    """What the server or the network said, without what it quotes: there may be a password in that."""
    said = str(error).strip().partition("\n")[0]
    return re.sub(r': "\w+://.*', "", said).rstrip(".")
