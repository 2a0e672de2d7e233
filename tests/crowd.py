"""A hall full of people in a test: many requests at the same time, over connections of their own."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass

PATIENCE = 300.0
"""Seconds for which somebody waits for an answer."""


@dataclass(frozen=True, slots=True)
class Got:
    """An answer: its status, its body as it came, and how long it took, in seconds."""

    status: int
    body: bytes
    took: float


async def ask(port: int, method: str, path: str, headers: Sequence[str] = (), body: object = None) -> Got:
    """One request and its whole answer."""
    sent = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *headers]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(sent)}"]
    began = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write("\r\n".join([*lines, "", ""]).encode() + sent)
        answer = await reader.read()
        writer.close()
    head, _, rest = answer.partition(b"\r\n\r\n")
    return Got(int(head.split()[1]), rest, time.monotonic() - began)


async def together(*asked: Awaitable[Got]) -> list[Got]:
    """All of them at the same time."""
    return list(await asyncio.gather(*asked))


class Kept:
    """A connection that is kept from one request to the next, as a tablet keeps its own; requests wait in line."""

    def __init__(self, port: int, headers: Sequence[str] = ()) -> None:
        self._port = port
        self._headers = headers
        self._turn = asyncio.Lock()
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> Got:
        """One request and its whole answer; the time counts from when it was to be sent."""
        began = time.monotonic()
        sent = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *self._headers, f"Content-Length: {len(sent)}"]
        async with self._turn, asyncio.timeout(PATIENCE):
            if self._ends is None or self._ends[0].at_eof():
                self._ends = await asyncio.open_connection("127.0.0.1", self._port)
            reader, writer = self._ends
            writer.write("\r\n".join([*head, "Content-Type: application/json", "", ""]).encode() + sent)
            answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            length = next(line for line in answer if line.lower().startswith("content-length:"))
            told = await reader.readexactly(int(length.partition(":")[2]))
        return Got(int(answer[0].split()[1]), told, time.monotonic() - began)

    async def close(self) -> None:
        """Hangs up."""
        if self._ends is not None:
            self._ends[1].close()
            await self._ends[1].wait_closed()
