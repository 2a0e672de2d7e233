"""Reporting the progress of long work to the thread or process that waits for its end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextvars import ContextVar
from typing import Protocol, TypeVar

T = TypeVar("T")

LISTENER: ContextVar[Callable[[int, int], None] | None] = ContextVar("listener", default=None)
"""A function that is told the progress of the work; None if nobody waits for it.

It is called with two numbers: how much is done, and how much there is to do.
"""


class ProgressRecipient(Protocol):
    """Receives the progress of the work, and raises Refused from `check` if the result is no longer wanted."""

    def told(self, done: int, of: int) -> None: ...
    def check(self) -> None: ...


def tell(done: int, of: int) -> None:
    """Report the progress to the listener: *done* out of *of* units of the work."""
    listener = LISTENER.get()
    if listener is not None:
        listener(done, of)


def counted(items: Collection[T]) -> Iterator[T]:
    """Yield *items*. Before each item, report to the listener how many are done."""
    listener = LISTENER.get()
    if listener is None:
        yield from items
        return
    for done, item in enumerate(items):
        listener(done, len(items))
        yield item
