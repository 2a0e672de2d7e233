"""Connections: who says nothing, speaks slowly, or comes too often, keeps nobody else out."""

from __future__ import annotations

import asyncio
import gc
import resource
import socket
import weakref
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import uvicorn
from a2wsgi.asgi_typing import Receive, Scope, Send
from uvicorn.server import ServerState

from arbiter.machine import certificates
from arbiter.serving import taken
from arbiter.web.streams import connections, protocol
from arbiter.web.streams.connections import Connection, Connections, Limits
from arbiter.web.streams.protocol import LARGEST_HEAD_BYTES, MOST_HEADERS, MOST_REQUESTS_AHEAD, among, listen_over_tls
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
    if scope["path"] == "/early":  # answered before its body has come
        await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"no"})
        return
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
    monkeypatch.setattr(connections, "SWEEP_SECONDS", 0.02)
    held = Connections(knows, Limits(**limits))  # type: ignore[arg-type]  # the numbers among them are whole
    config = uvicorn.Config(answer, lifespan="off", log_level="critical")
    config.load()
    met = among(held)
    loop = asyncio.get_running_loop()
    state = ServerState()
    server = await loop.create_server(lambda: met(config, state, {}), "127.0.0.1", 0)
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


def request(size: int) -> bytes:
    """A request whose head is so large by one header."""
    return b"GET / HTTP/1.1\r\nHost: h\r\nX-A: " + b"a" * (size - 8) + b"\r\n\r\n"


HEADS = {
    "of one header without an end": request(4 * LARGEST_HEAD_BYTES).rstrip(),
    "that is too large when it ends": request(LARGEST_HEAD_BYTES + 1_000),
    "of an address without an end": b"GET /" + b"a" * 4 * LARGEST_HEAD_BYTES,
    "of too many headers": b"GET / HTTP/1.1\r\nHost: h\r\n" + b"A: b\r\n" * (MOST_HEADERS + 1),
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_head_ends_at_64_kb(monkeypatch: pytest.MonkeyPatch, head: bytes) -> None:
    async def refused() -> bytes:
        async with hall(monkeypatch) as (port, _):
            return await ended(await connected(port, head))

    assert asyncio.run(refused()).startswith(b"HTTP/1.1 431 ")


def test_a_head_below_64_kb_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async def read() -> tuple[bytes, bytes]:
        async with hall(monkeypatch) as (port, _):
            large = await connected(port, request(LARGEST_HEAD_BYTES - 1_000))
            headers = await connected(port, GET.replace(b"\r\n\r\n", b"\r\nA: b" * (MOST_HEADERS - 1) + b"\r\n\r\n"))
            return await large[0].readline(), await headers[0].readline()

    assert asyncio.run(read()) == (b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\n")


CHUNKED = b"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    "rest",
    [
        b"1;x=" + b"a" * 4 * LARGEST_HEAD_BYTES,
        b"0\r\nX: " + b"a" * 4 * LARGEST_HEAD_BYTES,
        b"0\r\n" + b"A: b\r\n" * 50_000,
    ],
)
def test_what_stands_beside_the_chunks_of_a_body_ends_as_well(monkeypatch: pytest.MonkeyPatch, rest: bytes) -> None:
    async def refused() -> bytes:
        async with hall(monkeypatch) as (port, _):
            return await ended(await connected(port, CHUNKED + rest))

    said = asyncio.run(refused())

    assert said.startswith(b"HTTP/1.1 400 ") or said == b""  # it may meet a closed door


def test_a_header_behind_a_body_is_none_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    async def known() -> int:
        async with hall(monkeypatch, kept=0.1) as (port, held):
            ends = await connected(port, CHUNKED + b"0\r\nAuthorization: Bearer known\r\n\r\n")
            assert (await ends[0].readline()).startswith(b"HTTP/1.1 200")
            return sum(one.known for one in held.open)

    assert asyncio.run(known()) == 0


def test_so_many_requests_may_come_ahead_of_their_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ahead(count: int) -> int:
        async with hall(monkeypatch, kept=0.1) as (port, _):
            return (await ended(await connected(port, GET * count))).count(b"HTTP/1.1 200")

    assert asyncio.run(ahead(MOST_REQUESTS_AHEAD + 1)) == MOST_REQUESTS_AHEAD + 1
    assert asyncio.run(ahead(10 * MOST_REQUESTS_AHEAD)) <= MOST_REQUESTS_AHEAD


EARLY = b"POST /early HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n"


def test_after_a_body_that_was_refused_before_it_came_the_next_request_is_answered_and_then_the_connection_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def both() -> tuple[bytes, bytes, int]:
        async with hall(monkeypatch, kept=0.1) as (port, held):
            first, last = await connected(port, EARLY), await connected(port, EARLY)
            await first[0].readuntil(b"\r\n\r\nno")
            await last[0].readuntil(b"\r\n\r\nno")
            first[1].write(b"some body")
            last[1].write(b"some body" + GET)
            return await ended(first), await ended(last), len(held.open)

    first, last, left = asyncio.run(both())

    assert (first, last[:15], left) == (b"", b"HTTP/1.1 200 OK", 0)


def test_a_body_that_was_refused_is_not_read_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "MOST_DROPPED_BYTES", 1_000_000)

    async def endless() -> bool:
        async with hall(monkeypatch) as (port, held):
            ends = await connected(port, EARLY.replace(b"9", b"999999999"))
            await ends[0].readuntil(b"\r\n\r\nno")
            with suppress(OSError):
                for _ in range(100):
                    ends[1].write(b"x" * 100_000)
                    await ends[1].drain()
            await ended(ends)
            return not held.open

    assert asyncio.run(endless())


