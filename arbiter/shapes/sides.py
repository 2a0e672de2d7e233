"""What there is one of for each side, as JSON has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Generic, TypeAlias, TypedDict, TypeVar

from arbiter.sides import Side

T = TypeVar("T")
SideTold: TypeAlias = Annotated[str, Side]
"""A side by its word, as JSON and the scripts have it."""


class Sides(TypedDict, Generic[T]):
    """One thing for White and one for Black."""

    white: T
    black: T


def sides(of: Callable[[Side], T]) -> Sides[T]:
    """What *of* answers for White and for Black."""
    return {"white": of(Side.WHITE), "black": of(Side.BLACK)}
