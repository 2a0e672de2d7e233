"""A connection of the hall: HTTP as uvicorn has it, and for a wire the transport itself.

A wire is written to directly. A task that is woken for each message, and the ASGI call that sends it, cost five times
what the writing does (`docs/benchmarks.md`), and whoever plays would wait for a thousand of them. What a connection
may take its time over stands in `connections`.
"""

from __future__ import annotations

import asyncio
import math

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from arbiter.web.wires.connections import Connections

TRANSPORT = "arbiter.transport"
"""Under this name the state of a request's scope has the transport of its connection."""
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class HallProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which tells the application what it writes to, and keeps the time of its connection."""

    hall = Connections()
    """The connections that this one is among; `among` makes a class for others."""
    known = False
    answering = False
    deadline = math.inf
    address = ""
    _begun = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Somebody has connected, and has to say what they want."""
        super().connection_made(transport)
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        self.timeout_keep_alive = self.hall.limits.kept  # type: ignore[assignment]  # the loop takes parts of seconds
        self._within(self.hall.limits.head)
        self.hall.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self.hall.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """More of a request; with its first byte its time begins."""
        if not self._begun and not self.answering:
            self._begun = True
            self._within(self.hall.limits.head)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins on this connection."""
        super().on_message_begin()
        self.scope["state"][TRANSPORT] = self.transport

    def on_headers_complete(self) -> None:
        """The head is whole: it says who asks."""
        if not self.known and self.hall.knows(self.headers):
            self.hall.recognise(self)
            self.timeout_keep_alive = self.hall.limits.kept_known  # type: ignore[assignment]  # likewise
        self._within(self.hall.limits.body)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole, and the answer takes as long as it takes."""
        self.answering, self._begun = True, False
        if not self.flow.write_paused:
            self.deadline = math.inf
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is on its way; once it is taken, uvicorn's limit between two requests holds."""
        if not self.pipeline:
            self.answering = False
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The reader takes less than is sent."""
        super().pause_writing()
        self._within(self.hall.limits.taken)

    def resume_writing(self) -> None:
        """The reader has taken it."""
        super().resume_writing()
        self.deadline = math.inf

    def expire(self) -> None:
        """The time of this connection is over: it is told so where a request had begun, and closed."""
        if self._begun and not self.answering:
            self.transport.write(LATE)
            self.transport.close()
        else:
            self.transport.abort()

    def _within(self, seconds: float) -> None:
        self.deadline = self.loop.time() + seconds


def among(connections: Connections) -> type[HallProtocol]:
    """The protocol of connections that are counted there."""
    return type("HallProtocol", (HallProtocol,), {"hall": connections})
