"""Limits the bytes of request bodies held at one time, so that unfinished requests cannot fill the memory.

A small body, such as a move or a sign-in, is always accepted: for small bodies the limit on connections
(`connections.py`) suffices. A larger body takes its bytes from a budget. Strangers share one budget. Tablets, officials
and senders of files share another one.
"""

from __future__ import annotations

from collections.abc import Callable

from arbiter.refused import Refused

SMALL_BYTES = 4 * 1_024
"""A body with at most this many bytes is accepted even if the budgets are used up."""
STRANGERS_BYTES = 4 * 1_024 * 1_024
"""The budget for the bodies of all strangers together, in bytes."""
KNOWN_BYTES = 64 * 1_024 * 1_024
"""The budget for the bodies of all tablets and officials and for all files together, in bytes."""


class Room:
    """A limit for the bytes of request bodies that are in memory at one time. Used in the event loop only.

    *most*: that limit, in bytes.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0


class Claim:
    """The bytes that one request takes from a budget.

    *chosen* returns the budget. It is called only if the body is too large to be accepted without one.
    """

    def __init__(self, chosen: Callable[[], Room]) -> None:
        self._chosen = chosen
        self._room: Room | None = None
        self._bytes = 0

    def grow(self, size: int) -> None:
        """Enlarge the claim to *size* bytes, the present size of the body.

        Raise Refused with `no_room` if the budget has too little left.
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
        """Give the bytes back, and take those of later calls of `grow` from the budget *room*."""
        self.give_back()
        self._room = room

    def give_back(self) -> None:
        """Give the bytes back to the budget, because the request is over or its body was thrown away."""
        if self._room is not None:
            self._room.held -= self._bytes
        self._room, self._bytes = None, 0
