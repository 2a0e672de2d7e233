"""The word of one node that it is there: given again every second, and good for `LEASE` seconds by the server's clock.

What the node leads is led as long as its word holds. It is one row, however many tournaments that are: an append never
waits for it. It only says when another one may try; the epoch of a journal says who may write.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from arbiter.journal.postgres.server import Server
from arbiter.sides import Instant

LEASE = 3
"""Seconds for which a node's word holds."""
AGAIN = LEASE / 3
"""Seconds after which it is given again."""
FORGOTTEN = 30
"""Days after which what a node said last is of no use."""


class Lease:
    """The lease of this life of a node; *alive* tells until when it was there, by the clock of its hall."""

    def __init__(self, server: Server, owner: str, address: str = "") -> None:
        self.server = server
        self.owner = owner
        self.address = address
        self.alive: Callable[[], Instant] = lambda: 0
        self._given = float("-inf")
        self._lock = threading.Lock()

    def hold(self) -> None:
        """It holds when this answers; CannotWrite where the server does not take it."""
        with self._lock:
            if time.monotonic() - self._given >= AGAIN:
                self.give()

    def give(self) -> None:
        """The word, once more."""
        given = time.monotonic()
        with self.server.transaction() as conn:
            conn.execute(
                "INSERT INTO node VALUES (%s, %s, now() + make_interval(secs => %s), %s) ON CONFLICT (owner) DO UPDATE"
                " SET (lease_until, alive) = (excluded.lease_until, greatest(node.alive, excluded.alive))",
                (self.owner, self.address, LEASE, self.alive()),
            )
            conn.execute("DELETE FROM node WHERE lease_until < now() - make_interval(days => %s)", (FORGOTTEN,))
        self._given = given

    def end(self) -> None:
        """The node goes: nobody need wait for the end of its word."""
        with self.server.transaction() as conn:
            conn.execute("UPDATE node SET lease_until = now() WHERE owner = %s", (self.owner,))
