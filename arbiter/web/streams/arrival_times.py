"""Measures how long a request had waited on this machine before the service read it.

If the service was stopped for a moment, it reads late what a tablet had sent in time. Linux stores, by a clock that
nobody can set, when the last data of a connection arrived. A request counts as received at that instant. On other
systems a request counts as received when it is read.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from hashlib import sha256

from a2wsgi.asgi_typing import HTTPScope, Send, SendEvent

from arbiter.desk.request_queue import Ticket
from arbiter.machine.keys import Keys
from arbiter.sides import SECOND, Instant, Span
from arbiter.values import dataclass
from arbiter.web.streams.protocol import TRANSPORT

COARSE_MS: Span = 10
"""The largest error of the time that the system gives, in milliseconds: one tick of the slowest clock."""
LAST_DATA_OFFSET = 52
"""The offset in bytes of the field `tcpi_last_data_recv` in Linux's `struct tcp_info`.

The field has the milliseconds since data last arrived.
"""
WORD_BYTES = 4
"""The length of the field `tcpi_last_data_recv`, in bytes."""
HEADER = b"arbiter-received"
"""The name of the header with a receipt: in the response to a refused request, and in the same request sent again."""
BELIEVED_MS: Span = 30 * SECOND
"""The time after a refusal for which its receipt is valid, in milliseconds, so that nobody keeps one for later."""
REFUSED = 503
"""The HTTP status of a refusal after which the request may be sent again."""


@dataclass(frozen=True, slots=True)
class Receipts:
    """Receipts for refused requests, which prove when a request was first received.

    They are signed with *keys*, which all nodes share.
    """

    keys: Keys

    def told(self, scope: HTTPScope, body: bytes, now: Instant) -> Span:
        """Return how many milliseconds before *now* the same request was received for the first time.

        Return 0 if the request has no valid receipt of an earlier try.
        """
        token = next((value for name, value in scope["headers"] if name == HEADER), b"").decode("latin-1")
        said = self.keys.opened("receipt", token) if token else None
        if said is None or said[0] != _digest(scope, body) or now - said[2] > BELIEVED_MS:
            return 0
        return max(0, now - int(said[1]))

    def adding(self, send: Send, scope: HTTPScope, body: bytes, ticket: Ticket) -> Send:
        """Return a function that works like *send*, but adds a receipt to the response if the request is refused."""

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
    """Return for how many milliseconds, at least, the request lay unread on this machine.

    Return 0 if the system does not tell.
    """
    transport = scope.get("state", {}).get(TRANSPORT)
    found = transport.get_extra_info("socket") if isinstance(transport, asyncio.BaseTransport) else None
    return 0 if found is None else silent_ms(found)


def silent_ms(connection: socket.socket) -> Span:
    """Return how many milliseconds ago, at least, the last data of the connection arrived.

    Return 0 if the system does not tell.
    """
    if sys.platform != "linux":
        return 0
    try:
        told = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, LAST_DATA_OFFSET + WORD_BYTES)
    except OSError:  # the sender has disconnected, or this is not a network connection
        return 0
    return max(0, int.from_bytes(told[LAST_DATA_OFFSET:], sys.byteorder) - COARSE_MS)
