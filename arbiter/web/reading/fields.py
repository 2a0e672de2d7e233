"""Reading what a program sent: JSON (or a form), field by field.

What cannot be read is refused with the field's name and what is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import request

from arbiter.refused import Refused
from arbiter.sides import Side

LARGEST_BODY = 64 * 1024
"""Bytes of a JSON request: a thousand pairs of a round by hand are well below it."""
HIGHEST = 10**15
LONGEST_KEY = 100
MISSING: Final = object()
"""The default of a field that has to be there."""
YES_AND_NO: Mapping[object, bool] = {
    **dict.fromkeys((True, "true", "yes", "on", "1"), True),
    **dict.fromkeys((False, "false", "no", "off", "0"), False),
}
SIDES: Mapping[object, Side] = {side.value: side for side in Side}


class Fields:
    """The fields of one request; null and an empty text count as not given.

    Each method answers with *default* for such a field.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given

    def has(self, name: str) -> bool:
        """Whether the field was given."""
        return self.given.get(name) not in (None, "")

    def word(self, name: str, default: Any = MISSING) -> Any:
        """A text."""
        return self._read(name, default, "a text", lambda value: value if isinstance(value, str) else None)

    def word_or_whole(self, name: str, default: Any = MISSING) -> Any:
        """A text, also where it was sent as a number: a year."""
        number = self.given.get(name)
        return str(number) if _whole(number) is not None else self.word(name, default)

    def whole(self, name: str, default: Any = MISSING) -> Any:
        """A whole number, also one that a form sent as text."""
        return self._read(name, default, "a whole number", _whole)

    def yes(self, name: str, default: Any = MISSING) -> Any:
        """Yes or no."""
        return self._read(name, default, "true or false", lambda value: _of(YES_AND_NO, value))

    def side(self, name: str, default: Any = MISSING) -> Any:
        """White or Black."""
        return self._read(name, default, "“white” or “black”", lambda value: _of(SIDES, value))

    def wholes(self, name: str, default: Any = MISSING) -> Any:
        """Whole numbers in a list."""
        return self._read(name, default, "a list of whole numbers", _wholes)

    def words(self, name: str, default: Any = MISSING) -> Any:
        """Texts in a list, or in one text between commas."""
        return self._read(name, default, "a list of texts", _texts)

    def pairs(self, name: str, default: Any = MISSING) -> Any:
        """Pairs of White's and Black's entry: two numbers in a list, or under the names of the sides."""
        return self._read(name, default, "a list of pairs [white, black]", _pairs)

    def named(self, name: str, default: Any = MISSING) -> Any:
        """Values under names: an object, as pairs in its order."""
        wanted = "a list of names with values"
        return self._read(
            name, default, wanted, lambda value: tuple(value.items()) if isinstance(value, dict) else None
        )

    def settings(self, name: str) -> dict[str, int | str]:
        """Settings by their names: an object of numbers and words; nothing where none is given."""
        given = self.given.get(name) or {}
        if not isinstance(given, dict) or not all(isinstance(value, int | str) for value in given.values()):
            raise Refused("field_unreadable", field=name, wanted="an object of numbers and words")
        return dict(given)

    @property
    def key(self) -> str | None:
        """The idempotency key; it counts for the address that it was sent to."""
        key = self.word("key", None)
        if key is None:
            return None
        if len(key) > LONGEST_KEY:
            raise Refused("text_too_long", field="key", length=len(key), longest=LONGEST_KEY)
        return f"{request.path.removeprefix('/api/v1/tournaments/').partition('/')[2]}#{key}"

    def _read(self, name: str, default: Any, wanted: str, read: Callable[[Any], Any]) -> Any:
        if not self.has(name):
            if default is MISSING:
                raise Refused("field_missing", field=name)
            return default
        found = read(self.given[name])
        if found is None:
            raise Refused("field_unreadable", field=name, wanted=wanted)
        return found


def sent() -> Fields:
    """The fields of the request at hand: a JSON object, nothing, or a form's."""
    if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return Fields(request.form)
    if (request.content_length or 0) > LARGEST_BODY:
        raise Refused("too_large", most=LARGEST_BODY)
    if not request.get_data().strip():
        return Fields({})
    try:
        given = request.get_json(force=True, silent=True)
    except RecursionError:
        given = None
    if not isinstance(given, dict):
        raise Refused("json_unreadable")
    return Fields(given)


def _of(table: Mapping[object, Any], value: object) -> Any:
    return table.get(value) if isinstance(value, str | bool) else None


def _whole(value: object) -> int | None:
    if isinstance(value, str):
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 15):
            return None
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > HIGHEST:
        return None
    return value


def _wholes(value: object) -> tuple[int, ...] | None:
    if not isinstance(value, list):
        return None
    numbers = tuple(number for number in map(_whole, value) if number is not None)
    return numbers if len(numbers) == len(value) else None


def _texts(value: object) -> tuple[str, ...] | None:
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    return None


def _pairs(value: object) -> tuple[tuple[int, int], ...] | None:
    if not isinstance(value, list):
        return None
    pairs = []
    for item in value:
        numbers = _wholes([item.get("white"), item.get("black")] if isinstance(item, dict) else item)
        if numbers is None or len(numbers) != 2:
            return None
        pairs.append((numbers[0], numbers[1]))
    return tuple(pairs)
