"""How many connections are open, whose, and for how long one may stay silent.

Whoever connects and says nothing, or speaks a byte at a time, holds a descriptor of the process; without limits a
thousand of them close the hall. A request has so much time for its head, so much for its body, and an answer that
nobody takes is given up. An address has so many connections: one more takes the place of its oldest that waits for
nothing. A connection that has carried what was signed for a tablet or an official is exempt from that.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

log = logging.getLogger(__name__)

SWEEP = 1.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, and numbers of connections."""

    head: float = 10.0
    """From a connection's beginning, or the first byte of its next request, to the end of the head."""
    body: float = 120.0
    """From there to the end of the body."""
    taken: float = 30.0
    """For which a full buffer may stay full while an answer is sent."""
    kept: float = 5.0
    """Between two requests."""
    kept_known: float = 75.0
    """Between two of a tablet, which reports every few seconds."""
    an_address: int = 400
    altogether: int = 4_000


class Connection(Protocol):
    """What is asked of a connection here."""

    address: str
    known: bool
    answering: bool
    deadline: float

    def expire(self) -> None:
        """Its time is over."""


class Connections:
    """The connections that are open; used in the loop alone. *proxy*: the address of all who come through it."""

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
        self._sweeping: asyncio.Handle | None = None

    def add(self, connection: Connection) -> None:
        """One connection more; where there are too many, the oldest that is not being answered makes room."""
        self.open[connection] = None
        self._strangers[connection.address][connection] = None
        here = self._strangers[connection.address]
        if connection.address != self.proxy and len(here) > self.limits.an_address:
            self._make_room(here, connection)
        elif len(self.open) > self.limits.altogether:
            self._make_room(self.open, connection)
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def recognise(self, connection: Connection) -> None:
        """It is a tablet's or an official's: it counts for no address any more."""
        connection.known = True
        self._no_stranger(connection)

    def remove(self, connection: Connection) -> None:
        """It has ended."""
        self.open.pop(connection, None)
        self._no_stranger(connection)

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
        self._sweeping = loop.call_later(SWEEP, self._sweep) if self.open else None
