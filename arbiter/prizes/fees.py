"""The entry fees: what each entry owes and has paid, and the totals of each club."""

from __future__ import annotations

from typing import TypedDict

from arbiter.journal.people import alphabetical
from arbiter.prizes.money import money
from arbiter.view import View


class FeeTold(TypedDict):
    """The fee of one entry in minor units (cents). `agreed`: whether the director has agreed on it with this player."""

    entry: int
    name: str
    club: str
    owed: int
    paid: int
    due: int
    agreed: bool
    how: list[str]


class ClubFeesTold(TypedDict):
    """The sums of the fees of a club's players, in minor units. The name is empty for players without a club."""

    club: str
    entries: int
    owed: int
    paid: int
    due: int


class FeesTold(TypedDict):
    """The entry fee, the fees of categories, and what is owed and paid, in minor units of the currency (cents)."""

    amount: int
    categories: dict[str, int]
    currency: str
    entries: list[FeeTold]
    clubs: list[ClubFeesTold]
    owed: int
    paid: int
    due: int
    paid_by: dict[str, int]


def fees_shape(view: View) -> FeesTold:
    """Return the fees of everybody who is entered and has not withdrawn, and of everybody who has paid."""
    fees, known = view.state.fees, view.known
    paid = {payment.entry for payment in fees.payments}
    entries = [
        entry
        for entry in view.state.entries
        if entry not in view.state.house and (entry not in view.state.withdrawn or entry in paid)
    ]
    told = [_fee(view, entry, known[entry].categories if entry in known else frozenset()) for entry in entries]
    clubs = sorted({one["club"] for one in told}, key=lambda club: (not club, alphabetical(club)))
    hows = {payment.how for payment in fees.payments}
    return {
        "amount": fees.amount,
        "categories": dict(fees.of_categories),
        "currency": view.state.fund.currency,
        "entries": told,
        "clubs": [_club(club, [one for one in told if one["club"] == club]) for club in clubs],
        "owed": sum(one["owed"] for one in told),
        "paid": sum(one["paid"] for one in told),
        "due": sum(one["due"] for one in told),
        "paid_by": {how: sum(one.amount for one in fees.payments if one.how == how) for how in sorted(hows)},
    }


def _fee(view: View, entry: int, categories: frozenset[str]) -> FeeTold:
    fees = view.state.fees
    owed, paid = fees.owed(entry, categories), fees.paid(entry)
    return {
        "entry": entry,
        "name": view.listed(entry),
        "club": view.person(entry).club or "",
        "owed": owed,
        "paid": paid,
        "due": owed - paid,
        "agreed": entry in fees.agreed,
        "how": list(dict.fromkeys(payment.how for payment in fees.payments if payment.entry == entry)),
    }


def _club(club: str, fees: list[FeeTold]) -> ClubFeesTold:
    return {
        "club": club,
        "entries": len(fees),
        "owed": sum(one["owed"] for one in fees),
        "paid": sum(one["paid"] for one in fees),
        "due": sum(one["due"] for one in fees),
    }


def due_of(view: View) -> dict[int, str]:
    """Return what each entry still has to pay, as text; entries that owe nothing are left out."""
    if not (view.state.fees.amount or view.state.fees.agreed):
        return {}
    currency = view.state.fund.currency
    told = fees_shape(view)["entries"]
    return {one["entry"]: money(one["due"], currency, view.language) for one in told if one["due"] > 0}
