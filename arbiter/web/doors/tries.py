"""Wrong letters and passwords: after a few of them whoever tries has to wait."""

from __future__ import annotations

import threading
import time

from arbiter.refused import Refused


class Tries:
    """Wrong tries by what was tried: after *most* of them each has to wait so many seconds."""

    def __init__(self, most: int, seconds: int) -> None:
        self.most = most
        self.seconds = seconds
        self._lock = threading.Lock()
        self._wrong: dict[str, tuple[int, float]] = {}

    def wait(self, what: str) -> None:
        """Refused for a while after too many wrong tries at *what*."""
        with self._lock:
            tries, until = self._wrong.get(what, (0, 0.0))
        left = until - time.monotonic()
        if tries >= self.most and left > 0:
            raise Refused("too_many_tries", seconds=int(left) + 1)

    def count(self, what: str) -> None:
        """One wrong try more; old ones are forgotten once their wait is over."""
        now = time.monotonic()
        with self._lock:
            self._wrong = {key: (count, until) for key, (count, until) in self._wrong.items() if until > now}
            self._wrong[what] = (self._wrong.get(what, (0, 0.0))[0] + 1, now + self.seconds)
