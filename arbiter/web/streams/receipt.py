"""Measures how long a request had waited on this machine before the service read it.

A service that stood still reads late what a tablet had sent in time. Linux records, by a clock that nobody can set,
when the last data of a connection arrived, and a request counts as received at that instant. On other systems a request
counts as received when it is read.
"""

from __future__ import annotations

import asyncio
import socket
import sys

from a2wsgi.asgi_typing import HTTPScope

from arbiter.sides import Span
from arbiter.web.streams.protocol import TRANSPORT

COARSE_MS: Span = 10
"""Milliseconds by which the system's note may be too early: one tick of its clock, at the slowest in use."""
LAST_DATA_OFFSET = 52
"""The offset in Linux's `struct tcp_info` of `tcpi_last_data_recv`: milliseconds since data last arrived."""
WORD_BYTES = 4
"""Bytes of that field."""


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
    except OSError:  # the sender has disconnected, or this is no network connection
        return 0
    return max(0, int.from_bytes(told[LAST_DATA_OFFSET:], sys.byteorder) - COARSE_MS)
