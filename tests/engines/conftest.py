"""Time enough for an engine to start and to answer, on whatever machine."""

from __future__ import annotations

import pytest

from arbiter.engines import engine
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that has no fault is waited for; a test of one that has sets the deadline that it is to miss."""
    monkeypatch.setattr(engine, "GREETING_SECONDS", PATIENCE)
    monkeypatch.setattr(engine, "GRACE_SECONDS", PATIENCE)
