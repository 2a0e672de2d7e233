"""How long an answer of the database is waited for.

The server limits what a statement may take, but not a commit: while a synchronous standby is away, that waits for ever,
and whoever cancels it is told that it was recorded. So whoever waits hangs up instead: then nothing is acknowledged,
and the same request is asked again with its key.
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

LONGEST = 6.0
"""Seconds that a transaction may take, its commit included; longer than the server's own limits together with it."""
LOOK = 0.25
"""Seconds from one look at who waits to the next."""


class Patience:
    """The transactions that are going, and when each has taken too long."""

    def __init__(self) -> None:
        self._until: dict[psycopg.Connection[Any], float] = {}
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._looking: threading.Thread | None = None

    @contextmanager
    def over(self, conn: psycopg.Connection[Any], seconds: float) -> Iterator[None]:
        """The connection is hung up on where the block takes longer."""
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
        while not self._ended.wait(LOOK):
            now = time.monotonic()
            with self._lock:
                for conn in [conn for conn, until in self._until.items() if until < now]:
                    del self._until[conn]
                    hang_up(conn)


def hang_up(conn: psycopg.Connection[Any]) -> None:
    """Whoever waits for that connection's answer learns that there is none, whatever the server does meanwhile."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(conn.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
