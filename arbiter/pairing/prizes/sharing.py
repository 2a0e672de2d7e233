"""The ways of sharing prizes among equal players, one row each, and the rounding to whole minor units."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """A way of sharing money prizes among equal players.

    If `by_score` is True, players with equal points share, whatever their tie-breaks. Otherwise only players share who
    are equal in all tie-breaks. `own` is the part of the prize for the own place that each player gets. The rest of all
    prizes is shared equally.
    """

    by_score: bool
    own: Fraction = Fraction(0)

    def share(self, own: Fraction, pool: int, count: int) -> Fraction:
        """Return the exact share of one of *count* equal players.

        *own* is the prize for the player's own place. *pool* is the sum of the prizes of all equal players.
        """
        return self.own * own + (1 - self.own) * Fraction(pool, count)


SHARINGS: Mapping[str, Sharing] = {
    "equal": Sharing(by_score=True),
    "hort": Sharing(by_score=True, own=Fraction(1, 2)),
    "none": Sharing(by_score=False),
}
"""The ways of sharing by their names. "hort" is the system of Vlastimil Hort: half by place, half shared equally."""


def rounded(shares: Mapping[int, Fraction]) -> dict[int, int]:
    """Return *shares* rounded to whole minor units (cents), with the same sum.

    Each share is rounded down. The units left over go to the shares with the largest fractions, one each. Of equal
    fractions the first come first.

    >>> rounded({7: Fraction(100, 3), 4: Fraction(100, 3), 9: Fraction(100, 3)})
    {7: 34, 4: 33, 9: 33}
    """
    down = {entry: share.numerator // share.denominator for entry, share in shares.items()}
    over = int(sum(shares.values())) - sum(down.values())
    first = sorted(shares, key=lambda entry: down[entry] - shares[entry])[:over]
    return {entry: whole + (entry in first) for entry, whole in down.items()}