def test_answers_that_strangers_do_not_take_wait_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has waited longest is cut; a tablet is not."""

    async def takes_nothing() -> list[bool]:
        async with hall(monkeypatch, untaken=LARGE) as (port, held):
            known = b"GET /large HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer known\r\n\r\n"
            slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(7)]
            seen: list[Connection] = []
            for number, one in enumerate(slow):
                one.sendall(GET.replace(b"/", b"/large", 1) if number else known)
                while len(seen) <= number:
                    await asyncio.sleep(0.01)
                    seen += [other for other in held.open if other not in seen and other.untaken]
            for one in slow:
                one.close()
            assert sum(one.untaken for one in held.open if not one.known) <= LARGE
            return [one in held.open for one in seen]

    tablet, *strangers = asyncio.run(takes_nothing())

    assert tablet
    assert strangers == sorted(strangers)  # the later ones are left
    assert (strangers[0], strangers[-1]) == (False, True)


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


def test_who_comes_over_https_and_says_nothing_is_let_go(tmp_path: Path) -> None:
    async def silent() -> bytes:
        with taken("127.0.0.1", 0) as listening:
            server = await listen_over_tls(
                asyncio.Protocol, listening, certificates.context(tmp_path), backlog=8, seconds=0.1
            )
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            try:
                async with asyncio.timeout(60):
                    return await reader.read()
            finally:
                writer.close()
                server.close()

    certificates.make(tmp_path, ["127.0.0.1"])

    assert asyncio.run(silent()) == b""


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTT",
        GET,
        b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf",
        b"GET /large HTTP/1.1\r\nHost: h\r\n\r\n",
        b"GET /large HTTP/1.1\r\nHost: h\r\n\r\n" + 3 * GET,
        b"GET /early HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf",
        b"no HTTP\r\n\r\n",
    ],
)
def test_nothing_of_a_connection_that_has_ended_waits_for_the_collector(
    monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    """A circle of references would keep heads, bodies and answers until Python looks for circles."""

    async def left() -> None:
        async with hall(monkeypatch) as (port, held):
            free, add = asyncio.Event(), held.add

            def added(connection: Connection) -> None:
                weakref.finalize(connection, free.set)
                add(connection)

            monkeypatch.setattr(held, "add", added)
            ends = await connected(port, sent)
            with suppress(TimeoutError):  # most of these are not answered
                await asyncio.wait_for(ends[0].read(1), 10 * REST)
            ends[1].transport.abort()
            await free.wait()

    gc.disable()
    try:
        asyncio.run(left())
    finally:
        gc.enable()
