"""Looks up the ratings of a tournament's players in a rating list, by name in either order of family and given name."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.exchange.lists.columns import Listing, checked
from arbiter.exchange.lists.people_on_a_list import person_of
from arbiter.journal.people import Person
from arbiter.journal.same_person import name_key
from arbiter.refused import Refused
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Rated:
    """An entry with its present rating and the rating on the list.

    `several`: how many ratings the list has for the name.
    """

    entry: int
    had: int | None
    rating: int | None
    several: int = 1

    @property
    def changes(self) -> bool:
        """Whether the list has exactly one rating for the name, and that is not the present rating."""
        return self.several == 1 and self.rating is not None and self.rating != self.had


def read_ratings(listing: Listing, columns: Mapping[int, str], people: Mapping[int, Person]) -> tuple[Rated, ...]:
    """Return the entries whose names are on the rating list, with the ratings on it. Unreadable lines are skipped."""
    kept = checked(columns)
    if "rating" not in kept.values():
        raise Refused("no_rating_column")
    listed: dict[str, list[int]] = {}
    for row in listing.rows:
        try:
            person = person_of(row, kept)
        except Refused:
            continue
        if person.rating is not None:
            listed.setdefault(name_key(person.name), []).append(person.rating)
    found = []
    for entry, person in people.items():
        ratings = listed.get(name_key(person.name), [])
        if ratings:
            found.append(Rated(entry, person.rating, ratings[0], len(set(ratings))))
    return tuple(found)
