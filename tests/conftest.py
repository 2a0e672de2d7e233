"""What every test has at hand."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

from tests import promises
from tests.hall import Hall

settings.register_profile("steady", derandomize=True, deadline=None)  # `make test` tries the same cases everywhere
settings.register_profile("exploring", derandomize=False, deadline=None)  # `make test-all` looks for new ones
settings.load_profile("steady")


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: a third of the time is waiting, for disks, browsers and flags."""
    return min(8, (os.cpu_count() or 1) + 1)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    """What a slow test has found of a promise is kept once it has passed."""
    with promises.kept_once_passed():
        yield


@pytest.fixture
def hall() -> Hall:
    """Four players, round 1 going under 50/7200:25/3600."""
    return Hall()
