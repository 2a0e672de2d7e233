"""Whoever thinks gives way to whoever answers: a thought may take longer, a move may not wait."""

from __future__ import annotations

import os
from contextlib import suppress

LOW = 15
"""A thirtieth of a core where somebody else wants it: a house that gets nothing at all would lose on time."""


def give_way(process: int = 0) -> None:
    """That process, or this one, has a low priority from now on, where there are such."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):  # it has ended already
            os.setpriority(os.PRIO_PROCESS, process, LOW)
