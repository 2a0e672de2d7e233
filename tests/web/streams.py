"""A spectator's browser in a test: it follows the wire through the ASGI application, and may not read or go away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from a2wsgi.asgi_typing import HTTPScope, ReceiveEvent, SendEvent

from arbiter.web.streams.event_streams import Live
from arbiter.web.streams.protocol import TRANSPORT
from tests.waiting import PATIENCE

"""Seconds that a message may take on a busy machine."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the wire: the number of its line, its kind, and what it says."""

    id: int | None
    event: str
    data: dict[str, Any]


@dataclass
class Spectator:
    """One end of a wire. While they do not read, nothing more is taken from it."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    ended: bool = False
    waiting: bytes = b""
    """What has been written and not been read."""
    reads: bool = True
    leaves: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def receive(self) -> ReceiveEvent:
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    def write(self, data: bytes) -> None:
        """The wire itself: an answer that begins with its head."""
        if not self.status:
            head, data = data.split(b"\r\n\r\n", 1)
            first, *lines = head.decode().split("\r\n")
            self.status = int(first.split()[1])
            self.headers = dict(line.split(": ", 1) for line in lines)
        if self.reads:
            self.body += data
        else:
            self.waiting += data
        self.news.set()

    def get_write_buffer_size(self) -> int:
        return len(self.waiting)

    def is_closing(self) -> bool:
        return self.ended

    def abort(self) -> None:
        self.ended = True
        self.leaves.set()

    async def send(self, message: SendEvent) -> None:
        """Anything but a wire: an answer by the application."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        elif message["type"] == "http.response.body":
            self.body += message.get("body", b"")
            self.ended = not message.get("more_body", False)
        self.news.set()

    @property
    def messages(self) -> list[Message]:
        """What has come until now, signs of life apart."""
        return [m for m in map(_message, self.body.decode().split("\n\n")[:-1]) if m.event not in ("", "alive")]

    async def have(self, count: int) -> list[Message]:
        """The messages, once there are so many."""
        async with asyncio.timeout(PATIENCE):
            while len(self.messages) < count:
                self.news.clear()
                await self.news.wait()
        return self.messages

    async def hear(self, what: bytes) -> None:
        """Waits until that has come."""
        async with asyncio.timeout(PATIENCE):
            while what not in self.body:
                self.news.clear()
                await self.news.wait()

    @property
    def problem(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.body)
        return told


def _message(text: str) -> Message:
    fields = dict(line.partition(": ")[::2] for line in text.split("\n"))
    id = fields.get("id")
    return Message(int(id) if id else None, fields.get("event", ""), json.loads(fields.get("data", "{}")))


def asked(
    path: str = "/",
    *,
    method: str = "GET",
    query: bytes = b"",
    headers: Iterable[tuple[bytes, bytes]] = (),
    address: str = "10.0.0.7",
) -> HTTPScope:
    """A request as the server hands it on."""
    return {
        "type": "http",
        "asgi": {"spec_version": "2.3", "version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "query_string": query,
        "root_path": "",
        "headers": list(headers),
        "client": (address, 40_000),
        "server": ("10.0.0.1", 8_000),
    }


@asynccontextmanager
async def following(
    live: Live,
    tournament: str = "club-open",
    query: str = "",
    *,
    address: str = "10.0.0.1",
    end: Spectator | None = None,
    **headers: str,
) -> AsyncIterator[tuple[Spectator, asyncio.Task[None]]]:
    """A spectator who follows for as long as the block runs."""
    spectator = end or Spectator()
    lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    path = f"/api/v1/tournaments/{tournament}/events"
    scope = asked(path, query=query.encode(), headers=lines, address=address)
    scope["state"] = {TRANSPORT: spectator}
    wire = asyncio.create_task(live(scope, spectator.receive, spectator.send))
    try:
        async with asyncio.timeout(PATIENCE):
            await spectator.news.wait()
        yield spectator, wire
    finally:
        spectator.leaves.set()
        async with asyncio.timeout(PATIENCE):
            await wire
