"""The way of an answer from Flask's thread to the connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from arbiter.web.streams.asgi_to_flask import Bridge


def answered(app: Callable[..., Any], seen: list[str]) -> list[dict[str, Any]]:
    """The messages of one answer; *seen* notes when each was sent."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)
        if message.get("body"):
            seen.append(f"sent {message['body'].decode()}")

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b"", "scheme": "http"}
    asyncio.run(Bridge(app, threads=1)({**scope, "server": ("h", 80), "http_version": "1.1"}, receive, send))  # type: ignore[arg-type]
    return sent


def pieces(seen: list[str], fault: Exception | None = None) -> Iterator[bytes]:
    try:
        for name in ("a", "b"):
            seen.append(f"made {name}")
            yield name.encode()
        if fault is not None:
            raise fault
    finally:
        seen.append("closed")


def test_a_body_without_a_length_is_sent_while_it_is_made() -> None:
    seen: list[str] = []

    def app(_: object, begin: Callable[..., object]) -> Iterator[bytes]:
        begin("200 OK", [("Content-Type", "text/plain")])
        return pieces(seen)

    sent = answered(app, seen)

    assert seen == ["made a", "sent a", "made b", "sent b", "closed"]
    assert [message.get("more_body", False) for message in sent] == [False, True, True, False]


def test_a_body_with_a_length_is_sent_whole() -> None:
    seen: list[str] = []

    def app(_: object, begin: Callable[..., object]) -> Iterator[bytes]:
        begin("200 OK", [("Content-Length", "2")])
        return pieces(seen)

    assert [message.get("body") for message in answered(app, seen)] == [None, b"ab"]
    assert seen == ["made a", "made b", "closed", "sent ab"]


def test_a_body_that_breaks_off_is_not_ended_as_if_it_were_whole() -> None:
    seen: list[str] = []

    def app(_: object, begin: Callable[..., object]) -> Iterator[bytes]:
        begin("200 OK", [])
        return pieces(seen, OSError("the disk is gone"))

    with pytest.raises(OSError, match="the disk is gone"):
        answered(app, seen)
    assert seen[-1] == "closed"
