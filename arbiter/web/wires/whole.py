"""In front of the threads: a request is whole before one of them gets it.

A thread is held for as long as Flask works, never for as long as somebody's network takes: whoever sends a request
slowly keeps no tablet waiting. What no browser sends, and the bridge to Flask would stumble over, is put right here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias
from urllib.parse import quote

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

ASCII = "".join(map(chr, range(0x21, 0x7F)))


class Whole:
    """An ASGI application that hands requests on once they are whole."""

    def __init__(self, app: App, *, largest: int) -> None:
        self.app = app
        self.largest = largest
        """Bytes of a body that are taken in; of a longer one the application learns the length at least."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; nothing is handed on of one whose sender has gone before its end."""
        body = await whole(receive, self.largest)
        if body is None:
            return
        handed = [{"type": "http.request", "body": body, "more_body": False}]

        async def once() -> MutableMapping[str, Any]:
            return handed.pop() if handed else await receive()

        await self.app({**scope, **plain(scope, len(body))}, once, send)


async def whole(receive: Receive, largest: int) -> bytes | None:
    """The body of a request, up to one byte more than *largest*; None when the sender has gone before its end."""
    body = bytearray()
    more = True
    while more and len(body) <= largest:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body[: largest + 1])


def plain(scope: Scope, length: int) -> Scope:
    """Query and headers as WSGI can have them: the query in ASCII, the length named, no name that passes for another.

    A name with an underscore would pass for the one with a hyphen.
    """
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name and name != b"transfer-encoding"]
    if not any(name == b"content-length" for name, _ in headers):
        headers.append((b"content-length", str(length).encode()))
    return {"headers": headers, "query_string": quote(scope["query_string"], safe=ASCII).encode()}
