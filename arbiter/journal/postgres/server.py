"""Connections to PostgreSQL with time limits, and the errors by which a write fails.

If a transaction gets no answer, nobody knows whether it was recorded; then the same request is sent again with its key.
Every setting holds for one transaction, so that a pooling proxy (pgbouncer) may stand in between.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any, TypeAlias

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from arbiter.journal.journal import CannotWrite, Obstacle
from arbiter.journal.postgres.generation import Generation
from arbiter.journal.postgres.timeouts import LONGEST_SECONDS, Patience
from arbiter.refused import Refused

Talk: TypeAlias = "psycopg.Connection[Any]"

SETTINGS = {
    "idle_in_transaction_session_timeout": "2s",
    "lock_timeout": "3s",
    "statement_timeout": "5s",
    "synchronous_commit": "on",  # on the disk, and on the standby's disk if there is one, before it is acknowledged
}
BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED; " + "".join(
    f"SET LOCAL {name} = '{value}'; " for name, value in SETTINGS.items()
)
UNSURE = "01000"
"""The SQLSTATE code of a warning: a commit was cancelled while it waited for the standby server."""
ABOUT = """
SELECT current_setting('fsync'), system_identifier::text,
    CASE WHEN NOT pg_is_in_recovery() THEN substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END
FROM pg_control_system()
"""
"""A query of three values: whether acknowledged data is safe, the server's identifier, and its timeline.

The timeline is None unless the server is a primary.
"""
NETWORK = {
    "application_name": "arbiter",
    "client_encoding": "UTF8",
    "connect_timeout": 3,
    "keepalives": 1,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5_000,
}
MOST_CONNECTIONS = 20
"""A process uses at most this many connections for transactions. A further caller waits until one is free."""
SERVER_ERRORS = (psycopg.OperationalError, psycopg.InternalError)
"""Exceptions that are not caused by a wrong statement.

