"""Events of categories, prizes, entry fees, and the signatures under the final standings."""

from __future__ import annotations

from typing import Any

from arbiter.pairing.prizes import Prize
from arbiter.refused import Fact
from arbiter.tournament.categories import Category
from arbiter.tournament.events.event import Event, TournamentAct
from arbiter.tournament.officials import same_hand
from arbiter.tournament.prizes import FinalSignature, Fund, Payment, SentReport
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoriesSet(TournamentAct):
    """The director set the categories, each as its fields by name. They replace the earlier ones.

    Signatures under the final standings lapse.
    """

    categories: tuple[tuple[tuple[str, Fact], ...], ...]

    def after(self, state: Tournament) -> Tournament:
        told: list[dict[str, Any]] = [dict(fields) for fields in self.categories]
        return replace(state, categories=tuple(Category(**fields) for fields in told), signatures=())


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesSet(TournamentAct):
    """The director set the prizes, each as its fields by name, and how they are shared. They replace the earlier ones.

    Amounts are whole minor units of the currency, such as cents. Signatures under the final standings lapse.
    """

    prizes: tuple[tuple[tuple[str, Fact], ...], ...]
    sharing: str
    one_each: bool
    currency: str

    def after(self, state: Tournament) -> Tournament:
        told: list[dict[str, Any]] = [dict(fields) for fields in self.prizes]
        fund = Fund(
            prizes=tuple(Prize(**fields) for fields in told),
            sharing=self.sharing,
            one_each=self.one_each,
            currency=self.currency,
        )
        return replace(state, fund=fund, signatures=())


@dataclass(frozen=True, slots=True, kw_only=True)
class FeesSet(TournamentAct):
    """The director set the entry fee in minor units, and the lower fees of some categories."""

    amount: int
    of_categories: tuple[tuple[str, int], ...]

    def after(self, state: Tournament) -> Tournament:
        return replace(state, fees=replace(state.fees, amount=self.amount, of_categories=self.of_categories))


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeAgreed(TournamentAct):
    """The director agreed on the fee of one entry, in minor units of the currency."""

    entry: int
    amount: int
    reason: str = ""

    def after(self, state: Tournament) -> Tournament:
        return replace(state, fees=replace(state.fees, agreed={**state.fees.agreed, self.entry: self.amount}))


@dataclass(frozen=True, slots=True, kw_only=True)
class FeePaid(TournamentAct):
    """A fee was paid, in minor units of the currency. A negative amount was paid back."""

    entry: int
    amount: int
    how: str

    def after(self, state: Tournament) -> Tournament:
        payment = Payment(entry=self.entry, amount=self.amount, how=self.how, at=self.at, by=self.by)
        return replace(state, fees=replace(state.fees, payments=(*state.fees.payments, payment)))


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalSigned(TournamentAct):
    """An official signed the final standings and the prizes. A signature of the same official replaces the earlier one.

    `places` are pairs of an entry and its place. Each of the `awards` is a tuple: the entry (0 if nobody gets it), the
    numbers of the prizes that it combines, and the amount in minor units of the currency. The first signature under
    other awards resets the screens on which winners were called up.
    """

    places: tuple[tuple[int, int], ...]
    awards: tuple[tuple[int, tuple[int, ...], int], ...]

    def after(self, state: Tournament) -> Tournament:
        others = tuple(one for one in state.signatures if not same_hand(one.by, self.by))
        own = FinalSignature(by=self.by, at=self.at, places=self.places, awards=self.awards)
        anew = all((one.places, one.awards) != (own.places, own.awards) for one in others)
        screens = tuple(replace(one, called=0) if anew and one.called else one for one in state.screens)
        return replace(state, signatures=(*others, own), screens=screens)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSent(TournamentAct):
    """An official made a file for a federation, from the state of the tournament at journal line `line`.

    `format` is the name of an export, or "package". `hash` is the SHA-256 digest of the whole file. `facts` is the
    SHA-256 digest of what it tells about the tournament, without the date of the file.
    """

    format: str
    line: int
    hash: str
    facts: str

    def after(self, state: Tournament) -> Tournament:
        made = SentReport(format=self.format, line=self.line, hash=self.hash, facts=self.facts, by=self.by, at=self.at)
        return replace(state, reports=(*state.reports, made))


EVENTS: tuple[type[Event], ...] = (CategoriesSet, PrizesSet, FeesSet, FeeAgreed, FeePaid, FinalSigned, ReportSent)
