"""The body buffer: reads the whole body of a request before the request gets a thread of Flask.

A thread is therefore occupied only while Flask works, not while the sender's network is slow. So a slow sender keeps no
tablet waiting. A body that is too large, or for which there is no memory, is refused without being read.

Headers and queries that no browser sends, and that a2wsgi cannot read, are corrected or removed here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from urllib.parse import quote

from a2wsgi.asgi_typing import ASGIApp, HTTPRequestEvent, HTTPScope, Receive, ReceiveEvent, Scope, Send
from werkzeug.sansio.utils import host_is_trusted

from arbiter.desk.request_queue import RECEIVED, Ticket
from arbiter.refused import Refused
from arbiter.values import dataclass
from arbiter.web.request_parsing import LARGEST_BODY_BYTES, LARGEST_FILE_BYTES, UNREAD
from arbiter.web.streams.arrival_times import Receipts
from arbiter.web.streams.memory_budget import KNOWN_BYTES, STRANGERS_BYTES, Claim, Room
from arbiter.web.streams.protocol import DROP, FILE

ASCII = "".join(map(chr, range(0x21, 0x7F)))
OF_THE_BODY = (b"content-length", b"transfer-encoding")
PROOFS = frozenset({"authorization", "cookie"})
"""The names of the headers that can identify the sender of a request."""


@dataclass(frozen=True, kw_only=True)
class BodyLimits:
    """The limits on request bodies, which depend on the sender.

    *takes_file* tells whether a method and a path accept an uploaded file. *signed* tells, without reading the
    register, whether headers carry a signature of this service. *known* reads the register and tells whether headers
    belong to a tablet, an official or a hall that sends its journal here. *largest* and *largest_file* are sizes in
    bytes.
    """

    takes_file: Callable[[str, str], bool] = lambda *_: False
    signed: Callable[[Iterable[tuple[bytes, bytes]]], bool] = lambda _: False
    known: Callable[[Mapping[str, str]], bool] = lambda _: False
    largest: int = LARGEST_BODY_BYTES
    largest_file: int = LARGEST_FILE_BYTES
    strangers: Room = field(default_factory=lambda: Room(STRANGERS_BYTES))
    familiar: Room = field(default_factory=lambda: Room(KNOWN_BYTES))

    def room(self, scope: HTTPScope) -> Room:
        """Return the memory budget for a body: one for requests with a signature of this service, one for others."""
        return self.familiar if self.signed(scope["headers"]) else self.strangers

    async def most(self, scope: HTTPScope) -> int:
        """Return the largest size in bytes of this request's body: that of a file if the path takes files.

        Raise Refused with `sign_in_first` if the path takes files but the sender is not known.
        """
        if not self.takes_file(scope["method"], scope["path"]):
            return self.largest
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if headers.keys().isdisjoint(PROOFS) or not await asyncio.to_thread(self.known, headers):
            raise Refused("sign_in_first")
        return self.largest_file


class BodyBuffer:
    """An ASGI application that reads whole bodies, so that a slow sender does not occupy a thread of Flask.

    It passes complete requests to *app*, and refused ones to *refusing*.
    """

    def __init__(
        self,
        app: ASGIApp,
        keeper: BodyLimits,
        *,
        refusing: ASGIApp | None = None,
        ticket: Callable[[HTTPScope, bytes], Ticket | None] = lambda *_: None,
        receipts: Receipts | None = None,
    ) -> None:
        self.app = app
        self.keeper = keeper
        self.refusing = refusing or app
        """The ASGI application that answers with the refusal stored in the context variable `UNREAD`."""
        self.ticket = ticket
        """Function that makes the ticket of a complete request: its time of receipt and place in its board's queue."""
        self.receipts = receipts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. If its sender disconnects before the end of the body, the request is dropped."""
        assert scope["type"] == "http"  # the server accepts neither web sockets nor lifespan events
        UNREAD.set(None)  # the next request of a connection inherits the context of the one before
        held = Claim(lambda: self.keeper.room(scope))
        try:
            try:
                body = await self._read(scope, receive, held)
            except Refused as refused:
                UNREAD.set(refused.with_traceback(None))  # the traceback would hold the body received so far
                held.give_back()
                scope.get("state", {}).get(DROP, lambda: None)()
                await self.refusing(plain(scope, 0), _once(b"", receive), send)
                return
            if body is not None:
                await self._hand_on(scope, body, receive, send)
        finally:
            held.give_back()

    async def _hand_on(self, scope: HTTPScope, body: bytes, receive: Receive, send: Send) -> None:
        ticket = self.ticket(scope, body)
        RECEIVED.set(ticket)
        if ticket is not None and self.receipts is not None:
            send = self.receipts.adding(send, scope, body, ticket)
        try:
            await self.app(plain(scope, len(body)), _once(body, receive), send)
        finally:
            if ticket is not None:
                ticket.release()

    async def _read(self, scope: HTTPScope, receive: Receive, held: Claim) -> bytes | None:
        """Return the body of a request, or None if its sender disconnects before the end.

        Raise Refused if the body is too large.
        """
        most = self.keeper.largest
        if (size := announced(scope)) > most:
            most = await self._more(scope, held, size)
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":  # the sender has disconnected
                return None
            piece = message.get("body", b"")
            if (size := len(body) + len(piece)) > most:
                most = await self._more(scope, held, size)
            held.grow(size)
            body += piece
            more = message.get("more_body", False)
        return bytes(body)

    async def _more(self, scope: HTTPScope, held: Claim, size: int) -> int:
        """Return the largest size in bytes of a body that has turned out larger than an ordinary one.

        Raise Refused if *size*, its size so far or as announced, is larger still.
        """
        most = await self.keeper.most(scope)
        if size > most:
            raise Refused("too_large", most=most)
        held.move(self.keeper.familiar)
        scope.get("state", {}).get(FILE, lambda: None)()
        return most


def _once(body: bytes, receive: Receive) -> Receive:
    """Return the `receive` function for the application. It gives the whole body first, then later messages."""
    handed: list[HTTPRequestEvent] = [{"type": "http.request", "body": body, "more_body": False}]

    async def once() -> ReceiveEvent:
        return handed.pop() if handed else await receive()

    return once


def announced(scope: HTTPScope) -> int:
    """Return the length of the body in bytes according to the header Content-Length, or 0 without such a header."""
    told = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(told) if told.isdigit() and len(told) < 19 else 0


def legible(scope: HTTPScope) -> HTTPScope:
    """Return the request without headers that Flask cannot read: a cookie that is not UTF-8, or an invalid host."""
    headers = [(name, value) for name, value in scope["headers"] if name not in READ or READ[name](value)]
    return {**scope, "headers": headers}


def is_text(value: bytes) -> bool:
    """Return whether the bytes *value* are valid UTF-8."""
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_host(value: bytes) -> bool:
    """Return whether *value* is a valid host: a name or an address, with or without a port."""
    host = value.decode("latin-1")
    try:
        host.encode("idna")  # raises for a name with an empty or too long part
    except UnicodeError:
        return False
    return host_is_trusted(host)


READ: Mapping[bytes, Callable[[bytes], bool]] = {b"cookie": is_text, b"host": is_host}


def plain(scope: HTTPScope, length: int) -> HTTPScope:
    """Return the request in a form that WSGI can take. *length*: the length of its body in bytes.

    The query becomes ASCII, and the length of the body is stated. Headers with an underscore in the name are removed:
    WSGI takes them for headers with a hyphen, so that a sender could forge a header.
    """
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name and name not in OF_THE_BODY]
    headers.append((b"content-length", str(length).encode()))
    query = scope["query_string"]
    return {**scope, "headers": headers, "query_string": quote(query, safe=ASCII).encode() if query else query}