InternalError includes damage, and transactions ended by the server.
"""


class Server:
    """The database of an instance, with a pool of connections.

    Every method may be called from any thread; each connection is used by one thread at a time.
    *url* may name several hosts. The first host that accepts writes is used; if *attrs* is "any", the first host that
    answers. A host that was replaced, as *generation* remembers, is not used.
    """

    def __init__(self, url: str, *, attrs: str = "read-write", generation: Generation | None = None) -> None:
        self.url = url
        self.attrs = attrs
        self.generation = generation or Generation()
        self._joined = threading.local()
        self._idle: deque[Talk] = deque()
        self._patience = Patience()
        self._lock = threading.Lock()
        self._closed = False
        self._room = threading.BoundedSemaphore(MOST_CONNECTIONS)

    @contextmanager
    def transaction(self, longest: float = LONGEST_SECONDS, *, reads: bool = False) -> Iterator[Talk]:
        """Run a transaction that is committed when the block ends. Raise CannotWrite if the server refuses it.

        CannotWrite "unreachable" is also raised after *longest* seconds without an answer. Then it is unknown whether
        the transaction was committed. A broken connection is not used again, nor are the idle connections.
        If the same thread begins a second transaction within the block, it becomes a part of the first. If the block
        only *reads*, each statement is a transaction of its own, which saves two of three round trips.
        """
        joined: Talk | None = getattr(self._joined, "conn", None)
        if joined is not None:
            yield joined
            return
        if not self._room.acquire(timeout=LONGEST_SECONDS):
            raise CannotWrite("unreachable")
        try:
            conn = self._taken()
            try:
                with self._patience.over(conn, longest), nullcontext() if reads else _begun(conn):
                    self._joined.conn = None if reads else conn
                    try:
                        yield conn
                    finally:
                        self._joined.conn = None
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
        finally:
            self._room.release()

    def reading(self) -> AbstractContextManager[Talk]:
        """Return a context in which each statement sees what was committed before it."""
        return self.transaction(reads=True)

    def survey(self) -> None:
        """Ask every host of the URL for its timeline, so that a host which was replaced is not used as the primary."""
        for host in hosts(self.url):
            with suppress(psycopg.Error, Refused):
                connected_to(host, "any", self.generation).close()

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
        return connected(self.url, self.attrs, self.generation)

    def _give_back(self, conn: Talk) -> None:
        with self._lock:
            if conn.closed or self._closed:
                conn.close()
            else:
                self._idle.append(conn)


@contextmanager
def answering() -> Iterator[None]:
    """Raise CannotWrite with its cause if the block finds no connection to the server.

    In that case nothing was recorded.
    """
    try:
        yield
    except CannotWrite as cannot:
        if cannot.reason != "unreachable":
            raise
        raise Refused("store_away", why=_first_line(cannot.__cause__)) from cannot


@contextmanager
def _begun(conn: Talk) -> Iterator[None]:
    """Run a transaction on the connection *conn*. Raise CannotWrite if it is not certain that it was committed."""
    unsure: list[str] = []

    def noticed(told: psycopg.errors.Diagnostic) -> None:
        if told.sqlstate == UNSURE:
            unsure.append(told.message_primary or "")

    conn.add_notice_handler(noticed)
    try:
        conn.execute(BEGIN.encode())
        try:
            yield
        except BaseException:
            with suppress(psycopg.Error):
                conn.rollback()
            raise
        unsure.clear()
        done = conn.execute("COMMIT")
        if unsure or done.statusmessage != "COMMIT":
            raise CannotWrite("unreachable")
    finally:
        conn.remove_notice_handler(noticed)


def hosts(url: str) -> list[Mapping[str, Any]]:
    """Return the connection parameters of each host that the URL names."""
    try:
        told = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise Refused("store_unreadable", why=_first_line(error)) from error
    several = {name: str(told[name]).split(",") for name in ("host", "hostaddr", "port") if told.get(name)}
    count = max((len(values) for values in several.values()), default=1)
    return [
        {**told, **{name: values[number % len(values)] for name, values in several.items()}} for number in range(count)
    ]


def connected(url: str, attrs: str = "read-write", generation: Generation | None = None) -> Talk:
    """Return a connection to the first host of the URL that can be reached and may be used.

    Raise Refused if the server does not keep acknowledged data safe, or if every host that was reached has been
    replaced.
    """
    cause: Exception | None = None
    for host in hosts(url):
        try:
            return connected_to(host, attrs, generation or Generation())
        except psycopg.OperationalError as error:
            cause = cause or error
        except Refused as replaced:
            if replaced.code != "store_replaced":
                raise
            cause = replaced
    assert cause is not None
    raise cause


def connected_to(host: Mapping[str, Any], attrs: str, generation: Generation) -> Talk:
    """Return a connection to the host *host*."""
    asked: Any = {**host, **NETWORK, "target_session_attrs": attrs}
    conn = psycopg.connect(autocommit=True, prepare_threshold=None, **asked)
    try:
        meet(conn, generation)
    except BaseException:
        conn.close()
        raise
    return conn


def meet(conn: Talk, generation: Generation) -> None:
    """Raise Refused if the server does not keep acknowledged data safe, or if it was replaced.

    Each heartbeat checks this again, because a pooling proxy may have connected to another server.
    """
    row = conn.execute(ABOUT.encode()).fetchone()
    if row is None or row[0] != "on":
        raise Refused("store_unsafe")
    if row[2] is not None:
        generation.check(row[1], int(row[2], 16))


def obstacle(error: psycopg.Error) -> Obstacle:
    """Return the reason why a statement failed, as one of the journal's codes for obstacles.

    A row that stays locked counts as "unreachable": the transaction that locks it may belong to the same request and
    lack an answer.
    """
    if isinstance(error, errors.DiskFull):
        return "disk_full"
    damage = errors.IoError, errors.DataCorrupted, errors.IndexCorrupted
    return "io" if isinstance(error, damage) else "unreachable"


def _first_line(error: BaseException | None) -> str:
    """Return the error's first line without the text it quotes, which might contain a password."""
    said = str(error).strip().partition("\n")[0]
    return re.sub(r': "\w+://.*', "", said).rstrip(".")
