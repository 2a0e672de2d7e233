"""Forwards a request from one node of the service to another node over the same database."""

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

CONNECT_SECONDS = 1.0
"""Seconds after which a node that does not accept a connection counts as away."""
ANSWER_SECONDS = 60.0
"""Seconds to wait for an answer; pairing a large field takes long."""
LOOK_SECONDS = 0.25
"""Seconds between two checks that the node is still there while it works."""
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
"""Headers of a connection, which are not forwarded (RFC 9110, 7.6.1)."""


class NodeAway(Exception):
    """The node does not answer. *sent*: the node may nevertheless have received the request."""

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
    """Forward a request to the node at *address*. Return the status, headers and body of its response.

    The header "Host" has the value *host*, as in the original request. Raise NodeAway if the node does not answer, or
    if the function *there* says that the node is gone.
    """
    parts = urlsplit(address)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    sent = False
    with closing(kind(parts.hostname or "", parts.port, timeout=CONNECT_SECONDS)) as connection:
        try:
            connection.connect()
            connection.timeout, sent = ANSWER_SECONDS, True
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
    """Wait until the node begins to answer. Raise TimeoutError if it takes too long or the node is gone."""
    end = time.monotonic() + ANSWER_SECONDS
    while not select.select([connection.sock], [], [], LOOK_SECONDS)[0]:
        if time.monotonic() > end or not there():
            raise TimeoutError("it says nothing")
