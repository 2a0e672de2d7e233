"""Snapshots of long tournaments, made beside the moves: whoever starts the service again does not wait for a replay."""

from __future__ import annotations

import threading

from arbiter.desk.desks import Desks
from arbiter.desk.snapshots import REST

LOOK = 20.0
"""Seconds from one look to the next."""


class Keeping:
    """Looks now and then which tournaments have gone on far enough for another snapshot."""

    def __init__(self, desks: Desks) -> None:
        self.desks = desks
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="snapshots", daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def stop(self) -> None:
        """Makes none any more; waits for the one that is being made."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def make(self) -> None:
        """Makes those that are due, with rests."""
        for desk in self.desks:
            desk.keep(rest=REST)

    def _watch(self) -> None:
        while not self._ended.wait(LOOK):
            self.make()
