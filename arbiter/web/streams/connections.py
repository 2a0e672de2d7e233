"""The open connections: how many there are, from which address, and how long each may stay silent.

A sender that connects and says nothing, or sends one byte at a time, occupies a file descriptor of the process. Without
limits, a thousand such connections would block everybody. So each connection has a time limit for sending the head of a
request, one for sending its body, and one for reading the response. The number of connections from one address is
limited too: if there is one more, the oldest that waits for no response is closed. A connection that has carried a
signature of a tablet or an official does not count for its address.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Protocol

from arbiter.values import dataclass

log = logging.getLogger(__name__)

SWEEP_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on connections: times in seconds, numbers of connections, and bytes."""

    head: float = 10.0
    """The time limit for the head of a request, in seconds.

    It starts with the connection. For a later request it starts with the request's first byte.
    """
    body: float = 30.0
    """The time limit for the body of a request, from the end of its head, in seconds."""
    file: float = 120.0
    """The time limit for a body that is a file, if its sender may send one, in seconds."""
    taken: float = 30.0
    """If the reader is so slow that the send buffer stays full for this many seconds, the connection is closed."""
    kept: float = 5.0
    """The longest pause between two requests before the connection is closed, in seconds."""
    kept_known: float = 75.0
    """The longest pause between two requests of a tablet or an official, in seconds.

    It is longer than for strangers, because a tablet sends a report every few seconds.
    """
    an_address: int = 400
    altogether: int = 4_000
    untaken: int = 8 * 1_024 * 1_024
    """The limit on responses that all strangers together have not read yet, in bytes."""


class Connection(Protocol):
    """The interface of a connection, as `Connections` needs it. *known*: whether it is a tablet's or an official's."""

    address: str
    known: bool
    answering: bool
    deadline: float

    @property
    def untaken(self) -> int:
        """The number of bytes of responses that the reader has not read yet."""

    def expire(self) -> None:
        """Close the connection, because its time limit has passed."""


class Connections:
    """All open connections. Used in the event loop only.

    *knows* tells whether headers carry a signature of a tablet or an official. The address *proxy* may have any number
    of connections, because everybody's requests come from it.
    """

    def __init__(
        self,
        knows: Callable[[Iterable[tuple[bytes, bytes]]], bool] = lambda _: False,
        limits: Limits | None = None,
        *,
        proxy: str = "",
    ) -> None:
        self.knows = knows
        self.limits = limits or Limits()
        self.proxy = proxy
        self.open: dict[Connection, None] = {}
        self._strangers: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        self._full: dict[Connection, None] = {}
        """The connections with a full send buffer, in the order in which they became full."""
        self._sweeping: asyncio.Handle | None = None

    def add(self, connection: Connection) -> None:
        """Add a connection. If there are now too many, close the oldest one that waits for no response."""
        self.open[connection] = None
        self._strangers[connection.address][connection] = None
        here = self._strangers[connection.address]
        if connection.address != self.proxy and len(here) > self.limits.an_address:
            self._make_room(here, connection)
        elif len(self.open) > self.limits.altogether:
            self._make_room(self.open, connection)
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)

    def recognise(self, connection: Connection) -> None:
        """Mark the connection as a tablet's or an official's, so that it no longer counts for its address."""
        connection.known = True
        self._no_stranger(connection)

    def remove(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        self.open.pop(connection, None)
        self._full.pop(connection, None)
        self._no_stranger(connection)

    def note_full(self, connection: Connection) -> None:
        """Store that the send buffer of a connection is full, because its reader is slow.

        If all full buffers of strangers together hold too many bytes, close those connections that have been full
        longest. This connection itself is not closed, so that one large response can be sent while no other connection
        is full.
        """
        self._full[connection] = None
        strangers = [one for one in self._full if not one.known]
        waiting = sum(one.untaken for one in strangers)
        for one in strangers:
            if waiting <= self.limits.untaken or one is connection:
                break
            waiting -= one.untaken
            self._full.pop(one)
            one.expire()

    def note_taken(self, connection: Connection) -> None:
        """Store that the send buffer of a connection is no longer full, because its reader has caught up."""
        self._full.pop(connection, None)

    def _no_stranger(self, connection: Connection) -> None:
        here = self._strangers.get(connection.address, {})
        here.pop(connection, None)
        if not here:
            self._strangers.pop(connection.address, None)

    def _make_room(self, among: Iterable[Connection], newest: Connection) -> None:
        waiting = (one for one in among if not (one.answering or one.known))
        oldest = next(waiting, newest)
        log.warning("too many connections: one of %s is closed", oldest.address)
        oldest.expire()
        self.remove(oldest)

    def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        for connection in [one for one in self.open if one.deadline < now]:
            connection.expire()
        self._sweeping = loop.call_later(SWEEP_SECONDS, self._sweep) if self.open else None
