"""Who asks, while a request is answered: the web sets it, and the desk has it decided whether they may."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from arbiter.rulings.bounds.asker import SERVICE, Asker

ASKER: ContextVar[Asker] = ContextVar("asker", default=SERVICE)
"""Who asks; the service itself outside of a request."""


@contextmanager
def asking(asker: Asker) -> Iterator[None]:
    """As long as it lasts *asker* asks, in this thread."""
    before = ASKER.set(asker)
    try:
        yield
    finally:
        ASKER.reset(before)
