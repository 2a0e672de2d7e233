"""A node's lease: renewed every second, and valid for `LEASE_SECONDS` by the database server's clock.

A node keeps its tournaments as long as its lease is valid. The lease is one row for all tournaments of the node, and an
append never waits for it. The lease only says when another node may take over; the epoch of a journal says who may
write.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from arbiter.journal.postgres.server import Server
from arbiter.sides import Instant

LEASE_SECONDS = 3
"""Seconds for which a renewed lease is valid."""
RENEW_EVERY_SECONDS = LEASE_SECONDS / 3
"""Seconds between two renewals."""
FORGOTTEN_DAYS = 30
"""Days after which an old lease is deleted."""


class Lease:
    """The lease of this process of a node. *alive* returns the last instant at which the node ran, by its own clock."""

    def __init__(self, server: Server, owner: str, address: str = "") -> None:
        self.server = server
        self.owner = owner
        self.address = address
        self.alive: Callable[[], Instant] = lambda: 0
        self._given = float("-inf")
        self._lock = threading.Lock()

    def hold(self) -> None:
        """Acquire the lease. Raise CannotWrite if the database refuses it."""
        with self._lock:
            if time.monotonic() - self._given >= RENEW_EVERY_SECONDS:
                self.give()

    def give(self) -> None:
        """Renew this node's lease."""
        given = time.monotonic()
        with self.server.transaction() as conn:
            conn.execute(
                "INSERT INTO node VALUES (%s, %s, now() + make_interval(secs => %s), %s) ON CONFLICT (owner) DO UPDATE"
                " SET (lease_until, alive) = (excluded.lease_until, greatest(node.alive, excluded.alive))",
                (self.owner, self.address, LEASE_SECONDS, self.alive()),
            )
            conn.execute("DELETE FROM node WHERE lease_until < now() - make_interval(days => %s)", (FORGOTTEN_DAYS,))
        self._given = given

    def end(self) -> None:
        """End the lease, so that no node has to wait until it expires."""
        with self.server.transaction() as conn:
            conn.execute("UPDATE node SET lease_until = now() WHERE owner = %s", (self.owner,))
