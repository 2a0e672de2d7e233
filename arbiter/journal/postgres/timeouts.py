"""Time limits for answers of the database.

The server limits the time of a statement, but not that of a commit. While a synchronous standby is away, a commit waits
for ever; if it is cancelled, it counts as recorded. So this process closes the connection instead. The request is then
not acknowledged, and is sent again with the same key.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg

LONGEST_SECONDS = 6.0
"""The most seconds for a transaction with its commit. It is longer than the server's own time limits together."""
LOOK_SECONDS = 0.25
"""Seconds between two checks for transactions that take too long."""


class Patience:
    """The running transactions, each with the time at which its connection will be closed."""

    def __init__(self) -> None:
        self._until: dict[psycopg.Connection[Any], float] = {}
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._looking: threading.Thread | None = None

    @contextmanager
    def over(self, conn: psycopg.Connection[Any], seconds: float) -> Iterator[None]:
        """Close the connection if the block takes longer than *seconds*."""
        with self._lock:
            self._until[conn] = time.monotonic() + seconds
            if self._looking is None:
                self._looking = threading.Thread(target=self._look, name="patience", daemon=True)
                self._looking.start()
        try:
            yield
        finally:
            with self._lock:
                self._until.pop(conn, None)

    def end(self) -> None:
        self._ended.set()

    def _look(self) -> None:
        while not self._ended.wait(LOOK_SECONDS):
            now = time.monotonic()
            with self._lock:
                for conn in [conn for conn, until in self._until.items() if until < now]:
                    del self._until[conn]
                    hang_up(conn)


def hang_up(conn: psycopg.Connection[Any]) -> None:
    """Close the connection's socket, so that a waiting thread gets an error at once."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(conn.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
