"""A service that stands still for a moment: whoever pressed in time has moved in time, and every doubt is marked."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from tests.promises import found
from tests.service import Caller, Service, service
from tests.test_kill import eventually

TELLS = sys.platform == "linux"
"""Whether the system tells when data came in; elsewhere the moves lie before the arbiter."""
LONGEST = 64
"""Seconds within which any machine has sent its moves."""
SURE = 50
"""Milliseconds before the flag by which a move has to lie in the socket for this test to be sure of it."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service, which stands still again and again."""
    with service(tmp_path_factory.mktemp("stalls")) as begun:
        yield begun


@pytest.mark.parametrize("still", [0.3, *(pytest.param(seconds, marks=pytest.mark.slow) for seconds in (1, 3))])
def test_a_move_that_waits_in_the_socket_while_the_service_stands_still_is_not_lost(
    served: Service, still: float
) -> None:
    """The tablet's move came in before the flag: it stands, though the service reads it long after."""
    with served.caller(served.token()) as caller:
        stopped(served, caller, still)


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_a_service_that_stands_still_at_a_thousand_flags_loses_no_move(served: Service) -> None:
    token, flags, stood, boards = served.token(), 0, 0, 20
    for number in range(51):
        with served.caller(token) as caller:
            stood += stopped(served, caller, (0.3, 1, 3)[number % 3], boards)
            flags += boards
    found("G4", flags, f"{stood:,} moves stand, {flags - stood:,} lie before the arbiter, 0 games lost")


def stopped(served: Service, caller: Caller, still: float, boards: int = 1, flag: int = 1) -> int:
    """White presses at each board before the flag while the service stands still, which goes on *still* s after it.

    The number of boards at which the move stands; at the others it lies before the arbiter. *flag*: the seconds that
    White has. Where this machine was too slow to send all in them, the same again with more.
    """
    id = caller.tournament(2 * boards, control=f"{flag}|3600", flags="auto")
    places = [f"/tournaments/{id}/rounds/1/boards/{board}" for board in range(1, boards + 1)]
    with ExitStack() as lines:
        senders = [lines.enter_context(line(served)) for _ in places]
        flag_at = caller.get(places[0])["clock"]["flag_at"]
        os.kill(served.process, signal.SIGSTOP)
        try:
            pressed = now()
            for sent, board in zip(senders, places, strict=True):
                sent(f"/api/v1{board}/moves", caller.token, {"move": "32-28", "ply": 0, "device": device(pressed)})
            in_time = now() < flag_at - SURE
            if in_time:
                wait_until(flag_at + still * 1_000)
        finally:
            os.kill(served.process, signal.SIGCONT)
        if not in_time:
            assert flag < LONGEST
            return stopped(served, caller, still, boards, 4 * flag)
        settled = eventually(lambda: told(caller, id), lambda all_boards: all(map(decided, all_boards)), seconds=60)
        for shape, late in settled:
            assert shape["result"] is None
            if TELLS:
                assert (shape["ply"], shape["flag"]) == (1, None)
            else:
                assert shape["ply"] or (shape["flag"]["provisional"] == "stall" and late["pressed"] == pressed)
        return sum(1 for shape, _ in settled if shape["ply"])


Told = tuple[dict[str, Any], dict[str, Any] | None]


def told(caller: Caller, id: str) -> list[Told]:
    """Every board, with the late move that lies before the arbiter."""
    proposals = caller.get(f"/tournaments/{id}/proposals")["proposals"]
    late = {one["board"]: one["late"] for one in proposals if one["kind"] == "late_move"}
    return [(shape, late.get(shape["board"])) for shape in caller.get(f"/tournaments/{id}/rounds/1")["boards"]]


def decided(board: Told) -> bool:
    """Whether the move has come to something."""
    shape, late = board
    return bool(shape["ply"] or shape["result"] or late)


def device(pressed: int) -> dict[str, Any]:
    return {"pressed": pressed, "offset_ms": 0, "chain": "0" * 64}


def now() -> int:
    return time.time_ns() // 1_000_000


def wait_until(instant: float) -> None:
    time.sleep(max(0, instant / 1_000 - time.time()))


@contextmanager
def line(served: Service) -> Iterator[Any]:
    """A connection over which requests are sent and no answer is waited for."""
    with socket.create_connection(("127.0.0.1", served.port)) as open_line:

        def send(path: str, token: str, body: Mapping[str, object]) -> None:
            text = json.dumps(body)
            open_line.sendall(
                f"POST {path} HTTP/1.1\r\nHost: hall\r\nAuthorization: Bearer {token}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()
            )

        yield send
