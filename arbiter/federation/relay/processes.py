"""Starts and ends the relays that the office has asked for: one process for each, while the service runs."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict

from arbiter.desk.desks import Desks
from arbiter.federation.hub.halls import KEY as KEYS
from arbiter.federation.relay import KEY
from arbiter.federation.relay.address import check_written, hub_address
from arbiter.federation.relay.status import path_of, relays, tell
from arbiter.journal.journal import CannotWrite
from arbiter.journal.register import Register
from arbiter.refused import Refused
from arbiter.values import dataclass, replace
from arbiter.view import INITIALS

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""The seconds between two checks of the relay processes."""
REFUSED = 1
"""The exit code of a relay that has ended for good, with the reason in its status."""


@dataclass(frozen=True, slots=True)
class ShownOn:
    """The office's order to show a tournament on a hub: the hub's URL, the key, and how to show the names of minors."""

    to: str
    key: str
    minors: str = INITIALS


def ordered(register: Register, tournament: str) -> ShownOn | None:
    """Return the office's order to show the tournament on a hub, or None if there is none."""
    text = register.setting(f"relay {tournament}")
    return ShownOn(**json.loads(text)) if text else None


def put_order(register: Register, tournament: str, order: ShownOn | None, *, here: bool = False) -> None:
    """Store the order to show the tournament on a hub, or delete it if *order* is None.

    Raise Refused if the URL or the key is invalid. *here*: whether the hub may be on this machine.
    """
    if order is not None:
        hub = hub_address(order.to)
        check_written(hub.host, here=here)
        order = replace(order, to=hub.text, key=order.key.strip())
        if not KEYS.fullmatch(order.key):
            raise Refused("field_unreadable", field="key", wanted="the key that the hub has given")
    register.set_setting(f"relay {tournament}", json.dumps(asdict(order)) if order else "")


class Relays:
    """The relay processes of this service, started and ended as the office has ordered."""

    def __init__(self, desks: Desks, store: str, *, here: bool = False) -> None:
        self.desks = desks
        self.store = store
        self.here = here
        self._running: dict[str, tuple[ShownOn, subprocess.Popen[bytes]]] = {}

    def stop(self) -> None:
        """End all relay processes."""
        for _, process in self._running.values():
            _end(process)

    def look(self) -> None:
        """Start and end relay processes so that exactly the ordered ones run.

        If several nodes share a database, one node alone runs the relay of a tournament.
        """
        try:
            self._look()
        except (CannotWrite, Refused, OSError) as cause:  # the next check tries again
            log.info("the relays could not be looked after: %s", cause)

    def _look(self) -> None:
        asked = {desk.id: order for desk in self.desks.first if (order := ordered(self.desks.register, desk.id))}
        for id, (order, process) in tuple(self._running.items()):
            if asked.get(id) != order:
                _end(process)
                del self._running[id]
                if id not in asked:
                    path_of(self.desks.instance, id).unlink(missing_ok=True)
            elif process.poll() not in (None, REFUSED):
                log.warning("a relay has ended by itself and begins again")
                _end(process)
                del self._running[id]
        for id, order in asked.items():
            if id not in self._running:
                self._running[id] = order, self._begun(id, order)

    def _begun(self, id: str, order: ShownOn) -> subprocess.Popen[bytes]:
        for told in relays(self.desks.instance):
            if told.tournament == id and told.ended:
                tell(self.desks.instance, replace(told, ended="", facts={}))  # the relay is started again
        itself = (sys.executable,) if getattr(sys, "frozen", False) else (sys.executable, "-m", "arbiter")
        command: Sequence[str] = (
            *(*itself, "relay", "--to", order.to, "--tournament", id, "--minors", order.minors, "--attached"),
            *("--instance", str(self.desks.instance)),
            *(("--store", self.store) if self.store else ()),
            *(() if self.here else ("--elsewhere",)),
        )
        return subprocess.Popen(  # noqa: S603  # this program, and no shell reads it
            command,
            env={**os.environ, KEY: order.key},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask a relay process to end, and kill it if it does not end soon."""
    assert process.stdin is not None
    process.stdin.close()
    process.terminate()
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
