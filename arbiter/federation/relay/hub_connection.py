"""The relay's client of its hub, with one connection that stays open.

A response that does not come from a hub, such as an error page of a proxy, is treated as no response.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from http.client import HTTPException
from typing import Any
from urllib.parse import quote, urlsplit

from urllib3.connection import HTTPConnection
from urllib3.exceptions import HTTPError

from arbiter.federation.hub import SERVICE
from arbiter.federation.relay.address import connected, hub_address
from arbiter.journal.lines import Line, line_text
from arbiter.journal.people import Person, Staff
from arbiter.refused import Refused

NO_HUB = "no_hub"
"""The code of the reason for waiting if something other than a hub answers at the hub's address."""
LARGEST_ANSWER_BYTES = 1_000_000
"""The most bytes of an answer that are read; a hub's answers are much shorter."""
ANSWER_SECONDS = 20.0
"""The most seconds to wait for an answer."""
OK = 200
NO_ANSWER = (OSError, HTTPException, HTTPError)
AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
"""The HTTP statuses after which the same request is sent again later."""


class Silent(Exception):
    """Raised if no hub answers: the internet, a proxy, or the hub itself is not available at present."""


class Uplink:
    """A client of a hub, with the key that the hub has given to this hall.

    On each new connection it first checks that a hub answers, without sending the key. *here*: whether the hub may be
    on this machine. *mark*: the text by which the hub tells this relay from another one of the same hall.
    """

    def __init__(self, address: str, key: str, *, here: bool = False, mark: str = "") -> None:
        hub = hub_address(address)
        self.address = hub.text
        self.mark = mark
        self._root = f"{hub.path}/api/v1"
        self._plain = {"Host": urlsplit(hub.text).netloc, "User-Agent": "arbiter relay", "Accept-Language": "en"}
        self._headers = {**self._plain, "Authorization": f"Bearer {key}"}
        self._connected = partial(connected, hub, ANSWER_SECONDS, here=here)
        self._connection: HTTPConnection | None = None

    def begin(self, tournament: str) -> tuple[str, int, str]:
        """Return the tournament's id at the hub, and the number and hash of its last line at the hub."""
        asked = {"tournament": tournament, **({"relay": self.mark} if self.mark else {})}
        said = self._ask("/hub/tournaments", json.dumps(asked).encode())
        return str(said["tournament"]), int(said["lines"]), str(said["head"])

    def push(self, id: str, lines: Sequence[Line]) -> tuple[int, str]:
        """Send journal lines to the hub. Return the number and hash of the hub's last line after that."""
        said = self._ask(f"/tournaments/{quote(id)}/lines", b"\n".join(map(line_text, lines)), "text/plain")
        return int(said["lines"]), str(said["head"])

    def name(self, id: str, people: Mapping[int, Person], staff: Staff) -> None:
        """Send the hub the names of the people, as far as they may be published."""
        both = {"people": {entry: asdict(person) for entry, person in people.items()}, "staff": asdict(staff)}
        self._ask(f"/tournaments/{quote(id)}/people", json.dumps(both, ensure_ascii=False).encode())

    def close(self) -> None:
        """Close the connection to the hub."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _ask(self, path: str, body: bytes, media: str = "application/json") -> Any:
        kept = self._connection if self._connection is not None and self._connection.is_connected else None
        connection = kept or self._to_hub()
        try:
            return told(*self._sent(connection, "POST", path, body, {**self._headers, "Content-Type": media}))
        except NO_ANSWER as cause:
            if kept and isinstance(cause, ConnectionError):  # the hub closed the connection after a long pause
                return self._ask(path, body, media)
            raise Silent(str(cause) or type(cause).__name__) from cause

    def _to_hub(self) -> HTTPConnection:
        """Connect and check that a hub answers, without sending the key. Raise Silent if none does.

        Redirects are not followed.
        """
        self.close()
        try:
            self._connection = self._connected()
            status, data = self._sent(self._connection, "GET", "/hub/identity", None, self._plain)
        except NO_ANSWER as cause:
            raise Silent(str(cause) or type(cause).__name__) from cause
        if status in AGAIN:
            raise Silent(f"HTTP {status}")
        if status != OK or not is_hub(data):
            self.close()
            raise Silent(NO_HUB)
        return self._connection

    def _sent(
        self, connection: HTTPConnection, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[int, bytes]:
        try:
            connection.request(method, self._root + path, body, headers, preload_content=False, decode_content=False)
            answer = connection.getresponse()
            data = answer.read(LARGEST_ANSWER_BYTES + 1)
            if len(data) > LARGEST_ANSWER_BYTES:
                raise HTTPException("the answer has no end")
        except BaseException:
            self.close()
            raise
        return answer.status, data


def is_hub(data: bytes) -> bool:
    """Return whether a response comes from a hub to which halls can send tournaments."""
    try:
        said = json.loads(data)
    except ValueError:
        return False
    return isinstance(said, dict) and said.get("service") == SERVICE and said.get("takes") is True


def told(status: int, data: bytes) -> Any:
    """Return the content of the hub's response.

    Raise Refused if the hub refuses the request. Raise Silent if the response does not come from a hub, or if another
    relay has to end first.
    """
    try:
        said = json.loads(data)
    except ValueError:
        said = None
    if not isinstance(said, dict) or status in AGAIN or (status >= 300 and "code" not in said):
        raise Silent(f"HTTP {status}")
    if said.get("code") == "relay_elsewhere":
        raise Silent(str(said.get("detail", ""))[:400])
    if status >= 300:
        raise Refused("hub_refuses", answer=str(said["code"])[:80], sentence=str(said.get("detail", ""))[:400])
    return said
