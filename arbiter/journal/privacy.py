"""The facts about a person that may be published, with the name in the form that the person asks for.

Dates of birth and federation numbers are never shown in public, on no page, event stream, sheet or file; officials see
them. For a minor, or somebody who may still be one, the year of birth is not shown either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from arbiter.journal.people import Person, Staff
from arbiter.values import replace

OF_AGE = 18
SHORT, WITHHELD = "short", "withheld"
MINORS = INITIALS, NONE = "initials", "none"
"""The two ways to show the name of a minor on a hub: initials, or nothing."""


class InPublic(Mapping[int, Person]):
    """A mapping of people that shows only their public facts. Each person's facts are computed when they are read."""

    def __init__(self, people: Mapping[int, Person], today: date) -> None:
        self._people = people
        self._today = today

    def __getitem__(self, entry: int) -> Person:
        return in_public(self._people[entry], entry, self._today)

    @property
    def whole(self) -> Mapping[int, Person]:
        """The same people with all their facts, to compute results that depend on facts which are not public."""
        return self._people

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


def staff_in_public(staff: Staff) -> Staff:
    """Return the organiser and the officials without the officials' federation numbers."""
    return replace(staff, posts=tuple(replace(post, number="") for post in staff.posts))


def at_hub(person: Person, entry: int, today: date, minors: str = INITIALS) -> Person:
    """Return the person as published on a hub, which the whole world can read.

    A minor is published with initials only, or not at all, as *minors* (one of `MINORS`) says. Somebody who may still
    be a minor, judged by the year of birth, counts as a minor.
    """
    told = in_public(person, entry, today)
    if not person.born or of_age(person.born, today) or person.shown == WITHHELD:
        return told
    if minors == NONE:
        return Person(f"#{entry}", person.rating)
    return replace(told, name=_initials(person), family=None, given=None)


def of_age(born: str | None, today: date) -> bool:
    """Return whether somebody is certainly of age. If only the year of birth is known, December 31 is assumed."""
    if not born:
        return False
    try:
        day = date.fromisoformat(born) if len(born) > 4 else date(int(born), 12, 31)
    except ValueError:
        return False
    return (today.year - day.year, (today.month, today.day) >= (day.month, day.day)) >= (OF_AGE, True)


def _initials(person: Person) -> str:
    """Return the person with the initials of given and family name as the name: "A. B."."""
    given, main = _parts(person)
    return " ".join(f"{word[0]}." for word in (given, main) if word)


def _shortened(person: Person) -> Person:
    """Return the person with the given name and the initial of the family name as the name: "Anna B."."""
    first, main = _parts(person)
    name = f"{first} {main[0]}." if main else first
    return replace(person, name=name, family=None, given=None)


def _parts(person: Person) -> tuple[str, str]:
    """Return the first given name and the main word of the family name; an empty text for a part that is not known."""
    first, *rest = (person.given or person.name).split()
    family = person.family or (rest[-1] if rest and not person.given else "")
    return first, next((word for word in family.split() if word[0].isupper()), family)
