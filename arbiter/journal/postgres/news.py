"""Notifications by PostgreSQL that journals have grown.

They may be missing: a standby refuses LISTEN, and a broken connection reports nothing. So the caller also checks the
journals at regular intervals.
"""

from __future__ import annotations

import logging
import threading
import time

import psycopg

from arbiter.journal.postgres.server import Server, Talk, connected
from arbiter.refused import Refused

log = logging.getLogger(__name__)
NEWS = "arbiter_lines"
"""The channel on which PostgreSQL names a journal that has grown."""
RETRY_SECONDS = 30.0
"""Seconds after which a server that refused LISTEN is tried again."""


class News:
    """A connection that listens for notifications; used by one thread."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.ended = threading.Event()
        self._talk: Talk | None = None
        self._deaf_until = 0.0

    def wait(self, seconds: float) -> frozenset[str]:
        """Return the tournaments named in notifications; return nothing if none has come after so many seconds."""
        talk = self._listening()
        if talk is None:
            self.ended.wait(seconds)
            return frozenset()
        try:
            return frozenset(named.payload for named in talk.notifies(timeout=seconds, stop_after=1))
        except psycopg.OperationalError as cause:
            self._deaf(cause)
            return frozenset()

    def close(self) -> None:
        """Close the connection."""
        self.ended.set()
        self._hang_up()

    def _listening(self) -> Talk | None:
        if self._talk is None and time.monotonic() >= self._deaf_until:
            try:
                self._talk = connected(self.server.url, self.server.attrs)
                self._talk.execute(f"LISTEN {NEWS}")
            except (psycopg.Error, Refused) as cause:
                self._deaf(cause)
        return self._talk

    def _deaf(self, cause: Exception) -> None:
        log.info("the database cannot be listened to, it is asked instead: %s", cause)
        self._deaf_until = time.monotonic() + RETRY_SECONDS
        self._hang_up()

    def _hang_up(self) -> None:
        if self._talk is not None:
            self._talk.close()
            self._talk = None
