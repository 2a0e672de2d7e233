"""Waiting in a test: for something to come true, with an end so generous that only what never comes true reaches it."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300.0
"""Seconds that something may take on a busy machine."""
REST = 0.02
"""Seconds between two looks."""


def until(holds: Callable[[], object], patience: float = PATIENCE, *, what: object = "it does not come true") -> None:
    """Wait until *holds* answers with something true; fail, saying *what*, if it never does."""
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, what() if callable(what) else what
        time.sleep(REST)
