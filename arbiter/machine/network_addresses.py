"""The network addresses of this machine, and the one under which tablets in the playing hall reach it."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence

EVERY = ("0.0.0.0", "::")
"""The hosts that stand for all addresses of the machine."""
CHOSEN = "hall address"
"""The name of the register's setting with the address that the office has chosen."""


def own_addresses() -> tuple[str, ...]:
    """Return this machine's network addresses, the one of the default route first; empty without a network."""
    from ifaddr import get_adapters  # imported late: a start with a given address does not need it

    found = (ip.ip for adapter in get_adapters() for ip in adapter.ips if isinstance(ip.ip, str))
    usable = {
        ip for ip in found if not (ipaddress.ip_address(ip).is_loopback or ipaddress.ip_address(ip).is_link_local)
    }
    first = leading_out()
    return tuple(sorted(usable, key=lambda ip: (ip != first, ipaddress.ip_address(ip).packed)))


def leading_out() -> str | None:
    """Return this machine's address on its default route, or None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))  # for UDP this sends nothing, and only chooses the route
            return str(probe.getsockname()[0])
        except OSError:
            return None


def hall_address(host: str, chosen: str | None, own: Sequence[str]) -> str:
    """Return the address at which tablets reach a service that listens on *host*.

    If *host* stands for all addresses of the machine, return the address that the office has chosen (*chosen*). If none
    was chosen, or if the machine no longer has that address, return the address of the default route. *own*: the
    addresses that the machine has now.
    """
    if host not in EVERY:
        return host
    return chosen if chosen and chosen in own else next(iter(own), "127.0.0.1")


def in_url(address: str) -> str:
    """Return an address as it is written in a URL: an IPv6 address gets brackets.

    >>> in_url("192.168.1.20"), in_url("fd00::20")
    ('192.168.1.20', '[fd00::20]')
    """
    return f"[{address}]" if ":" in address else address
