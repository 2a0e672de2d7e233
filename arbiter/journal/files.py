"""Writing files completely or not at all, even if the power fails or the disk is full half-way."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Yield a temporary path for writing a file.

    If the block succeeds, the temporary file replaces the file *path*; otherwise it is deleted. If *path* is no plain
    file, such as a pipe or a folder, it cannot be replaced, and *path* itself is yielded.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    try:
        yield unfinished
        put_in_place(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def put_in_place(unfinished: Path, path: Path) -> None:
    """Rename a finished file to its final name. After a power cut both the file and its name are still there."""
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())
    unfinished.replace(path)
    # not needed on Windows, which cannot open folders and keeps file names after a power cut
    with suppress(PermissionError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
