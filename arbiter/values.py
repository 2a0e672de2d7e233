"""The decorator `dataclass` and the function `replace` for immutable values, made for many classes and many copies.

Both behave like the ones of the standard library, and a type checker treats them as these. The standard decorator
compiles six functions for each class. With several hundred classes this takes nearly half of the start of a process.
Here all frozen classes with slots share the same functions, and a constructor is compiled at its first use.
"""

from __future__ import annotations

import dataclasses
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from dataclasses import dataclass, replace

    __all__ = ("dataclass", "from_row", "replace")
else:

    def dataclass(
        kind: Any = None,
        /,
        *,
        frozen: bool = False,
        slots: bool = False,
        eq: bool = True,
        repr: bool = True,
        **options: bool,
    ) -> Any:
        """Make a class a dataclass, as `dataclasses.dataclass` does."""

        def made(kind: type) -> type:
            known = options.keys() <= {"kw_only"} and not hasattr(kind, "__post_init__")
            if not (frozen and slots and known) or any(_standard(base) for base in kind.__mro__[1:]):
                return dataclasses.dataclass(kind, frozen=frozen, slots=slots, eq=eq, repr=repr, **options)
            return _frozen(
                dataclasses.dataclass(kind, init=False, repr=False, eq=False, slots=True, **options), eq, repr
            )

        return made if kind is None else made(kind)

    def replace(value: Any, /, **changes: Any) -> Any:
        """Return a copy of *value* with other values in the fields that are named."""
        kind = value.__class__
        if kind not in _FIELDS:
            return dataclasses.replace(value, **changes)
        try:
            return _copier(kind)(value, changes)
        except AttributeError as unknown:
            raise TypeError(f"{kind.__qualname__}: {unknown}") from None


def from_row(kind: type[T], row: Mapping[str, Any], **changed: Any) -> T:
    """Return an instance of the dataclass *kind* made of the columns of *row*. Values in *changed* take precedence.

    A missing column becomes None.
    """
    return kind(**{name: row.get(name) for name in kind.__dataclass_fields__} | changed)  # type: ignore[attr-defined]  # of every dataclass


_new = object.__new__
_become = object.__dict__["__class__"].__set__
_FIELDS: dict[type, tuple[str, ...]] = {}
"""The names of all fields of each class whose functions are made here."""


WIDE = 8
"""If a class has at least this many fields, its constructor first makes an object that can be changed (`_open`).

It assigns the fields of this object, and then turns the object into an immutable value by changing its class. With
fewer fields this would be slower than to write each field of an immutable value.
"""


@cache
def _open(kind: Any) -> Any:
    """Return a class with the same slots as *kind* whose fields can be assigned.

    A new value belongs to this class while it is filled, and to *kind* afterwards. To assign a field takes a tenth of
    the time of the call by which the field of an immutable value is written.
    """
    free = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(kind)(kind.__name__, (kind,), {"__slots__": (), "__module__": kind.__module__, **free})


@cache
def _copier(kind: Any) -> Callable[[Any, dict[str, Any]], Any]:
    """Compile the function that copies a value of the class *kind*.

    It is called with the value, and with the changed fields by name.
    """
    filled = [f" copy.{name} = value.{name}" for name in _FIELDS[kind]]
    changed = " for name in changes: setattr(copy, name, changes[name])"
    body = [" copy = _new(_open)", *filled, changed, " copy.__class__ = _kind", " return copy"]
    copier: Callable[[Any, dict[str, Any]], Any] = _compiled(kind, "value, changes", body)
    return copier


@cache
def maker(kind: Any, names: tuple[str, ...] = ()) -> Callable[..., Any]:
    """Compile a function that makes an instance of an immutable class from the values of all its fields.

    *names*: the order of the values, if it is not that of the fields.
    """
    names = names or _FIELDS[kind]
    filled = [f" _made.{name} = {name}" for name in names]
    body = [" _made = _new(_open)", *filled, " _made.__class__ = _kind", " return _made"]
    made: Callable[..., Any] = _compiled(kind, ", ".join(names), body)
    return made


