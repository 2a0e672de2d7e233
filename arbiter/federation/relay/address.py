"""The URL of a hub or of a receiver of messages: parsing it, and checking the machines to which its host name leads.

The URL is typed by a user. It must not lead to this machine or to the local network, because otherwise the user could
reach other programs there through the relay.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import NamedTuple
from urllib.parse import urlsplit

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from arbiter.refused import Refused

WANTED = "an address such as https://hub.example.org"
SECURE = "https"
PORTS = {"http": 80, SECURE: 443}
THIS_NETWORK = ipaddress.IPv4Network("0.0.0.0/8")
TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
"""The IPv6 addresses whose last 32 bits are an IPv4 address (RFC 6052)."""


class HubAddress(NamedTuple):
    """The URL of a hub or of a receiver, split into its parts. The query, if there is one, is part of the path."""

    scheme: str
    host: str
    port: int
    path: str
    text: str
    """The whole URL, without a slash at its end."""


def hub_address(typed: str, *, query: bool = False) -> HubAddress:
    """Parse the URL of a hub. Raise Refused unless it is HTTP or HTTPS, with only a host, a port and a path.

    *query*: whether the URL may have a query too, such as a token.
    """
    text = typed.strip()
    try:
        parts = urlsplit(text if "://" in text else f"{SECURE}://{text}")
        host, port = parts.hostname or "", parts.port
        host.encode("idna")
    except ValueError:
        raise _unreadable() from None
    plain = text.isprintable() and " " not in text and "\\" not in text and (parts.path + parts.query).isascii()
    if not plain or parts.scheme not in PORTS or not host or "@" in parts.netloc:
        raise _unreadable()
    path = parts.path.rstrip("/")
    if query and parts.query:
        path = f"{parts.path or '/'}?{parts.query}"
    return HubAddress(parts.scheme, host, port or PORTS[parts.scheme], path, f"{parts.scheme}://{parts.netloc}{path}")


def _unreadable() -> Refused:
    return Refused("field_unreadable", field="to", wanted=WANTED)


def check_written(host: str, *, here: bool) -> None:
    """Raise Refused if *host* is an IP address that a hub may not have, such as a local one.

    *here*: whether addresses of this machine are allowed too. A host name is not checked here, but by the relay when it
    connects.
    """
    name = host.rstrip(".").lower()
    if not here and (name == "localhost" or name.endswith(".localhost")):
        raise Refused("hub_address", address=host)
    with suppress(OSError):  # raised if the host is a name
        for found in socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST):
            check_ip(str(found[4][0]), here=here)


def check_ip(text: str, *, here: bool) -> None:
    """Raise Refused if a hub may not have this IP address.

    *here*: whether addresses of this machine are allowed too.
    """
    if not _allowed(text, here=here):
        raise Refused("hub_address", address=text)


def _allowed(text: str, *, here: bool) -> bool:
    ip = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        within = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in TRANSLATED else None
        ip = ip.ipv4_mapped or ip.sixtofour or (ip.teredo or (None, None))[1] or within or ip
    if ip.is_loopback:
        return here
    return not (ip.is_link_local or ip.is_multicast or ip.is_unspecified or ip.is_reserved or ip in THIS_NETWORK)


def connected(hub: HubAddress, seconds: float, *, here: bool) -> HTTPConnection:
    """Return a connection to the *hub*. Raise OSError if there is none within so many seconds.

    All IP addresses of the host name are checked first, and only a checked address is used. So a DNS entry that is
    changed after the check has no effect. *here*: whether addresses of this machine are allowed too.
    """
    found = resolved(hub.host, hub.port, seconds)
    for ip in found:
        check_ip(ip, here=here)
    kind: Callable[..., HTTPConnection] = HTTPConnection
    if hub.scheme == SECURE:
        kind = partial(HTTPSConnection, server_hostname=hub.host, ssl_context=ssl.create_default_context())
    last: BaseException = OSError(f"no address of {hub.host}")
    for ip in found:
        made = kind(ip, hub.port, timeout=seconds)
        try:
            made.connect()
        except (OSError, HTTPError) as cause:
            made.close()
            last = cause.__cause__ or cause
        else:
            return made
    raise last


def resolved(host: str, port: int, seconds: float) -> list[str]:
    """Return the IP addresses of a host name. Raise OSError if there is none, or no answer within so many seconds.

    The function of the operating system has no time limit. So a thread calls it, and is abandoned if no answer comes.
    """
    answer: SimpleQueue[list[str] | OSError] = SimpleQueue()

    def ask() -> None:
        try:
            answer.put([str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)])
        except OSError as cause:
            answer.put(cause)

    threading.Thread(target=ask, name=f"look up {host}", daemon=True).start()
    try:
        found = answer.get(timeout=seconds)
    except Empty:
        raise TimeoutError(f"the name {host} was not looked up in {seconds:g} s") from None
    if isinstance(found, OSError):
        raise found
    return found
