"""Tie-breaks from the opponents' ratings (FIDE C.07 10).

FIDE's tie-breaks have a value only if everybody is rated, or if the modifier /U gives a rating for unrated players. The
tie-breaks of draughts leave out unrated players. The tables of FIDE's rating regulations (B.02 8.1) are in `ratings`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from arbiter.pairing.ratings.elo import expected_percent, performance_difference
from arbiter.pairing.standings.tiebreaks.modifiers import Modifiers
from arbiter.pairing.table.ledger import Ledger
from arbiter.pairing.table.points import Outcome
from arbiter.pairing.table.standings_calculation import Part, Working, rounded, total, whole

SPAN = 500
"""The rating points by which the linear performance is above the opponents' mean if all games are won."""


def rating(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """The player's own rating: the higher rating comes first. With the modifier /R the lower rating comes first."""
    found = _rating(ledger, entry, modifiers)
    if found is None:
        return Working(None)
    return Working(found, order=(1, -found if modifiers.reverse else found))


def average(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """The average rating of the opponents played (FIDE C.07 10.1)."""
    parts = _ratings(ledger, entry, modifiers)
    return Working(_mean(parts), parts)


def performance(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """The performance rating (FIDE C.07 10.2).

    It is the opponents' average rating plus the rating difference that FIDE's table gives for the percentage scored.
    """
    parts = _ratings(ledger, entry, modifiers)
    mean, count = _mean(parts), sum(not part.cut for part in parts)
    if mean is None:
        return Working(None, parts)
    percent = int(rounded(100 * _scored(ledger, entry, parts) / count))
    difference = performance_difference(percent)
    return Working(mean + difference, parts, (("mean", mean), ("percent", percent), ("difference", difference)))


def perfect(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """The perfect performance (FIDE C.07 10.3): the lowest rating whose expected score is at least the score achieved.

    For a score of zero it is 800 points below the weakest opponent.
    """
    parts = _ratings(ledger, entry, modifiers)
    against = [int(part.of or 0) for part in parts if not part.cut]
    if not against:
        return Working(None, parts)
    scored = _scored(ledger, entry, parts)
    if not scored:
        return Working(min(against) - 800, parts, (("score", 0),))
    low, high = min(against) - 800, max(against) + 800  # too low, and high enough
    while high - low > 1:
        middle = (low + high) // 2
        if sum(expected_percent(middle - other) for other in against) >= 100 * scored:
            high = middle
        else:
            low = middle
    return Working(high, parts, (("score", whole(scored)),))


def linear(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """The linear performance: the mean of the opponents' ratings, each plus 500 for a win or minus 500 for a loss."""
    outcomes = {row.round: _outcome(row.games[0].of(entry)) for row in ledger.played(entry)}
    parts = tuple(
        Part(part.round, part.opponent, whole(Fraction(part.of or 0) + SPAN * (2 * outcomes[part.round] - 1)),
             part.how, part.of)
        for part in _ratings(ledger, entry, modifiers)
    )  # fmt: skip
    return Working(int(rounded(Fraction(total(parts), len(parts)))) if parts else None, parts)


def mean_of(count: Callable[[Ledger, int, Modifiers], Working]) -> Callable[[Ledger, int, Modifiers], Working]:
    """Make a tie-break that is the mean of the tie-break *count* of the opponents played (FIDE C.07 10.4, 10.5)."""

    def found(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
        parts = tuple(
            Part(row.round, row.opponent, count(ledger, row.opponent, modifiers).value) for row in ledger.played(entry)
        )
        known = tuple(part for part in parts if part.value is not None)
        return Working(_mean(known), known)

    return found


def _rating(ledger: Ledger, entry: int, modifiers: Modifiers) -> int | None:
    if modifiers.unrated is None and not modifiers.rated_only and not ledger.all_rated:
        return None
    return ledger.table.ratings.get(entry, modifiers.unrated)


def _ratings(ledger: Ledger, entry: int, modifiers: Modifiers) -> tuple[Part, ...]:
    """Return the ratings of the opponents played. Ratings that the modifiers leave out are marked as cut."""
    parts = [
        Part(row.round, row.opponent, found, "played", found)
        for row in ledger.played(entry)
        if (found := _rating(ledger, row.opponent, modifiers)) is not None
    ]
    order = sorted(range(len(parts)), key=lambda at: (int(parts[at].of or 0), at))
    low = set(order[: modifiers.low])
    high = set(order[len(order) - min(modifiers.high, len(order) - len(low)) :])
    return tuple(
        Part(part.round, part.opponent, part.value, "cut_lowest" if at in low else "cut_highest", part.of, cut=True)
        if at in low | high
        else part
        for at, part in enumerate(parts)
    )


def _mean(parts: tuple[Part, ...]) -> int | None:
    count = sum(not part.cut for part in parts)
    return int(rounded(Fraction(total(parts), count))) if count else None


def _scored(ledger: Ledger, entry: int, parts: tuple[Part, ...]) -> Fraction:
    """Return the player's score in the rounds of *parts* that are not cut: 1 for a win, ½ for a draw."""
    counted = {part.round for part in parts if not part.cut}
    rows = [row for row in ledger.played(entry) if row.round in counted]
    return sum((_outcome(row.games[0].of(entry)) for row in rows), Fraction(0))


def _outcome(outcome: Outcome | None) -> Fraction:
    return {Outcome.WON: Fraction(1), Outcome.DRAWN: Fraction(1, 2)}.get(outcome or Outcome.LOST, Fraction(0))
