"""A move: where it goes, what it takes, and whether it crowns."""

from __future__ import annotations

from typing import NamedTuple


class Move(NamedTuple):
    """One move of one side; a capture is one move however many it takes.

    Of several ways to the same destination with the same pieces taken, `path` is any one.
    """

    path: tuple[int, ...]
    """Every square visited: the origin, each landing, the destination."""
    taken: tuple[int, ...]
    """The squares of the pieces taken, in the order of capture; empty for a step."""
    crowned: bool

    @property
    def origin(self) -> int:
        return self.path[0]

    @property
    def destination(self) -> int:
        return self.path[-1]
