"""The bridge between the event loop and Flask: what it hands over, and whom it keeps waiting."""

from __future__ import annotations

import asyncio
import contextlib
import io
import threading
from collections.abc import Callable, Iterable, MutableMapping, Sequence
from typing import Any

import pytest

from arbiter.web.bridge import Bridge

Environ = dict[str, Any]
StartResponse = Callable[..., Any]


def echo(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    """Answers with what was sent, and with the length that the application was told."""
    body = environ["wsgi.input"].read()
    start_response("201 CREATED", [("X-Length", environ.get("CONTENT_LENGTH", "")), ("X-Path", environ["PATH_INFO"])])
    return [b"<", body, b">"]


def told(
    bridge: Bridge, *pieces: bytes, headers: Sequence[tuple[bytes, bytes]] = (), gone: bool = False, path: str = "/"
) -> list[MutableMapping[str, Any]]:
    """What is sent for a request whose body comes in these pieces."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "query_string": b"round=1",
        "headers": list(headers),
        "client": ("10.0.0.7", 40_000),
        "server": ("10.0.0.1", 8_000),
    }
    coming: list[MutableMapping[str, Any]] = [
        {"type": "http.request", "body": piece, "more_body": gone or number < len(pieces)}
        for number, piece in enumerate(pieces, 1)
    ]
    coming += [{"type": "http.disconnect"}]
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return coming.pop(0)

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    asyncio.run(bridge(scope, receive, send))
    return sent


def environ_seen(**request: Any) -> Environ:
    """What the application is given for a request."""
    seen: Environ = {}

    def look(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        seen.update(environ)
        start_response("200 OK", [])
        return []

    with contextlib.closing(Bridge(look, threads=1, largest=100)) as bridge:
        told(bridge, b"", **request)
    return seen


def test_a_request_in_pieces_arrives_whole_and_its_answer_leaves_whole() -> None:
    with contextlib.closing(Bridge(echo, threads=1, largest=100)) as bridge:
        start, body = told(bridge, b"32", b"-", b"28", headers=[(b"content-length", b"5")])

    assert start["status"] == 201
    assert (b"x-length", b"5") in start["headers"]
    assert body["body"] == b"<32-28>"


def test_a_request_that_breaks_off_reaches_nobody() -> None:
    with contextlib.closing(Bridge(echo, threads=1, largest=100)) as bridge:
        assert told(bridge, b"32", gone=True) == []


def test_of_a_body_that_is_too_long_one_byte_too_many_is_taken_in() -> None:
    with contextlib.closing(Bridge(echo, threads=1, largest=10)) as bridge:
        _, body = told(bridge, b"x" * 9, b"y" * 9, b"z" * 9)

    assert body["body"] == b"<xxxxxxxxxyy>"


def test_an_address_outside_ascii_is_handed_over_as_wsgi_has_it() -> None:
    assert environ_seen(path="/tournaments/Śląsk")["PATH_INFO"].encode("latin-1").decode() == "/tournaments/Śląsk"


def test_a_header_comes_under_the_name_that_wsgi_gives_it() -> None:
    seen = environ_seen(
        headers=[(b"content-type", b"text/csv"), (b"x-csrf-token", b"abc"), (b"accept", b"a"), (b"accept", b"b")]
    )

    assert (seen["CONTENT_TYPE"], seen["HTTP_X_CSRF_TOKEN"], seen["HTTP_ACCEPT"]) == ("text/csv", "abc", "a,b")


def test_a_header_with_an_underscore_does_not_pass_for_another() -> None:
    assert "HTTP_X_FORWARDED_FOR" not in environ_seen(headers=[(b"x_forwarded_for", b"10.9.9.9")])


def test_an_answer_that_holds_a_file_closes_it() -> None:
    file = io.BytesIO(b"%PDF")

    def app(_: Environ, start_response: StartResponse) -> Iterable[bytes]:
        start_response("200 OK", [])
        return file

    with contextlib.closing(Bridge(app, threads=1, largest=10)) as bridge:
        assert told(bridge, b"")[-1]["body"] == b"%PDF"
    assert file.closed


def test_a_request_that_comes_slowly_keeps_no_other_waiting() -> None:
    """There is one thread; the slow sender has sent half."""

    async def race(bridge: Bridge) -> tuple[bool, list[str]]:
        order: list[str] = []
        rest = asyncio.Event()

        async def slowly() -> MutableMapping[str, Any]:
            if not order:
                await rest.wait()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def at_once() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "path": "/",
            "query_string": b"",
            "headers": [],
        }

        async def send_as(name: str, message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.body":
                order.append(name)

        slow = asyncio.ensure_future(bridge(scope, slowly, lambda message: send_as("slow", message)))
        await asyncio.sleep(0)
        await asyncio.wait_for(bridge(scope, at_once, lambda message: send_as("quick", message)), 5)
        waiting = not slow.done()
        rest.set()
        await slow
        return waiting, order

    with contextlib.closing(Bridge(echo, threads=1, largest=10)) as bridge:
        assert asyncio.run(race(bridge)) == (True, ["quick", "slow"])


def test_the_application_works_away_from_the_loop() -> None:
    where: list[str] = []

    def app(_: Environ, start_response: StartResponse) -> Iterable[bytes]:
        where.append(threading.current_thread().name)
        start_response("200 OK", [])
        return []

    with contextlib.closing(Bridge(app, threads=1, largest=10)) as bridge:
        told(bridge, b"")
    assert where[0] != threading.main_thread().name


def test_what_is_no_web_request_is_a_fault() -> None:
    async def nothing(*_: object) -> MutableMapping[str, Any]:
        return {}

    with (
        contextlib.closing(Bridge(echo, threads=1, largest=10)) as bridge,
        pytest.raises(ValueError, match="websocket"),
    ):
        asyncio.run(bridge({"type": "websocket"}, nothing, nothing))  # type: ignore[arg-type]  # never called
