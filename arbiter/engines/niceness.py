"""The CPU priority of the search processes: a search may take longer, but no player's move must wait for it."""

from __future__ import annotations

import os
from contextlib import suppress

LOW = 15
"""The Unix niceness of a search process. Under full load it leaves the process a thirtieth of a core.

With no time at all, the computer would lose on time.
"""


def give_way(process: int = 0) -> None:
    """Lower the CPU priority of the process with the id *process* (0: this process). Do nothing on Windows."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):  # the process has ended already
            os.setpriority(os.PRIO_PROCESS, process, LOW)
