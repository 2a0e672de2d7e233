"""When a request was received: as soon as this machine has its last byte, however late it is read."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from pathlib import Path

import pytest
from a2wsgi.asgi_typing import HTTPScope, SendEvent

from arbiter.desk.request_queue import Ticket
from arbiter.web.streams.arrival_times import HEADER, silent_ms, unread_ms
from arbiter.web.streams.protocol import TRANSPORT
from arbiter.web.streams.thread_pools import ticket
from tests.web.front import Front, front
from tests.web.streams import asked

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no other system tells when data came in")
END_SECONDS = 60


def lies_unread(connection: socket.socket, ms: int) -> None:
    """Waits until what came in over the connection has lain there for so long."""
    until = time.monotonic() + END_SECONDS
    while silent_ms(connection) < ms:
        assert time.monotonic() < until
        time.sleep(0.01)


BOARD = "/api/v1/tournaments/club-open/rounds/1/boards/1/moves"


def test_a_connection_tells_for_how_long_nothing_has_come_in_over_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        here, _ = server.accept()
        with here:
            client.sendall(b"one")
            lies_unread(here, 100)
            before = time.monotonic()
            client.sendall(b"two")
            told = silent_ms(here)
            passed = (time.monotonic() - before) * 1_000
            lies_unread(here, 50)

            assert told <= passed  # counted from what came last, read or unread
            sure = silent_ms(here)
            assert sure <= (time.monotonic() - before) * 1_000  # and never for longer than it lay there


def test_a_connection_of_no_network_tells_nothing() -> None:
    one, other = socket.socketpair()
    with one, other:
        one.sendall(b"x")
        assert silent_ms(other) == 0
    assert unread_ms(asked("/")) == 0


def test_the_ticket_of_a_request_has_the_instant_at_which_the_machine_had_it(tmp_path: Path) -> None:
    async def late() -> int:
        loop = asyncio.get_running_loop()
        with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
            transport, _ = await loop.connect_accepted_socket(asyncio.Protocol, server.accept()[0])
            scope = asked(BOARD, method="POST", headers=[(b"authorization", hall.token.encode())])
            scope["state"] = {TRANSPORT: transport}
            client.sendall(b"a move")
            lies_unread(transport.get_extra_info("socket"), 100)
            taken = ticket(hall.running.service.desks, hall.running.lanes, scope)
            transport.abort()
            assert taken is not None
            taken.release()
            return taken.at

    with front(tmp_path) as hall:
        hall.tournament()
        assert asyncio.run(late()) <= hall.clock.at - 100


def test_a_request_that_was_refused_and_is_sent_again_counts_from_when_it_was_received_first(tmp_path: Path) -> None:
    """A node that could not write refused a press, and the player paid for the time until another node took it."""
    with front(tmp_path) as hall:
        hall.tournament()
        first, receipt = received(hall, b"a move"), refused(hall, b"a move", 503)
        assert refused(hall, b"a move", 200) is None
        assert receipt is not None
        hall.clock.at += 20_000

        assert received(hall, b"a move", receipt) == first
        assert received(hall, b"a move") == first + 20_000
        assert received(hall, b"another move", receipt) == first + 20_000
        assert received(hall, b"a move", receipt[:-1] + b"?") == first + 20_000
        again = refused(hall, b"a move", 503, receipt)
        hall.clock.at += 20_000
        assert received(hall, b"a move", receipt) == first + 40_000  # of a refusal of long ago
        assert received(hall, b"a move", again) == first


def ticket_of(hall: Front, body: bytes, receipt: bytes | None) -> tuple[HTTPScope, Ticket]:
    """A move that is sent with that receipt, and its ticket."""
    headers = [(b"authorization", hall.token.encode()), *([(HEADER, receipt)] if receipt else [])]
    scope = asked(BOARD, method="POST", headers=headers)
    taken = ticket(hall.running.service.desks, hall.running.lanes, scope, body)
    assert taken is not None
    taken.release()
    return scope, taken


def received(hall: Front, body: bytes, receipt: bytes | None = None) -> int:
    """The instant at which a move counts that is sent with that receipt."""
    return ticket_of(hall, body, receipt)[1].at


def refused(hall: Front, body: bytes, status: int, receipt: bytes | None = None) -> bytes | None:
    """The receipt in the answer of that status."""
    said: list[tuple[bytes, bytes]] = []

    async def send(message: SendEvent) -> None:
        if message["type"] == "http.response.start":
            said.extend(message["headers"])

    async def answer() -> None:
        scope, taken = ticket_of(hall, body, receipt)
        adding = hall.running.lanes.receipts.adding(send, scope, body, taken)
        await adding({"type": "http.response.start", "status": status, "headers": []})

    asyncio.run(answer())
    return dict(said).get(HEADER)
