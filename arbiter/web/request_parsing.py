"""Parse JSON or a form into the dataclass that declares its fields (`arbiter/fields.py`).

Null and an empty text count as not given. If a value cannot be parsed, the refusal names the field and the form that
the value must have. Forms send numbers and lists as text; from JSON, both text and JSON's own types are accepted.

A body that is too large, and a field that an operation or a form does not have, are refused before anything is
recorded. The view of a page declares the fields of its form with `takes`. An operation of the API has them from its
dataclasses (`web/api/operation.py`). Only views that take files accept a large body, and only from tablets, officials,
and halls with a key. The body buffer (`web/streams/request_body_buffer.py`) checks the size before it reads a body.
Flask then answers with the refusal, in the reader's language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import fields, is_dataclass
from enum import EnumType
from functools import cache, partial, wraps
from hashlib import sha256
from typing import Annotated, Any, ParamSpec, TypeAlias, TypeVar, get_args, get_origin

import msgspec
from flask import Flask, current_app, request
from werkzeug.exceptions import HTTPException

from arbiter.desk.current_asker import ASKER
from arbiter.fields import HIGHEST, LONGEST_KEY, MOST_BOARDS, Beside, Road, Sent, Slot, fits, fitting, sent, slots
from arbiter.journal.lines import with_digest
from arbiter.refused import Refused
from arbiter.sides import Side
from arbiter.values import dataclass, replace

V = TypeVar("V", bound=Callable[..., object])

LARGEST_BODY_BYTES = 256 * 1_024
"""The largest body of a request that is not a file, in bytes."""
LARGEST_FILE_BYTES = 16 * 1_024 * 1_024
"""The largest file that can be sent, in bytes: a whole tournament with all its moves."""
MOST_FIELDS = 5_000
"""The largest number of fields in a form: a thousand boards with five each.

There is a limit because a field takes a hundred times as much memory as its bytes.
"""
UNPARSED = frozenset({"no_room", "too_large", "too_many_fields"})
"""Codes of those refusals after which the body of the request is not parsed."""
UNREAD: ContextVar[Refused | None] = ContextVar("unread", default=None)
"""The refusal because of which the body of the current request was not read, such as a body that is too large.

None if the body was read.
"""


def takes_files(view: V) -> V:
    """Declare that *view* reads a file, so that its body may have up to `LARGEST_FILE_BYTES` bytes."""
    view.files = True  # type: ignore[attr-defined]  # read by `largest`
    return view


def largest(app: Flask, endpoint: str | None) -> int:
    """Return the largest size of a body in a request to the endpoint, in bytes."""
    view = app.view_functions.get(endpoint or "")
    return LARGEST_FILE_BYTES if getattr(view, "files", False) else LARGEST_BODY_BYTES


def takes_file(app: Flask, method: str, path: str) -> bool:
    """Return whether a request with that method to that path may send a file."""
    try:
        endpoint, _ = app.url_map.bind("").match(path, method)
    except HTTPException:  # an unknown page: Flask reports it
        return False
    return largest(app, str(endpoint)) == LARGEST_FILE_BYTES


def check_size() -> None:
    """Refuse the request if its body is too large or was not read for that reason. Called before every view."""
    if (refused := UNREAD.get()) is not None:
        raise refused
    most = largest(current_app, request.endpoint)
    if (request.content_length or 0) > most:
        raise Refused("too_large", most=most)
    if request.mimetype == "application/x-www-form-urlencoded" and request.get_data().count(b"&") >= MOST_FIELDS:
        raise Refused("too_many_fields", most=MOST_FIELDS)


P = ParamSpec("P")
R = TypeVar("R")

OF_FORMS = ("csrf", "key", "back", "next", "witness")
"""The names of the fields that every form may have."""
SHOWN_CHARACTERS = 80
"""The number of characters of an unknown field's name that the refusal shows."""


@cache
def names_of(*kinds: Any) -> frozenset[str]:
    """Return the names under which the fields of the dataclasses *kinds* are sent, with the former names of the fields.

    A kind may be a `partial`. The fields to which the `partial` gives a value are left out.
    """
    known = set[str]()
    for kind in kinds:
        made: Any = kind.func if isinstance(kind, partial) else kind
        fixed = kind.keywords if isinstance(kind, partial) else {}
        for slot in sent(made):
            if slot.attribute not in fixed:
                known |= {slot.name, *(name for name, _ in (slot.said.formerly if isinstance(slot.said, Sent) else ()))}
    return frozenset(known)


