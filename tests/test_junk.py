"""Requests that nobody means well, beside a hall that plays: no fault, no harm, no growth."""

from __future__ import annotations

import random
import re
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.games import real_games
from tests.promises import found
from tests.service import Gone, Service, service

BOARDS = 6
GROWTH = 50
"""MiB by which the memory may grow."""


def post(body: bytes, path: bytes, more: bytes = b"") -> bytes:
    length = b"Content-Length: %d\r\n" % len(body)
    return b"POST %b HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%b%b\r\n%b" % (path, more, length, body)


MOVES = b"/api/v1/tournaments/club-open/rounds/1/boards/1/moves"
Maker = Callable[[random.Random], bytes]
JUNK: tuple[Maker, ...] = (
    lambda chance: chance.randbytes(chance.randrange(1, 2_000)),
    lambda chance: post(b"[" * chance.randrange(10, 20_000), MOVES),
    lambda chance: post(b'{"move": ' + b"9" * chance.randrange(10, 9_000) + b', "ply": 1e999}', MOVES),
    lambda _: post(b'{"move": "\\ud800", "ply": NaN}', MOVES),
    lambda _: post(b'{"move": "\\u0000", "ply": [null]}', MOVES),
    lambda chance: post(
        b"{}", MOVES, b"Authorization: " + chance.choice((b"Bearer \xff", b"Basic x", b"x" * 5_000)) + b"\r\n"
    ),
    lambda _: b"GET /%b HTTP/1.1\r\nHost: x\r\n\r\n" % (b"a" * 70_000),
    lambda _: b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-A: b\r\n" * 3_000 + b"\r\n",
    lambda _: b"POST %b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nzz\r\n" % MOVES,
    lambda _: b"POST %b HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\nx" % MOVES,
    lambda _: b"GET /api/v1/tournaments/%b/events?after=%b HTTP/1.1\r\nHost: x\r\n\r\n" % (b"%2e" * 20, b"9" * 40),
    lambda _: b"GET /api/v1/tournaments/club-open/journal?after=x HTTP/1.1\r\nHost: x\r\n\r\n",
    lambda chance: (
        b"%b /office HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n" % chance.choice((b"BREW", b"PUT", b"TRACE"))
    ),
    lambda _: b"GET /static/../../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
)


def thrown(port: int, data: bytes) -> bytes | None:
    """The status that the service answers to it, if it answers."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        said = connection.recv(64)
        return said[9:12] if said.startswith(b"HTTP/1.1 ") else None
    return None


def memory(process: int) -> float:
    """MiB that the process holds."""
    found_ = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found_ is not None
    return int(found_[1]) / 1_024


def throw(served: Service, count: int) -> str:
    """So much junk from four strangers while six boards play; what came of it."""
    with served.caller(served.token()) as director:
        assert director.tournament(2 * BOARDS) == "club-open"
    over, statuses, mishaps, waits = threading.Event(), list[bytes | None](), list[str](), list[float]()

    def play() -> None:
        script = [game.moves for game in real_games()[:BOARDS]]
        with suppress(*Gone), served.caller(served.token()) as caller:
            for ply in range(30):
                for board in range(1, BOARDS + 1):
                    if over.is_set() or ply >= len(script[board - 1]):
                        continue
                    began = time.monotonic()
                    path = f"/tournaments/club-open/rounds/1/boards/{board}/moves"
                    answer = caller.send("POST", path, {"move": script[board - 1][ply], "ply": ply})
                    waits.append(time.monotonic() - began)
                    if answer.status not in (
                        200,
                        409,
                        422,
                    ):  # a king that waits for its crown, and what follows from it
                        mishaps.append(repr(answer))
                    time.sleep(0.05)

    def stranger(seed: int) -> None:
        chance = random.Random(seed)
        for number in range(count // 4):
            statuses.append(thrown(served.port, JUNK[number % len(JUNK)](chance)))

    player = threading.Thread(target=play)
    strangers = [threading.Thread(target=stranger, args=(seed,)) for seed in range(4)]
    for one in strangers:
        one.start()
    player.start()
    for _ in range(2):
        strangers[_].join(timeout=5)
    before = memory(served.process)
    for one in strangers:
        one.join()
    over.set()
    player.join()
    grown = memory(served.process) - before

    assert mishaps == []
    assert [status for status in statuses if status is not None and status >= b"500"] == []
    assert grown < GROWTH
    assert "Traceback" not in served.said()
    waits.sort()
    slow = 1_000 * waits[int(len(waits) * 0.99)]
    return f"{len(statuses)} requests: 0 faults; {len(waits)} good moves, p99 {slow:.0f} ms; memory {grown:+.0f} MiB"


def test_junk_harms_nobody(tmp_path: Path) -> None:
    with service(tmp_path, ARBITER_CONNECTIONS_PER_ADDRESS="4000") as served:
        throw(served, 140)


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_a_hundred_thousand_pieces_of_junk_harm_nobody(tmp_path: Path) -> None:
    with service(tmp_path, ARBITER_CONNECTIONS_PER_ADDRESS="4000") as served:
        found("G8", "test_a_hundred_thousand_pieces_of_junk_harm_nobody", throw(served, 100_000))
