"""How much of a long work is done, told to whoever waits for it in another thread or process."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextvars import ContextVar
from typing import Protocol, TypeVar

T = TypeVar("T")

LISTENER: ContextVar[Callable[[int, int], None] | None] = ContextVar("listener", default=None)
"""The function that is told how much is done and how much there is to do; None if nobody waits."""


class Recipient(Protocol):
    """Somebody who waits for work: is told how much of it is done, and raises Refused if it is not wanted any more."""

    def told(self, done: int, of: int) -> None: ...
    def check(self) -> None: ...


def tell(done: int, of: int) -> None:
    """Tell the listener that so much *of* the work is done."""
    listener = LISTENER.get()
    if listener is not None:
        listener(done, of)


def counted(items: Collection[T]) -> Iterator[T]:
    """Yield *items*, and tell before each of them how many are done."""
    listener = LISTENER.get()
    if listener is None:
        yield from items
        return
    for done, item in enumerate(items):
        listener(done, len(items))
        yield item
