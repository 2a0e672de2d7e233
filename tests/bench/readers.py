"""Those who follow a long round in a process of their own, as the page's script does: a wire, and the page again.

Each hears of the lines without their boards; when a game has ended they fetch the list of boards within two seconds,
as a browser that takes a compressed page and keeps its connection.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

from tests.bench.spectators import PATIENCE

SPREAD = (0.25, 2.25)
"""Seconds after which the page's script fetches it, by lot."""


@dataclass
class Readers:
    """Those who follow; `stop` ends them."""

    talk: Connection

    def stop(self) -> list[int]:
        """How long each page took, in nanoseconds."""
        self.talk.send("stop")
        took: list[int] = self.talk.recv()
        return took


@contextmanager
def readers(port: int, tournament: str, count: int) -> Iterator[Readers]:
    """So many who follow for as long as the block runs."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=follow, args=(theirs, port, tournament, count), daemon=True)
    process.start()
    try:
        if not ours.poll(PATIENCE):
            raise TimeoutError(f"{count} readers do not all follow after {PATIENCE} s")
        ours.recv()
        yield Readers(ours)
    finally:
        process.kill()
        process.join()


def follow(talk: Connection, port: int, tournament: str, count: int) -> None:
    """Connects, says so, and reads until it is told to stop."""
    asyncio.run(_follow(talk, port, tournament, count))


async def _follow(talk: Connection, port: int, tournament: str, count: int) -> None:
    loop, took = asyncio.get_running_loop(), list[int]()
    for _ in range(count):
        page = Page(port, f"/tournaments/{tournament}/rounds/1", took)
        begun = loop.create_future()
        wire = Wire(f"/api/v1/tournaments/{tournament}/events?brief=1", begun, page.soon)
        await loop.create_connection(lambda wire=wire: wire, "127.0.0.1", port)  # type: ignore[misc]
        await begun
    talk.send("following")
    await loop.run_in_executor(None, talk.recv)
    talk.send(took)


class Wire(asyncio.Protocol):
    """A wire; *ended* is called when a game has."""

    def __init__(self, path: str, begun: asyncio.Future[None], ended: Callable[[], None]) -> None:
        self.path = path
        self.begun = begun
        self.ended = ended

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        if not self.begun.done():
            assert data.startswith(b"HTTP/1.1 200"), data[:200]
            self.begun.set_result(None)
        if b'"GameEnded"' in data:
            self.ended()


class Page(asyncio.Protocol):
    """The page of one reader, over a connection that is kept."""

    def __init__(self, port: int, path: str, took: list[int]) -> None:
        self.port = port
        self.sent = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n\r\n".encode()
        )
        self.took = took
        self.waiting = False
        self.transport: asyncio.Transport | None = None
        self.missing = 0
        self.head = b""
        self.began = 0

    def soon(self) -> None:
        if not self.waiting:
            self.waiting = True
            asyncio.get_running_loop().call_later(random.uniform(*SPREAD), self.fetch)

    def fetch(self) -> None:
        self.began = time.monotonic_ns()
        if self.transport is None or self.transport.is_closing():
            loop = asyncio.get_running_loop()
            self.task = loop.create_task(loop.create_connection(lambda: self, "127.0.0.1", self.port))
        else:
            self.transport.write(self.sent)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.head = b""
        transport.write(self.sent)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # as asyncio calls it
        self.transport = None
        if self.waiting and self.began:
            self.fetch()

    def data_received(self, data: bytes) -> None:
        if not self.missing:
            self.head += data
            head, end, rest = self.head.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 200"), head
            length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            self.missing, self.head, data = int(length[15:]), b"", rest
        self.missing -= len(data)
        if not self.missing:
            self.took.append(time.monotonic_ns() - self.began)
            self.waiting, self.began = False, 0
