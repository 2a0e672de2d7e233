"""From the event loop to Flask and back: a request is whole before a thread gets it, an answer before it is sent.

A thread is held for as long as Flask works, never for as long as somebody's network takes: whoever sends a request
slowly keeps no tablet waiting. And a request changes threads twice, not at every piece of its answer.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias
from urllib.parse import quote

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Wsgi: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

OF_CONTENT = {"CONTENT-TYPE": "CONTENT_TYPE", "CONTENT-LENGTH": "CONTENT_LENGTH"}


class Bridge:
    """An ASGI application that answers with what a WSGI application says, in one of so many threads."""

    def __init__(self, app: Wsgi, *, threads: int, largest: int) -> None:
        self.app = app
        self.largest = largest
        """Bytes of a request's body that are taken in; of a longer one the application learns the length at least."""
        self._threads = ThreadPoolExecutor(threads, "request")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            raise ValueError(f"this is no web request: {scope['type']!r}")
        body = await whole(receive, self.largest)
        if body is None:
            return
        loop = asyncio.get_running_loop()
        status, headers, answer = await loop.run_in_executor(self._threads, self._ask, environ_of(scope, body))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    def close(self) -> None:
        """Takes no more requests, and waits for those that are being answered."""
        self._threads.shutdown()

    def _ask(self, environ: dict[str, Any]) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        begun: list[tuple[str, list[tuple[str, str]]]] = []
        written: list[bytes] = []

        def start_response(status: str, headers: list[tuple[str, str]], _: object = None) -> Callable[[bytes], None]:
            begun.append((status, headers))
            return written.append

        pieces = self.app(environ, start_response)
        try:
            written.extend(pieces)
        finally:
            getattr(pieces, "close", lambda: None)()
        status, headers = begun[-1]
        told = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return int(status[:3]), told, b"".join(written)


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


def environ_of(scope: Scope, body: bytes) -> dict[str, Any]:
    """The request as WSGI has it (PEP 3333): text as bytes in Latin-1."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "REQUEST_URI": (scope.get("raw_path") or quote(scope["path"]).encode()).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").upper(), raw_value.decode("latin-1")
        if "_" in name:
            continue  # it would pass for the name with a hyphen, which a proxy in front may have checked
        key = OF_CONTENT.get(name) or f"HTTP_{name.replace('-', '_')}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    return environ
