"""Taking the names of people out of a text that somebody typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from arbiter.journal.people import Person

SOMEBODY = "N.N."
"""The placeholder for a name that was taken out."""
NO_NAMES = frozenset({"White", "Black", "Red", "Wit", "Zwart", "Rood", "Computer"})
"""Words that are never taken for names, because rulings need them, even if somebody is called so."""
SHORTEST = 2


def without_names(people: Iterable[Person], others: Iterable[str] = ()) -> Callable[[str], str]:
    """Return a function that replaces the names of people in a text by `SOMEBODY`.

    *people*: the people whose names are replaced: the whole name, family and given names, and each capitalised word of
    them. *others*: further names to replace. Nicknames stay, and so do names that the register has forgotten.
    """
    names: set[str] = set(others)
    for person in people:
        names |= {person.name, person.family or "", person.given or ""}
    names |= {word for name in names for word in name.split() if word[:1].isupper()}
    wanted = [name for name in names if len(name) >= SHORTEST and name not in NO_NAMES]
    if not wanted:
        return lambda text: text
    longest = "|".join(map(_pattern, sorted(wanted, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{longest})(?!\w)")
    twice = re.compile(rf"{re.escape(SOMEBODY)}(?:[ -]{re.escape(SOMEBODY)})+")
    return lambda text: twice.sub(SOMEBODY, pattern.sub(SOMEBODY, text))


def _pattern(name: str) -> str:
    """Return a pattern for a name. A single word must match with its capitals, because it may be an ordinary word."""
    return f"(?i:{re.escape(name)})" if " " in name else re.escape(name)
