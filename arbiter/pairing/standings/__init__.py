"""The standings: ordered by points, then by one tie-break after the other. Players equal in all share the place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from arbiter.pairing.standings.tiebreaks import Tiebreak, tiebreak
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.pairing.table.ledger import Ledger
from arbiter.pairing.table.standings_calculation import Amount, Working
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings.

    `rank` is the place. `tiebreaks` are the values of the tie-breaks, in the order in which the tournament uses them.
    """

    rank: int
    entry: int
    points: int
    tiebreaks: tuple[Amount, ...]


def standings(
    table: Crosstable, tiebreaks: Sequence[str], *, edition: int = 2026, scores: Mapping[int, int] | None = None
) -> tuple[Standing, ...]:
    """Return the standings: one line for each entry, the first place first.

    Players who share a place are listed by entry number. *edition* is the edition of FIDE C.07 for tie-break codes that
    do not name one. If *scores* is given, it replaces the points of the crosstable as the first criterion (Keizer
    totals, the stage reached in a knock-out).

    >>> from arbiter.pairing.table.crosstable import Meeting
    >>> from arbiter.pairing.table.points import Outcome, parse_points
    >>> from arbiter.sides import Both
    >>> won = Both(Outcome.WON, Outcome.LOST)
    >>> games = [(1, 1, 2), (2, 1, 3), (3, 2, 3)]  # round, winner, loser
    >>> met = tuple(Meeting(round=n, board=1, white=one, black=two, outcome=won) for n, one, two in games)
    >>> table = Crosstable(entries=(1, 2, 3), meetings=met, byes=(), points=parse_points("2-1-0"))
    >>> [(row.rank, row.entry, row.points, row.tiebreaks) for row in standings(table, ("solkoff",))]
    [(1, 1, 4, (2,)), (2, 2, 2, (4,)), (3, 3, 0, (6,))]
    """
    ledger = Ledger(table)
    first = {entry: table.score(entry) for entry in table.entries} if scores is None else scores
    keys: dict[int, tuple[tuple[Fraction | int, ...], ...]] = {entry: ((first[entry],),) for entry in table.entries}
    values: dict[int, tuple[Amount, ...]] = dict.fromkeys(table.entries, ())
    for row in (tiebreak(code, edition) for code in tiebreaks):
        found = _among_equals(ledger, row, keys)
        keys = {entry: (*keys[entry], found[entry].key) for entry in table.entries}
        values = {entry: (*values[entry], found[entry].value) for entry in table.entries}
    ranks: dict[tuple[tuple[Fraction | int, ...], ...], int] = {}
    for place, entry in enumerate(_order(keys), start=1):
        ranks.setdefault(keys[entry], place)
    return tuple(Standing(ranks[keys[entry]], entry, first[entry], values[entry]) for entry in _order(keys))


def working(table: Crosstable, tiebreaks: Sequence[str], code: str, entry: int, *, edition: int = 2026) -> Working:
    """Return the calculation of the tie-break *code* for one entry: what each round and opponent contributed.

    Some tie-breaks compare only players who are equal so far. These are the players who are equal in points and in all
    *tiebreaks* before *code*.
    """
    before = tuple(tiebreaks[: tiebreaks.index(code)]) if code in tiebreaks else ()
    rows = standings(table, before, edition=edition)
    rank = next(row.rank for row in rows if row.entry == entry)
    equals = tuple(sorted(row.entry for row in rows if row.rank == rank))
    return tiebreak(code, edition).workings(Ledger(table), equals)[entry]


def _among_equals(
    ledger: Ledger, row: Tiebreak, keys: Mapping[int, tuple[tuple[Fraction | int, ...], ...]]
) -> Mapping[int, Working]:
    found: dict[int, Working] = {}
    for _, equals in groupby(_order(keys), key=lambda entry: keys[entry]):
        found |= row.workings(ledger, tuple(equals))
    return found


def _order(keys: Mapping[int, tuple[tuple[Fraction | int, ...], ...]]) -> list[int]:
    """Return the entries ordered by their keys, the greatest key first.

    Entries with equal keys are ordered by entry number.
    """
    return sorted(sorted(keys), key=lambda entry: keys[entry], reverse=True)
