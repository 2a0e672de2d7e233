"""Reading what was typed into a form: words, numbers, sides, results, lengths of time.

What cannot be read is refused with what is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.sides import HOUR, MINUTE, SECOND, Both, Side, Span

Form = Mapping[str, str]

RESULTS: Mapping[str, Both[Outcome]] = {
    "white": Both(Outcome.WON, Outcome.LOST),
    "draw": Both(Outcome.DRAWN, Outcome.DRAWN),
    "black": Both(Outcome.LOST, Outcome.WON),
    "neither": Both(Outcome.LOST, Outcome.LOST),
}
"""What a director may choose as a result: who won, or that both lost."""

WRITTEN = re.compile(r"(\d{1,3})[+-]?-(\d{1,3})[+-]?", re.ASCII)
"""A result in points, a draw with the plus of either side."""

LONGEST_NUMBER = 9


def word(form: Form, name: str) -> str | None:
    """The text of that field with its spaces folded; None where nothing was typed."""
    return " ".join(form.get(name, "").split()) or None


def once(form: Form) -> str | None:
    """The key that the page gave its form, so that sending it twice records one thing."""
    key = word(form, "key")
    return f"office#{key[:80]}" if key else None


def number(form: Form, name: str) -> int | None:
    """The whole number of that field; None where nothing was typed."""
    text = word(form, name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise Refused("field_unreadable", field=name, wanted="a whole number")
    return int(text)


def needed(form: Form, name: str) -> int:
    """The whole number of a field that may not be empty."""
    found = number(form, name)
    if found is None:
        raise Refused("field_missing", field=name)
    return found


def side(form: Form, name: str = "side") -> Side:
    """The side that was chosen."""
    return Side(choice(form, name, ("white", "black")))


def result(form: Form, name: str = "result") -> Both[Outcome]:
    """The result that was chosen, or written as points (9-1, 1+-1-): who has won."""
    told = WRITTEN.fullmatch(form.get(name, ""))
    if told:
        white, black = int(told[1]), int(told[2])
        return RESULTS["white" if white > black else "black" if white < black else "draw"]
    return RESULTS[choice(form, name, tuple(RESULTS))]


def written(form: Form, name: str = "result") -> str:
    """The result where it is written as points; the ruling knows which the scheme has."""
    told = form.get(name, "")
    return told if WRITTEN.fullmatch(told) else ""


def choice(form: Form, name: str, known: tuple[str, ...]) -> str:
    """One of the values that a page offers."""
    chosen = form.get(name, "")
    if not chosen:
        raise Refused("field_missing", field=name)
    if chosen not in known:
        raise Refused("unknown_key", field=name, key=chosen[:80], known=known)
    return chosen


def span(form: Form, name: str) -> Span:
    """A length of time: minutes ("5"), minutes and seconds ("5:30"), or hours, minutes and seconds ("1:05:30")."""
    parts = (word(form, name) or "").split(":")
    if not (1 <= len(parts) <= 3 and all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts)):
        raise Refused("field_unreadable", field=name, wanted="5, 5:30, 1:05:30")
    units = (MINUTE,) if len(parts) == 1 else (HOUR, MINUTE, SECOND)[-len(parts) :]
    return sum(int(part) * unit for part, unit in zip(parts, units, strict=True))
