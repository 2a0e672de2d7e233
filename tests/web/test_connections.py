"""Connections: who says nothing, speaks slowly, or comes too often, keeps nobody else out."""

from __future__ import annotations

import asyncio
import re
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
from a2wsgi.asgi_typing import Receive, Scope, Send
from uvicorn.server import ServerState

from arbiter.web.wires import connections
from arbiter.web.wires.connections import Connections, Limits
from arbiter.web.wires.protocol import among
from tests.crowd import ask
from tests.service import service
from tests.waiting import PATIENCE, REST

KEY = (b"authorization", b"Bearer known")
GET = b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"
LARGE = 20_000_000

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]
OURS: list[asyncio.StreamWriter] = []
"""Our ends of the connections of a test."""


def knows(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return KEY in headers


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers, with more than any buffer holds where the path says so, once the request is whole."""
    assert scope["type"] == "http"
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        if message["type"] == "http.request" and not message.get("more_body"):
            break
    body = b"x" * (LARGE if scope["path"] == "/large" else 2)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def hall(monkeypatch: pytest.MonkeyPatch, **limits: float) -> AsyncIterator[tuple[int, Connections]]:
    """A server with these limits: its port, and its connections."""
    monkeypatch.setattr(connections, "SWEEP", 0.02)
    held = Connections(knows, Limits(**limits))  # type: ignore[arg-type]  # the numbers among them are whole
    config = uvicorn.Config(answer, lifespan="off", log_level="critical")
    config.load()
    protocol = among(held)
    loop = asyncio.get_running_loop()
    state = ServerState()
    server = await loop.create_server(lambda: protocol(config, state, {}), "127.0.0.1", 0)
    try:
        async with asyncio.timeout(PATIENCE):
            yield server.sockets[0].getsockname()[1], held
    finally:
        server.close()
        while OURS:
            OURS.pop().close()
        await asyncio.sleep(0.01)


async def connected(port: int, *sent: bytes) -> Ends:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    OURS.append(writer)
    writer.writelines(sent)
    return reader, writer


async def ended(ends: Ends) -> bytes:
    """What came until the other side closed."""
    try:
        return await asyncio.wait_for(ends[0].read(), PATIENCE)
    except ConnectionResetError:
        return b""


async def works(ends: Ends) -> bool:
    """Whether a request over that connection is answered."""
    ends[1].write(GET)
    try:
        return (await asyncio.wait_for(ends[0].readline(), PATIENCE)).startswith(b"HTTP/1.1 200")
    except ConnectionResetError:
        return False


def test_who_connects_and_says_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent() -> bytes:
        async with hall(monkeypatch, head=0.1) as (port, held):
            said = await ended(await connected(port))
            assert not held.open
            return said

    assert asyncio.run(silent()) == b""


def test_a_head_that_comes_a_byte_at_a_time_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def drips() -> bytes:
        async with hall(monkeypatch, head=0.3) as (port, _):
            ends = await connected(port)

            async def drip() -> None:
                for byte in GET * 5:
                    ends[1].write(bytes([byte]))
                    await asyncio.sleep(0.05)

            dripping = asyncio.ensure_future(drip())
            said = await ended(ends)
            dripping.cancel()
            return said

    said = asyncio.run(drips())

    assert said.startswith(b"HTTP/1.1 408") or said == b""  # it may meet a closed door


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def half() -> bytes:
        async with hall(monkeypatch, body=0.1) as (port, _):
            return await ended(await connected(port, b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf"))

    assert asyncio.run(half()).startswith(b"HTTP/1.1 408")


def test_an_answer_that_nobody_takes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def takes_nothing() -> int:
        async with hall(monkeypatch, taken=0.1) as (port, held):
            with socket.create_connection(("127.0.0.1", port)) as slow:
                slow.sendall(b"GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
                while not held.open:  # noqa: ASYNC110  # nobody says when
                    await asyncio.sleep(REST)
                while held.open:  # noqa: ASYNC110  # nobody says when; `hall` has an end
                    await asyncio.sleep(REST)
                return len(held.open)

    assert asyncio.run(takes_nothing()) == 0


def test_an_answer_that_is_taken_comes_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    async def takes_all() -> int:
        async with hall(monkeypatch, head=0.2, body=0.2) as (port, _):
            return len((await ask(port, "GET", "/large")).body)

    assert asyncio.run(takes_all()) == LARGE


def test_between_two_requests_a_tablet_stays_and_a_stranger_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def both() -> tuple[bytes, bool]:
        async with hall(monkeypatch, kept=0.1, kept_known=30) as (port, _):
            stranger = await connected(port, GET)
            tablet = await connected(port, GET.replace(b"\r\n\r\n", b"\r\nAuthorization: Bearer known\r\n\r\n"))
            await tablet[0].readuntil(b"\r\n\r\nxx")
            said = await ended(stranger)
            return said[-2:], await works(tablet)

    assert asyncio.run(both()) == (b"xx", True)


def test_an_address_keeps_its_newest_connections(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def many() -> tuple[bytes, bool, int]:
        async with hall(monkeypatch, an_address=3) as (port, held):
            first, *_, last = [await connected(port) for _ in range(4)]
            return await ended(first), await works(last), len(held.open)

    assert asyncio.run(many()) == (b"", True, 3)
    assert "too many connections: one of 127.0.0.1 is closed" in caplog.text


def test_a_tablet_is_not_counted_for_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    async def many() -> bool:
        async with hall(monkeypatch, an_address=3) as (port, _):
            tablet = await connected(port, GET.replace(b"\r\n\r\n", b"\r\nAuthorization: Bearer known\r\n\r\n"))
            await tablet[0].readuntil(b"\r\n\r\nxx")
            for _ in range(9):
                await connected(port)
            return await works(tablet)

    assert asyncio.run(many())


def test_altogether_there_are_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    async def many() -> tuple[int, bool]:
        async with hall(monkeypatch, altogether=5) as (port, held):
            ends = [await connected(port) for _ in range(9)]
            return len(held.open), await works(ends[-1])

    assert asyncio.run(many()) == (5, True)


def test_a_tablet_stays_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    async def many() -> bool:
        async with hall(monkeypatch, altogether=3) as (port, _):
            tablet = await connected(port, GET.replace(b"\r\n\r\n", b"\r\nAuthorization: Bearer known\r\n\r\n"))
            await tablet[0].readuntil(b"\r\n\r\nxx")
            for _ in range(9):
                await connected(port)
            return await works(tablet)

    assert asyncio.run(many())


def test_the_limit_of_descriptors_is_raised() -> None:
    deed = """
import resource
from arbiter.web.wires.connections import raise_descriptors
resource.setrlimit(resource.RLIMIT_NOFILE, (256, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
print(raise_descriptors(700), raise_descriptors(10**6) < 10**6, resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 256)
"""
    house = Path(__file__).parents[2]
    ran = subprocess.run([sys.executable, "-c", deed], cwd=house, check=True, capture_output=True, text=True)

    assert ran.stdout.split() == ["700", "True", "True"]
    assert re.search(r"this process may open \d+ files only: room for \d+ connections, not 1000000", ran.stderr)


def test_a_thousand_idle_connections_keep_nobody_out(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1_024, hard))  # as is usual
    idle: list[socket.socket] = []
    try:
        with service(tmp_path) as served:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            idle.extend(socket.create_connection(("127.0.0.1", served.port)) for _ in range(1_200))
            got = asyncio.run(ask(served.port, "GET", "/healthz"))
    finally:
        for one in idle:
            one.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    assert got.status == 200
