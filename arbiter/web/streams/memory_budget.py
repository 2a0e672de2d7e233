"""The bytes of bodies that are held at one time, so that nobody fills the memory with requests that never end.

A small body, such as a move or a sign-in, always gets in: connections are counted elsewhere, and those bodies together
are small. A larger one needs room: strangers share one bound, tablets, officials and whoever sends a file another one.
"""

from __future__ import annotations

from collections.abc import Callable

from arbiter.refused import Refused

SMALL = 4 * 1_024
"""Bytes of a body that always gets in."""
STRANGERS = 4 * 1_024 * 1_024
"""Bytes of the bodies of all strangers together."""
KNOWN = 64 * 1_024 * 1_024
"""Bytes of the bodies of all tablets and officials together, and of all files."""


class Room:
    """So many bytes of bodies at one time; used in the loop alone."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0


class Claim:
    """The bytes that one request holds, in the room that *chosen* names as soon as its body is no small one."""

    def __init__(self, chosen: Callable[[], Room]) -> None:
        self._chosen = chosen
        self._room: Room | None = None
        self._bytes = 0

    def grow(self, size: int) -> None:
        """The body has *size* bytes now. Refused if there is no room for them."""
        if size <= SMALL:
            return
        if self._room is None:
            self._room = self._chosen()
        if self._room.held + size - self._bytes > self._room.most:
            raise Refused("no_room")
        self._room.held += size - self._bytes
        self._bytes = size

    def move(self, room: Room) -> None:
        """From now on the bytes count in that room."""
        self.give_back()
        self._room = room

    def give_back(self) -> None:
        """The request is over, or its body was thrown away."""
        if self._room is not None:
            self._room.held -= self._bytes
        self._room, self._bytes = None, 0
