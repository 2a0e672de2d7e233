"""The public facts about a person: nothing private, no year of birth of minors, the name as the person asks.

Dates of birth and federation numbers are never shown in public, on no page, event stream, sheet or file; officials see
them. Of a minor, or somebody who may still be one, the year of birth is not shown either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from arbiter.journal.people import Person

OF_AGE = 18
SHORT, WITHHELD = "short", "withheld"
MINORS = INITIALS, NONE = "initials", "none"
"""The two ways to show the name of a minor on a hub: initials, or nothing."""


class InPublic(Mapping[int, Person]):
    """People with their public facts only, each made when it is asked for."""

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
    """Return the person with their public facts only."""
    if person.shown == WITHHELD:
        return Person(f"#{entry}", person.rating)
    year = person.year if of_age(person.born, today) else None
    told = replace(person, born=year or None, number=None, shown=None)
    return _shortened(told) if person.shown == SHORT else told


def at_hub(person: Person, entry: int, today: date, minors: str = INITIALS) -> Person:
    """Return the person as sent to a hub, which the whole world reads: of a minor the initials, or nothing.

    Somebody who may still be a minor by their year of birth counts as one. *minors*: one of `MINORS`.
    """
    told = in_public(person, entry, today)
    if not person.born or of_age(person.born, today) or person.shown == WITHHELD:
        return told
    if minors == NONE:
        return Person(f"#{entry}", person.rating)
    return replace(told, name=_initials(person), family=None, given=None)


def of_age(born: str | None, today: date) -> bool:
    """Return whether somebody is certainly of age; with only a year of birth, once that whole year is."""
    if not born:
        return False
    try:
        day = date.fromisoformat(born) if len(born) > 4 else date(int(born), 12, 31)
    except ValueError:
        return False
    return (today.year - day.year, (today.month, today.day) >= (day.month, day.day)) >= (OF_AGE, True)


def _initials(person: Person) -> str:
    """Return the person with initials of given and family name: "A. B."."""
    given, main = _parts(person)
    return " ".join(f"{word[0]}." for word in (given, main) if word)


def _shortened(person: Person) -> Person:
    """Return the person with given name and the initial of the family name: "Anna B."."""
    first, main = _parts(person)
    name = f"{first} {main[0]}." if main else first
    return replace(person, name=name, family=None, given=None)


def _parts(person: Person) -> tuple[str, str]:
    """Return the first given name and the main word of the family name; empty for unknown ones."""
    first, *rest = (person.given or person.name).split()
    family = person.family or (rest[-1] if rest and not person.given else "")
    return first, next((word for word in family.split() if word[0].isupper()), family)
