"""The events of a tournament, one frozen class for each kind (see `event.py`), and their text in a journal line.

In an event a side is a `Side` and an outcome an `Outcome`; in the journal both are words. This module converts between
them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum, EnumMeta
from functools import cache, partial
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from arbiter.pairing.system import Reason
from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.tournament.events import (
    attendance,
    clocks,
    computer,
    endings,
    entries,
    games,
    halts,
    irregular,
    late_moves,
    prizes,
    rounds,
    screens,
    takebacks,
    terms,
)
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.referee import appeals, conduct, officials, proposals

KINDS: Mapping[str, type[Event]] = {
    kind.__name__: kind
    for file in (
        terms,
        entries,
        officials,
        rounds,
        attendance,
        games,
        irregular,
        takebacks,
        endings,
        clocks,
        halts,
        late_moves,
        proposals,
        conduct,
        appeals,
        screens,
        computer,
        prizes,
    )
    for kind in file.EVENTS
}
"""Every kind of event by its name in a journal line."""


def told(event: Event) -> dict[str, Any]:
    """The fields of an event as plain values for its journal line.

    The kind and the instant of the event are left out, because the journal has columns of their own for them.
    """
    wordings = _wordings(type(event))
    return {name: _plain(getattr(event, name), wording.none) for name, wording in wordings.items()}


def event_text(event: Event) -> str:
    """The fields of the event as canonical JSON, as they stand in its journal line."""
    return json.dumps(told(event), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def parse_event(kind: str, at: Instant, text: str) -> Event:
    """Read an event of the given kind from the text of its fields.

    A field that older releases did not write has its default. Raise Refused if this release has no such kind of event:
    skipping the line would give the state of another tournament.
    """
    shape = KINDS.get(kind)
    if shape is None:
        raise Refused("event_of_a_later_release", kind=kind)
    known, readings = _readings(shape)
    given = _parsed(text)
    if not known.issuperset(given):  # a later release has written others too
        given = {name: value for name, value in given.items() if name in known}
    for name, read in readings:
        if name in given:
            given[name] = read(given[name])
    given["at"] = at
    return shape(**given)


class Wording(NamedTuple):
    """The conversion of one event field between the journal and memory.

    `none` is the value in the journal that stands for None. `read` converts any other value.
    """

    none: str | None
    read: Callable[[Any], Any]

    def parse(self, value: object) -> object:
        return None if value == self.none else self.read(value)


PLAIN = (int, str, bool, int | None, str | None)
"""The types of fields that are the same in the journal and in memory."""
_decode = msgspec.json.Decoder().decode


def _parsed(text: str) -> Any:
    try:
        return _decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError):  # half a character, which the standard library reads
        return json.loads(text)


@cache
def _readings(kind: type[Event]) -> tuple[frozenset[str], tuple[tuple[str, Callable[[Any], Any]], ...]]:
    """The names of the fields, and the conversions from the journal to memory of those that are no plain values."""
    hints, wordings = get_type_hints(kind), _wordings(kind)
    plain = {name for name, wording in wordings.items() if wording.none is None and hints[name] in PLAIN}
    return frozenset(wordings), tuple((name, one.parse) for name, one in wordings.items() if name not in plain)


@cache
def _wordings(kind: type[Event]) -> Mapping[str, Wording]:
    hints = get_type_hints(kind)
    own = [field for field in fields(kind) if field.init and field.name != "at"]
    return {field.name: Wording(field.metadata.get("none"), _reading(hints[field.name])) for field in own}


def _reading(hint: object) -> Callable[[Any], Any]:
    """Return the function that converts the plain value of a field in a journal line to a value of the field's type."""
    if Reason in get_args(hint):
        return lambda reasons: tuple(Reason(*_tuples(one)) for one in reasons)
    named = next((part for part in (hint, *get_args(hint)) if isinstance(part, EnumMeta)), None)
    return _tuples if named is None else partial(_tuples, named=named)


def _tuples(value: Any, named: Callable[[Any], Any] | None = None) -> Any:
    if value.__class__ is list:
        return tuple([item if named is None and item.__class__ is not list else _tuples(item, named) for item in value])
    return value if named is None else named(value)


def _plain(value: object, none: str | None = None) -> object:
    match value:
        case None:
            return none
        case Enum():
            return value.value
        case Reason():
            return (value.code, value.entries, value.article, value.facts)
        case tuple():
            return tuple(_plain(item) for item in value)
    return value
