"""How a relay speaks to its hub: one connection, kept; what no hub answers counts as silence, and is tried again."""

from __future__ import annotations

import json
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import SplitResult, quote, urlsplit

from arbiter.journal.lines import Line, line_text
from arbiter.journal.people import Person, Staff
from arbiter.refused import Refused

PATIENCE = 20.0
"""Seconds for which an answer is waited for."""
AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Answers after which the same is sent again later."""


class Silent(Exception):
    """No hub has answered: the internet, its proxy or the hub itself is away just now."""


class Uplink:
    """A hub, and the key by which it takes what this hall feeds it."""

    def __init__(self, address: str, key: str) -> None:
        parts = _parts(address if "://" in address else f"https://{address}")
        if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
            raise Refused("field_unreadable", field="--to", wanted="an address such as https://hub.example.org")
        self.address = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self._root = f"{parts.path.rstrip('/')}/api/v1"
        self._headers = {"Authorization": f"Bearer {key}", "User-Agent": "arbiter relay", "Accept-Language": "en"}
        if parts.scheme == "https":
            context = ssl.create_default_context()
            self._connection: HTTPConnection = HTTPSConnection(
                parts.hostname, parts.port, timeout=PATIENCE, context=context
            )
        else:
            self._connection = HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)

    def begin(self, tournament: str) -> tuple[str, int, str]:
        """The id of the tournament there, and the number and the hash of the last line that is there."""
        said = self._ask("/hub/tournaments", json.dumps({"tournament": tournament}).encode())
        return str(said["tournament"]), int(said["lines"]), str(said["head"])

    def push(self, id: str, lines: Sequence[Line]) -> tuple[int, str]:
        """The last line that is there, once those have come."""
        said = self._ask(f"/tournaments/{quote(id)}/lines", b"\n".join(map(line_text, lines)), "text/plain")
        return int(said["lines"]), str(said["head"])

    def name(self, id: str, people: Mapping[int, Person], staff: Staff) -> None:
        """These are the people that the hub may know."""
        both = {"people": {entry: asdict(person) for entry, person in people.items()}, "staff": asdict(staff)}
        self._ask(f"/tournaments/{quote(id)}/people", json.dumps(both, ensure_ascii=False).encode())

    def close(self) -> None:
        """Hangs up."""
        self._connection.close()

    def _ask(self, path: str, body: bytes, media: str = "application/json") -> Any:
        headers = {**self._headers, "Content-Type": media}
        kept = self._connection.sock is not None
        try:
            self._connection.request("POST", self._root + path, body, headers)
            answer = self._connection.getresponse()
            data = answer.read()
        except (OSError, HTTPException) as cause:
            self._connection.close()
            if kept and isinstance(cause, ConnectionError):  # the other side had closed it: nothing was asked for long
                return self._ask(path, body, media)
            raise Silent(str(cause) or type(cause).__name__) from cause
        return told(answer.status, data)


def _parts(address: str) -> SplitResult | None:
    """The parts of an address; None if it cannot be one."""
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018  # refuses what is no number of a port
    except ValueError:
        return None
    return parts if address.isascii() and address.isprintable() and " " not in address else None


def told(status: int, data: bytes) -> Any:
    """What the hub says; refused where it refuses, and `Silent` where something else answers in its place."""
    try:
        said = json.loads(data)
    except ValueError:
        said = None
    if not isinstance(said, dict) or status in AGAIN or (status >= 300 and "code" not in said):
        raise Silent(f"HTTP {status}")
    if status >= 300:
        raise Refused("hub_refuses", answer=str(said["code"])[:80], sentence=str(said.get("detail", ""))[:400])
    return said
