"""White and Black, a pair of values for the two sides, and the units of time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Generic, TypeAlias, TypeVar

from arbiter.values import dataclass

Instant: TypeAlias = int
"""A point in time: whole milliseconds since 1970 (UTC)."""
Span: TypeAlias = int
"""A length of time in whole milliseconds. A negative remaining time means that it is over."""

SECOND: Span = 1_000
MINUTE: Span = 60 * SECOND
HOUR: Span = 60 * MINUTE

T = TypeVar("T")
R = TypeVar("R")


class Side(Enum):
    """One of the two players of a game, named after the lighter and the darker pieces."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        return BLACK if self is WHITE else WHITE


WHITE, BLACK = Side.WHITE, Side.BLACK  # ten times as fast to look up as the attributes of `Side`


@dataclass(frozen=True, slots=True)
class Both(Generic[T]):
    """A pair of values, one for White and one for Black.

    >>> Both(3, 5).put(Side.BLACK, 7)[Side.BLACK]
    7
    """

    white: T
    black: T

    def __getitem__(self, side: Side) -> T:
        return self.white if side is WHITE else self.black

    def __iter__(self) -> Iterator[T]:
        yield self.white
        yield self.black

    def put(self, side: Side, value: T) -> Both[T]:
        return Both(value, self.black) if side is WHITE else Both(self.white, value)

    def map(self, change: Callable[[T], R]) -> Both[R]:
        """Return the pair of values that *change* gives for White's value and for Black's value."""
        return Both(change(self.white), change(self.black))
