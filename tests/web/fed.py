"""A hall and a hub in one process: what the relay between them asks goes through the hub's own door."""

from __future__ import annotations

from typing import Any

from arbiter.federation.relay.hub_connection import Silent, Uplink, told
from arbiter.federation.relay.relay import Relay
from arbiter.journal.sqlite.read_only import FilesBeside
from tests.web.conftest import Door


class Through(Uplink):
    """The way to a hub that may be away."""

    def __init__(self, hub: Door, key: str) -> None:
        super().__init__("https://hub.test/draughts", key)
        self.hub = hub
        self.key = key
        self.away = False
        self.asked: list[str] = []

    def _ask(self, path: str, body: bytes, media: str = "application/json") -> Any:
        if self.away:
            raise Silent("no route")
        self.asked.append(path)
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": media}
        answer = self.hub.client.post(f"/api/v1{path}", data=body, headers=headers)
        return told(answer.status_code, answer.get_data())


def relay_of(hall: Door, hub: Door, key: str, id: str = "club-open", **more: Any) -> tuple[Relay, Through]:
    """The relay of a tournament, and its way to the hub."""
    way, instance = Through(hub, key), hall.desks.instance
    return Relay(FilesBeside(instance), way, id, instance, now=lambda: hall.clock.now() / 1_000, **more), way


def settled(relay: Relay) -> None:
    """Steps on until nothing is left to be fed; no pause is waited for."""
    relay._asks = relay._names = 0.0
    while relay.step():
        relay._asks = relay._names = 0.0
