"""The journals of an instance in PostgreSQL, and the leases by which this node leads them."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import Line
from arbiter.journal.postgres.journal import LEASE, PostgresJournal, created, lines_of, taken, written
from arbiter.journal.postgres.register import PostgresRegister
from arbiter.journal.postgres.schema import check
from arbiter.journal.postgres.server import Server
from arbiter.journal.store import Archive
from arbiter.refused import Refused

log = logging.getLogger(__name__)
LOOK = 0.2
"""Seconds from one try to take a lease to the next."""


class PostgresStore:
    """The journals of a database; *folder* is where this machine puts what it keeps beside them."""

    def __init__(self, server: Server, folder: Path, owner: str = "", *, patience: float = LEASE + 1) -> None:
        self.server = server
        self.damaged = folder / "damaged"
        self.owner = owner or f"{socket.gethostname()} {os.getpid()}"
        self.patience = patience
        """Seconds for which a lease of another node is waited for."""
        self._led: dict[str, PostgresJournal] = {}
        self._ended = threading.Event()

    def ids(self) -> set[str]:
        with self.server.transaction() as conn:
            return {id for (id,) in conn.execute("SELECT id FROM tournament")}

    def create(self, id: str) -> PostgresJournal:
        return self._leads(created(self.server, id, self.owner))

    def open(self, id: str) -> PostgresJournal:
        """Waits for the lease of a node that has ended without a word, such as this one before it was killed."""
        end = time.monotonic() + self.patience
        while True:
            try:
                return self._leads(taken(self.server, id, self.owner))
            except Refused as refused:
                if refused.code != "led_elsewhere" or time.monotonic() >= end:
                    raise
            time.sleep(LOOK)

    def salvaged(self, id: str) -> Sequence[Line]:
        with self.server.transaction() as conn:
            return lines_of(conn, id, 0, None)

    def anew(self, id: str, lines: Sequence[Line]) -> PostgresJournal:
        """A journal of exactly those lines where there is none; one that is there is mended by the database's tools."""
        return self._leads(written(self.server, id, self.owner, lines))

    def remove(self, id: str) -> None:
        with self.server.transaction() as conn:
            conn.execute("ALTER TABLE line DISABLE TRIGGER USER")
            conn.execute("DELETE FROM line WHERE tournament = %s", (id,))
            conn.execute("ALTER TABLE line ENABLE TRIGGER USER")
            conn.execute("DELETE FROM tournament WHERE id = %s", (id,))
        self._led.pop(id, None)

    def put_away(self, id: str, folder: Path) -> Path:
        path = folder / f"{id}.sqlite"
        with closing(self.open(id)) as journal:
            journal.copy_to(path)
        self.remove(id)
        return path

    def start(self) -> None:
        """Renews the leases of what is open here from now on."""
        threading.Thread(target=self._renewing, name="leases", daemon=True).start()

    def close(self) -> None:
        """Renews none any more, and ends the connections."""
        self._ended.set()
        self.server.close()

    def _leads(self, journal: PostgresJournal) -> PostgresJournal:
        self._led[journal.id] = journal
        return journal

    def _renewing(self) -> None:
        while not self._ended.wait(LEASE / 3):
            for journal in tuple(self._led.values()):
                try:
                    journal.renew()
                except CannotWrite as cause:
                    log.warning("the lease of %s is not renewed: %s", journal.id, cause.reason)


def opened(url: str, instance: Path) -> tuple[PostgresStore, Archive]:
    """The journals and the register of that database; refused where `arbiter migrate` has to make it first."""
    server = Server(url)
    check(server)
    store = PostgresStore(server, instance)
    store.start()
    return store, Archive(store, PostgresRegister(server))
