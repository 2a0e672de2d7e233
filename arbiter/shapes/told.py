"""A helper that builds a JSON answer from an object: each field takes the attribute of the same name."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def told(kind: type[T], of: object, **more: Any) -> T:
    """Build an answer, a dictionary of the TypedDict *kind*, and return it.

    A field takes its value from *more*. If it is not there, it takes the attribute of *of* with the field's name. A
    tuple becomes a list.
    """
    answer: Any = {}
    for name in kind.__annotations__:
        value = more[name] if name in more else getattr(of, name)
        answer[name] = list(value) if type(value) is tuple else value
    return answer  # type: ignore[no-any-return]  # the fields are those of *kind*
