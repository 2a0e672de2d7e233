"""What stands before the threads: what is handed on to Flask, and whom it keeps waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pytest
from a2wsgi.asgi_typing import ReceiveEvent, SendEvent

from arbiter.web.request_parsing import UNREAD
from arbiter.web.streams.asgi_to_flask import Bridge
from arbiter.web.streams.memory_budget import SMALL_BYTES, Room
from arbiter.web.streams.protocol import FILE
from arbiter.web.streams.request_body_buffer import BodyBuffer, BodyLimits
from tests.web.streams import asked

Environ = dict[str, Any]
StartResponse = Callable[..., Any]


def echo(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    """Answers with what was sent, and with the length that the application was told."""
    body = environ["wsgi.input"].read()
    start_response("201 CREATED", [("X-Length", environ.get("CONTENT_LENGTH", "")), ("X-Path", environ["PATH_INFO"])])
    return [b"<", body, b">"]


def before(app: Any, keeper: BodyLimits | None = None, threads: int = 1) -> BodyBuffer:
    """The application in one thread, with what stands before it."""
    return BodyBuffer(Bridge(app, threads=threads), keeper or BodyLimits())


def why(_: Environ, start_response: StartResponse) -> Iterable[bytes]:
    """Answers with why the body was not read."""
    refused = UNREAD.get()
    start_response("400 BAD REQUEST" if refused else "200 OK", [])
    return [refused.code.encode() if refused else b"read"]


def told(
    app: Any,
    *pieces: bytes,
    headers: Sequence[tuple[bytes, bytes]] = (),
    gone: bool = False,
    path: str = "/",
    query: bytes = b"",
    keeper: BodyLimits | None = None,
    state: dict[str, Any] | None = None,
) -> list[Any]:
    """What is sent for a request whose body comes in these pieces."""
    scope = asked(path, method="POST", query=query, headers=headers)
    scope["state"] = state or {}
    coming: list[ReceiveEvent] = [
        {"type": "http.request", "body": piece, "more_body": gone or number < len(pieces)}
        for number, piece in enumerate(pieces, 1)
    ]
    coming += [{"type": "http.disconnect"}]
    sent: list[Any] = []

    async def receive() -> ReceiveEvent:
        return coming.pop(0)

    async def send(message: SendEvent) -> None:
        sent.append(message)

    asyncio.run(before(app, keeper)(scope, receive, send))
    return sent


def body_of(sent: Sequence[Any]) -> bytes:
    """The body of the answer."""
    return b"".join(message["body"] for message in sent[1:])


def environ_seen(**request: Any) -> Environ:
    """What the application is given for a request."""
    seen: Environ = {}

    def look(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        seen.update(environ)
        start_response("200 OK", [])
        return []

    told(look, b"", **request)
    return seen


def test_a_request_in_pieces_arrives_whole_and_its_answer_leaves_whole() -> None:
    start, *body = told(echo, b"32", b"-", b"28")

    assert start["status"] == 201
    assert (b"x-length", b"5") in start["headers"]
    assert b"".join(message["body"] for message in body) == b"<32-28>"


def test_a_request_that_breaks_off_reaches_nobody() -> None:
    assert told(echo, b"32", gone=True) == []


LENGTH = (b"content-length", b"11")
SIGNED = (b"authorization", b"Bearer a")
FILES = BodyLimits(largest=10, largest_file=20, takes_file=lambda *_: True, known=lambda _: True)


async def never() -> ReceiveEvent:
    raise AssertionError("the body is read")


@pytest.mark.parametrize("headers", [[LENGTH], [LENGTH, SIGNED]])
def test_a_body_that_announces_itself_as_too_large_is_refused_unread(headers: list[tuple[bytes, bytes]]) -> None:
    sent: list[SendEvent] = []

    async def send(message: SendEvent) -> None:
        sent.append(message)

    scope = asked("/", method="POST", headers=headers)
    asyncio.run(before(why, BodyLimits(largest=10))(scope, never, send))

    assert body_of(sent) == b"too_large"


def test_a_body_that_grows_too_large_in_pieces_is_refused() -> None:
    assert body_of(told(why, b"x" * 9, b"y" * 9, b"z" * 9, keeper=BodyLimits(largest=10))) == b"too_large"


def test_a_body_of_just_the_largest_size_is_read() -> None:
    assert body_of(told(echo, b"x" * 9, b"y", keeper=BodyLimits(largest=10))) == b"<xxxxxxxxxy>"


def test_a_file_is_taken_from_somebody_known_only() -> None:
    nobody = BodyLimits(largest=10, largest_file=20, takes_file=lambda *_: True)
    pieces = (b"x" * 9, b"y" * 9)

    assert body_of(told(echo, *pieces, keeper=FILES, headers=[SIGNED])) == b"<xxxxxxxxxyyyyyyyyy>"
    assert body_of(told(why, *pieces, keeper=FILES)) == b"sign_in_first"
    assert body_of(told(why, *pieces, keeper=nobody, headers=[SIGNED])) == b"sign_in_first"


def test_a_file_that_is_too_large_is_refused() -> None:
    assert body_of(told(why, b"x" * 21, keeper=FILES, headers=[SIGNED])) == b"too_large"
    assert body_of(told(why, b"x" * 11, keeper=FILES, headers=[SIGNED, (b"content-length", b"21")])) == b"too_large"


def test_a_file_gets_the_time_of_a_file() -> None:
    given: list[str] = []
    told(echo, b"x" * 11, keeper=FILES, headers=[SIGNED], state={FILE: lambda: given.append("time")})

    assert given == ["time"]


@pytest.mark.parametrize("signed", [False, True])
def test_what_there_is_no_room_for_is_refused_and_a_small_body_gets_in(*, signed: bool) -> None:
    """Strangers and those who are known have a room each, and fill their own only."""
    full, empty = Room(SMALL_BYTES), Room(9 * SMALL_BYTES)
    rooms = {"familiar": full, "strangers": empty} if signed else {"familiar": empty, "strangers": full}
    keeper, other = (BodyLimits(signed=lambda _, s=s: s, **rooms) for s in (signed, not signed))  # type: ignore[misc, arg-type]  # a lambda with what it holds
    large = (b"x" * SMALL_BYTES, b"y")

    assert body_of(told(why, *large, keeper=keeper)) == b"no_room"
    assert body_of(told(why, *large, keeper=other)) == b"read"
    assert body_of(told(why, large[0], keeper=keeper)) == b"read"


@pytest.mark.parametrize("gone", [False, True])
def test_room_is_given_back_when_a_request_is_over(*, gone: bool) -> None:
    keeper = BodyLimits(largest=9 * SMALL_BYTES)
    held: list[int] = []

    def look(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        held.append(keeper.strangers.held)
        return echo(environ, start_response)

    told(look, b"x" * SMALL_BYTES, b"y" * SMALL_BYTES, keeper=keeper, gone=gone)
    told(look, b"x" * 10 * SMALL_BYTES, keeper=keeper)

    assert held == ([0] if gone else [2 * SMALL_BYTES, 0])
    assert (keeper.strangers.held, keeper.familiar.held) == (0, 0)


def test_a_refusal_of_one_request_is_none_of_the_next() -> None:
    """The next one on a connection begins in the context of the one before."""
    sent: list[Any] = []

    async def send(message: SendEvent) -> None:
        sent.append(message)

    async def two() -> None:
        door = before(why, BodyLimits(largest=10))
        for size in (11, 1):
            coming = iter([b"x" * size])

            async def receive(coming: Iterator[bytes] = coming) -> ReceiveEvent:
                return {"type": "http.request", "body": next(coming), "more_body": False}

            await door(asked("/", method="POST"), receive, send)

    asyncio.run(two())

    assert [message["body"] for message in sent if "body" in message] == [b"too_large", b"read"]


def test_an_address_outside_ascii_is_handed_over_as_wsgi_has_it() -> None:
    assert environ_seen(path="/tournaments/Śląsk")["PATH_INFO"].encode("latin-1").decode() == "/tournaments/Śląsk"


def test_a_header_comes_under_the_name_that_wsgi_gives_it() -> None:
    seen = environ_seen(
        headers=[(b"content-type", b"text/csv"), (b"x-csrf-token", b"abc"), (b"accept", b"a"), (b"accept", b"b")]
    )

    assert (seen["CONTENT_TYPE"], seen["HTTP_X_CSRF_TOKEN"], seen["HTTP_ACCEPT"]) == ("text/csv", "abc", "a,b")


def test_a_header_with_an_underscore_does_not_pass_for_another() -> None:
    assert "HTTP_X_FORWARDED_FOR" not in environ_seen(headers=[(b"x_forwarded_for", b"10.9.9.9")])


def test_a_query_outside_ascii_is_handed_over_escaped() -> None:
    assert environ_seen(query="lang=é&x=%20+".encode())["QUERY_STRING"] == "lang=%C3%A9&x=%20+"


def test_a_request_that_comes_slowly_keeps_no_other_waiting() -> None:
    """There is one thread; the slow sender has sent half."""

    async def race(bridge: BodyBuffer) -> tuple[bool, list[str]]:
        order: list[str] = []
        rest = asyncio.Event()

        async def slowly() -> ReceiveEvent:
            if not order:
                await rest.wait()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def at_once() -> ReceiveEvent:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send_as(name: str, message: SendEvent) -> None:
            if message["type"] == "http.response.start":
                order.append(name)

        slow = asyncio.ensure_future(bridge(asked(), slowly, lambda message: send_as("slow", message)))
        await asyncio.sleep(0)
        await asyncio.wait_for(bridge(asked(), at_once, lambda message: send_as("quick", message)), 5)
        waiting = not slow.done()
        rest.set()
        await slow
        return waiting, order

    async def both() -> tuple[bool, list[str]]:
        return await race(before(echo))

    assert asyncio.run(both()) == (True, ["quick", "slow"])


def test_an_answer_is_sent_whole_and_what_it_was_made_of_is_closed() -> None:
    closed: list[bool] = []

    class Parts(list[bytes]):
        def close(self) -> None:
            closed.append(True)

    def application(_: Environ, start_response: StartResponse) -> Iterable[bytes]:
        start_response("200 OK", [("X-Name", "first")])
        start_response("404 NOT FOUND", [("X-Name", "thought better of")])
        return Parts([b"a", b"b"])

    start, body = told(application, b"")

    assert (start["status"], start["headers"]) == (404, [(b"x-name", b"thought better of")])
    assert (body["body"], closed) == (b"ab", [True])
