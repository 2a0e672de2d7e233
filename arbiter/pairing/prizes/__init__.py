"""Prizes: who is awarded what after the final standings, to the last minor unit of the currency.

Amounts are whole minor units (cents). The awards together are always the whole fund: a prize that nobody can take is an
award to nobody. Prizes of one place in one list belong together, such as a cup and an amount of money.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import groupby

from arbiter.pairing.prizes.matching import taken
from arbiter.pairing.prizes.sharing import SHARINGS, Sharing, rounded
from arbiter.refused import Refused
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """A prize: an amount of money in minor units, or a thing if the amount is 0.

    Without a category it is for a place in the standings, with a category for a place among its members. Without a
    place it is special. `entry` is the entry that the director gave the prize to by hand; None if it is not.
    """

    name: str
    amount: int = 0
    place: int | None = None
    category: str = ""
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Runner:
    """An entry in the final standings.

    Entries with the same `score` are equal before the tie-breaks, entries with the same `rank` after them too.
    """

    entry: int
    score: object
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """The share of one entry in some prizes, with the reason.

    `entry` is 0 if nobody has the prizes. `prizes` are their numbers in the fund, counted from 0. `how` is "place" (the
    prize of the entry's own place), "shared" (equal players share), "half" (half of the own prize, and a share in the
    other halves), "hand" (given by hand), "waits" (a special prize to be given by hand), "lots" (a thing for one of
    equal players, to be given by hand), or "nobody" (there is nobody who could take it). `own` is the amount of the own
    prize, `pool` the amount of the shared prizes together, and `among` are the equal players.
    """

    entry: int
    prizes: tuple[int, ...]
    amount: int
    how: str
    own: int = 0
    pool: int = 0
    among: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """The prizes of one place in one list: money and things, as numbers in the fund, and the money together.

    `worth` decides which bundle is better: the most money at this place or below, so that the first place is the best.
    """

    category: str
    place: int
    money: tuple[int, ...]
    things: tuple[int, ...]
    amount: int
    worth: int


@dataclass(slots=True)
class Giving:
    """The prizes on their way out: the bundles left in each list, the first place first, and the awards so far."""

    left: dict[str, list[Bundle]]
    orders: Mapping[str, Mapping[int, tuple[int, int]]]
    """The position and the rank of each entry in the standings of each list."""
    members: Mapping[str, frozenset[int]]
    row: Sharing
    awards: list[Award] = field(default_factory=list)

    def of(self, category: str, group: Sequence[Runner]) -> list[Runner]:
        """Return those of the group who may take prizes of that list, in the order of its standings."""
        inside = [one for one in group if self._may(category, one)]
        return sorted(inside, key=lambda one: self._at(category, one)[0])

    def _may(self, category: str, one: Runner) -> bool:
        return not category or one.entry in self.members.get(category, ())

    def down(self, runners: Sequence[Runner]) -> list[Award]:
        """Give the bundles out down the standings, one each. Those left over are awards to nobody."""
        rest = list(runners)
        while group := self._next(rest):
            self.give(group)
            rest = [one for one in rest if one not in group]
        for bundle in (bundle for left in self.left.values() for bundle in left):
            numbers = (*bundle.money, *bundle.things)
            self.awards.append(Award(entry=0, prizes=numbers, amount=bundle.amount, how="nobody", own=bundle.amount))
        return self.awards

    def _next(self, rest: Sequence[Runner]) -> list[Runner]:
        """Return the first equal players down the standings who are first in the list of the best bundle they can take.

        They are those at the top, unless a category has its own tie-breaks. Then nobody sees the bundle that they would
        have taken go to a player who is placed lower in its list.
        """
        lists = {name: inside for name, left in self.left.items() if left and (inside := self.of(name, rest))}
        for _, rows in groupby(rest, key=lambda one: one.score if self.row.by_score else one.rank):
            group = list(rows)
            heads = [self.left[name][0] for name in lists if any(self._may(name, one) for one in group)]
            if heads and self.row.by_score:
                return group
            best = max(heads, key=lambda bundle: bundle.worth, default=None)
            if best is None or lists[best.category][0] not in group:
                continue
            inside = self.of(best.category, group)
            first = self._tied(best.category, inside, inside[0])
            return group if first == inside else first
        return []

    def _tied(self, category: str, inside: Sequence[Runner], holder: Runner) -> list[Runner]:
        """Return those of them who share the holder's rank in the standings of that list."""
        return [one for one in inside if self._at(category, one)[1] == self._at(category, holder)[1]]

    def _at(self, category: str, one: Runner) -> tuple[int, int]:
        """Return the position and the rank of a player in the standings of that list."""
        return self.orders.get(category, {}).get(one.entry, (0, one.rank))

    def give(self, group: Sequence[Runner]) -> None:
        """Give equal players as much as they can win together, one bundle each.

        If the members of one category have more by sharing its prizes alone, they do so, and the others share the rest.
        A list that has only things left is given out among those for whom there is no money.
        """
        lists = {category: left for category, left in self.left.items() if left and self.of(category, group)}
        rich = {category: left for category, left in lists.items() if left[0].worth} or lists
        heads = [bundle for category, left in rich.items() for bundle in left[: len(self.of(category, group))]]
        offers = sorted(heads, key=lambda bundle: (-bundle.worth, list(rich).index(bundle.category)))
        won = {offers[prize] for prize in self._taken(offers, group)}
        rest = list(group)
        for part, offered in self._parts([bundle for bundle in offers if bundle in won], group):
            rest = [one for one in rest if one not in part]
            apart = self._better_apart(offered, part)
            if apart is None:
                self._share(offered, part)
                continue
            inside = self.of(apart, part)
            self._share(self.left[apart][: len(inside)], inside)
            self.give([one for one in part if one not in inside])
        if len(rich) < len(lists) and rest:
            self.give(rest)

    def _taken(self, offers: Sequence[Bundle], group: Sequence[Runner]) -> dict[int, int]:
        at = {one.entry: number for number, one in enumerate(group)}
        return taken([[at[one.entry] for one in self.of(offer.category, group)] for offer in offers])

    def _parts(self, offers: Sequence[Bundle], group: Sequence[Runner]) -> Iterable[tuple[list[Runner], list[Bundle]]]:
        """Yield the parts of a group that share no prize with each other, each with its bundles."""
        lists = {bundle.category: {bundle.category} for bundle in offers}
        for one in group:
            joined = set().union(*(found for name, found in lists.items() if self.of(name, [one])))
            lists |= dict.fromkeys(joined, joined)
        for together in {id(found): found for found in lists.values()}.values():
            part = [one for one in group if any(self.of(name, [one]) for name in together)]
            yield part, [bundle for bundle in offers if bundle.category in together]

    def _better_apart(self, offers: Sequence[Bundle], part: Sequence[Runner]) -> str | None:
        """Return the category whose members have most, and more than a share in all, by sharing its prizes alone."""
        best, found = Fraction(sum(bundle.amount for bundle in offers), len(part)), None
        for category in {bundle.category: None for bundle in offers}:
            inside = self.of(category, part)
            alone = Fraction(sum(bundle.amount for bundle in self.left[category][: len(inside)]), len(inside))
            if len(inside) < len(part) and alone > best:
                best, found = alone, category
        return found

    def _share(self, offers: Sequence[Bundle], part: Sequence[Runner]) -> None:
        """Award the bundles to equal players: the money by the way of sharing, the things by the tie-breaks."""
        own = {part[player]: offers[prize] for prize, player in self._taken(offers, part).items()}
        pool, among = sum(bundle.amount for bundle in offers), tuple(one.entry for one in part)
        equals = self._equals(own, part)
        money = {one.entry: self._own(equals[one], own) for one in part}
        amounts = rounded({entry: self.row.share(money[entry], pool, len(part)) for entry in among})
        for one in part:
            bundle = own.get(one)
            if amounts[one.entry] and len(part) == 1 and bundle:
                self._award(one.entry, bundle.money, amounts[one.entry], "place", int(money[one.entry]))
            elif amounts[one.entry]:
                numbers = tuple(number for offer in offers for number in offer.money)
                how = "half" if self.row.own else "shared"
                self._award(one.entry, numbers, amounts[one.entry], how, round(money[one.entry]), pool, among)
            rivals = tuple(other.entry for other in self.of(bundle.category, equals[one])) if bundle else ()
            for number in bundle.things if bundle else ():
                lots = len(rivals) > 1
                self._award(0 if lots else one.entry, (number,), 0, "lots" if lots else "place", among=rivals)
        for bundle in offers:
            self.left[bundle.category].remove(bundle)

    def _equals(self, own: Mapping[Runner, Bundle], part: Sequence[Runner]) -> dict[Runner, list[Runner]]:
        """Return for each player those whom all tie-breaks leave equal, by the list of the prize for their place."""
        found = {one: [one] for one in part}
        for holder, bundle in own.items():
            same = self._tied(bundle.category, self.of(bundle.category, part), holder)
            if any(found[one] is not found[holder] for one in same):
                joined = {more for one in same for more in found[one]}
                together = [one for one in part if one in joined]
                found |= dict.fromkeys(together, together)
        return found

    def _own(self, same: Sequence[Runner], own: Mapping[Runner, Bundle]) -> Fraction:
        """Return the money of the own place. Players whom all tie-breaks leave equal have the mean of their places."""
        return Fraction(sum(own[other].amount for other in same if other in own), len(same))

    def _award(
        self,
        entry: int,
        prizes: tuple[int, ...],
        amount: int,
        how: str,
        own: int = 0,
        pool: int = 0,
        among: tuple[int, ...] = (),
    ) -> None:
        self.awards.append(Award(entry=entry, prizes=prizes, amount=amount, how=how, own=own, pool=pool, among=among))


