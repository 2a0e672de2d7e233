"""Categories with their members, and prizes with their awards, each with the sentence that explains it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TypedDict

from arbiter.pairing.prizes import Award, Prize
from arbiter.prizes.money import money
from arbiter.rulings.rounds.awarding import awards_of, members_of, placing_in
from arbiter.rulings.rounds.pairing_input import rounds_planned
from arbiter.rulings.rounds.placing import Placed, placing
from arbiter.sentences.prizes import WORKINGS
from arbiter.tournament.categories import Category, marked
from arbiter.tournament.officials import same_hand
from arbiter.tournament.prizes import Awarded, FinalSignature, Places
from arbiter.tournament.state import Tournament
from arbiter.view import View


class CategoryTold(TypedDict):
    """A category: its sign in lists, its limits (null: none), the entries named by hand, and all its members.

    The sign is printed beside the names of members. `first_timers`: whether only players belong who were in no other
    tournament of the service when they were entered. `without`: the entries that were left out by hand.
    """

    name: str
    mark: str
    born_from: str | None
    born_to: str | None
    rating_from: int | None
    rating_to: int | None
    sex: str | None
    club: str | None
    title: str | None
    first_timers: bool
    entries: list[int]
    without: list[int]
    tiebreaks: list[str]
    members: list[int]


class CategoriesTold(TypedDict):
    """Every category, in the order in which the director set them."""

    categories: list[CategoryTold]


class PrizeTold(TypedDict):
    """A prize. `amount`: in minor units (cents); 0: a thing. `entry`: the entry that got the prize by hand."""

    name: str
    amount: int
    place: int | None
    category: str | None
    entry: int | None


class AwardTold(TypedDict):
    """An award: the entry (null: nobody), the prizes by name, the amount in minor units, and how it came about."""

    entry: int | None
    name: str | None
    prize: str
    category: str | None
    place: int | None
    amount: int
    shown: str
    working: str


class PrizesTold(TypedDict):
    """The prizes and, once all results are final, the awards. Officials see the awards from the first round on.

    `fund` is the sum of all prizes. The sum of all awards is the same. `told` are sentences about prizes that nobody
    can take.
    """

    prizes: list[PrizeTold]
    sharing: str
    one_each: bool
    currency: str
    fund: int
    shown: str
    final: bool
    signed: bool
    awards: list[AwardTold]
    told: list[str]


def categories_shape(view: View) -> CategoriesTold:
    """Return every category with its members. The members are found by facts that the reader may not see.

    The public sees the years of birth that a category begins and ends with, not the days: a category of one member
    would give that member's birthday away.
    """
    members, marks = members_of(view.state, view.known), marked(view.state.categories)
    shown = None if view.whole is view.people else len("2009")
    return {
        "categories": [
            _category(one, marks[one.name], sorted(members[one.name]), shown) for one in view.state.categories
        ]
    }


def _category(one: Category, mark: str, members: list[int], shown: int | None) -> CategoryTold:
    return {
        "name": one.name,
        "mark": mark,
        "born_from": one.born_from[:shown] or None,
        "born_to": one.born_to[:shown] or None,
        "rating_from": one.rating_from or None,
        "rating_to": one.rating_to or None,
        "sex": one.sex or None,
        "club": one.club or None,
        "title": one.title or None,
        "first_timers": one.first_timers,
        "entries": list(one.entries),
        "without": list(one.without),
        "tiebreaks": list(one.tiebreaks),
        "members": members,
    }


def marks_of(view: View) -> dict[int, list[tuple[str, str]]]:
    """Return, for each entry that belongs to a category, the sign and the name of each of its categories.

    The sign is printed beside the player's name in lists. Entries without a category are left out.
    """
    if not view.state.categories:
        return {}
    members, marks = members_of(view.state, view.known), marked(view.state.categories)
    return {
        entry: found
        for entry in view.state.entries
        if (found := [(marks[name], name) for name, there in members.items() if entry in there])
    }


def stands(state: Tournament) -> bool:
    """Return whether all rounds are played, with results that no appeal and no proposal may change any more.

    A result that only a witness has confirmed counts until another official dismisses it (case L14 in
    `docs/officiating.md`).
    """
    decided = all(game.result is not None for game in state.games())
    played = len(state.published) >= max(1, rounds_planned(state))
    return played and decided and not state.appealed and not state.undecided


def signed_by_two(signatures: Sequence[FinalSignature]) -> tuple[FinalSignature, ...]:
    """Return the signatures of two different officials under the same standings and prizes; empty if there are none."""
    for one in signatures:
        same = [other for other in signatures if (other.places, other.awards) == (one.places, one.awards)]
        if len(same) > 1 and any(not same_hand(one.by, other.by) for other in same):
            return tuple(same)
    return ()


def signed_now(view: View, placed: Sequence[Placed] | None = None) -> tuple[FinalSignature, ...]:
    """Return the signatures of two different officials under the present places; empty if there are none.

    If a corrected result changes a place, earlier signatures no longer count. *placed*: the ranking, if the caller has
    already calculated it.
    """
    if not view.state.signatures:
        return ()
    places = _places(placing(view.state, view.known) if placed is None else placed)
    return signed_by_two([one for one in view.state.signatures if one.places == places])


def _places(placed: Sequence[Placed]) -> Places:
    return tuple((row.entry, row.rank) for row in placed)


def to_sign(view: View) -> tuple[Places, Awarded]:
    """Return the places and the awards as they are now, in the form in which officials sign them."""
    if not view.state.rounds:
        return (), ()
    placed = placing(view.state, view.known)
    return _places(placed), _told(awards_shown(view, placed))


def digest(signed: tuple[Places, Awarded]) -> str:
    """Return a short text computed from places and awards, so that nobody signs others than were shown to them."""
    return sha256(repr(signed).encode()).hexdigest()[:16]


def _told(given: Sequence[tuple[Award, str]]) -> Awarded:
    return tuple((award.entry, award.prizes, award.amount) for award, _ in given)


def awards_shown(view: View, placed: Sequence[Placed] | None = None) -> list[tuple[Award, str]]:
    """Return every award with its working as a sentence.

    Once two officials have signed, these are the awards that they signed, as long as the places are the same. So a
    correction in the register changes no signed prize. *placed*: the ranking, if the caller has already calculated it.
    """
    placed = placing(view.state, view.known) if placed is None else placed
    given = awards_of(view.state, view.known, placed)
    signed = next(iter(signed_now(view, placed)), None)
    now = tuple((award.entry, award.prizes, award.amount) for award in given)
    if signed and signed.awards != now:
        words = view.text(WORKINGS["signed"])
        return [
            (Award(entry=entry, prizes=prizes, amount=amount, how="signed"), words)
            for entry, prizes, amount in signed.awards
        ]
    places = _positions(view, placed)
    return [(award, _working(view, award, places)) for award in given]


def prizes_shape(view: View, *, official: bool) -> PrizesTold:
    """Return the prizes with their awards, if the reader may see these already.

    *official*: whether the reader is an official. A hub shows only awards that are signed, because it lacks the facts
    that decide who is in a category.
    """
    state, fund = view.state, view.state.fund
    signed = bool(signed_now(view))
    final = stands(state) and (signed or not view.relayed)
    named = view.of_tables
    given = awards_shown(view) if final or (official and state.rounds) else []
    members = members_of(state, view.known) if given else {}
    return {
        "prizes": [_prize(one) for one in fund.prizes],
        "sharing": fund.sharing,
        "one_each": fund.one_each,
        "currency": fund.currency,
        "fund": fund.total,
        "shown": money(fund.total, fund.currency, view.language),
        "final": final,
        "signed": signed,
        "awards": [award_shape(named if award.how != "hand" else view, award, said, members) for award, said in given],
        "told": empty_categories(view),
    }


def in_ceremony(view: View, given: Sequence[AwardTold]) -> list[tuple[int, list[AwardTold]]]:
    """Return everybody who is awarded something with their awards, in the order of the ceremony.

    Special prizes come first, then the categories in reverse order, then the places. Within each of them the last prize
    comes first. Somebody with several prizes is called up once, for the one that comes last in this order. Shared
    prizes say that they are shared.
    """
    taken = Counter((one["prize"], one["category"], one["place"]) for one in given if one["entry"] and one["place"])
    awards: list[AwardTold] = [
        {**one, "prize": view.text("shared: {prize}", prize=one["prize"])}
        if one["place"] and taken[one["prize"], one["category"], one["place"]] > 1
        else one
        for one in given
    ]
    lists = {award["category"] or "": number for number, award in enumerate(awards) if award["place"]}
    order = sorted(
        (award for award in reversed(awards) if award["entry"]),
        key=lambda one: (one["place"] is None, lists.get(one["category"] or "", 0), one["place"] or 0),
        reverse=True,
    )
    found: dict[int, list[AwardTold]] = {}
    for award in order:
        assert award["entry"] is not None
        found[award["entry"]] = [award, *found.pop(award["entry"], [])]
    return list(found.items())


def empty_categories(view: View) -> list[str]:
    """Return a sentence for each category that has prizes and no member."""
    members = members_of(view.state, view.known)
    used = dict.fromkeys(prize.category for prize in view.state.fund.prizes if prize.category)
    return [view.text(WORKINGS["empty"], category=name) for name in used if not members.get(name)]


def award_shape(view: View, award: Award, working: str, members: Mapping[str, frozenset[int]]) -> AwardTold:
    """Return an award as it is shown. Of shared prizes it names only those that the entry could have taken alone."""
    every = [view.state.fund.prizes[number] for number in award.prizes]
    prizes = [one for one in every if not one.category or award.entry in members.get(one.category, ())] or every
    return {
        "entry": award.entry or None,
        "name": view.name(award.entry) if award.entry else None,
        "prize": ", ".join(prize.name for prize in prizes),
        "category": _only({prize.category for prize in prizes}) or None,
        "place": prizes[0].place,
        "amount": award.amount,
        "shown": money(award.amount, view.state.fund.currency, view.language) if award.amount else "",
        "working": working,
    }


def _only(found: set[str]) -> str:
    return found.pop() if len(found) == 1 else ""


def _prize(one: Prize) -> PrizeTold:
    return {
        "name": one.name,
        "amount": one.amount,
        "place": one.place,
        "category": one.category or None,
        "entry": one.entry,
    }


def _positions(view: View, placed: Sequence[Placed]) -> Mapping[str, Sequence[int]]:
    """Return for each list of prizes (places, or a category) the entries in the order of its standings."""
    orders = {"": [row.entry for row in placed]}
    for name in {prize.category for prize in view.state.fund.prizes if prize.category}:
        orders[name] = [row.entry for row in placing_in(view.state, view.known, name, placed=placed)]
    return orders


def _working(view: View, award: Award, orders: Mapping[str, Sequence[int]]) -> str:
    """Return in one or two sentences how an award came about."""
    prizes = [view.state.fund.prizes[number] for number in award.prizes]
    first, currency, named = prizes[0], view.state.fund.currency, view.of_tables
    how = award.how
    if how in ("place", "nobody") and first.category:
        how += " in"
    if award.how in ("shared", "half") and _odd(award):
        how += " odd"
    said = view.text(
        WORKINGS[how],
        place=first.place,
        category=first.category,
        count=len(award.among),
        prizes=", ".join(prize.name for prize in prizes),
        names=", ".join(map(named.name, award.among)),
        **{name: money(getattr(award, name), currency, view.language) for name in ("own", "pool", "amount")},
    )
    order = orders.get(first.category, ())
    if award.how == "place" and award.entry in order and order.index(award.entry) >= (first.place or 0):
        return f"{said} {view.text(WORKINGS['passed'])}"
    return said


def _odd(award: Award) -> bool:
    """Return whether the exact share is not a whole number of minor units (cents)."""
    count = len(award.among)
    if award.how == "shared":
        return bool(award.pool % count)
    return bool((award.own * count + award.pool) % (2 * count))
