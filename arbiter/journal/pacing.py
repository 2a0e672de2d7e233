"""Long work that pauses regularly, so that requests of players are served meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def with_rests(things: Iterable[T], rest: float, after: float = 0.002) -> Iterator[T]:
    """Yield each of *things*, with pauses between them that leave the computer to other work.

    *after*: the seconds of work after which a pause is made. *rest*: the length of the pause, as a multiple of the work
    before it.
    """
    began = time.perf_counter()
    for thing in things:
        yield thing
        worked = time.perf_counter() - began
        if rest and worked > after:
            time.sleep(rest * worked)
            began = time.perf_counter()
