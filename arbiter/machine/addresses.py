"""The addresses of this machine, and the one under which tablets in the hall reach it."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence

EVERY = ("0.0.0.0", "::")
"""Hosts that stand for every address of the machine."""
CHOSEN = "hall address"
"""The setting of the register that says which of several the office has chosen."""


def own_addresses() -> tuple[str, ...]:
    """The addresses of this machine in its networks, the one that leads out first; none where it has no network."""
    from ifaddr import get_adapters  # no start waits for it that is told its address

    found = (ip.ip for adapter in get_adapters() for ip in adapter.ips if isinstance(ip.ip, str))
    usable = {
        ip for ip in found if not (ipaddress.ip_address(ip).is_loopback or ipaddress.ip_address(ip).is_link_local)
    }
    first = leading_out()
    return tuple(sorted(usable, key=lambda ip: (ip != first, ipaddress.ip_address(ip).packed)))


def leading_out() -> str | None:
    """The address from which this machine would send something far away; None where it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))  # sends nothing: it only chooses the way
            return str(probe.getsockname()[0])
        except OSError:
            return None


def hall_address(host: str, chosen: str | None, own: Sequence[str]) -> str:
    """The address under which tablets find this machine, which listens on *host*.

    The one that the office has chosen, while this machine still has it; else the one that leads out.
    """
    if host not in EVERY:
        return host
    return chosen if chosen and chosen in own else next(iter(own), "127.0.0.1")


def in_url(address: str) -> str:
    """An address as it stands in a URL."""
    return f"[{address}]" if ":" in address else address
