"""Checks whether the disk can be written now, and how fast."""

from __future__ import annotations

import errno
import os
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

from arbiter.journal.journal import Obstacle

REASONS: dict[int, Obstacle] = {
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EROFS: "read_only",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
}
PAGE = b"\0" * 4_096
SYNC_TRIES = 5
LEAST_FREE_BYTES = 1 << 20
"""The fewest free bytes for a writable disk: with fewer, SQLite's log and index may not fit at any moment."""


class DiskCheck:
    """Finds out whether the instance can be written, and otherwise why not. The disk is checked at most once a second.

    *known*: a reason against writing that holds as long as the service runs, otherwise None. *store*: a function that
    returns the reason why the database does not answer, or None.
    """

    def __init__(
        self, instance: Path, known: Obstacle | None = None, store: Callable[[], Obstacle | None] = lambda: None
    ) -> None:
        self._instance = instance
        self._known = known
        self._store = store
        self._lock = threading.Lock()
        self._until = 0.0
        self.took = 0.0
        """The milliseconds that the last check of the disk took."""
        self._found = known

    @property
    def last(self) -> Obstacle | None:
        """The reason why the disk could not be written at the last check; None if it could be written."""
        return self._found

    def obstacle(self) -> Obstacle | None:
        with self._lock:
            if time.monotonic() >= self._until:
                began = time.monotonic()
                self._found = self._known or self._store() or obstacle(self._instance)
                self.took = 1_000 * (time.monotonic() - began)
                self._until = time.monotonic() + 1
            return self._found


def obstacle(instance: Path) -> Obstacle | None:
    """Return the reason why the folder cannot be written, or None if it can."""
    try:
        sync_time(instance, times=1)
        if shutil.disk_usage(instance).free < LEAST_FREE_BYTES:
            return "disk_full"
    except OSError as cause:
        return REASONS.get(cause.errno or 0, "io")
    return None


def sync_time(instance: Path, *, times: int = SYNC_TRIES) -> float:
    """Return how many milliseconds it takes to write a page to the disk and sync it: the median of *times* tries.

    Raise OSError if the disk cannot be written.
    """
    took = []
    probe = instance / f"probe-{os.getpid()}-{time.monotonic_ns()}"
    try:
        with probe.open("xb", buffering=0) as file:
            for _ in range(times):
                began = time.perf_counter()
                file.write(PAGE)
                os.fsync(file.fileno())
                took.append((time.perf_counter() - began) * 1_000)
    finally:
        probe.unlink(missing_ok=True)
    return sorted(took)[len(took) // 2]
