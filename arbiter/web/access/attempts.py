"""Limits on guessing: after a few wrong passwords or letters of a table card, further tries are refused for a while."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from arbiter.journal.accounts import digest
from arbiter.journal.store import SharedStore
from arbiter.refused import Refused

MOST_COUNTS = 10_000
"""The largest number of counts of wrong tries in this process. Beyond it the count that ends first is dropped."""


class Attempts:
    """Counts of wrong tries, such as wrong passwords for an account, to refuse further tries for some time.

    *most*: the number of wrong tries that are allowed. *seconds*: how long further ones are refused. *shared*: the
    storage in which all processes of the service count together; None if this process counts alone.
    """

    def __init__(
        self,
        most: int,
        seconds: int,
        now: Callable[[], float] = time.monotonic,
        shared: SharedStore | None = None,
    ) -> None:
        self.most = most
        self.seconds = seconds
        self.now = now
        self.shared = shared
        self._lock = threading.Lock()
        self._wrong: dict[str, tuple[int, float]] = {}
        """For each thing tried: the number of wrong tries, and the time at which the count ends, as `now` gives it.

        The count that ends first comes first.
        """

    def wait(self, what: str, times: int = 1) -> None:
        """Raise Refused if there were too many wrong tries of *what* a short time ago.

        Too many means at least `most` multiplied by *times*.
        """
        tries, left = self._tried(what) if self.shared is None else self.shared.tried(digest(what))
        if tries >= self.most * times and left > 0:
            raise Refused("too_many_tries", seconds=int(left) + 1)

    def count(self, *tried: str) -> None:
        """Count one more wrong try of each thing in *tried*, and drop the counts that have ended."""
        if self.shared is not None:
            self.shared.count(list(map(digest, tried)), self.seconds)
            return
        now = self.now()
        with self._lock:
            while self._wrong and next(iter(self._wrong.values()))[1] <= now:
                del self._wrong[next(iter(self._wrong))]
            for what in tried:
                self._wrong[what] = (self._wrong.pop(what, (0, 0.0))[0] + 1, now + self.seconds)
            while len(self._wrong) > MOST_COUNTS:
                del self._wrong[next(iter(self._wrong))]

    def _tried(self, what: str) -> tuple[int, float]:
        with self._lock:
            tries, until = self._wrong.get(what, (0, 0.0))
        return tries, until - self.now()
