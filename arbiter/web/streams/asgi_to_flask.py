"""Passes complete requests from the event loop to Flask in a thread, and complete responses back.

The bridge of a2wsgi returns to the event loop four times in each request: to read, to begin, to answer and to end. Each
return costs two changes of thread. Together they take more time than Flask (`docs/benchmarks.md`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from a2wsgi.asgi_typing import Receive, Scope, Send
from a2wsgi.wsgi import build_environ

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


class Answer(NamedTuple):
    """The response of the WSGI application: status, headers and body.

    *rest*: if the length of the body is not known, its further pieces, which are made while they are sent; otherwise
    None.
    """

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    rest: Iterator[bytes] | None = None


class Bridge:
    """An ASGI application that runs the WSGI application *app* in threads of its own.

    The body of a request must be complete. *count* is called with the method and the status of each request, and the
    seconds until its response was sent.
    """

    def __init__(
        self,
        app: WSGIApplication,
        *,
        threads: int,
        name: str = "WSGI",
        count: Callable[[str, int, float], None] = lambda *_: None,
    ) -> None:
        self.app = app
        self.count = count
        self.executor = ThreadPoolExecutor(threads, name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request and send its response."""
        assert scope["type"] == "http"
        began = time.perf_counter()
        message = await receive()
        assert message["type"] == "http.request"
        environ: dict[str, Any] = build_environ(scope, BytesIO(message["body"]))  # type: ignore[arg-type, assignment]  # any file object will do
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self.executor, copy_context().run, self._answer, environ)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        if answer.rest is not None:
            try:
                while (piece := await loop.run_in_executor(self.executor, next, answer.rest, None)) is not None:
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
            finally:
                await loop.run_in_executor(self.executor, getattr(answer.rest, "close", int))
        await send({"type": "http.response.body", "body": answer.body})
        self.count(scope["method"], answer.status, time.perf_counter() - began)

    def _answer(self, environ: dict[str, Any]) -> Answer:
        begun: list[tuple[str, Sequence[tuple[str, str]]]] = []

        def begin(status: str, headers: list[tuple[str, str]], _: object = None) -> Any:
            begun.append((status, headers))

        parts = self.app(environ, begin)
        status, headers = begun[-1] if begun else ("200", [])
        if begun and is_streamed(parts, headers):
            return Answer(int(status[:3]), _encoded(headers), b"", iter(parts))
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        status, headers = begun[-1]
        return Answer(int(status[:3]), _encoded(headers), body)


def is_streamed(parts: Iterable[bytes], headers: Sequence[tuple[str, str]]) -> bool:
    """Return whether the pieces of a body must be sent while they are made, because its length is not known."""
    return not isinstance(parts, list | tuple) and all(name.lower() != "content-length" for name, _ in headers)


def _encoded(headers: Sequence[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), told.encode("latin-1")) for name, told in headers]
