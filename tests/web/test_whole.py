"""What stands before the threads: what is handed on to Flask, and whom it keeps waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from a2wsgi.asgi_typing import ReceiveEvent, SendEvent

from arbiter.web.wires.bridge import Bridge
from arbiter.web.wires.whole import Whole
from tests.web.wires import asked

Environ = dict[str, Any]
StartResponse = Callable[..., Any]


def echo(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    """Answers with what was sent, and with the length that the application was told."""
    body = environ["wsgi.input"].read()
    start_response("201 CREATED", [("X-Length", environ.get("CONTENT_LENGTH", "")), ("X-Path", environ["PATH_INFO"])])
    return [b"<", body, b">"]


def before(app: Any, largest: int, threads: int = 1) -> Whole:
    """The application in one thread, with what stands before it."""
    return Whole(Bridge(app, threads=threads), largest=largest)


def told(
    app: Any,
    *pieces: bytes,
    headers: Sequence[tuple[bytes, bytes]] = (),
    gone: bool = False,
    path: str = "/",
    query: bytes = b"",
    largest: int = 100,
) -> list[Any]:
    """What is sent for a request whose body comes in these pieces."""
    scope = asked(path, method="POST", query=query, headers=headers)
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

    asyncio.run(before(app, largest)(scope, receive, send))
    return sent


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


def test_of_a_body_that_is_too_long_one_byte_too_many_is_taken_in() -> None:
    _, *body = told(echo, b"x" * 9, b"y" * 9, b"z" * 9, largest=10)

    assert b"".join(message["body"] for message in body) == b"<xxxxxxxxxyy>"


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

    async def race(bridge: Whole) -> tuple[bool, list[str]]:
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
        return await race(before(echo, 10))

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
