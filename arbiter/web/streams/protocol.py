"""The HTTP protocol of a connection: uvicorn's, with time limits, and with direct access to the transport.

Event streams write directly to the transport. Otherwise each message would wake a task and make an ASGI call, which
costs five times as much as the writing (`docs/benchmarks.md`). With a thousand readers a player would have to wait. The
time limits are defined in `connections.py`.
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
"""The key in `scope["state"]` of a request for the transport of its connection."""
FILE = "arbiter.file"
"""The key in `scope["state"]` of a request for a function that gives the body the longer time limit of a file."""
DROP = "arbiter.drop"
"""The key in `scope["state"]` of a request for a function that throws the rest of the body away as it arrives."""
LARGEST_HEAD_BYTES = 64 * 1_024
"""The largest head of a request (its first line and headers), in bytes.

It is also the limit on the framing (sizes of chunks) of a body that is sent in chunks.
"""
MOST_HEADERS = 128
MOST_REQUESTS_AHEAD = 8
"""The largest number of requests on one connection that may wait for the response to an earlier one."""
MOST_DROPPED_BYTES = 32 * 1_024 * 1_024
"""At most this many bytes of a refused body are read and thrown away, so that its sender can read the refusal."""
PIECE_BYTES = 32 * 1_024
"""The largest number of bytes that are read from a connection at one time."""
HANDSHAKE_SECONDS = 10.0
"""The time limit for the TLS handshake, in seconds."""
LINGER_SECONDS = 2.0
"""The time for which a refused connection stays open, so that its sender can read the refusal, in seconds."""


def closing(status: bytes) -> bytes:
    """Return the bytes of a response without a body that tells the sender that the connection is closed.

    *status*: the status code with its words, such as "408 Request Timeout".
    """
    return b"HTTP/1.1 %b\r\n%bconnection: close\r\ncontent-length: 0\r\n\r\n" % (status, RAW)


LATE = closing(b"408 Request Timeout")
HEAD_TOO_LARGE = closing(b"431 Request Header Fields Too Large")
UNREADABLE = closing(b"400 Bad Request")


class HallProtocol(HttpToolsProtocol):
    """uvicorn's protocol with time limits. It also gives the application the transport of the connection."""

    hall = Connections()
    """The registry of open connections that this one belongs to. `among` makes a class for another registry."""
    known = False
    answering = False
    deadline = math.inf
    address = ""
    _begun = False
    """Whether the beginning of a request has arrived, but not its end."""
    _heading = True
    """Whether the head of a request (not its body) is being read."""
    _beside = 0
    """The number of bytes read of an unfinished head, or since the last bytes of content in a body sent in chunks."""
    _dropping = False
    """Whether the body that is being read was refused, so that its bytes are thrown away."""
    _dropped = 0
    _refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn has the same signature
        """Register a new connection, and start the time limit for the head of its first request."""
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            transport.max_size = PIECE_BYTES
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        self.timeout_keep_alive = self.hall.limits.kept  # type: ignore[assignment]  # the event loop takes fractions of seconds
        self._within(self.hall.limits.head)
        self.hall.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection, which has ended, and free the memory of its requests at once."""
        self.hall.remove(self)
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._begun = False
        self.pipeline.clear()
        self.scope = self.cycle = None  # type: ignore[assignment]  # as in uvicorn before the first request

    def data_received(self, data: bytes) -> None:
        """Read the bytes *data* of a request. The first byte of a request starts the time limit for its head."""
        if not self._begun and not self.answering and not self._refused:
            self._begun = True
            self._within(self.hall.limits.head)
        for start in range(0, len(data), PIECE_BYTES):
            if self._refused or self.transport.is_closing():
                return
            piece = data[start : start + PIECE_BYTES]
            self._beside += len(piece)
            super().data_received(piece)
            if self._beside > LARGEST_HEAD_BYTES:
                self._refuse(HEAD_TOO_LARGE if self._heading else UNREADABLE)

    def on_message_begin(self) -> None:
        """Begin a new request on this connection."""
        super().on_message_begin()
        self._heading, self._dropping, self._beside = True, False, 0
        self.scope["state"] |= {TRANSPORT: self.transport, FILE: self._take_file, DROP: self._drop}

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header to the request. Headers that come after a body (trailers) are ignored."""
        if self._heading:
            super().on_header(name, value)
            if len(self.headers) > MOST_HEADERS:
                self._refuse(HEAD_TOO_LARGE)
                raise ValueError(f"more than {MOST_HEADERS} headers")

    def on_headers_complete(self) -> None:
        """Check the size of the complete head.

        If it has a valid signature, mark the sender as a tablet or an official.
        """
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD_BYTES:
            self._refuse(HEAD_TOO_LARGE)
            raise ValueError(f"a head of more than {LARGEST_HEAD_BYTES} bytes")
        if len(self.pipeline) >= MOST_REQUESTS_AHEAD:
            self._refuse(UNREADABLE)
            raise ValueError(f"more than {MOST_REQUESTS_AHEAD} requests ahead of their answers")
        self._heading, self._beside = False, 0
        if not self.known and self.hall.knows(self.headers):
            self.hall.recognise(self)
            self.timeout_keep_alive = self.hall.limits.kept_known  # type: ignore[assignment]  # a fraction too
        self._within(self.hall.limits.body)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Read the bytes *body* of a body. They are thrown away if the request was refused or is already answered."""
        self._beside = 0
        if not self._dropping and not self.cycle.response_complete:
            super().on_body(body)
            return
        self._dropped += len(body)
        if self._dropped > MOST_DROPPED_BYTES:
            self.transport.abort()

    def on_message_complete(self) -> None:
        """End the time limit, because the request is complete and there is no limit on making the response.

        If the request has been answered already, start the time limit for the pause until the next request.
        """
        self._begun, self._beside, self._dropped = False, 0, 0
        self.answering = not self.cycle.response_complete
        if not self.answering:
            self._within(self.timeout_keep_alive)
        elif not self.flow.write_paused:
            self.deadline = math.inf
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Store that the response has been sent.

        uvicorn then starts its time limit for the pause until the next request.
        """
        if getattr(self.cycle, "response_complete", False):  # after the end of the connection there is no cycle
            self.cycle.body = bytearray()
        if not self.pipeline:
            self.answering = False
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer bytes that are not HTTP with status 400, and close the connection."""
        del msg  # the sender's program would not read it
        self._refuse(UNREADABLE)

    def pause_writing(self) -> None:
        """Store that the send buffer is full, and start the time limit for the reader to read from it."""
        super().pause_writing()
        self._within(self.hall.limits.taken)
        self.hall.note_full(self)

    def resume_writing(self) -> None:
        """Store that the reader has read enough for writing to go on, and end the time limit."""
        super().resume_writing()
        self.hall.note_taken(self)
        self.deadline = math.inf

    @property
    def untaken(self) -> int:
        """The number of bytes of responses that the reader has not read yet."""
        return self.transport.get_write_buffer_size()

    def expire(self) -> None:
        """Close the connection, because its time limit has passed.

        If a request has arrived in part, answer 408 first.
        """
        if self._begun and not self.answering and not self._refused:
            self.transport.write(LATE)
            self.transport.close()
        else:
            self.transport.abort()

    def _refuse(self, answer: bytes) -> None:
        """Send the response *answer*, read no further request, and close the connection a moment later."""
        if self._refused:
            return
        self._refused = True
        half = self._begun and not self._heading and not self.cycle.response_complete
        if half:  # the application that waits for the rest of the body is told that it does not come
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
            self._within(LINGER_SECONDS)

    def _take_file(self) -> None:
        """Give the body that is being read the longer time limit of a file."""
        self._within(self.hall.limits.file)

    def _drop(self) -> None:
        """Throw away the body that is being read, and the rest of it as it arrives."""
        if self._begun:  # otherwise the request is complete, and the next bytes are the next request
            self._dropping = True
            self.cycle.body = bytearray()
            self.flow.resume_reading()

    def _within(self, seconds: float) -> None:
        self.deadline = self.loop.time() + seconds


def among(connections: Connections) -> type[HallProtocol]:
    """Return a class of the protocol whose connections are registered in *connections*."""
    return type("HallProtocol", (HallProtocol,), {"hall": connections})


async def listen_over_tls(
    met: Callable[[], asyncio.Protocol],
    listening: socket.socket,
    context: ssl.SSLContext,
    *,
    backlog: int,
    seconds: float = HANDSHAKE_SECONDS,
) -> asyncio.Server:
    """Listen for HTTPS connections. Each has *seconds* for its TLS handshake.

    A connection is registered after its handshake. Before that it takes only two small buffers and a file descriptor.
    """
    sslproto.SSLProtocol.max_size = PIECE_BYTES
    return await asyncio.get_running_loop().create_server(
        met, sock=listening, ssl=context, backlog=backlog, ssl_handshake_timeout=seconds
    )
