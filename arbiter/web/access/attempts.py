"""Wrong letters and passwords: after a few of them whoever tries has to wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from arbiter.refused import Refused

MOST_REMEMBERED = 10_000
"""Things tried that are remembered; beyond that the one that was tried longest ago is forgotten."""


class Attempts:
    """Wrong tries by what was tried: after *most* of them each has to wait so many seconds."""

    def __init__(self, most: int, seconds: int, now: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.seconds = seconds
        self.now = now
        self._lock = threading.Lock()
        self._wrong: dict[str, tuple[int, float]] = {}
        """How often each was wrong and until when that counts; the one that is over first stands first."""

    def wait(self, what: str, times: int = 1) -> None:
        """Refused for a while after too many wrong tries at *what*: after *times* as many as are allowed at most."""
        with self._lock:
            tries, until = self._wrong.get(what, (0, 0.0))
        left = until - self.now()
        if tries >= self.most * times and left > 0:
            raise Refused("too_many_tries", seconds=int(left) + 1)

    def count(self, *tried: str) -> None:
        """One wrong try more at each of these; old ones are forgotten once their wait is over."""
        now = self.now()
        with self._lock:
            while self._wrong and next(iter(self._wrong.values()))[1] <= now:
                del self._wrong[next(iter(self._wrong))]
            for what in tried:
                self._wrong[what] = (self._wrong.pop(what, (0, 0.0))[0] + 1, now + self.seconds)
            while len(self._wrong) > MOST_REMEMBERED:
                del self._wrong[next(iter(self._wrong))]
