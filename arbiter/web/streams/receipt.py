"""How long a request had lain on this machine, unread, before the service took it up.

A service that stands still reads late what a tablet had sent in time. Linux notes when the last data of a connection
came in, by a clock that nobody sets; a request counts from then. Another system does not tell, and there a request
counts from the instant at which it was read.
"""

from __future__ import annotations

import asyncio
import socket
import sys

from a2wsgi.asgi_typing import HTTPScope

from arbiter.sides import Span
from arbiter.web.streams.protocol import TRANSPORT

COARSE: Span = 10
"""Milliseconds by which the system's note may be too early: one tick of its clock, at the slowest that is in use."""
LAST_DATA_AT = 52
"""Where `struct tcp_info` of Linux has `tcpi_last_data_recv`: milliseconds since data came in last."""
WORD = 4
"""Bytes of that number."""


def unread_ms(scope: HTTPScope) -> Span:
    """Milliseconds for which the request lay unread at the least; 0 where nobody can tell."""
    transport = scope.get("state", {}).get(TRANSPORT)
    found = transport.get_extra_info("socket") if isinstance(transport, asyncio.BaseTransport) else None
    return 0 if found is None else silent_ms(found)


def silent_ms(connection: socket.socket) -> Span:
    """Milliseconds since data came in over that connection, at the least; 0 where the system does not tell."""
    if sys.platform != "linux":
        return 0
    try:
        told = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, LAST_DATA_AT + WORD)
    except OSError:  # the sender has gone, or this is no connection of the network
        return 0
    return max(0, int.from_bytes(told[LAST_DATA_AT:], sys.byteorder) - COARSE)
