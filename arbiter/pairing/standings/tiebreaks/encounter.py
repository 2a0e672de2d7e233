"""Direct encounter (FIDE C.07 6): the games that players who are equal so far have played with one another.

If all of them have met, they are ordered by the points from these games. Those who are still equal are compared again
by the games among themselves. If not all of them have met, a player comes first if no other could reach the same points
by winning all missing games. The next places are given in the same way, as long as there is such a player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from arbiter.pairing.standings.tiebreaks.modifiers import Modifiers
from arbiter.pairing.table.ledger import Ledger
from arbiter.pairing.table.standings_calculation import Part, Working, total, whole
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Mutual:
    """The points of an entry from its games with the other equal entries, and the parts of this sum.

    `most` are the points that the entry would have if it had also met, and beaten, all the others.
    """

    entry: int
    parts: tuple[Part, ...]
    scored: Fraction
    most: Fraction


def encounter(ledger: Ledger, equals: Sequence[int], modifiers: Modifiers) -> Mapping[int, Working]:
    """Return the place of each entry among the entries *equals*, which are equal so far, counted from 1.

    It is 0 for all entries if direct encounter does not separate any of them.
    """
    first = {entry: _among(ledger, entry, frozenset(equals), modifiers) for entry in equals}
    ranks = _ranks(ledger, tuple(equals), modifiers, 1)
    parted = len(set(ranks.values())) > 1
    return {
        entry: Working(
            ranks[entry] if parted else 0,
            first[entry].parts,
            (("points", total(first[entry].parts)), ("equals", len(equals))),
            order=(-ranks[entry],),
        )
        for entry in equals
    }


def points_among(ledger: Ledger, equals: Sequence[int], modifiers: Modifiers) -> Mapping[int, Working]:
    """Return the same order as `encounter`, but with the points from the games among *equals* as the value."""
    return {
        entry: Working(total(working.parts), working.parts, (("place", working.value), *working.facts), working.order)
        for entry, working in encounter(ledger, equals, modifiers).items()
    }


def _ranks(ledger: Ledger, equals: tuple[int, ...], modifiers: Modifiers, best: int) -> dict[int, int]:
    """Return the place of each entry by direct encounter. *best* is the place of the first entry."""
    if len(equals) < 2 or not ledger.rounds:
        return dict.fromkeys(equals, best)
    among = [_among(ledger, entry, frozenset(equals), modifiers) for entry in equals]
    others = len(equals) - 1
    if ledger.table.everybody or all(len(_opponents(one)) == others for one in among):
        groups = _by_points(among)
    else:
        groups = _unpassed(among)
    if len(groups) == 1:
        return dict.fromkeys(equals, best)
    ranks: dict[int, int] = {}
    for group in groups:
        ranks |= _ranks(ledger, group, modifiers, best + len(ranks))
    return ranks


def _by_points(among: list[Mutual]) -> list[tuple[int, ...]]:
    scores = sorted({one.scored for one in among}, reverse=True)
    return [tuple(one.entry for one in among if one.scored == score) for score in scores]


def _unpassed(among: list[Mutual]) -> list[tuple[int, ...]]:
    """Separate the leading entries whose points no entry behind them could reach. The other entries stay together."""
    order = sorted(among, key=lambda one: (-one.scored, -one.most))
    behind = [Fraction(0), *accumulate((one.most for one in reversed(order)), max)][::-1]
    alone = 0
    while alone < len(order) - 1 and order[alone].scored > behind[alone + 1]:
        alone += 1
    return [*((one.entry,) for one in order[:alone]), tuple(one.entry for one in order[alone:])]


def _among(ledger: Ledger, entry: int, equals: frozenset[int], modifiers: Modifiers) -> Mutual:
    rows = [
        row
        for row in ledger.met(entry)
        if row.opponent in equals and (row.played or modifiers.forfeits or ledger.table.everybody)
    ]
    times = {other: sum(row.opponent == other for row in rows) for other in {row.opponent for row in rows}}
    # several matches between the same two count as one, with their mean (6.1.2)
    parts = tuple(
        Part(row.round, row.opponent, whole(Fraction(row.points, times[row.opponent])), row.how) for row in rows
    )
    scored = Fraction(total(parts))
    return Mutual(entry, parts, scored, scored + ledger.win * (len(equals) - 1 - len(times)))


def _opponents(one: Mutual) -> set[int | None]:
    return {part.opponent for part in one.parts}