def awards(
    fund: Sequence[Prize],
    orders: Mapping[str, Sequence[Runner]],
    members: Mapping[str, frozenset[int]],
    *,
    sharing: str,
    one_each: bool,
) -> tuple[Award, ...]:
    """Return who is awarded which prizes of the fund, list by list, each list from its first place down.

    *orders* are the standings by category; "" has those of the tournament. *members* are the entries of each category.
    With *one_each* everybody takes one prize. The best prize that is left goes to the first in the standings of its
    list who has none. Players with equal points are treated together if they share. Otherwise each list is given out by
    its own standings. Special prizes, and prizes given by hand, come on top.

    >>> fund = [Prize(name="1", amount=500, place=1), Prize(name="2", amount=250, place=2)]
    >>> tied = [Runner(7, 12, 1), Runner(4, 12, 2)]
    >>> [(a.entry, a.amount) for a in awards(fund, {"": tied}, {}, sharing="hort", one_each=True)]
    [(7, 438), (4, 312)]
    """
    row, lists, gone = SHARINGS[sharing], _bundles(fund), _by_hand(fund)
    places = {name: {one.entry: (at, one.rank) for at, one in enumerate(order)} for name, order in orders.items()}
    if one_each:
        out = frozenset[int]().union(*gone.values())
        made = Giving(lists, places, members, row).down([one for one in orders.get("", ()) if one.entry not in out])
    else:
        made = []
        for name, left in lists.items():
            giving = Giving({name: left}, places, members, row)
            there = [one for one in orders.get(name, ()) if one.entry not in gone.get(name, ())]
            made += giving.down(giving.of(name, there))
    at = {number: place for place, number in enumerate(_numbers(fund))}
    by_hand = [
        Award(entry=prize.entry or 0, prizes=(number,), amount=prize.amount, how="hand" if prize.entry else "waits")
        for number, prize in enumerate(fund)
        if prize.entry or not prize.place
    ]
    return (*sorted(made, key=lambda award: at[award.prizes[0]]), *by_hand)


