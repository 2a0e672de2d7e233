"""One request, sent on from one node of the service to another."""

from __future__ import annotations

import logging
import select
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from http.client import HTTPException
from urllib.parse import urlsplit

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

log = logging.getLogger(__name__)

CONNECT = 1.0
"""Seconds after which a node that does not take a connection is taken to be away."""
ANSWER = 60.0
"""Seconds for an answer: the pairing of a large field takes its time."""
LOOK = 0.25
"""Seconds from one look whether the node is still there to the next, while it works."""
OF_A_CONNECTION = frozenset(
    {
        "connection",
        "content-length",
        "host",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers that are about a connection, and are not handed on (RFC 9110, 7.6.1)."""


class NodeAway(Exception):
    """The node does not answer. *sent*: it may have had the request all the same."""

    def __init__(self, *, sent: bool) -> None:
        super().__init__("the node does not answer")
        self.sent = sent


def sent_on(
    address: str,
    method: str,
    target: str,
    headers: Mapping[str, str],
    host: str,
    body: bytes,
    there: Callable[[], bool],
) -> tuple[int, list[tuple[str, str]], bytes]:
    """The status, the headers and the body that the node at that address answers; the request keeps its *host*.

    NodeAway if it does not answer, or is no longer *there*.
    """
    parts = urlsplit(address)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    sent = False
    with closing(kind(parts.hostname or "", parts.port, timeout=CONNECT)) as connection:
        try:
            connection.connect()
            connection.timeout, sent = ANSWER, True
            own = {name: value for name, value in headers.items() if name.lower() not in OF_A_CONNECTION}
            own |= {"Host": host, "Connection": "close"}
            connection.request(method, target, body or None, own, preload_content=False, decode_content=False)
            _wait(connection, there)
            response = connection.getresponse()
            told = [header for header in response.headers.items() if header[0].lower() not in OF_A_CONNECTION]
            return response.status, told, response.read()
        except (OSError, HTTPException, HTTPError) as cause:
            log.info("the node at %s does not answer: %r", address, cause)
            raise NodeAway(sent=sent) from cause


def _wait(connection: HTTPConnection, there: Callable[[], bool]) -> None:
    """Until the answer begins; a node that stands still takes connections, and answers none."""
    end = time.monotonic() + ANSWER
    while not select.select([connection.sock], [], [], LOOK)[0]:
        if time.monotonic() > end or not there():
            raise TimeoutError("it says nothing")
