"""Reasons of a pairing, and rules that one bends, as sentences in the reader's language."""

from __future__ import annotations

from typing import Any

from arbiter import words
from arbiter.pairing.system import Reason


def reason_shape(reason: Reason, language: str) -> dict[str, Any]:
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
