"""Connections to PostgreSQL with time limits, and the errors by which a write fails.

If a transaction gets no answer, nobody knows whether it was recorded; then the same request is sent again with its key.
`SETTINGS` limit how long a frozen writer locks the row of its tournament.
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
from arbiter.journal.postgres.timeouts import LONGEST_SECONDS, Patience
from arbiter.refused import Refused

Talk: TypeAlias = "psycopg.Connection[Any]"

SETTINGS = {
    "application_name": "arbiter",
    "client_encoding": "UTF8",
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "2s",
    "lock_timeout": "3s",
    "statement_timeout": "5s",
    "synchronous_commit": "on",  # acknowledged means on the disk, and on the standby's if there is one
}
NETWORK = {
    "connect_timeout": 3,
    "keepalives": 1,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5_000,
}
MOST_IDLE_CONNECTIONS = 8
"""The most idle connections that are held open for the next caller."""
SERVER_ERRORS = (psycopg.OperationalError, psycopg.InternalError)
"""Errors that are no fault of a statement; InternalError includes transactions ended by the server, and damage."""


class Server:
    """The database of an instance, with a pool of connections.

    Every method may be called from any thread; each connection is used by one thread at a time.

    *url* may name several hosts. The first that accepts writes is used, or if *attrs* is "any" the first that answers.
    """

    def __init__(self, url: str, *, attrs: str = "read-write") -> None:
        self.url = url
        self.attrs = attrs
        self._idle: deque[Talk] = deque()
        self._patience = Patience()
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def transaction(self, longest: float = LONGEST_SECONDS) -> Iterator[Talk]:
        """Run a transaction that is committed when the block ends. Raise CannotWrite if the server refuses it.

        CannotWrite "unreachable" is also raised after *longest* seconds without an answer. Then it is unknown whether
        the transaction was committed. A broken connection is not used again, and neither are the idle connections.
        """
        try:
            conn = self._taken()
            try:
                with self._patience.over(conn, longest), conn.transaction():
                    yield conn
            except BaseException as cause:
                if isinstance(cause, SERVER_ERRORS) or conn.closed or conn.broken:
                    conn.close()
                    self._forget()
                raise
            finally:
                self._give_back(conn)
        except SERVER_ERRORS as error:
            raise CannotWrite(obstacle(error)) from error
        except errors.InsufficientPrivilege as error:
            raise Refused("store_forbids", why=_first_line(error)) from error

    def close(self) -> None:
        """Close all connections; nothing is lost if this is not called."""
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
            if conn.closed or self._closed or len(self._idle) >= MOST_IDLE_CONNECTIONS:
                conn.close()
            else:
                self._idle.append(conn)


@contextmanager
def answering() -> Iterator[None]:
    """Raise CannotWrite with its cause if there is no connection to the server. Nothing can have been recorded then."""
    try:
        yield
    except CannotWrite as cannot:
        if cannot.reason != "unreachable":
            raise
        raise Refused("store_away", why=_first_line(cannot.__cause__)) from cannot


def connected(url: str, attrs: str = "read-write") -> Talk:
    """Return a connection with this package's settings.

    Raise Refused if the server does not keep acknowledged data safe.
    """
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
    """Return why a statement failed, as one of the journal's codes for obstacles.

    A row locked by an unanswered transaction gives a code too, because the same request may be in that transaction.
    """
    if isinstance(error, errors.DiskFull):
        return "disk_full"
    damage = errors.IoError, errors.DataCorrupted, errors.IndexCorrupted
    return "io" if isinstance(error, damage) else "unreachable"


def _first_line(error: BaseException | None) -> str:
    """Return the error's first line without the text it quotes, which might contain a password."""
    said = str(error).strip().partition("\n")[0]
    return re.sub(r': "\w+://.*', "", said).rstrip(".")
