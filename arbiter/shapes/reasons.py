"""Reasons of a pairing, and rules that one bends, as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from arbiter import words
from arbiter.pairing.system import Reason
from arbiter.shapes.told import told
from arbiter.view import View


class ReasonTold(TypedDict):
    """Why, or what is bent: a code with its facts, and the sentence for whoever reads."""

    code: str
    entries: list[int]
    article: str | None
    facts: dict[str, Any]
    sentence: str


def reason_shape(reason: Reason, language: str) -> ReasonTold:
    """One reason for a program: its code and facts, and its sentence for whoever reads."""
    return told(ReasonTold, reason, facts=dict(reason.facts), sentence=reason_text(reason, language))


def reason_text(reason: Reason, language: str, view: View | None = None) -> str:
    """The sentence of a reason, its article behind it; with a *view* players are called by name and pairing number."""
    facts = {name: value if view is None else _named(reason.code, name, value, view) for name, value in reason.facts}
    return words.say(reason.code, facts, language, reason.article)


PEOPLE: Mapping[str, frozenset[str]] = {
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
"""Of each reason the facts that are entries."""


def _named(code: str, name: str, value: Any, view: View) -> Any:
    """The fact, with entries called by their names and pairing numbers."""
    if name not in PEOPLE.get(code, ()):
        return value
    if isinstance(value, tuple):
        return tuple(_player(view, int(one)) for one in value)
    return _player(view, int(value)) if str(value).isdigit() else value


def _player(view: View, entry: int) -> str:
    order = view.state.order
    return f"{view.name(entry)} ({order.index(entry) + 1})" if entry in order else view.name(entry)
