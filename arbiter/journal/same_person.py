"""Comparison of people: whether two entries, or two names, may be one and the same person."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from arbiter.journal.people import Person, alphabetical, folded


def name_key(name: str) -> str:
    """Return a key that is equal for two names that probably belong to one person: sorted words without accents."""
    return " ".join(sorted("".join(c if c.isalnum() else " " for c in alphabetical(name)).split()))


class Roll:
    """A collection of people, entered or on a list, for finding out whether a person is already in it."""

    def __init__(self, people: Mapping[int, Person] = {}) -> None:  # never changed, so a shared default is safe
        self._people: dict[int, Person] = {}
        self._places: dict[tuple[str, ...], list[int]] = {}
        for place, person in people.items():
            self.add(place, person)

    def add(self, place: int, person: Person) -> None:
        self._people[place] = person
        for key in self._keys(person):
            self._places.setdefault(key, []).append(place)

    def same(self, person: Person) -> int | None:
        """Return the key of the person with the same federation number or name as *person*; None if there is none.

        The key is an entry number, or the line number in a list.
        """
        name, _, *numbered = self._keys(person)
        found = [*(place for key in numbered for place in self._places.get(key, ())), *self._at(name, person)]
        return found[0] if found else None

    def alike(self, person: Person) -> tuple[int, ...]:
        """Return the keys (entry numbers, or lines of a list) of people who may be *person*.

        Their names have the same words in any order, with any accents.
        """
        return tuple(self._at(self._keys(person)[1], person))

    def _at(self, key: tuple[str, ...], person: Person) -> list[int]:
        return [place for place in self._places.get(key, ()) if not _two(person, self._people[place])]

    def _keys(self, person: Person) -> list[tuple[str, ...]]:
        keys: list[tuple[str, ...]] = [("name", folded(person.name)), ("words", name_key(person.name))]
        return [*keys, ("number", person.federation or "", person.number)] if person.number else keys


def _two(one: Person, other: Person) -> bool:
    """Return whether two people are certainly different: their known years of birth or federation numbers differ."""
    years = one.year, other.year
    numbers = (one.number, other.number) if one.federation == other.federation else (None, None)
    return any(all(pair) and pair[0] != pair[1] for pair in (years, numbers))


def alike(one: str, other: str, *, part: bool = False) -> bool:
    """Return whether two names may belong to one person: they have the same words in any order.

    Given names may also be initials. *part*: whether *one* may be only a part of *other*: "Smit" of "Anna Smit".
    """
    words, others = _words(one), [*_words(other)]
    whole, left = False, []
    for word in words:
        same = next((known for known in others if known == word), None) or next(
            (known for known in others if 1 in (len(word), len(known)) and known[0] == word[0]), None
        )
        if same is None:
            left.append(word)
        else:
            whole = whole or (len(same) > 1 and same == word)
            others.remove(same)
    others = [] if part else others
    return whole and not (left and others) and all(len(word) == 1 for word in (*left, *others))


@lru_cache(4_096)
def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name without accents and capitals, the longest first. The latest results are cached."""
    return tuple(sorted(re.findall(r"\w+", alphabetical(name)), key=len, reverse=True))
