"""Passes complete requests from the event loop to Flask in a thread, and complete answers back.

The bridge of a2wsgi returns to the event loop four times in each request: to read, to begin, to answer and to end. Each
time costs two changes of thread, together more time than Flask needs (`docs/benchmarks.md`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from a2wsgi.asgi_typing import Receive, Scope, Send
from a2wsgi.wsgi import build_environ

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


class Answer(NamedTuple):
    """The answer of the WSGI application: status, headers and whole body."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Bridge:
    """An ASGI application that runs a WSGI application in its own threads. The body of a request must be complete."""

    def __init__(self, app: WSGIApplication, *, threads: int, name: str = "WSGI") -> None:
        self.app = app
        self.executor = ThreadPoolExecutor(threads, name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request and send its answer."""
        assert scope["type"] == "http"
        message = await receive()
        assert message["type"] == "http.request"
        environ: dict[str, Any] = build_environ(scope, BytesIO(message["body"]))  # type: ignore[arg-type, assignment]  # any file will do
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self.executor, copy_context().run, self._answer, environ)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body})

    def _answer(self, environ: dict[str, Any]) -> Answer:
        begun: list[tuple[str, Sequence[tuple[str, str]]]] = []

        def begin(status: str, headers: list[tuple[str, str]], _: object = None) -> Any:
            begun.append((status, headers))

        parts = self.app(environ, begin)
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        status, headers = begun[-1]
        return Answer(
            int(status[:3]), [(name.lower().encode("latin-1"), told.encode("latin-1")) for name, told in headers], body
        )
