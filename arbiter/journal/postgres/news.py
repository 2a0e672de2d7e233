"""Notifications by PostgreSQL that journals have grown, so that other nodes read them earlier.

A notification is sent in a transaction of its own that waits for no standby, because NOTIFY locks the whole server
until its transaction has ended. Notifications may be missing: a standby refuses LISTEN, a pooling proxy passes none on.
So the caller also checks the journals at regular intervals.
"""

from __future__ import annotations

import logging
import threading
import time

import psycopg

from arbiter.journal.journal import CannotWrite
from arbiter.journal.postgres.server import Server, Talk, connected
from arbiter.refused import Refused

log = logging.getLogger(__name__)
NEWS = "arbiter_lines"
"""The channel on which a node notifies the others that it has written."""
RETRY_SECONDS = 30.0
"""Seconds after which a server that refused LISTEN is tried again."""
APART_SECONDS = 0.05
"""The least seconds between two notifications sent by one node."""


class News:
    """A connection that listens for notifications, used by one thread; and another thread that sends notifications.

    *name*: the name of this node. Its own notifications are ignored.
    """

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self.ended = threading.Event()
        self.wrote = threading.Event()
        """A threading event that each append to a journal sets.

        It is cleared once the other nodes have been notified.
        """
        self._talk: Talk | None = None
        self._deaf_until = 0.0
        self._telling = threading.Thread(target=self._tell, name="news", daemon=True)

    def start(self) -> None:
        """Start the thread that notifies the other nodes."""
        self._telling.start()

    def wait(self, seconds: float) -> bool:
        """Return True as soon as another node notifies that it has written, or False after *seconds*."""
        talk = self._listening()
        if talk is None:
            self.ended.wait(seconds)
            return False
        end = time.monotonic() + seconds
        try:
            while (left := end - time.monotonic()) > 0:
                if any(told.payload != self.name for told in talk.notifies(timeout=left, stop_after=1)):
                    return True
        except psycopg.OperationalError as cause:
            self._deaf(cause)
        return False

    def close(self) -> None:
        """End the thread and close the connection."""
        self.ended.set()
        self.wrote.set()
        if self._telling.is_alive():
            self._telling.join()
        self._hang_up()

    def _tell(self) -> None:
        while self.wrote.wait() and not self.ended.is_set():
            self.wrote.clear()
            try:
                with self.server.transaction() as conn:
                    conn.execute("SET LOCAL synchronous_commit = off")
                    conn.execute("SELECT pg_notify(%s, %s)", (NEWS, self.name))
            except (CannotWrite, Refused) as cause:
                log.debug("the other nodes could not be told: %s", cause)
            self.ended.wait(APART_SECONDS)

    def _listening(self) -> Talk | None:
        if self._talk is None and time.monotonic() >= self._deaf_until:
            try:
                self._talk = connected(self.server.url, self.server.attrs, self.server.generation)
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
