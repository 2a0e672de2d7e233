"""Long work that pauses regularly, so that requests of players are served meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def with_rests(things: Iterable[T], rest: float, after: float = 0.002) -> Iterator[T]:
    """Yield the *things*. After every *after* seconds of work, pause for *rest* times as long."""
    began = time.perf_counter()
    for thing in things:
        yield thing
        worked = time.perf_counter() - began
        if rest and worked > after:
            time.sleep(rest * worked)
            began = time.perf_counter()