def only_known(given: Iterable[str | None], known: Collection[str], made: tuple[str, ...] = ()) -> None:
    """Raise Refused for the first name in *given* that is not expected.

    *known*: the names that are expected. *made*: beginnings; every name that begins with one of them is expected too.
    """
    for name in (one or "" for one in given):  # a part of a form can lack a name
        if name not in known and not name.startswith(made):
            every = tuple(sorted({*known, *(f"{one}..." for one in made)}))
            raise Refused("unknown_field", field=name[:SHOWN_CHARACTERS], known=every)


def takes(
    *kinds: Any, also: Iterable[str] = (), made: tuple[str, ...] = (), files: tuple[str, ...] = ()
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator that declares the form fields of a view, so that any other field is refused.

    *kinds*: dataclasses whose fields are form fields. *also*: the names of further fields. *made*: beginnings; every
    name that begins with one of them is allowed too. *files*: the names under which the form may send files.
    """
    known = frozenset({*OF_FORMS, *names_of(*kinds), *also})

    def declared(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            only_known(request.form, known, made)
            only_known(request.files, files)
            return view(*args, **kwargs)

        checked.fields = (known, made, files)  # type: ignore[attr-defined]  # read by the test of all forms
        return checked

    return declared


T = TypeVar("T")
Body: TypeAlias = Mapping[str, Any]
"""The fields that were sent, by name, from JSON or from a form."""

BESIDE_CONTENT = (*OF_FORMS, "device")
"""The names of fields that may differ if a request is sent again with the same key.

They are the fields that every form has, and the times of a device.
"""
LARGEST_JSON_BYTES = 64 * 1024
"""The largest JSON body, in bytes. The pairs of a round of a thousand boards are well below it."""
YES_AND_NO = {**dict.fromkeys(("true", "yes", "on", "1"), True), **dict.fromkeys(("false", "no", "off", "0"), False)}
NUMBERS, TEXTS, PAIR, NAMED = tuple[int, ...], tuple[str, ...], tuple[int, int], tuple[tuple[str, object], ...]
WHOLE = re.compile(r"-?\d{1,15}", re.ASCII)
SECTION = re.compile(r"(\d{1,4})(?:\s*[-\u2013]\s*(\d{1,4}))?", re.ASCII)
"""Pattern of a number or a range of numbers as people type them: 12 or 1-8."""


def body(most: int = LARGEST_JSON_BYTES) -> Body:
    """Return the fields of the current request, from a JSON object or a form; empty if there is no body.

    *most*: the most bytes of a JSON body. A larger one is refused, and so is any JSON but an object.
    """
    if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return form()
    if (request.content_length or 0) > most:
        raise Refused("too_large", most=most)
    if not request.get_data().strip():
        return {}
    try:
        given = request.get_json(force=True, silent=True)
    except RecursionError:
        given = None
    if not isinstance(given, dict):
        raise Refused("json_unreadable")
    return given


def form() -> Body:
    """Return the fields of the current form. A field that was sent several times has a list as its value."""
    return {name: texts[0] if len(texts) == 1 else texts for name, texts in request.form.lists()}


def read(kind: type[T] | partial[T], given: Body, **road: Any) -> T:
    """Parse the body *given* into a request of type *kind*. Refuse a field that is missing or cannot be parsed.

    *road*: the values of the fields that are known from the URL or the sign-in.
    """
    made: Any = kind.func if isinstance(kind, partial) else kind
    own = {slot.attribute for slot in slots(made)}
    fixed = {name: value for name, value in road.items() if value is not None and name in own}
    if isinstance(kind, partial):
        fixed |= kind.keywords
    values = dict(fixed)
    for slot in slots(made):
        if slot.attribute in fixed or (isinstance(slot.said, Road) and (not slot.needed or slot.attribute == "by")):
            continue
        if isinstance(slot.said, Beside):
            values[slot.attribute] = read(slot.type, given)
            continue
        said = slot.said if isinstance(slot.said, Sent) else Sent(slot.said.help)  # a form may send a URL field
        value = _value(slot, said, given)
        if value is not None:
            values[slot.attribute] = value
        elif said.blank and slot.needed:
            values[slot.attribute] = slot.type()
        elif slot.needed:
            raise Refused("field_missing", field=slot.name)
    found: T = made(**values)
    if not hasattr(found, "rule"):  # if it has `rule`, the desk checks the sizes of its fields
        fitting(found)
    return found


def faults(kind: type, given: Body, checks: Mapping[str, Callable[[Any], object]]) -> list[Refused]:
    """Return a refusal for each field of *kind* that is missing or cannot be parsed, so that a page can show them all.

    *given*: the fields that were sent. *checks*: for some fields, a function that raises Refused for a value that is
    not valid.
    """
    found = []
    for slot in slots(kind):
        if not isinstance(slot.said, Sent):
            continue
        try:
            value = _value(slot, slot.said, given)
            if value is None and slot.needed and not slot.said.blank:
                raise Refused("field_missing", field=slot.name)
            fits(slot, value)
            if value is not None and slot.name in checks:
                checks[slot.name](value)
        except Refused as refused:
            found.append(refused)
    return found


def emptied(asked: T, given: Body) -> T:
    """Return the request with empty strings in the fields that were sent as empty strings.

    *asked*: the request as parsed by `read`, which treats an empty string as not given. *given*: the body. In an edit
    an empty string clears the field, and a missing field leaves it alone.
    """
    kind: Any = type(asked)
    blank = [slot.attribute for slot in slots(kind) if slot.type is str and given.get(slot.name) == ""]
    made: T = replace(asked, **dict.fromkeys(blank, ""))  # type: ignore[type-var]  # it is a dataclass, as `slots` needs
    return made


def one_of(kinds: Mapping[str, Any], given: Body, former: Mapping[str, str] = {}) -> Any:  # never changed
    """Return the request type that the field `kind` of the body names. Refuse an unknown kind.

    *former*: former names of kinds, each with its present name.
    """
    name = read(Kind, given).kind
    name = former.get(name, name)
    if name not in kinds:
        raise Refused("unknown_key", field="kind", key=name[:80], known=tuple(kinds))
    return kinds[name]


def key(given: Body) -> str | None:
    """Return the idempotency key that was sent, or None. A key is unique for one asker and one URL.

    A digest of the content is added to the key, so that the same key with another content can be refused.
    """
    sent = read(Once, given).key
    if not sent:
        return None
    content = {name: value for name, value in given.items() if name not in BESIDE_CONTENT}
    digest = sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()
    path = request.path.removeprefix("/api/v1/tournaments/").partition("/")[2]
    return with_digest(f"{ASKER.get().by} {path}#{sent}", digest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Once:
    """Request field: the idempotency key. Every request that records something accepts it."""

    key: Annotated[
        str | None,
        Sent("sent again with the same key, a request records nothing new", "tap-1", longest=LONGEST_KEY),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithWitness:
    """Request field: the witness, a second person present when an official rules in a game of their own (L14)."""

    witness: Annotated[str, Sent("the name of a witness, if you rule in a game of your own", longest=80)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Request field: the name of the request's type, if the operation has several types of request."""

    kind: Annotated[str, Sent("the name of the kind of request")]


def choice(given: Body, name: str, known: Sequence[str]) -> str:
    """Return the value of the form field *name*. Refuse a missing field, and a value that is not allowed.

    *known*: the values that are allowed.
    """
    chosen = str(given.get(name) or "")
    if not chosen:
        raise Refused("field_missing", field=name)
    if chosen not in known:
        raise Refused("unknown_key", field=name, key=chosen[:80], known=tuple(known))
    return chosen


def named(given: Body, prefix: str, kinds: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the form fields whose names are *prefix* and a key of *kinds*, by that key.

    *kinds*: the type of each value. Empty fields are left out.
    """
    raw = {name: given.get(prefix + name) for name in kinds}
    return {
        name: _converted(prefix + name, kinds[name], value, Sent(""))
        for name, value in raw.items()
        if value is not None and value != ""
    }


def number(given: Body, name: str) -> int | None:
    """Return the whole number in the form field *name*, or None if the field is empty."""
    raw = given.get(name)
    found: int | None = _converted(name, int, raw, Sent("")) if raw else None
    return found


def _value(slot: Slot, said: Sent, given: Body) -> Any:
    """Return the value of a field, sent under its present name or a former one. None if the field was not given."""
    for name, units in ((slot.name, 1), *said.formerly):
        raw = given.get(name)
        if raw is not None and raw != "":
            value = _converted(name, slot.type, raw, said)
            return value if units == 1 else value * units
    return None


def _converted(name: str, kind: Any, raw: Any, said: Sent) -> Any:
    try:
        return msgspec.convert(_loosened(name, kind, raw, said), _bounded(kind))
    except (msgspec.ValidationError, UnicodeEncodeError):  # half of a surrogate pair, which JSON may contain
        if isinstance(raw, str) and isinstance(kind, EnumType) and kind is not Side:
            keys = tuple(map(str, kind._value2member_map_))
            raise Refused("unknown_key", field=name, key=raw[:80], known=keys) from None
        raise Refused("field_unreadable", field=name, wanted=_wanted(kind, raw)) from None


def _loosened(name: str, kind: Any, raw: Any, said: Sent) -> Any:
    """Convert the value *raw* to the JSON that *kind* needs: text to a number or a list, and pairs to lists."""
    match raw:
        case str() if kind is bool:
            return YES_AND_NO.get(raw, raw)
        case str() if kind is int and WHOLE.fullmatch(raw):
            return int(raw)
        case str() if kind == NUMBERS and said.unit:
            return [int(part) if WHOLE.fullmatch(part) else part for part in map(str.strip, raw.split(","))]
        case str() if kind == NUMBERS:
            return _section(name, raw)
        case str() if kind == TEXTS:
            return [part.strip() for part in raw.split(",") if part.strip()]
        case int() if said.number and not isinstance(raw, bool) and abs(raw) <= HIGHEST:
            return str(raw)
        case dict() if is_dataclass(kind):
            only_known(raw, [slot.name for slot in fields(kind)])
            texts = {slot.name for slot in fields(kind) if slot.type == "str"}
            given = {name: value for name, value in raw.items() if value not in (None, "")}
            return {name: str(v) if name in texts and type(v) is int else v for name, v in given.items()}
        case dict() if kind == PAIR:
            only_known(raw, ("white", "black"))
            return [raw.get("white"), raw.get("black")]
        case dict() if kind == NAMED:
            return list(raw.items())
        case list() if kind != NAMED and get_origin(kind) is tuple:
            return [_loosened(name, get_args(kind)[0], one, said) for one in raw]
    return None if isinstance(raw, list) else raw


def _section(name: str, text: str) -> list[int]:
    """Parse board numbers and ranges such as "1-8, 12" into a list without repetition.

    *name*: the field, for refusals.
    """
    numbers: dict[int, None] = {}
    for part in text.split(","):
        found = SECTION.fullmatch(part.strip())
        if found is None:
            raise Refused("field_unreadable", field=name, wanted="1-8, 12")
        first, last = int(found[1]), int(found[2] or found[1])
        if not 1 <= first <= last <= MOST_BOARDS:
            raise Refused("number_out_of_range", field=name, number=last, least=first or 1, most=MOST_BOARDS)
        numbers |= dict.fromkeys(range(first, last + 1))
    return list(numbers)


@cache
def _bounded(kind: Any) -> Any:
    """Return the type *kind* with its whole numbers limited to the range from -`HIGHEST` to `HIGHEST`."""
    if kind is int:
        return Annotated[int, msgspec.Meta(ge=-HIGHEST, le=HIGHEST)]
    if get_origin(kind) is tuple:
        return tuple.__class_getitem__(tuple(part if part is ... else _bounded(part) for part in get_args(kind)))
    return kind


def _wanted(kind: Any, raw: object) -> str:
    if kind == NUMBERS:
        return "1-8, 12" if isinstance(raw, str) else "a list of whole numbers"
    return WANTED.get(kind, "an object of numbers and words")


WANTED: Mapping[Any, str] = {
    int: "a whole number",
    bool: "true or false",
    str: "a text",
    TEXTS: "a list of texts",
    NAMED: "a list of names with values",
    tuple[tuple[int, int], ...]: "a list of pairs [white, black]",
    Side: "“white” or “black”",
}
