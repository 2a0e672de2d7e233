"""A file that is there whole, or not at all: also after a power cut, and when the disk is full half-way."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Where to write what is to be at *path*: it is put there when the block is done, and gone when it is not.

    What is no file, such as a pipe or a folder, cannot be replaced and is given as it is.
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
    """Give a finished file its name, so that it and its name outlast a power cut."""
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())
    unfinished.replace(path)
    # Windows opens no folders, and keeps names without it
    with suppress(PermissionError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
