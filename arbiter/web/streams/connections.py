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
    body: float = 30.0
    """From there to the end of the body."""
    file: float = 120.0
    """In its place, once it is clear that the body is a file from somebody who may send one."""
    taken: float = 30.0
    """For which a full buffer may stay full while an answer is sent."""
    kept: float = 5.0
    """Between two requests."""
    kept_known: float = 75.0
    """Between two of a tablet, which reports every few seconds."""
    an_address: int = 400
    altogether: int = 4_000
    untaken: int = 8 * 1_024 * 1_024
    """Bytes of answers that wait altogether for strangers who do not take them."""


class Connection(Protocol):
    """What is asked of a connection here."""

    address: str
    known: bool
    answering: bool
    deadline: float

    @property
    def untaken(self) -> int:
        """Bytes of answers that wait for its reader."""

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
        self._full: dict[Connection, None] = {}
        """Connections whose answers are not taken as fast as they are given, the longest first."""
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
        self._full.pop(connection, None)
        self._no_stranger(connection)

    def note_full(self, connection: Connection) -> None:
        """Its reader takes less than is sent: where too much waits altogether, who has waited longest is cut.

        It is not cut itself: an answer that is larger than the bound is sent as long as no other one waits.
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
        """Its reader has taken what was sent."""
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
        self._sweeping = loop.call_later(SWEEP, self._sweep) if self.open else None
