"""Building an answer from a value: fields of the answer take the attributes of the same name."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def told(kind: type[T], of: object, **more: Any) -> T:
    """Return an answer of the TypedDict *kind*.

    Each field is the one in *more*, otherwise the attribute of *of* with that name; a tuple becomes a list.
    """
    answer: Any = {}
    for name in kind.__annotations__:
        value = more[name] if name in more else getattr(of, name)
        answer[name] = list(value) if type(value) is tuple else value
    return answer  # type: ignore[no-any-return]  # the fields are those of *kind*
