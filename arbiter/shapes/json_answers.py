"""Answers in JSON: pairs of values for both sides, and answers built from an object with the same field names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Generic, TypeAlias, TypedDict, TypeVar

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


def told(kind: type[T], of: object, **more: Any) -> T:
    """Build an answer, a dictionary of the TypedDict *kind*, and return it.

    The value of a field is given in *more*. If the field is missing there, its value is the attribute of *of* with the
    same name. A tuple becomes a list.
    """
    answer: Any = {}
    for name in kind.__annotations__:
        value = more[name] if name in more else getattr(of, name)
        answer[name] = list(value) if type(value) is tuple else value
    return answer  # type: ignore[no-any-return]  # the fields are those of *kind*