def _compiled(kind: Any, taken: str, body: list[str], **scope: Any) -> Any:
    named = {**scope, "_new": _new, "_become": _become, "_open": _open(kind), "_kind": kind}
    exec(f"def function({taken}):\n" + "\n".join(body), named)  # noqa: S102  # as dataclasses does
    return named["function"]


def _standard(base: type) -> bool:
    """Return whether the standard decorator made this base class immutable.

    Then that decorator has to make the subclass too.
    """
    params = base.__dict__.get("__dataclass_params__")
    return params is not None and params.frozen


def _frozen(kind: Any, eq: bool, repr: bool) -> type:
    """Return the class with the functions of an immutable value, except those that it defines itself."""
    fields = dataclasses.fields(kind)
    names = [field.name for field in fields]
    _FIELDS[kind] = tuple(names)
    given: dict[str, Any] = {"__setattr__": _refuse, "__delattr__": _refuse, "__reduce__": _reduced}
    if "__init__" not in kind.__dict__:
        given["__init__"] = _first(kind)
    if repr:
        shown = [field.name for field in fields if field.repr]
        given["__repr__"] = lambda self: (
            f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"
        )
    if eq:
        compared = every([field.name for field in fields if field.compare])
        hashed = every([one.name for one in fields if (one.compare if one.hash is None else one.hash)])

        def equal(self: Any, other: Any) -> bool:
            return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

        given["__eq__"] = equal
        given["__hash__"] = lambda self: hash(hashed(self))
    own = kind.__dict__
    for name, function in given.items():
        if own.get(name) is None:
            function.__name__ = name
            setattr(kind, name, function)
    return kind  # type: ignore[no-any-return]


def every(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that returns, for an object, the values of these attributes as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda value: (getattr(value, names[0]),)) if names else (lambda _: ())


def _first(kind: Any) -> Callable[..., None]:
    """Return a placeholder for the constructor of *kind*, so that it is compiled only when it is needed.

    At its first call it compiles the real constructor, puts that into the class, and calls it.
    """

    def __init__(self: Any, /, *given: Any, **named: Any) -> None:  # noqa: N807
        made: Callable[..., None] = _constructor(kind)
        kind.__init__ = made
        made(self, *given, **named)

    return __init__


def _constructor(kind: Any) -> Callable[..., None]:
    """Compile and return the constructor of *kind*. It can set the fields of an immutable value."""
    scope: dict[str, Any] = {}
    given: list[str] = []
    named: list[str] = []
    body: list[str] = []
    wide = len(_FIELDS[kind]) >= WIDE
    for at, field in enumerate(dataclasses.fields(kind)):
        name, value = field.name, field.name
        scope[f"_put{at}"] = getattr(kind, name).__set__
        default = ""
        if field.default is not dataclasses.MISSING:
            scope[f"_default{at}"] = field.default
            default = f"=_default{at}"
            value = name if field.init else f"_default{at}"
        elif field.default_factory is not dataclasses.MISSING:
            scope[f"_make{at}"] = field.default_factory
            default = "=_MISSING"
            value = f"_make{at}() if {name} is _MISSING else {name}" if field.init else f"_make{at}()"
        if field.init:
            (named if field.kw_only else given).append(name + default)
        body.append(f" self.{name} = {value}" if wide else f" _put{at}(self, {value})")
    scope["_MISSING"] = dataclasses.MISSING
    taken = ", ".join(["self", *given, *(["*", *named] if named else [])])
    filled = [" _become(self, _open)", *body, " self.__class__ = _kind"] if wide else body or [" pass"]
    made: Callable[..., None] = _compiled(kind, taken, filled, **scope)
    made.__name__ = "__init__"
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    return made


def _refuse(_self: Any, name: str, *_: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _reduced(self: Any) -> tuple[Any, ...]:
    """Return the values from which another process makes a copy of this object."""
    return restored, (self.__class__, every([*_FIELDS[self.__class__]])(self))


def restored(kind: type, values: Iterable[Any]) -> Any:
    """Return an instance of an immutable class, made of the values of all its fields in order."""
    return maker(kind)(*values)
