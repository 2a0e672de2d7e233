"""Values made by `arbiter.values` behave as those of the standard decorator."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import sys
from dataclasses import field
from typing import Any

import pytest

import arbiter.tournament.state  # its classes are looked at
from arbiter import values


class Ours:
    """The decorator and the copy of `arbiter.values`."""

    dataclass, replace = staticmethod(values.dataclass), staticmethod(values.replace)


class Standard:
    """Those of the standard library."""

    dataclass, replace = staticmethod(dataclasses.dataclass), staticmethod(dataclasses.replace)


def shapes(made: Any) -> tuple[Any, ...]:
    """Three classes, one of them derived, made by one of the decorators."""

    @made.dataclass(frozen=True, slots=True)
    class Base:
        """A value with every kind of field."""

        first: int
        silent: int = field(default=3, compare=False, repr=False)
        listed: list[int] = field(default_factory=lambda: [1])
        by: str = field(default="service", init=False)

        def doubled(self) -> int:
            return 2 * self.first

    @made.dataclass(frozen=True, slots=True, kw_only=True)
    class Derived(Base):
        by: str
        last: tuple[int, ...] = ()

    @made.dataclass(frozen=True, slots=True, eq=False)
    class Named:
        one: int = 1

        def __repr__(self) -> str:
            return "named"

    return Base, Derived, Named


def told(made: Any) -> list[object]:
    """All that can be seen of values of these classes."""
    base, derived, named = shapes(made)
    one, other = base(1), base(first=1, silent=4)
    long = derived(5, by="me", last=(1, 2))
    copied = made.replace(long, last=(3,), first=6)
    seen: list[object] = [repr(one), repr(long), repr(copied), repr(named()), one == other, one != base(2)]
    seen += [one == long, long == copied, named() == named(), one.doubled(), long.by, one.by, base.__match_args__]
    seen += [[(f.name, f.kw_only) for f in dataclasses.fields(kind)] for kind in (base, derived, named)]
    seen += [dataclasses.asdict(copied), copy.copy(long) == long, copied.listed is long.listed]
    hashable = made.replace(one, listed=()), made.replace(other, listed=())
    seen += [hash(hashable[0]) == hash(hashable[1])]
    for wrong in (
        base,
        lambda: base(1, by="x"),
        lambda: derived(1),
        lambda: made.replace(one, none=1),
        lambda: setattr(one, "first", 2),
        lambda: delattr(one, "first"),
    ):
        with pytest.raises((TypeError, AttributeError)) as caught:
            wrong()
        seen.append(caught.type)
    return seen


def test_a_value_behaves_as_one_of_the_standard_decorator() -> None:
    assert told(Ours) == told(Standard)


def test_a_class_that_can_change_is_left_to_the_standard_decorator() -> None:
    @values.dataclass
    class Open:
        one: int = 1

    changed = Open()
    changed.one = 2
    assert values.replace(changed) == Open(2)


def test_every_value_survives_the_way_to_another_process() -> None:
    controls = arbiter.tournament.state.Tournament().controls
    assert pickle.loads(pickle.dumps(controls)) == controls


def test_every_immutable_class_of_the_program_uses_this_decorator() -> None:
    kinds = {
        kind
        for name, module in tuple(sys.modules.items())
        if name.startswith("arbiter.")
        for kind in vars(module).values()
        if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind.__module__.startswith("arbiter.")
    }
    standard = {
        f"{kind.__module__}.{kind.__name__}"
        for kind in kinds
        if "__slots__" in vars(kind) and getattr(vars(kind).get("__dataclass_params__"), "frozen", False)
    }
    assert kinds
    assert not standard


def test_a_wide_value_is_filled_copied_and_made_like_a_narrow_one() -> None:
    """A value with many fields is of another class while it is filled; afterwards it is immutable and of its own."""
    names = ("made", "value", "copy", "name", "kind", "changes", "self_", "last")

    class Wide:
        __annotations__ = dict.fromkeys(names, int)

    wide: Any = values.dataclass(frozen=True, slots=True)(Wide)
    one = wide(*range(8))
    copied = values.replace(one, kind=9)
    turned = values.maker(wide, names[::-1])(*range(8))

    assert [dataclasses.astuple(each) for each in (one, copied, turned)] == [
        (0, 1, 2, 3, 4, 5, 6, 7),
        (0, 1, 2, 3, 9, 5, 6, 7),
        (7, 6, 5, 4, 3, 2, 1, 0),
    ]
    for each in (one, copied, turned):
        assert type(each) is wide
        with pytest.raises(dataclasses.FrozenInstanceError):
            each.kind = 5
    with pytest.raises(TypeError):
        values.replace(one, unknown=5)
