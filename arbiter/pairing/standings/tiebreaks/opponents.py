"""Tie-breaks from the opponents' scores: Solkoff and its variations as in draughts, Buchholz as FIDE counts it.

Solkoff and Buchholz differ in a round without an opponent. In draughts such a round counts nothing. FIDE counts a
virtual opponent with the player's own score (C.07 16.4). Since March 2026 the score of a virtual opponent is at most
the score of the scheduled opponent. If no opponent was scheduled, it is at most that of a player with only draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arbiter.pairing.standings.tiebreaks.cuts import cut
from arbiter.pairing.standings.tiebreaks.modifiers import Modifiers
from arbiter.pairing.table.ledger import Ledger, LedgerRow
from arbiter.pairing.table.standings_calculation import Part, Working, rounded, total, whole


def solkoff(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """Solkoff: the sum of the scores of all opponents, except those that are cut. Rounds without opponent count 0."""
    parts = cut(_solkoff(ledger, entry), frozenset(), modifiers.low, modifiers.high)
    return Working(total(parts), parts)


def truncated(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """Full truncated Solkoff: the sum of the opponents' scores without the lowest.

    If two players have equal sums, their sums without the two lowest scores are compared, and so on.
    """
    del modifiers
    parts = cut(_solkoff(ledger, entry), frozenset(), 1, 0)
    scores = sorted(part.value or 0 for part in parts)
    left = tuple(whole(sum(scores[low:])) for low in range(1, len(scores)))
    return Working(total(parts), parts, order=(1, *left, *(0 for _ in range(ledger.rounds - len(left)))))


def solkoff_plus(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    parts = tuple(
        Part(row.round, row.opponent, solkoff(ledger, row.opponent, modifiers).value, row.how)
        for row in ledger.met(entry)
    )
    return Working(total(parts), parts)


def won_from(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """Sonneborn-Berger as in draughts: the sum of each opponent's score times the points won from that opponent."""
    del modifiers
    parts = tuple(
        Part(row.round, row.opponent, whole(ledger.score(row.opponent) * row.points), row.how, _score(ledger, row))
        for row in ledger.met(entry)
    )
    return Working(total(parts), parts)


def buchholz(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """Buchholz (FIDE C.07 8.1): the sum of the opponents' adjusted scores.

    With the modifier /F all games of the last round count as drawn (FIDE C.07 8.3). In an adjusted score, some unplayed
    rounds count otherwise than in the score (FIDE C.07 16.3).
    """
    parts = [
        Part(row.round, row.opponent or None, whole(score), how, whole(score))
        for row, score, how in _adjusted(ledger, entry, modifiers)
    ]
    return _cut(ledger, entry, modifiers, parts)


def sonneborn_berger(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """Sonneborn-Berger as FIDE counts it (FIDE C.07 9.1).

    It is the sum of each opponent's adjusted score times the points won from that opponent in the round.
    """
    parts = [
        Part(row.round, row.opponent or None, whole(score * row.points), how, whole(score))
        for row, score, how in _adjusted(ledger, entry, modifiers)
    ]
    return _cut(ledger, entry, modifiers, parts)


def average_buchholz(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """Average Buchholz (FIDE C.07 8.2): the mean of the Buchholz values of the opponents played, to two decimals."""
    parts = tuple(
        Part(row.round, row.opponent, buchholz(ledger, row.opponent, modifiers).value) for row in ledger.played(entry)
    )
    return Working(rounded(Fraction(total(parts), len(parts)), 2) if parts else None, parts)


def adjusted_score(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """The adjusted score (FIDE C.07 16.3): the score with which the entry counts for its opponents."""
    found = (ledger.fore if modifiers.fore else ledger.adjusted)[entry]
    return Working(whole(found), (Part(0, None, whole(found), "adjusted"),))


def koya(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """Koya (FIDE C.07 9.2): the points won from opponents who have at least half of the highest possible score.

    The modifiers `limit` and `shift` change this limit.
    """
    rounds, entries = ledger.rounds, len(ledger.table.entries)
    if ledger.table.everybody:
        rounds -= rounds // entries if entries and rounds % entries == 0 else 0
        rounds -= sum(all(not row.opponent for row in ledger.rows(other)) for other in ledger.table.entries)
    limit = Fraction(modifiers.limit, 100) * ledger.win * rounds + Fraction(modifiers.shift, 2)
    parts = tuple(
        Part(row.round, row.opponent, whole(row.points), "below_limit" if low else row.how, _score(ledger, row), low)
        for row in ledger.met(entry)
        for low in (ledger.score(row.opponent) < limit,)
    )
    return Working(total(parts), parts, (("limit", whole(limit)),))


def _solkoff(ledger: Ledger, entry: int) -> list[Part]:
    return [
        Part(row.round, row.opponent or None, score, row.how, score)
        for row in ledger.rows(entry)
        if not row.open
        for score in (_score(ledger, row) if row.opponent else 0,)
    ]


def _score(ledger: Ledger, row: LedgerRow) -> int | Fraction:
    return whole(ledger.score(row.opponent))


def _adjusted(ledger: Ledger, entry: int, modifiers: Modifiers) -> Iterator[tuple[LedgerRow, int | Fraction, str]]:
    """Yield each round that counts, with the score of its opponent and the code of the reason for this score."""
    scores = ledger.fore if modifiers.fore else ledger.adjusted
    for row in ledger.rows(entry):
        everybody = ledger.table.everybody
        against = modifiers.forfeits or everybody or (modifiers.fore and ledger.last_round(row))
        if row.open or (everybody and not row.opponent):
            continue
        if row.opponent and (row.played or against):
            score = scores[row.opponent]
            yield row, score, "played" if score == ledger.score(row.opponent) else "adjusted"
            continue
        own, most = ledger.own(entry, fore=modifiers.fore), scores.get(row.opponent, ledger.draw * ledger.rounds)
        if modifiers.edition >= 2026 and most < own:
            yield row, most, "virtual_as_opponent" if row.opponent else "virtual_half"
        else:
            yield row, own, "virtual"


def _cut(ledger: Ledger, entry: int, modifiers: Modifiers, parts: list[Part]) -> Working:
    against = {row.round for row in ledger.rows(entry) if row.opponent and (row.played or modifiers.forfeits)}
    voluntary = frozenset(row.round for row in ledger.rows(entry) if row.voluntary and row.round not in against)
    done = cut(parts, voluntary, modifiers.low, modifiers.high)
    return Working(total(done), done)