def check_places(fund: Iterable[Prize]) -> None:
    """Raise Refused if a list has a prize for a place and none for the place before it."""
    found: dict[str, set[int]] = {}
    for prize in fund:
        if prize.place:
            found.setdefault(prize.category, set()).add(prize.place)
    for category, places in found.items():
        gap = next((place for place in sorted(places) if place > 1 and place - 1 not in places), None)
        if gap is not None:
            raise Refused("prize_gap", place=gap, before=gap - 1, category=category)


def _by_hand(fund: Sequence[Prize]) -> dict[str, frozenset[int]]:
    """Return the entries that were given the money of a place by hand, by category: their place in it is taken."""
    given = [prize for prize in fund if prize.entry and prize.place and prize.amount]
    return {one.category: frozenset(p.entry or 0 for p in given if p.category == one.category) for one in given}


def _numbers(fund: Sequence[Prize]) -> list[int]:
    """Return the numbers of the prizes for places, list by list, each list from its first place down."""
    return [n for left in _bundles(fund).values() for bundle in left for n in (*bundle.money, *bundle.things)]


def _bundles(fund: Sequence[Prize]) -> dict[str, list[Bundle]]:
    """Return the bundles of each list, the first place first. The list of the tournament is the first one."""
    found: dict[str, dict[int, list[int]]] = {"": {}}
    for number, prize in enumerate(fund):
        if prize.place and not prize.entry:
            found.setdefault(prize.category, {}).setdefault(prize.place, []).append(number)
    return {category: _in_places(fund, category, places) for category, places in found.items()}


def _in_places(fund: Sequence[Prize], category: str, places: Mapping[int, Sequence[int]]) -> list[Bundle]:
    made: list[Bundle] = []
    for place, numbers in sorted(places.items(), reverse=True):
        amount = sum(fund[number].amount for number in numbers)
        bundle = Bundle(
            category=category,
            place=place,
            money=tuple(number for number in numbers if fund[number].amount),
            things=tuple(number for number in numbers if not fund[number].amount),
            amount=amount,
            worth=max(amount, made[-1].worth if made else 0),
        )
        made.append(bundle)
    return made[::-1]
