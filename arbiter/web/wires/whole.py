"""In front of the threads: a request is whole before one of them gets it.

A thread is held for as long as Flask works, never for as long as somebody's network takes: whoever sends a request
slowly keeps no tablet waiting. What no browser sends, and the bridge to Flask would stumble over, is put right here.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from a2wsgi.asgi_typing import ASGIApp, HTTPRequestEvent, HTTPScope, Receive, ReceiveEvent, Scope, Send

from arbiter.desk.turns import RECEIVED, Ticket

ASCII = "".join(map(chr, range(0x21, 0x7F)))


class Whole:
    """An ASGI application that hands requests on once they are whole."""

    def __init__(
        self, app: ASGIApp, *, largest: int, ticket: Callable[[HTTPScope], Ticket | None] = lambda _: None
    ) -> None:
        self.app = app
        self.largest = largest
        """Bytes of a body that are taken in; of a longer one the application learns the length at least."""
        self.ticket = ticket
        """The place of a request that is whole, which says when it was received; it goes along in the context."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; nothing is handed on of one whose sender has gone before its end."""
        assert scope["type"] == "http"  # the server has neither web sockets nor a lifespan
        body = await whole(receive, self.largest)
        if body is None:
            return
        handed: list[HTTPRequestEvent] = [{"type": "http.request", "body": body, "more_body": False}]

        async def once() -> ReceiveEvent:
            return handed.pop() if handed else await receive()

        ticket = self.ticket(scope)
        RECEIVED.set(ticket)
        try:
            await self.app(plain(scope, len(body)), once, send)
        finally:
            if ticket is not None:
                ticket.release()


async def whole(receive: Receive, largest: int) -> bytes | None:
    """The body of a request, up to one byte more than *largest*; None when the sender has gone before its end."""
    body = bytearray()
    more = True
    while more and len(body) <= largest:
        message = await receive()
        if message["type"] != "http.request":  # gone
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body[: largest + 1])


def plain(scope: HTTPScope, length: int) -> HTTPScope:
    """The request as WSGI can have it: the query in ASCII, the length named, no header that passes for another.

    One with an underscore in its name would pass for the one with a hyphen.
    """
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name and name != b"transfer-encoding"]
    if not any(name == b"content-length" for name, _ in headers):
        headers.append((b"content-length", str(length).encode()))
    query = scope["query_string"]
    return {**scope, "headers": headers, "query_string": quote(query, safe=ASCII).encode() if query else query}
