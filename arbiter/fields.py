"""What a request holds, declared once: as metadata of the types on its own dataclass.

    ply: Annotated[int, Sent("moves already played, as the sender knows it", least=0)]
    by: Annotated[str, Road("who asks")]

A field that is `Sent` stands in the body, the form or the query. What is of the `Road` the address and the door say,
and no sender can. `Beside`: a value with fields of its own, sent beside the others. The reader at the door, the limits
(`fitting`) and the OpenAPI document are all made from these.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

from arbiter.refused import Refused

LONGEST_KEY: Final = 200
"""Characters that an idempotency key may have."""
MOST_BOARDS: Final = 999
MOST_ROUNDS: Final = 99
LAST_ROUND: Final = 999
"""For rounds so far ahead something may be settled; a tournament has fewer."""
HIGHEST: Final = 10**15
"""No number that is sent is farther from 0: instants in milliseconds fit, and a script counts so far exactly."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A field that is sent: a word of help, an example, and how small, large or long the value may be.

    Of a list these hold for each of its values. `name`: what the field is called outside, where that is not its name
    here; `formerly`: names that are read as well, with how many of its units one of theirs is; `known`: the keys that
    there are; `number`: a text that may also be sent as a number, such as a year; `blank`: a text that is read as empty
    where it is not sent, for the ruling knows whether it is needed; `about`: the kind of thing that the request touches
    by this field: "round", "board", "boards" (None: all), "also" (boards beside them), "proposal", "appeal" or
    "player".
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
    """A field that the address or the door fills in; `about` as in `Sent`."""

    help: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """A value with fields of its own, which are sent beside the others."""

    help: str


Said: TypeAlias = Sent | Road | Beside


@dataclass(frozen=True, slots=True)
class Slot:
    """One field of a dataclass with its declaration.

    `name`: what it is called where it is sent; `type`: what a value of it is where one is given; `needed`: there is no
    going without it.
    """

    attribute: str
    name: str
    type: Any
    said: Said
    needed: bool


@cache
def slots(kind: Any) -> tuple[Slot, ...]:
    """The fields of a dataclass that are declared, in its order."""
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
    """Those that are sent, also those of a value beside the others."""
    found: list[Slot] = []
    for slot in slots(kind):
        if isinstance(slot.said, Beside):
            found += sent(slot.type) if hasattr(slot.type, "__dataclass_fields__") else ()
        elif isinstance(slot.said, Sent):
            found.append(slot)
    return tuple(found)


def fitting(request: object) -> None:
    """Refused where a value is beyond the limits that its field declares."""
    kind: Any = type(request)
    for slot in _measured(kind):
        value = getattr(request, slot.attribute)
        if isinstance(slot.said, Beside):
            fitting(value)
        else:
            fits(slot, value)


def fits(slot: Slot, value: object) -> None:
    """Refused where the value, or one of several, is beyond the limits of its field."""
    if isinstance(slot.said, Sent) and value is not None:
        for one in value if isinstance(value, tuple) else (value,):
            _fits(slot, slot.said, one)


@cache
def _measured(kind: Any) -> tuple[Slot, ...]:
    """The fields of which a value may be beyond a limit."""
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
    """The type without the None that stands for a field that was not given."""
    if get_origin(hint) in (Union, UnionType):
        left = tuple(part for part in get_args(hint) if part is not NoneType)
        return left[0] if len(left) == 1 else Union[left]  # noqa: UP007  # made from what is there
    return hint
