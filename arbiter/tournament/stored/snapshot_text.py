"""The state of a tournament as text (a snapshot), and the way back from the text to the state.

The text is data only: the fields of the frozen dataclasses, enums and named tuples that a `Tournament` can contain. A
variant is written as its key. A value that many games share, such as a time control, is written once. The plays and the
clocks of a game are written as packed bytes (`packed`). They are unpacked only when needed, because most games of a
long tournament are over.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from operator import attrgetter
from typing import Any, cast, get_args, get_origin, get_type_hints

import msgspec

from arbiter.clock.clock import Clock
from arbiter.clock.control import Control
from arbiter.pairing.system_interface import Reason
from arbiter.rules.board import Board
from arbiter.rules.endings import Ending
from arbiter.rules.position import NONE, KingWalk
from arbiter.rules.variants import ROWS, Variant, row_key
from arbiter.sides import Both
from arbiter.tournament.game import Game
from arbiter.tournament.regulations import Regulations
from arbiter.tournament.state import Tournament
from arbiter.tournament.stored.packed import Packed, packed
from arbiter.values import replace, restored

SHARED = (Control, Regulations, Ending, Board)
"""The types whose values are written once, even if many games contain them."""
PLAIN = frozenset({type(None), bool, int, str})


class Store:
    """The writer and reader of one tournament's snapshot texts.

    A value that several texts share has the same number in all of them.
    """

    def __init__(self) -> None:
        self._shared: list[Any] = []
        self._numbers: dict[Any, int] = {}
        self._texts: list[str] = []

    def told(self, state: Tournament) -> Iterator[str]:
        """Return the state as texts: the games one by one, then the state without its games, then the shared values."""
        for game in state.games():
            yield _text(self._encode(packed(game)))
        counts = [len(round.games) for round in state.rounds]
        bare = replace(state, rounds=tuple(replace(round, games=()) for round in state.rounds))
        yield _text([counts, self._encode(bare)])
        yield _text(self._texts)

    def read(self, texts: Sequence[str]) -> Tournament:
        """Parse the state from the texts made by `told`. Raise an exception if the texts cannot be parsed."""
        *of_games, bare, shared = texts
        self._texts = _read(shared)
        for number, text in enumerate(self._texts):
            value = self._decode(_read(text))
            self._shared.append(value)
            self._numbers[_identity(value)] = number
        counts, told = _read(bare)
        if len(of_games) != sum(counts):
            raise ValueError(f"{len(of_games)} texts for {sum(counts)} games")
        games = (cast("Game", self._decode(_read(text))) for text in of_games)
        state = cast("Tournament", self._decode(told))
        rounds = (
            replace(round, games=tuple(next(games) for _ in range(count)))
            for round, count in zip(state.rounds, counts, strict=True)
        )
        return replace(state, rounds=tuple(rounds))

    def _encode(self, value: Any) -> Any:
        """Convert a value to lists, numbers, words and None, for JSON. The first element of a list names its type."""
        kind = type(value)
        if kind in PLAIN:
            return value
        if kind is tuple and value and type(value[0]) is not Ending:
            return ["t", *map(self._encode, value)]
        if kind in SHARED or kind is tuple or isinstance(value, Enum) or (kind is Both and _frequent(value)):
            return ["s", self._share(value)]
        return self._whole(value)

    def _whole(self, value: Any) -> Any:
        kind: Any = type(value)
        parts = parts_of(kind)
        if parts is not None:
            return ["d", kind.__qualname__, *map(self._encode, parts(value))]
        if kind is tuple:
            return ["t", *map(self._encode, value)]
        if kind is frozenset:
            return ["f", *map(self._encode, value)]
        if kind is Variant:
            return ["v", row_key(value)]
        if kind is Packed:
            return ["p", b64encode(value.data).decode(), len(value), self._encode(value.control)]
        if isinstance(value, Enum) and value.__class__ in known().values():
            return ["e", value.__class__.__qualname__, value.value]
        if isinstance(value, Mapping):
            return ["m", *([self._encode(key), self._encode(of)] for key, of in value.items())]
        raise TypeError(f"a snapshot holds no {kind}: {value!r}")

    def _share(self, value: Any) -> int:
        identity = _identity(value)
        number = self._numbers.get(identity)
        if number is None:
            text = _text(self._whole(value))  # writes first the values that this one refers to by number
            number = self._numbers[identity] = len(self._shared)
            self._shared.append(value)
            self._texts.append(text)
        return number

    def _decode(self, told: Any) -> Any:
        if type(told) is not list:
            return told
        match told[0]:
            case "t":
                return tuple(self._values(told, 1))
            case "d":
                return made(told[1])(self._values(told, 2))
            case "s":
                return self._shared[told[1]]
            case "e":
                return named(told[1], told[2])
            case "v":
                return ROWS[told[1]]
            case "p":
                return Packed(b64decode(told[1]), told[2], self._decode(told[3]))
            case "f":
                return frozenset(self._values(told, 1))
            case "m":
                return {self._decode(key): self._decode(of) for key, of in told[1:]}
        raise ValueError(told[0])

    def _values(self, told: list[Any], after: int) -> list[Any]:
        shared = self._shared
        return [
            one if one.__class__ is not list else shared[one[1]] if one[0] == "s" else self._decode(one)
            for one in told[after:]
        ]


_read = msgspec.json.Decoder().decode


def _frequent(pair: Both[Any]) -> bool:
    """Return whether the pair is of a kind that most games contain, so that its value is written only once."""
    kind = type(pair.white)
    return kind in (Control, KingWalk) or (kind is int and pair == NONE)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _identity(value: Any) -> Any:
    """Return a dictionary key that is equal for equal values. An unhashable value is equal only to itself."""
    try:
        hash(value)
    except TypeError:
        return id(value)
    return type(value), value


@cache
def known() -> dict[str, type]:
    """Return every class of which a tournament can contain values, by the name of the class."""
    found: dict[str, type] = {}
    waiting: list[Any] = [Tournament, Clock, Reason]
    while waiting:
        one = waiting.pop()
        waiting += (part for part in (*get_args(one), get_origin(one)) if part is not None)
        if not isinstance(one, type) or one is Variant or found.get(one.__qualname__) is one:
            continue
        if is_dataclass(one) or issubclass(one, Enum) or hasattr(one, "_fields"):
            if one.__qualname__ in found:
                raise TypeError(f"two classes are called {one.__qualname__}")
            found[one.__qualname__] = one
            if not issubclass(one, Enum):
                waiting += get_type_hints(one).values()
    return found


@cache
def parts_of(kind: Any) -> Callable[[Any], Iterable[Any]] | None:
    """Return a function that lists the fields of a value of the class *kind* in order; None if it has no fields."""
    found = known().get(kind.__qualname__)
    if found is not kind or found is None or issubclass(found, Enum):
        return None
    if not is_dataclass(kind):
        return iter
    names = [field.name for field in fields(kind)]
    return attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)


@cache
def made(name: str) -> Callable[[list[Any]], Any]:
    """Return a function that makes a value of the class *name* from a list of its fields in order."""
    kind = known()[name]
    return partial(restored, kind) if is_dataclass(kind) else partial(tuple.__new__, kind)


@cache
def named(name: str, value: object) -> Any:
    """Return the member with that *value* of the enum called *name*."""
    return known()[name](value)
