"""Messages to systemd, if it started the service: ready, alive, or stopping.

systemd's protocol is a line in a datagram to the socket that it names.
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress


def tell_supervisor(state: str) -> None:
    """Send a state to systemd, if it listens: READY=1, WATCHDOG=1, STOPPING=1."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if not name or not hasattr(socket, "AF_UNIX"):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to, suppress(OSError):
        to.sendto(state.encode(), "\0" + name[1:] if name.startswith("@") else name)


async def stay_alive() -> None:
    """Tell systemd that the event loop is alive, twice as often as it asks, until the task is cancelled."""
    asked = os.environ.get("WATCHDOG_USEC", "")
    while asked.isdigit():
        tell_supervisor("WATCHDOG=1")
        await asyncio.sleep(int(asked) / 2_000_000)
