"""What a thousand who listen add to a move: the service beside the best shape of a server that has no desk.

    python -m tests.bench.bench_fanout [--seconds 20] [--rate 20] [--listeners 1000] [--json]

The prototype appends a line to a file, has it synced (fdatasync), answers, and tells everybody of each line from a loop
of its own, straight to the transports. Both are posted to at the instants at which a hall plays, which are chance's and
the same for both: first alone, and then with all of them listening, who are in a process of their own. What counts is
what the listeners add: to the time of a post, on an average and at its worst, and to the work of the process.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.bench.bench_moves import WARM, Hall
from tests.bench.figures import Figure, cpu_of, figure, show
from tests.bench.spectators import spectators
from tests.service import ARBITER, free_port, service

MESSAGE = b"x" * 700
"""As much as the service says of a move."""
PAIRS = (("p'", "p"), ("s'", "s"))
LEAST = 0.01
"""What is taken for an addition that is none, so that it can be divided by."""


def bench(folder: Path, *, seconds: float, rate: float, listeners: int) -> tuple[dict[str, Figure], dict[str, float]]:
    """The figures of both, and how much more the listeners add here than there."""
    figures: dict[str, Figure] = {}
    noted: dict[str, Noted] = {}

    def note(key: str, name: str, deed: Callable[[], object], process: int) -> None:
        noted[key] = posted(deed, process, seconds, rate)
        figures[key] = figure(name, noted[key].times)

    with (
        prototype(folder) as (port, process),
        closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as line,
    ):
        note("p", "the prototype, alone", lambda: post(line), process)
        with spectators(port, "/events", listeners):
            note("p'", f"the same while {listeners} listen", lambda: post(line), process)
    many = str(2 * listeners)
    room = ("WIRES", "WIRES_PER_ADDRESS", "CONNECTIONS", "CONNECTIONS_PER_ADDRESS")
    with (
        service(folder, ARBITER, **{f"ARBITER_{name}": many for name in room}) as served,
        served.caller(served.token()) as caller,
    ):
        hall = Hall(caller)
        note("s", "the service, alone", hall.play, served.process)
        with spectators(served.port, f"/api/v1/tournaments/{hall.id}/events", listeners):
            note("s'", f"the same while {listeners} listen", hall.play, served.process)
    return figures, {
        **{f"{key} / {alone}, median": figures[key].median / figures[alone].median for key, alone in PAIRS},
        **added("on an average, ms", {key: statistics.mean(one.times) / 1e6 for key, one in noted.items()}),
        **added("to the 95th percentile, ms", {key: one.p95 for key, one in figures.items()}),
        **added("to the 99th percentile, ms", {key: one.p99 for key, one in figures.items()}),
        **added("of a core", {key: one.busy for key, one in noted.items()}),
    }


def added(what: str, measured: Mapping[str, float]) -> dict[str, float]:
    """What the listeners add to either, and how many times as much here as there."""
    here, there = (max(measured[listening] - measured[alone], LEAST) for listening, alone in (PAIRS[1], PAIRS[0]))
    return {
        f"added {what}: by the prototype": there,
        f"added {what}: by the service": here,
        f"added {what}: service / prototype": here / there,
    }


@dataclass(frozen=True, slots=True)
class Noted:
    """How long each post took, in nanoseconds, and what part of a core the other side was busy."""

    times: list[int]
    busy: float


def posted(deed: Callable[[], object], process: int, seconds: float, rate: float) -> Noted:
    """Posts at random instants, so many a second; the instants are the same each time."""
    chance, times, due = random.Random(11), list[int](), 0.0
    began = time.monotonic()
    warm = cpu_of(process)
    while (due := due + chance.expovariate(rate)) < WARM + seconds:
        time.sleep(max(0, began + due - time.monotonic()))
        start = time.monotonic_ns()
        if due < WARM:
            warm = cpu_of(process)
        if deed() is None:
            break
        if due > WARM:
            times.append(time.monotonic_ns() - start)
    return Noted(times, (cpu_of(process) - warm) / seconds)


def post(line: http.client.HTTPConnection) -> int:
    """A line for the prototype."""
    line.request("POST", "/", b"x" * 100)
    answer = line.getresponse()
    answer.read()
    return answer.status


@contextmanager
def prototype(folder: Path) -> Iterator[tuple[int, int]]:
    """The prototype in a process of its own; its port, and the number of the process."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.bench_fanout", "--prototype", str(port), str(folder)]
    )
    try:
        for _ in range(200):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.05)
        yield port, process.pid
    finally:
        process.kill()
        process.wait()


class Teller:
    """Those who listen, in a loop and a thread of their own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.listening: set[asyncio.StreamWriter] = set()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def take(self, sock: socket.socket) -> None:
        """One more who listens."""
        asyncio.run_coroutine_threadsafe(self._take(sock), self.loop)

    async def _take(self, sock: socket.socket) -> None:
        _, writer = await asyncio.open_connection(sock=sock)
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\nretry: 1000\n\n")
        self.listening.add(writer)

    def tell(self, seq: int) -> None:
        """Tells everybody of a line."""
        self.loop.call_soon_threadsafe(self._tell, b"id: %d\ndata: %s\n\n" % (seq, MESSAGE))

    def _tell(self, message: bytes) -> None:
        for writer in self.listening:
            writer.transport.write(message)


def serve(port: int, folder: Path) -> None:
    """The prototype: a thread a connection that posts, which is one here; listeners are handed to the loop."""
    teller, seq = Teller(), 0
    with (folder / "prototype").open("ab", buffering=0) as file, socket.create_server(("127.0.0.1", port)) as server:
        server.listen(2_000)
        writing = threading.Lock()

        def posts(sock: socket.socket, begun: bytes) -> None:
            nonlocal seq
            data = begun
            while data:
                if b"\r\n\r\n" in data and len(data.split(b"\r\n\r\n", 1)[1]) >= 100:
                    with writing:
                        os.write(file.fileno(), data[-100:] + b"\n")
                        os.fdatasync(file.fileno())
                        seq += 1
                        told = seq
                    sock.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")
                    teller.tell(told)
                    data = sock.recv(65_536)
                else:
                    data += sock.recv(65_536)

        def begin(sock: socket.socket) -> None:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            data = sock.recv(65_536)
            if data.startswith(b"GET"):
                teller.take(sock)
            else:
                posts(sock, data)

        while True:
            threading.Thread(target=begin, args=(server.accept()[0],), daemon=True).start()


def main() -> None:
    """Runs it and prints what came out."""
    if "--prototype" in sys.argv:
        port, folder = sys.argv[-2:]
        serve(int(port), Path(folder))
        return
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--rate", type=float, default=20, help="moves a second over all boards")
    asked.add_argument("--listeners", type=int, default=1_000)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        figures, ratios = bench(Path(folder), seconds=given.seconds, rate=given.rate, listeners=given.listeners)
    show(figures, ratios, as_json=given.json)


if __name__ == "__main__":
    main()
