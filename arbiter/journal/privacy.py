"""What everybody may know of a person: nothing that is theirs alone, of a child not the year, the name as they ask.

No date of birth and no number at a federation is told in public, on no page, wire, sheet or file; the officials have
them. Of a minor, and of whoever may be one still, not the year of birth either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from arbiter.journal.people import Person

OF_AGE = 18
SHORT, WITHHELD = "short", "withheld"
MINORS = INITIALS, NONE = "initials", "none"
"""What a hub is told of the name of a minor."""


class InPublic(Mapping[int, Person]):
    """People as everybody may see them, each made when it is asked for."""

    def __init__(self, people: Mapping[int, Person], today: date) -> None:
        self._people = people
        self._today = today

    def __getitem__(self, entry: int) -> Person:
        return in_public(self._people[entry], entry, self._today)

    def __iter__(self) -> Iterator[int]:
        return iter(self._people)

    def __len__(self) -> int:
        return len(self._people)


def in_public(person: Person, entry: int, today: date) -> Person:
    """The person as everybody may see them."""
    if person.shown == WITHHELD:
        return Person(f"#{entry}", person.rating)
    year = person.year if of_age(person.born, today) else None
    told = replace(person, born=year or None, number=None, shown=None)
    return _shortened(told) if person.shown == SHORT else told


def at_hub(person: Person, entry: int, today: date, minors: str = INITIALS) -> Person:
    """The person as a hall tells a hub, where the whole world reads: of a minor the initials, or nothing.

    A minor is who is known to be one, or may be one still by their year; *minors*: one of `MINORS`.
    """
    told = in_public(person, entry, today)
    if not person.born or of_age(person.born, today) or person.shown == WITHHELD:
        return told
    if minors == NONE:
        return Person(f"#{entry}", person.rating)
    return replace(told, name=_initials(person), family=None, given=None)


def of_age(born: str | None, today: date) -> bool:
    """Whether somebody is of age for certain; of a year alone only once the whole of it is."""
    if not born:
        return False
    try:
        day = date.fromisoformat(born) if len(born) > 4 else date(int(born), 12, 31)
    except ValueError:
        return False
    return (today.year - day.year, (today.month, today.day) >= (day.month, day.day)) >= (OF_AGE, True)


def _initials(person: Person) -> str:
    """Of the given name and of the family name a letter: "A. B."."""
    given, main = _parts(person)
    return " ".join(f"{word[0]}." for word in (given, main) if word)


def _shortened(person: Person) -> Person:
    """The given name, and of the family name a letter: "Anna B."."""
    first, main = _parts(person)
    name = f"{first} {main[0]}." if main else first
    return replace(person, name=name, family=None, given=None)


def _parts(person: Person) -> tuple[str, str]:
    """The first given name, and the main word of the family name; empty where none is known."""
    first, *rest = (person.given or person.name).split()
    family = person.family or (rest[-1] if rest and not person.given else "")
    return first, next((word for word in family.split() if word[0].isupper()), family)
