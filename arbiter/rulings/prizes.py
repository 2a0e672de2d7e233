"""Requests about categories, prizes and entry fees, and the signatures under the final standings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, field, fields
from typing import Annotated, Any

from arbiter.fields import Road, Sent
from arbiter.pairing.prizes import Prize, check_places
from arbiter.pairing.prizes.sharing import SHARINGS
from arbiter.refused import Fact, Refused
from arbiter.rulings.request import By, OfEntry, Why, plain_text
from arbiter.rulings.rounds.pairing_input import rounds_planned
from arbiter.rulings.terms import tiebreaks_known
from arbiter.sides import Instant
from arbiter.tournament.categories import Category
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.prizes import (
    CategoriesSet,
    FeeAgreed,
    FeePaid,
    FeesSet,
    FinalSigned,
    PrizesSet,
    ReportSent,
)
from arbiter.tournament.prizes import HOWS, Places
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

MOST_CATEGORIES = 40
MOST_PRIZES = 300
MOST_AMOUNT = 100_000_000
"""The largest amount of one prize or fee, in minor units of the currency (one million euros)."""
LONGEST_NAME = 80
LONGEST_MARK = 4
HIGHEST_RATING = 9_999
CURRENCY = re.compile(r"[A-Z]{3}", re.ASCII)
DAY = re.compile(r"\d{4}(-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?", re.ASCII)

MinorUnits = Annotated[int, Sent("the amount in minor units, such as cents", 5_000, least=0, most=MOST_AMOUNT)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCategories:
    """Set the categories; they replace the earlier ones.

    An entry is a member if it is within all limits of the category, or if the category's `entries` name it. An entry
    named in `without` is not a member. `first_timers` asks for players who were in no other tournament of the service
    when they were entered.
    """

    categories: Annotated[
        tuple[Category, ...],
        Sent("every category", ({"name": "Under 18", "mark": "U18", "born_from": "2009"}, {"name": "W", "sex": "f"})),
    ]
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if len(self.categories) > MOST_CATEGORIES:
            raise Refused("too_many_categories", most=MOST_CATEGORIES)
        categories = tuple(_category(one, state) for one in self.categories)
        _twice("name", [one.name for one in categories])
        _twice("mark", [one.mark for one in categories if one.mark])
        names = {one.name for one in categories}
        for used in (*(prize.category for prize in state.fund.prizes), *dict(state.fees.of_categories)):
            if used and used not in names:
                raise Refused("category_in_use", category=used)
        if categories == state.categories:
            raise Refused("nothing_changed")
        return [CategoriesSet(at=at, categories=tuple(map(_told, categories)), by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPrizes:
    """Set the prizes and how they are shared; they replace the earlier ones.

    Amounts are whole minor units, such as cents; an amount of 0 is a thing, such as a cup. Without a category a prize
    is for a place in the standings, with a category for a place among its members (without `place`, the first). A prize
    without category and place is special: `entry` says who gets it. `entry` can also give any other prize by hand.
    """

    prizes: Annotated[
        tuple[Prize, ...],
        Sent("every prize", ({"name": "1st prize", "amount": 50_000, "place": 1}, {"name": "Cup", "place": 1})),
    ]
    sharing: Annotated[str, Sent("how equal players share", "equal", known=tuple(SHARINGS))] = "equal"
    one_each: Annotated[bool, Sent("whether nobody takes more than one prize for places", True)] = True
    currency: Annotated[str, Sent("the currency as ISO 4217 has it", "EUR", longest=3)] = "EUR"
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if len(self.prizes) > MOST_PRIZES:
            raise Refused("too_many_prizes", most=MOST_PRIZES)
        if not CURRENCY.fullmatch(self.currency):
            raise Refused("currency_unknown", currency=self.currency)
        if self.currency != state.fund.currency and any(map(state.fees.paid, state.entries)):
            raise Refused("currency_in_use", currency=state.fund.currency)
        prizes = tuple(_prize(one, state) for one in self.prizes)
        check_places(prizes)
        fund = replace(state.fund, prizes=prizes, sharing=self.sharing, one_each=self.one_each, currency=self.currency)
        if fund == state.fund:
            raise Refused("nothing_changed")
        return [
            PrizesSet(
                at=at,
                prizes=tuple(map(_told, prizes)),
                sharing=self.sharing,
                one_each=self.one_each,
                currency=self.currency,
                by=self.by,
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFees:
    """Set the entry fee in minor units of the currency, and lower fees for the members of categories.

    A member of several categories pays the lowest of their fees.
    """

    amount: MinorUnits
    categories: Annotated[Mapping[str, int], Sent("the fees of categories", {"Under 18": 500})] = field(
        default_factory=dict
    )
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        for name, amount in self.categories.items():
            _known(name, state)
            _between("amount", amount, 0, MOST_AMOUNT)
        lower = tuple(self.categories.items())
        if (self.amount, lower) == (state.fees.amount, state.fees.of_categories):
            raise Refused("nothing_changed")
        return [FeesSet(at=at, amount=self.amount, of_categories=lower, by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeFee:
    """Set the fee of one entry by agreement, in minor units of the currency, whatever its categories are."""

    entry: OfEntry
    amount: MinorUnits
    by: By
    reason: Why = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        _entered(self.entry, state)
        if state.fees.agreed.get(self.entry) == self.amount:
            raise Refused("nothing_changed")
        reason = plain_text(self.reason, "reason", needed=False)
        return [FeeAgreed(at=at, entry=self.entry, amount=self.amount, by=self.by, reason=reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFee:
    """Record that a fee was paid, in minor units of the currency.

    A negative amount was paid back. It cannot be more than was paid.
    """

    entry: OfEntry
    amount: Annotated[int, Sent("what is paid; below 0: paid back", 5_000, least=-MOST_AMOUNT, most=MOST_AMOUNT)]
    how: Annotated[str, Sent("how it is paid", "cash", known=HOWS)] = "cash"
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        _entered(self.entry, state)
        if not self.amount:
            raise Refused("nothing_changed")
        paid = state.fees.paid(self.entry)
        if paid + self.amount < 0:
            raise Refused("more_than_paid", entry=self.entry)
        return [FeePaid(at=at, entry=self.entry, amount=self.amount, how=self.how, by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignFinal:
    """Sign the final standings with the prizes, as they are now, as one of two officials.

    Refused once two have signed, while a round or a game is still to be played, and while an appeal or a proposal
    waits. A ruling that only a witness has confirmed does not hinder signing; the final sheet names it.
    """

    by: By
    version: Annotated[int, Road("the journal line up to which the service has computed them")]
    places: Annotated[Places, Road("the places, as the service has computed them")]
    awards: Annotated[
        tuple[tuple[int, tuple[int, ...], int], ...], Road("the prizes, as the service has computed them")
    ]

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if state.version != self.version:
            raise Refused("final_changed")
        open_ = next((game for game in state.games() if game.result is None), None)
        if open_ is not None or len(state.published) < max(1, rounds_planned(state)):
            raise Refused("final_not_yet", round=open_.round if open_ else 0, board=open_.board if open_ else 0)
        if state.appealed or state.undecided:
            raise Refused("final_undecided", appeals=len(state.appealed) // 2, proposals=state.undecided)
        signers = self.signers(state)
        if self.by in signers or len(signers) > 1:
            raise Refused("signed_already" if self.by in signers else "signed_by_two")
        return [FinalSigned(at=at, places=self.places, awards=self.awards, by=self.by)]

    def signers(self, state: Tournament) -> tuple[str, ...]:
        """Return the officials who have signed these standings and prizes so far."""
        return tuple(one.by for one in state.signatures if (one.places, one.awards) == (self.places, self.awards))


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordReport:
    """Record that a file for a federation was made, with its hash."""

    by: By
    format: Annotated[str, Road("the format of the file")]
    line: Annotated[int, Road("the journal line up to which the service has made it")]
    hash: Annotated[str, Road("the SHA-256 of the file, as the service has computed it")]
    facts: Annotated[str, Road("the SHA-256 of the facts in it, as the service has computed it")]

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:  # noqa: ARG002  # it is allowed at any time
        return [ReportSent(at=at, format=self.format, line=self.line, hash=self.hash, facts=self.facts, by=self.by)]


def _category(one: Category, state: Tournament) -> Category:
    """Return the category with its texts cleaned. Raise Refused if a limit is impossible."""
    for limit in ("born_from", "born_to"):
        if (day := getattr(one, limit)) and not DAY.fullmatch(day):
            raise Refused("field_unreadable", field=limit, wanted="2009, 2009-01-01")
    if one.born_from and one.born_to and one.born_from > f"{one.born_to}-99":
        raise Refused("range_reversed", least=one.born_from, most=one.born_to)
    for limit in ("rating_from", "rating_to"):
        _between(limit, getattr(one, limit), 0, HIGHEST_RATING)
    if one.rating_to and one.rating_from > one.rating_to:
        raise Refused("range_reversed", least=one.rating_from, most=one.rating_to)
    if one.sex not in ("", "f", "m"):
        raise Refused("unknown_key", field="sex", key=one.sex[:80], known=("f", "m"))
    for entry in (*one.entries, *one.without):
        _entered(entry, state)
    return replace(
        one,
        name=_short("name", one.name, LONGEST_NAME),
        mark=_short("mark", one.mark, LONGEST_MARK) if one.mark else "",
        club=_short("club", one.club, LONGEST_NAME) if one.club else "",
        title=_short("title", one.title, LONGEST_NAME) if one.title else "",
        entries=tuple(sorted(set(one.entries) - set(one.without))),
        without=tuple(sorted(set(one.without))),
        tiebreaks=tiebreaks_known(one.tiebreaks),
    )


def _prize(one: Prize, state: Tournament) -> Prize:
    """Return the prize with its name cleaned. Raise Refused if its place, amount or category is impossible."""
    _between("amount", one.amount, 0, MOST_AMOUNT)
    if one.category:
        _known(one.category, state)
    if one.entry is not None:
        _entered(one.entry, state)
    place = 1 if one.place is None and one.category else one.place
    if place is not None:
        _between("place", place, 1, MOST_PRIZES)
    return replace(one, name=_short("name", one.name, LONGEST_NAME), place=place)


def _between(field: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise Refused("number_out_of_range", field=field, number=number, least=least, most=most)


def _short(field: str, text: str, longest: int) -> str:
    if len(text) > longest:
        raise Refused("text_too_long", field=field, length=len(text), longest=longest)
    return plain_text(text, field)


def _entered(entry: int, state: Tournament) -> None:
    if entry not in state.entries:
        raise Refused("no_entry", entry=entry)


def _known(name: str, state: Tournament) -> None:
    names = tuple(one.name for one in state.categories)
    if name not in names:
        raise Refused("unknown_key", field="category", key=name[:80], known=names)


def _twice(field: str, texts: Iterable[str]) -> None:
    seen: set[str] = set()
    for text in texts:
        if text.casefold() in seen:
            raise Refused("category_twice", field=field, text=text)
        seen.add(text.casefold())


def _told(value: Any) -> tuple[tuple[str, Fact], ...]:
    """Return the fields of a value by name, as the journal stores them. Fields with their default are left out."""
    pairs = ((one.name, getattr(value, one.name), one.default) for one in fields(value))
    return tuple((name, told) for name, told, default in pairs if default is MISSING or told != default)
