"""What every test has at hand."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests import promises, templates
from tests.hall import Hall

if TYPE_CHECKING:
    from tests.postgres import Cluster

MEMORY = Path("/dev/shm")
"""Folders of tests lie in memory where there is room: a disk makes every journal wait, and no test is about that."""
ROOM = 2 * 1024**3
"""Bytes that have to be free there; a container often has 64 MB."""

settings.register_profile("steady", derandomize=True, deadline=None)  # `make test` tries the same cases everywhere
settings.register_profile("exploring", derandomize=False, deadline=None)  # `make test-all` looks for new ones
settings.load_profile("steady")


def pytest_xdist_auto_num_workers() -> int:
    """A process for each core: one more would read every test and every library once more."""
    return min(8, os.cpu_count() or 1)


def pytest_configure(config: pytest.Config) -> None:
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)  # of the processes that tests start, too
    if not hasattr(config, "workerinput"):
        templates.begin()
    templates.keep()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        templates.end()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser come first, each file in its place among them: they share one, which starts slowly."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """The browser goes when a test comes that does not use it."""
    if "crowd" not in getattr(item, "fixturenames", ()):
        _no_browser()


def pytest_sessionfinish() -> None:
    _no_browser()


def _no_browser() -> None:
    if browser := sys.modules.get("tests.browser.visitors"):
        browser.go_home()


def pytest_collection_finish() -> None:
    """Leave what is there now out of every later search for garbage, and search seldom.

    Programs and tests stay to the end; what a test leaves behind is little, and there is room for it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    """What a slow test has found of a promise is kept once it has passed."""
    with promises.kept_once_passed():
        yield


@pytest.fixture(scope="session")
def primary() -> Iterator[Cluster]:
    """A database server with the tables, which all tests of a process share."""
    from tests.postgres import migrated, programs

    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    with migrated() as one:
        yield one


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of 200 MB; needs root."""
    folder = Path(tempfile.mkdtemp(prefix="arbiter-full-", dir="/tmp"))
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200m", "tmpfs", folder], check=False).returncode:
        folder.rmdir()
        pytest.skip("no disk can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def hall() -> Hall:
    """Four players, round 1 going under 50/7200:25/3600."""
    return Hall()
