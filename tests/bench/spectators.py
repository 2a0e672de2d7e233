"""Spectators in a process of their own: many wires on a tournament, and the instant at which all have a line."""

from __future__ import annotations

import multiprocessing
import re
import selectors
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

LINE = re.compile(rb"^id: (\d+)\n", re.MULTILINE)
PATIENCE = 30.0


@dataclass
class Spectators:
    """Those who listen; the clock is the system's monotonic one, so that it compares with other processes'."""

    talk: Connection

    def heard(self) -> dict[int, int]:
        """For every journal line the instant (monotonic nanoseconds) at which the last of them had it."""
        self.talk.send("heard")
        told: dict[int, int] = self.talk.recv()
        return told


@contextmanager
def spectators(port: int, path: str, count: int) -> Iterator[Spectators]:
    """So many spectators who listen for as long as the block runs."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=listen, args=(theirs, port, path, count), daemon=True)
    process.start()
    try:
        if not ours.poll(PATIENCE):
            raise TimeoutError(f"{count} spectators are not all listening after {PATIENCE} s")
        ours.recv()
        yield Spectators(ours)
    finally:
        process.kill()
        process.join()


def listen(talk: Connection, port: int, path: str, count: int) -> None:
    """Connects, says so, and notes who has which line when; ends with its parent."""
    having: Counter[int] = Counter()
    complete: dict[int, int] = {}
    tails: dict[socket.socket, bytes] = {}
    with selectors.DefaultSelector() as ready:
        for _ in range(count):
            wire = connected(port, path)
            wire.setblocking(False)
            tails[wire] = b""
            ready.register(wire, selectors.EVENT_READ)
        ready.register(talk, selectors.EVENT_READ)
        talk.send("listening")
        while True:
            for key, _ in ready.select():
                if key.fileobj is talk:
                    talk.recv()
                    talk.send(complete)
                    continue
                assert isinstance(key.fileobj, socket.socket)
                data = tails[key.fileobj] + key.fileobj.recv(1 << 16)
                now = time.monotonic_ns()
                whole = data.rfind(b"\n\n") + 2
                tails[key.fileobj] = data[whole:]
                for found in LINE.finditer(data[:whole]):
                    seq = int(found[1])
                    having[seq] += 1
                    if having[seq] == count:
                        complete[seq] = now


def connected(port: int, path: str) -> socket.socket:
    """A wire whose answer has begun."""
    wire = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    wire.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n".encode())
    begun = b""
    while b"retry:" not in begun:
        more = wire.recv(4_096)
        if not more or (not begun and not more.startswith(b"HTTP/1.1 200")):
            raise ConnectionError(f"a spectator was turned away: {more[:200]!r}")
        begun += more
    return wire
