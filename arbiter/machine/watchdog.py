"""Messages to systemd, if it started the service: the service is ready, alive, or stopping.

A message is a line in a datagram to a socket, which systemd names in an environment variable.
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress


def tell_supervisor(state: str) -> None:
    """Send a state to systemd: READY=1, WATCHDOG=1 or STOPPING=1. Do nothing if systemd did not start the service."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if not name or not hasattr(socket, "AF_UNIX"):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to, suppress(OSError):
        to.sendto(state.encode(), "\0" + name[1:] if name.startswith("@") else name)


async def stay_alive() -> None:
    """Tell systemd regularly that the event loop is alive, until this task is cancelled.

    The message is sent twice in each interval after which systemd would restart the service.
    """
    asked = os.environ.get("WATCHDOG_USEC", "")
    while asked.isdigit():
        tell_supervisor("WATCHDOG=1")
        await asyncio.sleep(int(asked) / 2_000_000)
