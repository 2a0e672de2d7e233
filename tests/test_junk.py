"""Requests that nobody means well, beside a hall that plays: no fault, no harm, no growth."""

from __future__ import annotations

import random
import re
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from tests.promises import found
from tests.service import Service, service
from tests.test_kill import Players
from tests.waiting import PATIENCE

STRANGERS = 4
THOUGHT = 0.05
"""Seconds between two moves of each of five threads of players."""
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
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(data)
        said = connection.recv(64)
        return said[9:12] if said.startswith(b"HTTP/1.1 ") else None
    return None


def memory(process: int) -> float:
    """MiB that the process holds."""
    found_ = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found_ is not None
    return int(found_[1]) / 1_024


def throw(served: Service, count: int, boards: int) -> str:
    """So much junk from four strangers while people play at so many boards; what came of it."""
    players, statuses = Players(served, boards, THOUGHT), list[bytes | None]()
    assert players.tournament == "club-open"

    def stranger(seed: int) -> None:
        chance = random.Random(seed)
        for number in range(count // STRANGERS):
            statuses.append(thrown(served.port, JUNK[number % len(JUNK)](chance)))

    with ThreadPoolExecutor(STRANGERS) as strangers, players.playing():
        throwing = [strangers.submit(stranger, seed) for seed in range(STRANGERS)]
        while not all(one.done() for one in throwing) and len(statuses) < count // 4:
            time.sleep(0.05)
        before = memory(served.process)
        for one in throwing:
            one.result()
    grown = memory(served.process) - before
    waits = sorted(players.waits)
    slow = 1_000 * waits[int(len(waits) * 0.99)]
    answered = [status for status in statuses if status is not None]

    assert players.mishaps == []
    assert len(answered) > len(statuses) / 2  # to the others the line is cut
    assert [status for status in answered if status >= b"500"] == []
    assert grown < GROWTH
    assert "Traceback" not in served.said()
    good = f"{len(waits):,} moves at {boards} boards, p99 {slow:.0f} ms"
    return f"{len(answered):,} answered, 0 faults; {good}; memory {grown:+.0f} MiB"


def test_junk_harms_nobody(tmp_path: Path) -> None:
    with service(tmp_path, ARBITER_CONNECTIONS_PER_ADDRESS="4000") as served:
        throw(served, 140, boards=6)


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_a_hundred_thousand_pieces_of_junk_harm_nobody(tmp_path: Path) -> None:
    with service(tmp_path, ARBITER_CONNECTIONS_PER_ADDRESS="4000") as served:
        count = 100_000
        found("G8", count, throw(served, count, boards=300))
