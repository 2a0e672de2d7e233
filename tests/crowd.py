"""A hall full of people in a test: many requests at the same time, over connections of their own."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass

PATIENCE = 60.0
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
