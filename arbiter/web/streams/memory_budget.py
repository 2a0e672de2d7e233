"""A limit on the bytes of request bodies held at one time, so that unfinished requests cannot fill the memory.

A small body, such as a move or a sign-in, is always accepted, because the number of connections is limited elsewhere. A
larger body needs room in a budget. Strangers share one budget; tablets, officials and senders of files share another
one.
"""

from __future__ import annotations

from collections.abc import Callable

from arbiter.refused import Refused

SMALL_BYTES = 4 * 1_024
"""The most bytes of a body that is always accepted."""
STRANGERS_BYTES = 4 * 1_024 * 1_024
"""The most bytes of the bodies of all strangers together."""
KNOWN_BYTES = 64 * 1_024 * 1_024
"""The most bytes of the bodies of all tablets and officials, and of all files, together."""


class Room:
    """A budget: at most *most* bytes of request bodies held at one time. Used in the event loop only."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0


class Claim:
    """The bytes that one request takes from a budget.

    *chosen*: a function that returns the budget. It is called only if the body is larger than SMALL_BYTES.
    """

    def __init__(self, chosen: Callable[[], Room]) -> None:
        self._chosen = chosen
        self._room: Room | None = None
        self._bytes = 0

    def grow(self, size: int) -> None:
        """Record that the body has *size* bytes now.

        Raise Refused with `no_room` if the budget has too few bytes left.
        """
        if size <= SMALL_BYTES:
            return
        if self._room is None:
            self._room = self._chosen()
        if self._room.held + size - self._bytes > self._room.most:
            raise Refused("no_room")
        self._room.held += size - self._bytes
        self._bytes = size

    def move(self, room: Room) -> None:
        """Take the bytes of this request from another budget from now on."""
        self.give_back()
        self._room = room

    def give_back(self) -> None:
        """Return the bytes to the budget, because the request has ended or its body was discarded."""
        if self._room is not None:
            self._room.held -= self._bytes
        self._room, self._bytes = None, 0
