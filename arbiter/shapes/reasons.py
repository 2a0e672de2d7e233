"""Reasons for a pairing, and rules that a pairing breaks, as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from arbiter import words
from arbiter.pairing.system_interface import Reason
from arbiter.shapes.json_answers import told
from arbiter.view import View


class ReasonTold(TypedDict):
    """A reason for a pairing, or a rule that the pairing breaks: its code, its facts, and its sentence."""

    code: str
    entries: list[int]
    article: str | None
    facts: dict[str, Any]
    sentence: str


def reason_shape(reason: Reason, language: str) -> ReasonTold:
    """Return a reason for a pairing as JSON: its code, its facts, and its sentence in *language*."""
    return told(ReasonTold, reason, facts=dict(reason.facts), sentence=reason_text(reason, language))


def reason_text(reason: Reason, language: str, view: View | None = None) -> str:
    """Return the sentence of a reason, followed by the article of the rules.

    *view*: if it is given, the sentence has players' names and pairing numbers instead of entry numbers.
    """
    facts = {name: value if view is None else _named(reason.code, name, value, view) for name, value in reason.facts}
    return words.say(reason.code, facts, language, reason.article)


PEOPLE: Mapping[str, frozenset[str]] = {
    "equal_at_border": frozenset({"players"}),
    "swiss_floated": frozenset({"down", "up"}),
    "swiss_bracket": frozenset({"down", "residents", "floaters"}),
    **dict.fromkeys(
        (
            "not_met_before", "not_forbidden", "not_same_colour", "not_possible", "not_as_good", "not_the_first",
            "they_do_meet", "not_both_there",
        ),
        frozenset({"one", "two"}),
    ),
}  # fmt: skip
"""The names of the facts that are entry numbers, by the code of the reason."""


def _named(code: str, name: str, value: Any, view: View) -> Any:
    """Return a fact of a reason, with each entry number replaced by the player's name and pairing number."""
    if name not in PEOPLE.get(code, ()):
        return value
    if isinstance(value, tuple):
        return tuple(_player(view, int(one)) for one in value)
    return _player(view, int(value)) if str(value).isdigit() else value


def _player(view: View, entry: int) -> str:
    order = view.state.order
    return f"{view.name(entry)} ({order.index(entry) + 1})" if entry in order else view.name(entry)
