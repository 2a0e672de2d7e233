"""Whether something can be written in the instance now: asked of the disk itself."""

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
TIMES = 5
ROOM = 1 << 20
"""Bytes that are to be free: with less, the log of a journal and its index may find no place at any moment."""


class DiskCheck:
    """What stands in the way of writing in an instance, asked of the disk once a second, however often we are asked.

    *known*: what stands in the way as long as this service runs; *store*: what keeps a database from answering.
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
        """Milliseconds that the disk took to hold on to a page, when it was last asked."""
        self._found = known

    @property
    def last(self) -> Obstacle | None:
        """What stood in the way when the disk was last asked."""
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
    """What stands in the way of writing there; None for nothing."""
    try:
        sync_time(instance, times=1)
        if shutil.disk_usage(instance).free < ROOM:
            return "disk_full"
    except OSError as cause:
        return REASONS.get(cause.errno or 0, "io")
    return None


def sync_time(instance: Path, *, times: int = TIMES) -> float:
    """Milliseconds that the disk takes to hold on to a page: the middle of some tries. OSError where it does not."""
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
