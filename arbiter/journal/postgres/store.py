"""The journals of an instance in PostgreSQL, shared by several nodes."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing, suppress
from pathlib import Path

from arbiter.journal.journal import CannotWrite, FileOf, Obstacle
from arbiter.journal.lines import Line
from arbiter.journal.postgres.journal import FOLLOWS, PostgresJournal, created, taken
from arbiter.journal.postgres.lease import LEASE_SECONDS, RENEW_EVERY_SECONDS, Lease
from arbiter.journal.postgres.news import News
from arbiter.journal.postgres.register import PostgresRegister
from arbiter.journal.postgres.schema import check
from arbiter.journal.postgres.server import Server
from arbiter.journal.store import Archive, Leadership, NodeSeen
from arbiter.refused import Refused
from arbiter.sides import Instant

log = logging.getLogger(__name__)


class PostgresStore:
    """The journals of a database. *folder* is the folder for files that this machine keeps beside them.

    *address*: the address at which other nodes reach this one; empty for a program that answers nobody. *reads*: the
    journals are only read.
    """

    def __init__(
        self, server: Server, folder: Path, file_of: FileOf, owner: str = "", *, address: str = "", reads: bool = False
    ) -> None:
        self.server = server
        self.file_of = file_of
        self.damaged = folder / "damaged"
        self.reads = reads
        self.lease = Lease(server, owner or f"{socket.gethostname()} {os.getpid()} {secrets.token_hex(4)}", address)
        self.news = News(server)
        self._silent: Obstacle | None = None
        self._ended = threading.Event()
        self._giving = threading.Thread(target=self._give, name="lease", daemon=True)

    @property
    def owner(self) -> str:
        return self.lease.owner

    @property
    def address(self) -> str:
        return self.lease.address

    @property
    def silent(self) -> Obstacle | None:
        return self._silent

    def ids(self) -> set[str]:
        with self.server.transaction() as conn:
            return {id for (id,) in conn.execute("SELECT id FROM tournament")}

    def create(self, id: str) -> PostgresJournal:
        return self._journal(id, created(self.server, id, self.lease))

    def open(self, id: str) -> PostgresJournal:
        return self._journal(id, taken(self.server, id, self.lease))

    def give_up(self, id: str) -> None:
        with self.server.transaction() as conn:
            conn.execute("UPDATE tournament SET owner = '' WHERE id = %s AND owner = %s", (id, self.owner))

    def watched(self, id: str) -> PostgresJournal:
        return self._journal(id, FOLLOWS)

    def salvaged(self, id: str) -> Sequence[Line]:
        return list(self.watched(id).lines())

    def anew(self, id: str, lines: Sequence[Line]) -> PostgresJournal:
        """Make a new journal of exactly those lines.

        An existing journal is not replaced, because the database's own tools repair it.
        """
        return self._journal(id, created(self.server, id, self.lease, lines))

    def remove(self, id: str) -> None:
        with self.server.transaction() as conn:
            conn.execute("ALTER TABLE line DISABLE TRIGGER USER")
            conn.execute("DELETE FROM line WHERE tournament = %s", (id,))
            conn.execute("ALTER TABLE line ENABLE TRIGGER USER")
            conn.execute("DELETE FROM tournament WHERE id = %s", (id,))

    def put_away(self, id: str, folder: Path) -> Path:
        path = folder / f"{id}.sqlite"
        with closing(self.open(id)) as journal:
            journal.copy_to(path)
        self.remove(id)
        return path

    def now(self) -> Instant:
        with self.server.transaction() as conn:
            row = conn.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint").fetchone()
        assert row is not None
        return int(row[0])

    def keyed(self, key: str) -> str | None:
        with self.server.transaction() as conn:
            asked = "SELECT tournament FROM line WHERE seq = 1 AND key = %s"
            row = conn.execute(asked, (key.encode("utf-8"),)).fetchone()
        return None if row is None else str(row[0])

    def leaderships(self) -> Mapping[str, Leadership]:
        with self.server.transaction() as conn:
            rows = conn.execute(
                "SELECT id, head, hash, owner, tournament.address, coalesce(lease_until > now(), false),"
                " greatest(tournament.alive, coalesce(node.alive, 0)) FROM tournament LEFT JOIN node USING (owner)"
            ).fetchall()
        return {id: Leadership(*rest) for id, *rest in rows}

    def nodes(self) -> Sequence[NodeSeen]:
        with self.server.transaction() as conn:
            rows = conn.execute(
                "SELECT owner, node.address, lease_until > now(), greatest(0, extract(epoch FROM now() - lease_until)"
                " + %s)::int, count(id) FROM node LEFT JOIN tournament USING (owner)"
                " WHERE lease_until > now() - interval '1 hour' AND node.address <> ''"
                " GROUP BY owner, node.address, lease_until, node.alive ORDER BY node.address, node.alive",
                (LEASE_SECONDS,),
            ).fetchall()
        return [NodeSeen(*row) for row in rows]

    def wait(self, seconds: float) -> AbstractSet[str]:
        return self.news.wait(seconds)

    def start(self, alive: Callable[[], Instant]) -> None:
        self.lease.alive = alive
        if not self.reads:
            self.lease.hold()
            self._giving.start()

    def close(self) -> None:
        """End this node's lease and close its connections."""
        self._ended.set()
        self.news.close()
        if self._giving.is_alive():
            self._giving.join()
            with suppress(CannotWrite):
                self.lease.end()
        self.server.close()

    def _journal(self, id: str, epoch: int) -> PostgresJournal:
        return PostgresJournal(self.server, id, epoch, self.file_of)

    def _give(self) -> None:
        """Renew the lease at regular intervals. Log once when the database refuses, and once when it accepts again."""
        while not self._ended.wait(RENEW_EVERY_SECONDS):
            try:
                self.lease.give()
            except Exception as cause:  # noqa: BLE001  # whatever failed, the next one may succeed
                if self._silent is None:
                    log.warning("the node cannot say that it is there, others may take its place: %r", cause)
                self._silent = cause.reason if isinstance(cause, CannotWrite) else "io"
            else:
                if self._silent is not None:
                    log.info("the node says again that it is there")
                self._silent = None


def check_address(server: Server, address: str) -> None:
    """Raise Refused if another machine uses this address, because requests for this node would reach that one."""
    with server.transaction() as conn:
        rows = conn.execute("SELECT owner FROM node WHERE address = %s AND lease_until > now()", (address,)).fetchall()
    others = [owner for (owner,) in rows if owner.split()[0] != socket.gethostname()]
    if address and others:
        raise Refused("node_address_taken", address=address, node=others[0].split()[0])


def opened(
    url: str, instance: Path, file_of: FileOf, address: str = "", *, reads: bool = False
) -> tuple[PostgresStore, Archive]:
    """Return the journals and the register of that database.

    Raise Refused if `arbiter migrate` has to make its tables first.

    *file_of* writes a journal as a file when it is copied. With *reads* any host that answers is used, even a standby.
    """
    server = Server(url, attrs="any" if reads else "read-write")
    check(server)
    if not reads:
        check_address(server, address)
    store = PostgresStore(server, instance, file_of, address=address, reads=reads)
    return store, Archive(store, PostgresRegister(server), store)
