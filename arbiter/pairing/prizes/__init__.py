"""Prizes: who is awarded what by the final standings, to the last cent.

Amounts are whole minor units of the currency (cents). A list is the standings of the tournament, or those of one
category of players. The fund is all prizes together, and all of it is awarded: a prize that nobody can take is an award
to nobody. Prizes of one place in one list belong together, such as a cup and an amount of money.
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

    `place` is its place in the list `category`; the empty category is the standings of the tournament. Without a place
    it is a special prize, which is given by hand. `entry` is the entry to which the director has given the prize by
    hand; None if it was not given by hand.
    """

    name: str
    amount: int = 0
    place: int | None = None
    category: str = ""
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Runner:
    """An entry in the final standings.

    Entries with the same `score` have the same points. Entries with the same `rank` are also equal in all tie-breaks.
    """

    entry: int
    score: object
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """What one entry gets from one or more prizes, with the reason.

    `entry` is 0 if nobody gets the prizes. `prizes` are their numbers in the fund, counted from 0. `own` is the amount
    of the prize for the entry's own place, `pool` the amount of all shared prizes together. `among` are the equal
    players. `how` is the reason:

    * "place": the prize of the entry's own place.
    * "shared": equal players share the money of their places.
    * "half": half of the prize for the own place, and an equal share of the other halves.
    * "hand": given by hand.
    * "waits": a special prize that has still to be given by hand.
    * "lots": a thing for which several players are equal. One of them has still to be chosen by hand.
    * "nobody": no player can take it.
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
    """The prizes of one place in one list. `money` and `things` are their numbers in the fund.

    `amount` is the sum of the money. `worth` decides which bundle is better: the greatest amount at this place or a
    lower place, so that no place is better than the places above it.
    """

    category: str
    place: int
    money: tuple[int, ...]
    things: tuple[int, ...]
    amount: int
    worth: int


@dataclass(slots=True)
class Giving:
    """The state while prizes are given out: the bundles left in each list, the first place first, and the awards.

    `members` are the entries of each category, and `row` is the way of sharing.
    """

    left: dict[str, list[Bundle]]
    orders: Mapping[str, Mapping[int, tuple[int, int]]]
    """For each list of prizes (by category), and in it for each entry: its position and its rank in the standings."""
    members: Mapping[str, frozenset[int]]
    row: Sharing
    awards: list[Award] = field(default_factory=list)

    def of(self, category: str, group: Sequence[Runner]) -> list[Runner]:
        """Return those of *group* who may take prizes of the list *category*, in the order of its standings."""
        inside = [one for one in group if self._may(category, one)]
        return sorted(inside, key=lambda one: self._at(category, one)[0])

    def _may(self, category: str, one: Runner) -> bool:
        return not category or one.entry in self.members.get(category, ())

    def down(self, runners: Sequence[Runner]) -> list[Award]:
        """Give out the bundles down the standings *runners*, one to each player, and return all awards.

        Bundles that nobody can take become awards to nobody.
        """
        rest = list(runners)
        while group := self._next(rest):
            self.give(group)
            rest = [one for one in rest if one not in group]
        for bundle in (bundle for left in self.left.values() for bundle in left):
            numbers = (*bundle.money, *bundle.things)
            self.awards.append(Award(entry=0, prizes=numbers, amount=bundle.amount, how="nobody", own=bundle.amount))
        return self.awards

    def _next(self, rest: Sequence[Runner]) -> list[Runner]:
        """Return the group of equal players in *rest* to be served next; empty if nobody can take a bundle.

        It is the first group down the standings that leads the list of the best bundle that it can take. Usually this
        is the group at the top. If a category has tie-breaks of its own, a lower group may lead its list. The group at
        the top then waits, so that a bundle never goes to a player who is placed lower in the bundle's own list.
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
        """Return those of *inside* who have the same rank as *holder* in the standings of the list *category*."""
        return [one for one in inside if self._at(category, one)[1] == self._at(category, holder)[1]]

    def _at(self, category: str, one: Runner) -> tuple[int, int]:
        """Return the position and the rank of the player *one* in the standings of the list *category*."""
        return self.orders.get(category, {}).get(one.entry, (0, one.rank))

    def give(self, group: Sequence[Runner]) -> None:
        """Give the equal players *group* as much as they can win together, one bundle each.

        If the members of a category get more by sharing its prizes alone, they do so, and the others share the rest. If
        a list has only things left, they go to players who get no money.
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
        """Split *group* into parts such that no list of prizes has members in two parts.

        Yield the players of each part, with those bundles of *offers* that are for its lists.
        """
        lists = {bundle.category: {bundle.category} for bundle in offers}
        for one in group:
            joined = set().union(*(found for name, found in lists.items() if self.of(name, [one])))
            lists |= dict.fromkeys(joined, joined)
        for together in {id(found): found for found in lists.values()}.values():
            part = [one for one in group if any(self.of(name, [one]) for name in together)]
            yield part, [bundle for bundle in offers if bundle.category in together]

    def _better_apart(self, offers: Sequence[Bundle], part: Sequence[Runner]) -> str | None:
        """Return the category whose members get most if they share its prizes alone.

        Return None if in no category the members would get more than by an equal share of all *offers*.
        """
        best, found = Fraction(sum(bundle.amount for bundle in offers), len(part)), None
        for category in {bundle.category: None for bundle in offers}:
            inside = self.of(category, part)
            alone = Fraction(sum(bundle.amount for bundle in self.left[category][: len(inside)]), len(inside))
            if len(inside) < len(part) and alone > best:
                best, found = alone, category
        return found

    def _share(self, offers: Sequence[Bundle], part: Sequence[Runner]) -> None:
        """Award the bundles *offers* to the equal players *part*: money by the way of sharing, things by tie-breaks."""
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
        """Return, for each player of *part*, the players who are equal with this one in all tie-breaks.

        The tie-breaks are those of the list to which the player's own prize (*own*) belongs.
        """
        found = {one: [one] for one in part}
        for holder, bundle in own.items():
            same = self._tied(bundle.category, self.of(bundle.category, part), holder)
            if any(found[one] is not found[holder] for one in same):
                joined = {more for one in same for more in found[one]}
                together = [one for one in part if one in joined]
                found |= dict.fromkeys(together, together)
        return found

    def _own(self, same: Sequence[Runner], own: Mapping[Runner, Bundle]) -> Fraction:
        """Return the mean amount of the own prizes of the players *same*, who are equal in all tie-breaks."""
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
    *sharing* is a key of `SHARINGS`. With *one_each* nobody takes prizes of more than one place: the best prize that is
    left goes to the first player in the standings of its list who has none. Without *one_each* every list is given out
    by its own standings. Special prizes, and prizes given by hand, are additional.

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
    """Raise Refused if a list of *fund* has a prize for a place and none for the place before it."""
    found: dict[str, set[int]] = {}
    for prize in fund:
        if prize.place:
            found.setdefault(prize.category, set()).add(prize.place)
    for category, places in found.items():
        gap = next((place for place in sorted(places) if place > 1 and place - 1 not in places), None)
        if gap is not None:
            raise Refused("prize_gap", place=gap, before=gap - 1, category=category)


def _by_hand(fund: Sequence[Prize]) -> dict[str, frozenset[int]]:
    """Return, by category, the entries that were given a money prize for a place by hand.

    They take no other prize for a place in the category.
    """
    given = [prize for prize in fund if prize.entry and prize.place and prize.amount]
    return {one.category: frozenset(p.entry or 0 for p in given if p.category == one.category) for one in given}


def _numbers(fund: Sequence[Prize]) -> list[int]:
    """Return the numbers in the fund of the prizes for places, list by list, each list from its first place down."""
    return [n for left in _bundles(fund).values() for bundle in left for n in (*bundle.money, *bundle.things)]


def _bundles(fund: Sequence[Prize]) -> dict[str, list[Bundle]]:
    """Return the bundles of each list, the first place first. The list of the tournament comes first."""
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
