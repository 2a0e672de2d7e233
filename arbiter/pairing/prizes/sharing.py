"""The ways of sharing prizes among equal players, one row each, and the rounding to whole minor units."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """A way of sharing.

    `by_score`: players with equal points share, whatever their tie-breaks are. Otherwise only those share whom all
    tie-breaks leave equal. `own`: the part of the prize of their own place that everybody has; the rest is shared
    equally.
    """

    by_score: bool
    own: Fraction = Fraction(0)

    def share(self, own: Fraction, pool: int, count: int) -> Fraction:
        """Return the exact share of a player who is equal with others.

        *own*: the prize for the player's own place. *pool*: the sum of the prizes of all *count* equal players.
        """
        return self.own * own + (1 - self.own) * Fraction(pool, count)


SHARINGS: Mapping[str, Sharing] = {
    "equal": Sharing(by_score=True),
    "hort": Sharing(by_score=True, own=Fraction(1, 2)),
    "none": Sharing(by_score=False),
}
"""Every way of sharing by its name. "hort" is the system of Vlastimil Hort: half by place, half shared equally."""


def rounded(shares: Mapping[int, Fraction]) -> dict[int, int]:
    """Return the shares in whole minor units, with the same sum.

    Each share is rounded down; the units left over go to the largest fractions, of equal ones to the first.

    >>> rounded({7: Fraction(100, 3), 4: Fraction(100, 3), 9: Fraction(100, 3)})
    {7: 34, 4: 33, 9: 33}
    """
    down = {entry: share.numerator // share.denominator for entry, share in shares.items()}
    over = int(sum(shares.values())) - sum(down.values())
    first = sorted(shares, key=lambda entry: down[entry] - shares[entry])[:over]
    return {entry: whole + (entry in first) for entry, whole in down.items()}
