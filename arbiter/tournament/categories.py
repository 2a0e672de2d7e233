"""Categories of players, such as women or juniors: the facts that somebody needs to be a member.

The facts are in the register, never in the journal. So a category contains only its limits. Membership of an entry is
computed whenever it is needed. Entries can be named by hand too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from arbiter.values import dataclass

SEXES: Mapping[str, str] = {"f": "f", "w": "f", "v": "f", "m": "m"}
"""The sex, "f" or "m", for each first letter of the words that lists of federations use for it."""


class Facts(Protocol):
    """The facts about a player that decide whether they belong to a category, taken from the register."""

    @property
    def born(self) -> str | None: ...
    @property
    def rating(self) -> int | None: ...
    @property
    def sex(self) -> str | None: ...
    @property
    def club(self) -> str | None: ...
    @property
    def title(self) -> str | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A category: its name, the mark that lists show, its limits, and its own tie-breaks if it has any.

    `born_from` and `born_to` are years or ISO dates. `sex` is "f" or "m". `first_timers` asks for players who were in
    no other tournament of the service when they were entered. An empty limit excludes nobody. A category without any
    limit has only the entries that are named by hand. An entry in `without` is left out by hand.
    """

    name: str
    mark: str = ""
    born_from: str = ""
    born_to: str = ""
    rating_from: int = 0
    rating_to: int = 0
    sex: str = ""
    club: str = ""
    title: str = ""
    first_timers: bool = False
    entries: tuple[int, ...] = ()
    without: tuple[int, ...] = ()
    tiebreaks: tuple[str, ...] = ()

    @property
    def by_hand(self) -> bool:
        """Whether the category has no limit, so that only named entries belong to it."""
        return not (self.first_timers or self._asks_facts)

    @property
    def _asks_facts(self) -> bool:
        return any((self.born_from, self.born_to, self.rating_from, self.rating_to, self.sex, self.club, self.title))

    def has(self, entry: int, facts: Facts | None, *, first_time: bool = False) -> bool:
        """Return whether the entry is a member. If the register lacks a fact, the limit on that fact is not met.

        *first_time*: whether the player was in no other tournament of the service before.
        """
        if entry in self.without or entry in self.entries:
            return entry not in self.without
        if self.by_hand or (self.first_timers and not first_time):
            return False
        return not self._asks_facts or (facts is not None and self._born(facts.born or "") and self._fits(facts))

    def _born(self, born: str) -> bool:
        """Return whether somebody is certainly within the limits of age, even if only the year of birth is known.

        *born*: the year or the date of birth.
        """
        if not (self.born_from or self.born_to):
            return True
        first, last = (born, born) if len(born) > 4 else (f"{born}-01-01", f"{born}-12-31")
        after = not self.born_from or first >= _day(self.born_from, "01-01")
        return bool(born) and after and (not self.born_to or last <= _day(self.born_to, "12-31"))

    def _fits(self, facts: Facts) -> bool:
        rated = facts.rating is not None or not (self.rating_from or self.rating_to)
        return (
            rated
            and (facts.rating or 0) >= self.rating_from
            and (not self.rating_to or (facts.rating or 0) <= self.rating_to)
            and (not self.sex or SEXES.get((facts.sex or "")[:1].lower()) == self.sex)
            and (not self.club or (facts.club or "").casefold() == self.club.casefold())
            and (not self.title or (facts.title or "").casefold() == self.title.casefold())
        )


def categories_of(
    categories: Sequence[Category], entry: int, facts: Facts | None, *, first_time: bool = False
) -> frozenset[str]:
    """Return the names of the categories to which the entry belongs."""
    return frozenset(category.name for category in categories if category.has(entry, facts, first_time=first_time))


def marked(categories: Sequence[Category]) -> dict[str, str]:
    """Return the mark of each category for lists: its own, otherwise the first letter that no other category uses."""
    marks = {category.name: category.mark for category in categories if category.mark}
    for category in categories:
        letters = [*category.name.upper(), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        marks.setdefault(category.name, _first(letters, marks.values()) or category.name)
    return marks


def _first(letters: Sequence[str], used: Collection[str]) -> str:
    return next((letter for letter in letters if letter.isalpha() and letter not in used), "")


def _day(limit: str, rest: str) -> str:
    return limit if len(limit) > 4 else f"{limit}-{rest}"
