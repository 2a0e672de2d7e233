"""The prizes, the entry fees and the signatures at the end of a tournament, as parts of its state."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from typing import TypeAlias

from arbiter.pairing.prizes import Prize
from arbiter.sides import Instant
from arbiter.values import dataclass

Places: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of an entry and its place."""
Awarded: TypeAlias = tuple[tuple[int, tuple[int, ...], int], ...]
"""Awards as they are signed: an entry (0 if nobody gets it), the numbers of the prizes combined, and the amount."""
HOWS = ("cash", "card", "transfer", "other")
"""The ways of paying an entry fee."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fund:
    """The prizes, and how they are shared. `currency` is the ISO 4217 code of the currency of prizes and fees."""

    prizes: tuple[Prize, ...] = ()
    sharing: str = "equal"
    one_each: bool = True
    currency: str = "EUR"

    @property
    def total(self) -> int:
        """The amount of all prizes together, in minor units of the currency."""
        return sum(prize.amount for prize in self.prizes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """A payment of an entry fee in minor units; a negative amount was paid back. `how` is one of `HOWS`."""

    entry: int
    amount: int
    how: str
    at: Instant
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fees:
    """The entry fees in minor units, and what has been paid."""

    amount: int = 0
    of_categories: tuple[tuple[str, int], ...] = ()
    """The fees of the members of categories, as (category, minor units). A member of several pays the lowest."""
    agreed: Mapping[int, int] = field(default_factory=dict)
    """The fees of single entries by agreement with the director, in minor units."""
    payments: tuple[Payment, ...] = ()

    def owed(self, entry: int, categories: Collection[str]) -> int:
        """Return the fee in minor units for an entry that is in these categories, whether it is paid or not."""
        lower = [amount for name, amount in self.of_categories if name in categories]
        return self.agreed.get(entry, min([self.amount, *lower]) if lower else self.amount)

    def paid(self, entry: int) -> int:
        """Return how much was paid for an entry, in minor units."""
        return sum(payment.amount for payment in self.payments if payment.entry == entry)


@dataclass(frozen=True, slots=True, kw_only=True)
class SentReport:
    """A file that was made for a federation, from the state of the tournament at journal line `line`.

    `format` is the name of an export, or "package". `hash` is the SHA-256 digest of the whole file. `facts` is the
    SHA-256 digest of what it tells about the tournament, without the date of the file.
    """

    format: str
    line: int
    hash: str
    facts: str
    by: str
    at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalSignature:
    """An official's signature under the final standings and the prizes."""

    by: str
    at: Instant
    places: Places
    awards: Awarded
