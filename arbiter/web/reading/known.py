"""Refuses fields that an operation or a form does not have, before anything is recorded.

The view of a page declares the fields of its form with `takes`. An operation of the API has them from its dataclasses
(`web/api/operation.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from flask import request

from arbiter.fields import Sent, sent
from arbiter.refused import Refused

P = ParamSpec("P")
R = TypeVar("R")

OF_FORMS = ("csrf", "key", "back", "next", "witness")
"""Fields that every form may have."""
SHOWN_CHARACTERS = 80
"""Characters of an unknown field's name that are shown in the refusal."""


def names_of(*kinds: Any) -> Iterator[str]:
    """Yield the names under which the fields of these dataclasses are sent, including former names.

    A field whose value a `partial` has already fixed is left out.
    """
    for kind in kinds:
        made: Any = kind.func if isinstance(kind, partial) else kind
        fixed = kind.keywords if isinstance(kind, partial) else {}
        for slot in sent(made):
            if slot.attribute not in fixed:
                yield slot.name
                yield from (name for name, _ in (slot.said.formerly if isinstance(slot.said, Sent) else ()))


def only_known(given: Iterable[str | None], known: Collection[str], made: tuple[str, ...] = ()) -> None:
    """Raise Refused for the first field of *given* that is not expected.

    Expected are the names in *known*, and names that begin with one of *made*.
    """
    for name in (one or "" for one in given):  # a part of a form may have no name
        if name not in known and not name.startswith(made):
            every = tuple(sorted({*known, *(f"{one}..." for one in made)}))
            raise Refused("unknown_field", field=name[:SHOWN_CHARACTERS], known=every)


def takes(
    *kinds: Any, also: Iterable[str] = (), made: tuple[str, ...] = (), files: tuple[str, ...] = ()
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare the form fields of a view, so that any other field is refused.

    They are the fields of the dataclasses *kinds*, the names *also*, and names that begin with one of *made*.
    """
    known = frozenset({*OF_FORMS, *names_of(*kinds), *also})

    def declared(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            only_known(request.form, known, made)
            only_known(request.files, files)
            return view(*args, **kwargs)

        checked.fields = (known, made, files)  # type: ignore[attr-defined]  # for the test of every form
        return checked

    return declared
