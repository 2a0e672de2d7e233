"""Measures how long a request had waited on this machine before the service read it.

A service that hung reads a request late although the tablet sent it in time. Linux records, by a clock that nobody can
set, when the last data of a connection arrived. A request counts as received at that instant. On other systems a
request counts as received when it is read.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from hashlib import sha256

from a2wsgi.asgi_typing import HTTPScope, Send, SendEvent

from arbiter.desk.turns import Ticket
from arbiter.machine.keys import Keys
from arbiter.sides import SECOND, Instant, Span
from arbiter.values import dataclass
from arbiter.web.streams.protocol import TRANSPORT

COARSE_MS: Span = 10
"""The milliseconds by which the system's record may be too early: one tick of its clock, at the slowest in use."""
LAST_DATA_OFFSET = 52
"""The offset in Linux's `struct tcp_info` of `tcpi_last_data_recv`: milliseconds since data last arrived."""
WORD_BYTES = 4
"""The bytes of the field at LAST_DATA_OFFSET."""
HEADER = b"arbiter-received"
"""The header with a receipt. It is in the response to a refused request, and in that request when it is sent again."""
BELIEVED_MS: Span = 30 * SECOND
"""The milliseconds after a refusal for which its receipt counts, so that nobody can use a receipt much later."""
REFUSED = 503
"""The HTTP status of a response to a request that may be sent again."""


@dataclass(frozen=True, slots=True)
class Receipts:
    """The receipts of refused requests, signed with the key that all nodes share."""

    keys: Keys

    def told(self, scope: HTTPScope, body: bytes, now: Instant) -> Span:
        """Return how many milliseconds ago the same request was first received, by its receipt; 0 without a receipt."""
        token = next((value for name, value in scope["headers"] if name == HEADER), b"").decode("latin-1")
        said = self.keys.opened("receipt", token) if token else None
        if said is None or said[0] != _digest(scope, body) or now - said[2] > BELIEVED_MS:
            return 0
        return max(0, now - int(said[1]))

    def adding(self, send: Send, scope: HTTPScope, body: bytes, ticket: Ticket) -> Send:
        """Return a function that sends the response to a request with that ticket. A refusal gets a receipt."""

        async def told(message: SendEvent) -> None:
            if message["type"] == "http.response.start" and message["status"] == REFUSED:
                what = [_digest(scope, body), ticket.at, ticket.turns.now()]
                headers = [*message["headers"], (HEADER, self.keys.sign("receipt", what).encode())]
                message = {**message, "headers": headers}
            await send(message)

        return told


def _digest(scope: HTTPScope, body: bytes) -> str:
    return sha256(f"{scope['method']} {scope['path']}\n".encode() + body).hexdigest()


def unread_ms(scope: HTTPScope) -> Span:
    """Return for how many milliseconds, at least, the request lay unread; 0 if the system does not tell."""
    transport = scope.get("state", {}).get(TRANSPORT)
    found = transport.get_extra_info("socket") if isinstance(transport, asyncio.BaseTransport) else None
    return 0 if found is None else silent_ms(found)


def silent_ms(connection: socket.socket) -> Span:
    """Return how many milliseconds ago, at least, the last data of that connection arrived.

    Return 0 if the system does not tell.
    """
    if sys.platform != "linux":
        return 0
    try:
        told = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, LAST_DATA_OFFSET + WORD_BYTES)
    except OSError:  # the sender has disconnected, or it is no network connection
        return 0
    return max(0, int.from_bytes(told[LAST_DATA_OFFSET:], sys.byteorder) - COARSE_MS)
