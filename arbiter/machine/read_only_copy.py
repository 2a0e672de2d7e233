"""An instance on a disk that takes nothing: it is read from a copy elsewhere, until the disk takes something again."""

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
"""What nobody reads while nothing is written."""


@contextmanager
def readable(instance: Path) -> Iterator[tuple[Path, Obstacle | None]]:
    """The folder to serve from, and what stands in the way of writing: the instance itself where nothing does.

    SQLite cannot even read a journal on such a disk, as the index of its log has to be written beside it.
    """
    found = obstacle(instance)
    if found is None:
        yield instance, None
        return
    with suppress(CannotWrite), one_writer(instance):  # another service is refused; a lock that cannot be is not missed
        pass
    with elsewhere(instance, found) as copy:
        log.warning("the disk takes nothing (%s): the service reads and prints, and records nothing", found)
        yield copy, found


@contextmanager
def elsewhere(instance: Path, found: Obstacle) -> Iterator[Path]:
    """A copy of the instance where there is room, in the memory if nowhere else; CannotWrite where there is none."""
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
