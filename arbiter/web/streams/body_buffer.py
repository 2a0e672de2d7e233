"""In front of the threads: a request is whole before one of them gets it.

A thread is held for as long as Flask works, never for as long as somebody's network takes: whoever sends a request
slowly keeps no tablet waiting. A body that is too large, or for which there is no room, is refused without being read.
What no browser sends, and the bridge to Flask would stumble over, is put right here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from a2wsgi.asgi_typing import ASGIApp, HTTPRequestEvent, HTTPScope, Receive, ReceiveEvent, Scope, Send
from werkzeug.sansio.utils import host_is_trusted

from arbiter.desk.turns import RECEIVED, Ticket
from arbiter.refused import Refused
from arbiter.web.reading.sizes import LARGEST_BODY, LARGEST_FILE, UNREAD
from arbiter.web.streams.memory_budget import KNOWN, STRANGERS, Claim, Room
from arbiter.web.streams.protocol import DROP, FILE

ASCII = "".join(map(chr, range(0x21, 0x7F)))
OF_THE_BODY = (b"content-length", b"transfer-encoding")
PROOFS = frozenset({"authorization", "cookie"})
"""The headers by which somebody can be known."""


@dataclass(frozen=True, kw_only=True)
class BodyLimits:
    """Who may send how much.

    *takes_file*: whether a file may be sent to that path by that method. *signed*: whether these headers carry what
    this service has signed, told at once. *known*: whether whoever asks is a tablet, an official or a hall, which takes
    a look into the register.
    """

    takes_file: Callable[[str, str], bool] = lambda *_: False
    signed: Callable[[Iterable[tuple[bytes, bytes]]], bool] = lambda _: False
    known: Callable[[Mapping[str, str]], bool] = lambda _: False
    largest: int = LARGEST_BODY
    largest_file: int = LARGEST_FILE
    strangers: Room = field(default_factory=lambda: Room(STRANGERS))
    familiar: Room = field(default_factory=lambda: Room(KNOWN))

    def room(self, scope: HTTPScope) -> Room:
        """Where the body of a request counts that is no file."""
        return self.familiar if self.signed(scope["headers"]) else self.strangers

    async def most(self, scope: HTTPScope) -> int:
        """The bytes that the body of this request may have; refused where only those who are known may send as many."""
        if not self.takes_file(scope["method"], scope["path"]):
            return self.largest
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if headers.keys().isdisjoint(PROOFS) or not await asyncio.to_thread(self.known, headers):
            raise Refused("sign_in_first")
        return self.largest_file


class BodyBuffer:
    """An ASGI application that hands requests on once they are whole, and those that it refuses to *refusing*."""

    def __init__(
        self,
        app: ASGIApp,
        keeper: BodyLimits,
        *,
        refusing: ASGIApp | None = None,
        ticket: Callable[[HTTPScope], Ticket | None] = lambda _: None,
    ) -> None:
        self.app = app
        self.keeper = keeper
        self.refusing = refusing or app
        """Answers with the refusal that stands in the context."""
        self.ticket = ticket
        """The place of a request that is whole, which says when it was received; it goes along in the context."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; nothing is handed on of one whose sender has gone before its end."""
        assert scope["type"] == "http"  # the server has neither web sockets nor a lifespan
        UNREAD.set(None)  # a connection's next request begins in the context of the one before
        held = Claim(lambda: self.keeper.room(scope))
        try:
            try:
                body = await self._read(scope, receive, held)
            except Refused as refused:
                UNREAD.set(refused.with_traceback(None))  # which would hold what has come of the body
                held.give_back()
                scope.get("state", {}).get(DROP, lambda: None)()
                await self.refusing(plain(scope, 0), _once(b"", receive), send)
                return
            if body is not None:
                await self._hand_on(scope, body, receive, send)
        finally:
            held.give_back()

    async def _hand_on(self, scope: HTTPScope, body: bytes, receive: Receive, send: Send) -> None:
        ticket = self.ticket(scope)
        RECEIVED.set(ticket)
        try:
            await self.app(plain(scope, len(body)), _once(body, receive), send)
        finally:
            if ticket is not None:
                ticket.release()

    async def _read(self, scope: HTTPScope, receive: Receive, held: Claim) -> bytes | None:
        """The body of a request; None when the sender has gone before its end. Refused where it is too large."""
        most = self.keeper.largest
        if (size := announced(scope)) > most:
            most = await self._more(scope, held, size)
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":  # gone
                return None
            piece = message.get("body", b"")
            if (size := len(body) + len(piece)) > most:
                most = await self._more(scope, held, size)
            held.grow(size)
            body += piece
            more = message.get("more_body", False)
        return bytes(body)

    async def _more(self, scope: HTTPScope, held: Claim, size: int) -> int:
        """The bytes that the body may have, of which *size* are more than those of one that is no file."""
        most = await self.keeper.most(scope)
        if size > most:
            raise Refused("too_large", most=most)
        held.move(self.keeper.familiar)
        scope.get("state", {}).get(FILE, lambda: None)()
        return most


def _once(body: bytes, receive: Receive) -> Receive:
    """What the application receives: the body at one time, and then what else comes."""
    handed: list[HTTPRequestEvent] = [{"type": "http.request", "body": body, "more_body": False}]

    async def once() -> ReceiveEvent:
        return handed.pop() if handed else await receive()

    return once


def announced(scope: HTTPScope) -> int:
    """The bytes that a body is to have by its head; 0 where it does not say."""
    told = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(told) if told.isdigit() and len(told) < 19 else 0


def legible(scope: HTTPScope) -> HTTPScope:
    """The request without what nothing behind here can read: a cookie that is no UTF-8, a host that is no host."""
    headers = [(name, value) for name, value in scope["headers"] if name not in READ or READ[name](value)]
    return {**scope, "headers": headers}


def is_text(value: bytes) -> bool:
    """Whether that is UTF-8."""
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_host(value: bytes) -> bool:
    """Whether that is the name or the number of a machine, with a port or without."""
    host = value.decode("latin-1")
    try:
        host.encode("idna")  # refuses a name with an empty or a long part
    except UnicodeError:
        return False
    return host_is_trusted(host)


READ: Mapping[bytes, Callable[[bytes], bool]] = {b"cookie": is_text, b"host": is_host}


def plain(scope: HTTPScope, length: int) -> HTTPScope:
    """The request as WSGI can have it: the query in ASCII, the length named, no header that passes for another.

    One with an underscore in its name would pass for the one with a hyphen.
    """
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name and name not in OF_THE_BODY]
    headers.append((b"content-length", str(length).encode()))
    query = scope["query_string"]
    return {**scope, "headers": headers, "query_string": quote(query, safe=ASCII).encode() if query else query}
