"""Pairs of values, one for each side, in JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Generic, TypeAlias, TypedDict, TypeVar

from arbiter.sides import Side

T = TypeVar("T")
SideTold: TypeAlias = Annotated[str, Side]
"""A side as a word in JSON: "white" or "black"."""


class Sides(TypedDict, Generic[T]):
    """A pair of values, one for White and one for Black."""

    white: T
    black: T


def sides(of: Callable[[Side], T]) -> Sides[T]:
    """Return the pair of *of*(White) and *of*(Black)."""
    return {"white": of(Side.WHITE), "black": of(Side.BLACK)}
