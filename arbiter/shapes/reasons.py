"""Reasons of a pairing, and rules that one bends, as sentences in the reader's language."""

from __future__ import annotations

from typing import Any, TypedDict

from arbiter import words
from arbiter.pairing.system import Reason


class ReasonTold(TypedDict):
    """Why, or what is bent: a code with its facts, and the sentence for whoever reads."""

    code: str
    entries: list[int]
    article: str | None
    facts: dict[str, Any]
    sentence: str


def reason_shape(reason: Reason, language: str) -> ReasonTold:
    """One reason for a program: its code and facts, and its sentence for whoever reads."""
    return {
        "code": reason.code,
        "entries": list(reason.entries),
        "article": reason.article,
        "facts": dict(reason.facts),
        "sentence": reason_text(reason, language),
    }


def reason_text(reason: Reason, language: str) -> str:
    """The sentence of a reason, its article behind it."""
    return words.say(reason.code, dict(reason.facts), language, reason.article)
