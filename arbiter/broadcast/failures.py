"""Notices for the office about what could not be sent or written: messages that wait, and static copies."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from arbiter.broadcast.copies import StaticCopies
from arbiter.broadcast.orders import receiver_of
from arbiter.desk.desks import Desks
from arbiter.machine.health import Notice


def undelivered(desks: Desks, copies: StaticCopies) -> Iterator[Notice]:
    """Yield a notice for each tournament with a message that was not accepted, or a copy that was not written."""
    for desk in desks:
        if why := copies.failed.get(desk.id):
            yield Notice("static_copy_failed", {"tournament": desk.state.name, "cause": why}, urgent=False)
        receiver = receiver_of(desks.register, desk.id)
        tries = max((one.tries for one in receiver.waiting), default=0) if receiver is not None else 0
        if receiver is not None and tries:
            host = urlsplit(receiver.to).netloc
            yield Notice("webhook_waits", {"tournament": desk.state.name, "host": host, "tries": tries}, urgent=False)
