"""Settings of the C library by which freed memory is returned to the system early.

The C library glibc gives each thread a heap of its own, in which freed memory remains. A service with many threads
would occupy several times the memory that it needs, after only a minute of large requests.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress

SETTINGS = {-1: 256 * 1_024, -3: 64 * 1_024, -8: 2}
"""The numbers and values of M_TRIM_THRESHOLD, M_MMAP_THRESHOLD and M_ARENA_MAX of glibc's `malloc.h`.

Free memory at the end of a heap is returned from 256 kB on, a block of 64 kB or more as soon as it is free, and there
are two heaps.
"""


def give_back_early() -> None:
    """Make the C library glibc return freed memory to the system early. Other C libraries are not changed."""
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("libc.so.6")
        for parameter, value in SETTINGS.items():
            library.mallopt(parameter, value)
