"""What the tests in a browser have at hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.visitors import PATIENCE, Visitors, at_hand
from tests.service import Service, service

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def crowd() -> Visitors:
    """One Chromium for the tests that follow each other in a browser."""
    return at_hand()


@pytest.fixture
def hall(crowd: Visitors) -> Iterator[Visitors]:
    """Nobody has come yet; in the end nothing has left the machine, and no script has stumbled."""
    crowd.asked.clear()
    crowd.mishaps.clear()
    yield crowd
    crowd.leave()
    assert crowd.left_the_machine() == []
    assert crowd.mishaps == []


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Service]:
    """A service over an empty folder."""
    with service(tmp_path) as running:
        yield running
