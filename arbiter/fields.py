"""Declarations of request fields: metadata in the type annotations of a request's dataclass.

    ply: Annotated[int, Sent("moves already played, as the sender knows it", least=0)]
    by: Annotated[str, Road("who asks")]

A `Sent` field is read from the body, the form or the query. A `Road` field is filled in from the URL and the sign-in,
and no sender can set it. A `Beside` field is a value with fields of its own, which are sent together with the others.
The parser of requests, the check of limits (`fitting`) and the OpenAPI document all use these declarations.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

from arbiter.refused import Refused
from arbiter.values import dataclass

LONGEST_KEY: Final = 200
"""The most characters of an idempotency key."""
MOST_BOARDS: Final = 999
MOST_ROUNDS: Final = 99
LAST_ROUND: Final = 999
"""The highest round for which anything may be decided in advance; a tournament has fewer."""
HIGHEST: Final = 10**15
"""The largest absolute value of a number that may be sent.

Instants in milliseconds are smaller, and JavaScript counts exactly up to it.
"""


@dataclass(frozen=True, slots=True)
class Sent:
    """A field that a sender sends, with a help text, an example, and limits for its value.

    For a list the limits apply to each of its values.

    - `name`: the field's name in the request's body, if it differs.
    - `formerly`: older names of the field that are still read, each with the factor from its old unit to the
      present one.
    - `known`: the only texts that are allowed; empty if any text is.
    - `number`: whether a text may be sent as a number too, such as a year.
    - `blank`: whether a missing text is read as empty. Then the ruling decides whether the text is needed.
    - `about`: what the value names, and so what the request affects: "round", "board", "boards" (None: all), "also"
      (further boards), "proposal", "appeal" or "player".
    """

    help: str
    example: Any = None
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    too_long: str = "text_too_long"
    unit: str = ""
    known: tuple[str, ...] = ()
    name: str = ""
    formerly: tuple[tuple[str, int], ...] = ()
    number: bool = False
    blank: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class Road:
    """A field that is filled in from the URL or the sign-in, never by the sender.

    `about` tells what the value names, such as a "round" or a "board".
    """

    help: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """A value with fields of its own, which are sent together with the others."""

    help: str


Said: TypeAlias = Sent | Road | Beside


@dataclass(frozen=True, slots=True)
class Slot:
    """One field of a dataclass with its declaration.

    `name` is its name where it is sent, `type` the type of a given value (without None). `needed` says that the field
    has no default.
    """

    attribute: str
    name: str
    type: Any
    said: Said
    needed: bool


@cache
def slots(kind: Any) -> tuple[Slot, ...]:
    """Return the declared fields of a dataclass, in their order."""
    hints = get_type_hints(kind, include_extras=True)
    found = []
    for field in fields(kind):
        said = next((s for s in reversed(getattr(hints[field.name], "__metadata__", ())) if isinstance(s, Said)), None)
        if said is not None:
            name = (said.name if isinstance(said, Sent) else "") or field.name
            needed = field.default is MISSING and field.default_factory is MISSING
            found.append(Slot(field.name, name, _given(hints[field.name].__origin__), said, needed))
    return tuple(found)


def sent(kind: type) -> tuple[Slot, ...]:
    """Return the fields that a sender may send, including the fields inside `Beside` values."""
    found: list[Slot] = []
    for slot in slots(kind):
        if isinstance(slot.said, Beside):
            found += sent(slot.type) if hasattr(slot.type, "__dataclass_fields__") else ()
        elif isinstance(slot.said, Sent):
            found.append(slot)
    return tuple(found)


def fitting(request: object) -> None:
    """Raise Refused if a value of *request* exceeds the limits that its field declares."""
    kind: Any = type(request)
    for slot in _measured(kind):
        value = getattr(request, slot.attribute)
        if isinstance(slot.said, Beside):
            fitting(value)
        else:
            fits(slot, value)


def fits(slot: Slot, value: object) -> None:
    """Raise Refused if the value, or one value of a list, exceeds the limits of its field."""
    if isinstance(slot.said, Sent) and value is not None:
        for one in value if isinstance(value, tuple) else (value,):
            _fits(slot, slot.said, one)


@cache
def _measured(kind: Any) -> tuple[Slot, ...]:
    """Return the fields of a request class that declare a limit."""
    return tuple(slot for slot in slots(kind) if isinstance(slot.said, Beside) or _limited(slot.said))


def _limited(said: Said) -> bool:
    return isinstance(said, Sent) and (said.least, said.most, said.longest, *said.known) != (None, None, None)


def _fits(slot: Slot, said: Sent, value: object) -> None:
    if isinstance(value, str):
        if said.longest is not None and len(value) > said.longest:
            raise Refused(said.too_long, field=slot.name, length=len(value), longest=said.longest)
        if said.known and value and value not in said.known:
            raise Refused("unknown_key", field=slot.name, key=value[:80], known=said.known)
    elif isinstance(value, int) and (said.least is not None or said.most is not None):
        least, most = (-HIGHEST if said.least is None else said.least), (HIGHEST if said.most is None else said.most)
        if not least <= value <= most:
            raise Refused("number_out_of_range", field=slot.name, number=value, least=least, most=most)


def _given(hint: Any) -> Any:
    """Return the type of a value that is given: the annotation without the None that stands for a missing value."""
    if get_origin(hint) in (Union, UnionType):
        left = tuple(part for part in get_args(hint) if part is not NoneType)
        return left[0] if len(left) == 1 else Union[left]  # noqa: UP007  # the union is made at run time
    return hint
