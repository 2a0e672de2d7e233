"""Completes typed names: from the members of other tournaments, and from a remembered rating list.

The rating list of a federation is stored in the register until another one is loaded or the list is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arbiter.desk.desk import Desk
from arbiter.exchange.lists.columns import Listing, checked
from arbiter.journal.people import Person, alphabetical
from arbiter.journal.same_person import name_key
from arbiter.refused import Refused
from arbiter.values import replace

MOST_OFFERED = 12
LEAST_LETTERS = 2
"""A typed name is completed only if it has at least this many letters."""
FROM_LIST = ("rating", "title", "federation", "number", "born", "sex")
"""The fields that are taken from the rating list, because it is newer than the facts in the club's tournaments."""


def people_of(listing: Listing, columns: Mapping[int, str]) -> list[Person]:
    """Return the people on a rating list, each name once. Lines that cannot be read are left out."""
    from arbiter.exchange.lists.people_on_a_list import (
        person_of,  # imported late, because few runs of the service read a list
    )

    kept, found = checked(columns), dict[str, Person]()
    for row in listing.rows:
        try:
            person = person_of(row, kept)
        except Refused:
            continue
        found.setdefault(f"{name_key(person.name)} {person.number or ''}", person)
    return list(found.values())


def completions(desk: Desk, others: Iterable[Desk], typed: str) -> list[Person]:
    """Return the remembered people whose names fit *typed* and who are not entered here, the club's own people first.

    Each typed word must be the beginning of a word of the name. For somebody of the club who is on the rating list too,
    the rating and the federation's facts are taken from the list, and the club as it was entered.
    """
    words = [f" {word}" for word in alphabetical(typed).replace(",", " ").split()]
    if sum(map(len, words)) - len(words) < LEAST_LETTERS:
        return []
    own = dict[str, Person]()
    for other in others:
        played = {entry: one for entry, one in other.people.items() if entry not in other.state.house}
        own |= {name_key(one.name): one for one in played.values() if _fits(_spoken(one), words)}
    listed = [one for spoken, one in desk.register.listed if _fits(spoken, words)]
    found = [_completed(one, [two for two in listed if name_key(two.name) == key]) for key, one in own.items()]
    found += [one for one in listed if name_key(one.name) not in own]
    free = [one for one in found if desk.roll.same(one) is None]
    return sorted(free, key=lambda one: (name_key(one.name) not in own, alphabetical(one.listed)))[:MOST_OFFERED]


def _completed(own: Person, listed: list[Person]) -> Person:
    """Return the person *own* of the club, completed from the rating list.

    *listed*: the people on the rating list who have the same name. Unless it is exactly one, *own* is unchanged.
    """
    if len(listed) != 1:
        return own
    newer = {field: getattr(listed[0], field) for field in FROM_LIST}
    return replace(own, **{field: value for field, value in newer.items() if value is not None})


def _spoken(person: Person) -> str:
    return f" {alphabetical(person.name)}"


def _fits(spoken: str, words: Iterable[str]) -> bool:
    return all(word in spoken for word in words)
