"""Everything that stands before Flask in a test: the whole service in this process, spoken to without a socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from a2wsgi.asgi_typing import ReceiveEvent, SendEvent

from arbiter import serving
from arbiter.desk.desk import Desk
from arbiter.machine.hall_urls import Whereabouts
from arbiter.serving import Running
from arbiter.settings import settings
from tests.hall import WoundClock
from tests.web.streams import asked


@dataclass(frozen=True, slots=True)
class Got:
    """An answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Front:
    """The service, its clock wound by the test."""

    running: Running
    clock: WoundClock

    @property
    def token(self) -> str:
        """The header of a director."""
        return f"Bearer {self.running.service.keys.bearer('director')}"

    @property
    def desk(self) -> Desk:
        """The tournament that `tournament` has announced."""
        return self.running.service.desks.desk("club-open")

    async def ask(
        self, method: str, address: str, body: object = None, *, source: str = "10.0.0.7", **headers: str
    ) -> Got:
        """One request from the address *source*; names of headers with underscores for hyphens."""
        path, _, query = address.partition("?")
        brought = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        if body is not None and "content_type" not in headers:
            brought.append((b"content-type", b"application/json"))
        sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        coming: list[ReceiveEvent] = [{"type": "http.request", "body": sent, "more_body": False}]
        got: list[Any] = []

        async def receive() -> ReceiveEvent:
            if coming:
                return coming.pop()
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: SendEvent) -> None:
            got.append(message)

        scope = asked(path, method=method, query=query.encode(), headers=brought, address=source)
        await self.running.app(scope, receive, send)
        told = {name.decode(): value.decode() for name, value in got[0]["headers"]}
        return Got(got[0]["status"], told, b"".join(message.get("body", b"") for message in got[1:]))

    def get(self, address: str, **headers: str) -> Got:
        return asyncio.run(self.ask("GET", address, **headers))

    def post(self, address: str, body: object = None, **headers: str) -> Got:
        """As the director, unless the headers say otherwise."""
        headers = headers or {"authorization": self.token}
        return asyncio.run(self.ask("POST", f"/api/v1{address}", {} if body is None else body, **headers))

    def tournament(self, players: int = 4, **terms: object) -> str:
        """A tournament with its first round paired by hand and started; its id."""
        t = str(json.loads(self.post("/tournaments", {"name": "Club open", "system": "manual", **terms}).body)["id"])
        for number in range(1, players + 1):
            assert self.post(f"/tournaments/{t}/entries", {"name": f"Player {number}"}).status == 201
        pairs = [[number, number + 1] for number in range(1, players, 2)]
        assert self.post(f"/tournaments/{t}/rounds", {"pairs": pairs}).status == 201
        assert self.post(f"/tournaments/{t}/rounds/1/start").status == 200
        return t


@contextmanager
def front(instance: Path, **changed: Any) -> Iterator[Front]:
    """A service over that instance for as long as the block runs, with these settings."""
    clock = WoundClock()
    with serving.running(
        instance, replace(settings({}), **{"backup_minutes": 0, **changed}), Whereabouts(url="http://hall.test"), clock
    ) as ready:
        yield Front(ready, clock)
