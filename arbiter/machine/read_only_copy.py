"""Serving an instance whose disk cannot be written, from a copy elsewhere, until the disk can be written again."""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arbiter.journal.journal import CannotWrite, Obstacle
from arbiter.journal.sqlite.writer import one_writer
from arbiter.machine.disk import obstacle

log = logging.getLogger(__name__)

LEFT = shutil.ignore_patterns("backups", "damaged", "snapshots", "*-shm", "*.log*")
"""The files of an instance that a service which cannot write does not need."""


@contextmanager
def readable(instance: Path) -> Iterator[tuple[Path, Obstacle | None]]:
    """Yield the folder to serve from, and the reason why the instance cannot be written.

    If the instance can be written, the folder is the instance and the reason is None. Otherwise the folder is a copy,
    because SQLite must write the index of its log even to read a journal.
    """
    found = obstacle(instance)
    if found is None:
        yield instance, None
        return
    with (
        suppress(CannotWrite),
        one_writer(instance),
    ):  # refuses a second service; if the lock file cannot be written, goes on
        pass
    with elsewhere(instance, found) as copy:
        log.warning("the disk takes nothing (%s): the service reads and prints, and records nothing", found)
        yield copy, found


@contextmanager
def elsewhere(instance: Path, found: Obstacle) -> Iterator[Path]:
    """Yield a copy of the instance on another disk or in memory. Raise CannotWrite if there is no room anywhere."""
    for place in (None, "/dev/shm"):  # noqa: S108  # memory is where there is room on a full disk
        try:
            folder = tempfile.TemporaryDirectory(prefix="arbiter-reading-", dir=place)
        except OSError:
            continue
        with folder as name:
            try:
                shutil.copytree(instance, Path(name) / "instance", ignore=LEFT)
            except (OSError, shutil.Error):
                continue
            yield Path(name) / "instance"
            return
    raise CannotWrite(found)
