"""A move: its path, the pieces that it takes, and whether it crowns."""

from __future__ import annotations

from typing import NamedTuple


class Move(NamedTuple):
    """One move of one side. A capture is one move, however many pieces it takes.

    If several paths lead to the same destination and take the same pieces, `path` is any one of them.
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
