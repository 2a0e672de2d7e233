"""A connection of the hall: HTTP as uvicorn has it, and for a wire the transport itself.

A wire is written to directly. A task that is woken for each message, and the ASGI call that sends it, cost five times
what the writing does (`docs/benchmarks.md`), and whoever plays would wait for a thousand of them. What a connection
may take its time over stands in `connections`.
"""

from __future__ import annotations

import asyncio
import math
import socket
import ssl
from asyncio import sslproto
from collections.abc import Callable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from arbiter.web.headers import RAW
from arbiter.web.streams.connections import Connections

TRANSPORT = "arbiter.transport"
"""Under this name the state of a request's scope has the transport of its connection."""
FILE = "arbiter.file"
"""Under this name it has a function that gives the body the time that a file takes."""
DROP = "arbiter.drop"
"""Under this name it has a function by which the rest of the body is thrown away as it comes."""
LARGEST_HEAD = 64 * 1_024
"""Bytes of a request's first line and headers; also of what is beside the body of one that comes in chunks."""
MOST_HEADERS = 128
MOST_AHEAD = 8
"""Requests that may wait on one connection for the answer to the one before them."""
MOST_DROPPED = 32 * 1_024 * 1_024
"""Bytes of a refused body that are read and thrown away, so that its sender gets to read the refusal."""
PIECE = 32 * 1_024
"""Bytes that are taken from a connection at one time."""
HANDSHAKE = 10.0
"""Seconds that somebody who comes over HTTPS has until both sides have agreed on a key."""
LINGER = 2.0
"""Seconds for which a connection that was refused stays open, so that its sender gets to read why."""


def closing(status: bytes) -> bytes:
    """An answer without a body, after which the connection is closed."""
    return b"HTTP/1.1 %b\r\n%bconnection: close\r\ncontent-length: 0\r\n\r\n" % (status, RAW)


LATE = closing(b"408 Request Timeout")
HEAD_TOO_LARGE = closing(b"431 Request Header Fields Too Large")
UNREADABLE = closing(b"400 Bad Request")


class HallProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which tells the application what it writes to, and keeps the time of its connection."""

    hall = Connections()
    """The connections that this one is among; `among` makes a class for others."""
    known = False
    answering = False
    deadline = math.inf
    address = ""
    _begun = False
    """Whether some of a request has come, and not yet all of it."""
    _heading = True
    """Whether what comes now is the head of a request."""
    _beside = 0
    """Bytes that have come since the last that was of use: of a head without an end, or between chunks of a body."""
    _dropping = False
    """Whether the body that comes was refused."""
    _dropped = 0
    _refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Somebody has connected, and has to say what they want."""
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            transport.max_size = PIECE
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        self.timeout_keep_alive = self.hall.limits.kept  # type: ignore[assignment]  # the loop takes parts of seconds
        self._within(self.hall.limits.head)
        self.hall.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended; what its requests held is free at once, not when Python looks for circles."""
        self.hall.remove(self)
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._begun = False
        self.pipeline.clear()
        self.scope = self.cycle = None  # type: ignore[assignment]  # as uvicorn has them before the first request

    def data_received(self, data: bytes) -> None:
        """More of a request; with its first byte its time begins."""
        if not self._begun and not self.answering and not self._refused:
            self._begun = True
            self._within(self.hall.limits.head)
        for start in range(0, len(data), PIECE):
            if self._refused or self.transport.is_closing():
                return
            piece = data[start : start + PIECE]
            self._beside += len(piece)
            super().data_received(piece)
            if self._beside > LARGEST_HEAD:
                self._refuse(HEAD_TOO_LARGE if self._heading else UNREADABLE)

    def on_message_begin(self) -> None:
        """A request begins on this connection."""
        super().on_message_begin()
        self._heading, self._dropping, self._beside = True, False, 0
        self.scope["state"] |= {TRANSPORT: self.transport, FILE: self._take_file, DROP: self._drop}

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header more; what comes behind a body in chunks is none."""
        if self._heading:
            super().on_header(name, value)
            if len(self.headers) > MOST_HEADERS:
                self._refuse(HEAD_TOO_LARGE)
                raise ValueError(f"more than {MOST_HEADERS} headers")

    def on_headers_complete(self) -> None:
        """The head is whole: it says who asks."""
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            self._refuse(HEAD_TOO_LARGE)
            raise ValueError(f"a head of more than {LARGEST_HEAD} bytes")
        if len(self.pipeline) >= MOST_AHEAD:
            self._refuse(UNREADABLE)
            raise ValueError(f"more than {MOST_AHEAD} requests ahead of their answers")
        self._heading, self._beside = False, 0
        if not self.known and self.hall.knows(self.headers):
            self.hall.recognise(self)
            self.timeout_keep_alive = self.hall.limits.kept_known  # type: ignore[assignment]  # likewise
        self._within(self.hall.limits.body)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """More of a body; of one that was refused or answered already nothing is kept."""
        self._beside = 0
        if not self._dropping and not self.cycle.response_complete:
            super().on_body(body)
            return
        self._dropped += len(body)
        if self._dropped > MOST_DROPPED:
            self.transport.abort()

    def on_message_complete(self) -> None:
        """The request is whole, and the answer takes as long as it takes; it may have been given already."""
        self._begun, self._beside, self._dropped = False, 0, 0
        self.answering = not self.cycle.response_complete
        if not self.answering:
            self._within(self.timeout_keep_alive)
        elif not self.flow.write_paused:
            self.deadline = math.inf
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is on its way; once it is taken, uvicorn's limit between two requests holds."""
        if getattr(self.cycle, "response_complete", False):  # there is none after the end of the connection
            self.cycle.body = bytearray()
        if not self.pipeline:
            self.answering = False
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuses what is no HTTP."""
        del msg  # nobody reads it
        self._refuse(UNREADABLE)

    def pause_writing(self) -> None:
        """The reader takes less than is sent."""
        super().pause_writing()
        self._within(self.hall.limits.taken)
        self.hall.note_full(self)

    def resume_writing(self) -> None:
        """The reader has taken it."""
        super().resume_writing()
        self.hall.note_taken(self)
        self.deadline = math.inf

    @property
    def untaken(self) -> int:
        """Bytes of answers that the reader has not taken."""
        return self.transport.get_write_buffer_size()

    def expire(self) -> None:
        """The time of this connection is over: it is told so where a request had begun, and closed."""
        if self._begun and not self.answering and not self._refused:
            self.transport.write(LATE)
            self.transport.close()
        else:
            self.transport.abort()

    def _refuse(self, answer: bytes) -> None:
        """Answers what cannot be read on, and reads no more: what still comes is thrown away for a moment."""
        if self._refused:
            return
        self._refused = True
        half = self._begun and not self._heading and not self.cycle.response_complete
        if half:  # whoever waits for the rest is told that it does not come
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.answering or self.transport.is_closing() or (half and self.cycle.response_started):
            self.transport.abort()
            return
        self.transport.write(answer)
        if half or not self.transport.can_write_eof():
            self.transport.close()
        else:
            self.transport.write_eof()
            self._within(LINGER)

    def _take_file(self) -> None:
        """The body that comes is a file that is awaited."""
        self._within(self.hall.limits.file)

    def _drop(self) -> None:
        """The body that comes is not wanted: nothing more of it is kept."""
        if self._begun:  # otherwise it is whole, and what comes is the next request
            self._dropping = True
            self.cycle.body = bytearray()
            self.flow.resume_reading()

    def _within(self, seconds: float) -> None:
        self.deadline = self.loop.time() + seconds


def among(connections: Connections) -> type[HallProtocol]:
    """The protocol of connections that are counted there."""
    return type("HallProtocol", (HallProtocol,), {"hall": connections})


async def listen_over_tls(
    met: Callable[[], asyncio.Protocol],
    listening: socket.socket,
    context: ssl.SSLContext,
    *,
    backlog: int,
    seconds: float = HANDSHAKE,
) -> asyncio.Server:
    """Listen for those who come over HTTPS, each of whom has so many *seconds* for the handshake.

    A connection is counted once its handshake is over; before that it holds two pieces of memory and its descriptor.
    """
    sslproto.SSLProtocol.max_size = PIECE
    return await asyncio.get_running_loop().create_server(
        met, sock=listening, ssl=context, backlog=backlog, ssl_handshake_timeout=seconds
    )
