"""What takes seconds to make is made once a run, by whichever process of the run comes first; the others copy it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree

import pytest
from filelock import FileLock


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder of that name, filled by *make*; it belongs to all tests, so nobody writes into it."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # the folder of the run, with one of each worker in it
    made = base / name
    with FileLock(base / f"{name}.lock"):
        if not made.exists():
            making = base / f"{name}.making"
            rmtree(making, ignore_errors=True)  # of one that stumbled
            making.mkdir()
            make(making)
            making.rename(made)
    return made
