"""How the C library keeps the memory that this process has used: as little as it can, for as short as it can.

glibc gives each thread a heap of its own and keeps what has been freed in it, so that a minute of large requests leaves
a service of many threads with several times the memory that it needs.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress

SETTINGS = {-1: 256 * 1_024, -3: 64 * 1_024, -8: 2}
"""M_TRIM_THRESHOLD, M_MMAP_THRESHOLD and M_ARENA_MAX of glibc's `malloc.h`.

Free memory at the end of a heap is given back from 256 kB on, a block of 64 kB or more as soon as it is free, and
there are two heaps.
"""


def give_back_early() -> None:
    """Make glibc give freed memory back to the system. Other C libraries are left as they are."""
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("libc.so.6")
        for parameter, value in SETTINGS.items():
            library.mallopt(parameter, value)
