"""CPU priority of the search processes: a search may take longer, but a player's move must not wait for it."""

from __future__ import annotations

import os
from contextlib import suppress

LOW = 15
"""The Unix niceness of a search: a thirtieth of a core under load.

With nothing at all the computer would lose on time.
"""


def give_way(process: int = 0) -> None:
    """Lower the CPU priority of the process with this id (0: the calling process), if the system has priorities."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):  # the process has ended already
            os.setpriority(os.PRIO_PROCESS, process, LOW)
