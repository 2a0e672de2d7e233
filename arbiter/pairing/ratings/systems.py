"""Rating systems: the formulas of the FMJD, the KNDB and the ACF, one row each.

The formulas use a normal curve or quotients, so their values are rounded to whole numbers only at the end. No standing
depends on a rating alone. If a source could not be read in full, `sure` is False, and the message catalogue says what
was chosen instead ("rating doubt {key}"). Points are 1 for a win and ½ for a draw, whatever the scheme of the
tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import sqrt
from statistics import NormalDist

from arbiter.pairing.ratings.elo import expected_percent, performance_difference
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.pairing.table.points import Outcome
from arbiter.pairing.table.working import Amount, rounded, whole
from arbiter.values import dataclass

WORTH = {Outcome.WON: Fraction(1), Outcome.DRAWN: Fraction(1, 2), Outcome.LOST: Fraction(0)}


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game that counts for a rating: the opponent's rating and the points scored, from 0 to 1."""

    rating: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class Before:
    """The rating of a player before the tournament (None without one), and the number of rated games that it rests on.

    `par` is the divisor of the KNDB's limit: 2 on a board of 10x10, 1 in the other games.
    """

    rating: int | None
    games: int = 0
    par: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRating:
    """The rating after the tournament.

    `performance` is the rating that the result corresponds to, `weight` the coefficient K. `facts` are further numbers
    of the formula by their codes ("fact mean").
    """

    rating: int
    expected: Fraction
    scored: Fraction
    performance: int
    weight: Fraction
    facts: tuple[tuple[str, Amount], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingSystem:
    """One federation's rating system.

    `expected` gives the expected score by rating difference, `after` the new rating. `win` is the number of points for
    a win in the system's own counting. `listed` is the number of games from which on a rating is listed. `by_round` is
    the same system for tournaments in which a round of four games counts as one result.
    """

    name: str
    source: str
    sure: bool
    expected: Callable[[int], Fraction]
    after: Callable[[Before, Sequence[ScoredGame]], NewRating]
    win: int = 1
    listed: int = 0
    by_round: RatingSystem | None = None


def of_table(table: Crosstable, entry: int) -> tuple[ScoredGame, ...]:
    """The rated games of an entry: those played at the board against an opponent with a rating."""
    return tuple(
        ScoredGame(table.ratings[met.opponent(entry)], WORTH[outcome])
        for met in table.of(entry)
        if met.played and met.opponent(entry) in table.ratings and (outcome := met.of(entry)) is not None
    )


def mean(games: Sequence[ScoredGame]) -> Fraction:
    return Fraction(sum(game.rating for game in games), len(games))


def _newcomer(scored: Fraction, performance: int, facts: tuple[tuple[str, Amount], ...]) -> NewRating:
    """The new rating of a player who had no rating: the performance. There is no expected score then."""
    return NewRating(
        rating=performance, expected=scored, scored=scored, performance=performance, weight=Fraction(0), facts=facts
    )


# Elo's formula, as used by the FMJD

WEIGHTS = ((2400, 10), (0, 20))
"""The coefficient K by the least rating for it. Players with fewer than 30 games have 40."""


def fmjd_expected(difference: int) -> Fraction:
    """The expected score of one game, from 0 to 1, by the table of Elo's curve."""
    return Fraction(expected_percent(difference), 100)


def fmjd(before: Before, games: Sequence[ScoredGame]) -> NewRating:
    """The new rating R + K (W - We) of the FMJD, with K by rating and experience.

    A player without a rating before gets the performance.
    """
    scored = sum((game.points for game in games), Fraction(0))
    percent = int(rounded(100 * scored / len(games)))
    above = performance_difference(percent)
    performance = int(rounded(mean(games) + above))
    facts = (("mean", rounded(mean(games), 1)), ("percent", percent), ("above_mean", above))
    if before.rating is None:
        return _newcomer(scored, performance, facts)
    own = before.rating
    expected = sum((fmjd_expected(own - game.rating) for game in games), Fraction(0))
    weight = 40 if before.games < 30 else next(weight for least, weight in WEIGHTS if own >= least)
    changed = int(rounded(own + weight * (scored - expected)))
    return NewRating(
        rating=changed,
        expected=expected,
        scored=scored,
        performance=performance,
        weight=Fraction(weight),
        facts=(*facts, ("coefficient", weight)),
    )


# KNDB

CURVE = NormalDist(0, 2000 / 7)
FULL = 80
"""The number of games from which on a rating counts as fully established."""


def kndb_expected(difference: int) -> Fraction:
    """The expected score of one game by a normal curve with a standard deviation of 2000/7, to four decimals."""
    return Fraction(round(CURVE.cdf(difference) * 10_000), 10_000)


def kndb_experience(games: int) -> float:
    """The weight Ne that earlier games have in the KNDB's formula.

    It is the number of games up to 10, then follows a root function, and is 80 from 80 games on.
    """
    if games <= 10:
        return games
    return FULL if games >= FULL else 10 + (FULL - 10) * sqrt((games - 10) / (FULL - 10))


def kndb(before: Before, games: Sequence[ScoredGame]) -> NewRating:
    """The new rating R0 + K (WP - NP) of the KNDB, with points of 2-1-0.

    K is 800 / 2 (Ne + N) and at least 5. The change stays within the limit Rlim.
    """
    count = len(games)
    scored = sum((game.points for game in games), Fraction(0))
    share = min(max(float(scored) / count, 1 / (2 * count)), 1 - 1 / (2 * count))
    above = round(CURVE.inv_cdf(share))
    performance = round(float(mean(games)) + CURVE.inv_cdf(share))
    facts = (("mean", rounded(mean(games), 1)), ("percent", round(100 * share)), ("above_mean", above))
    if before.rating is None:
        return _newcomer(scored, performance, facts)
    own = before.rating
    expected = sum((kndb_expected(own - game.rating) for game in games), Fraction(0))
    gained = 2 * (scored - expected)
    weight = max(Fraction(5), Fraction(800) / Fraction(2 * (kndb_experience(before.games) + count)))
    most = abs(gained / before.par * 800 / count)  # Rlim
    change = max(-most, min(most, weight * gained))
    return NewRating(
        rating=int(rounded(own + change)),
        expected=expected,
        scored=scored,
        performance=performance,
        weight=weight,
        facts=(*facts, ("coefficient", rounded(weight, 2)), ("most_change", rounded(most, 1))),
    )


# ACF

WINDOW = 670
"""The rating difference at which the stronger player is expected to win every game, in tournaments scored by game."""
ROUND_WINDOW = 400
"""The same difference in tournaments in which a round of four games counts as one result."""
LAST = 128


def acf_expected(difference: int, window: int = WINDOW) -> Fraction:
    """The score with which the rating would not change: a half, plus the rating difference divided by two windows."""
    return min(Fraction(1), max(Fraction(0), Fraction(1, 2) + Fraction(difference, 2 * window)))


def acf(before: Before, games: Sequence[ScoredGame], window: int = WINDOW) -> NewRating:
    """The new rating by the formula of the ACF: the performance, averaged with the earlier games.

    The performance is the mean rating of the opponents plus `window` x (won - lost) / games. The average is weighted by
    the number of games, at most 128 in all.
    """
    count = min(len(games), LAST)
    scored = sum((game.points for game in games), Fraction(0))
    balance = 2 * scored - len(games)
    performance = mean(games) + window * balance / len(games)
    old = 0 if before.rating is None else min(before.games, LAST - count)
    total = performance * count + (before.rating or 0) * old
    own = before.rating if before.rating is not None else int(rounded(performance))
    expected = sum((acf_expected(own - game.rating, window) for game in games), Fraction(0))
    return NewRating(
        rating=int(rounded(total / (count + old))),
        expected=expected,
        scored=scored,
        performance=int(rounded(performance)),
        weight=Fraction(count, count + old),
        facts=(
            ("mean", rounded(mean(games), 1)),
            ("window", window),
            ("balance", whole(balance)),
            ("games_averaged", count + old),
        ),
    )


RATING_SYSTEMS: Mapping[str, RatingSystem] = {
    "fmjd": RatingSystem(
        name="FMJD (Elo)",
        source="FMJD, annex 9 (2009)",
        sure=False,
        expected=fmjd_expected,
        after=fmjd,
    ),
    "kndb": RatingSystem(
        name="KNDB",
        source="K. Pippel, damforum.nl, 2022 and 2024",
        sure=False,
        expected=kndb_expected,
        after=kndb,
        win=2,
        listed=10,
    ),
    "acf": RatingSystem(
        name="ACF",
        source="usacheckers.com/ratingsformula.php",
        sure=True,
        expected=acf_expected,
        after=acf,
        by_round=RatingSystem(
            name="ACF",
            source="usacheckers.com/ratingsformula.php",
            sure=True,
            expected=partial(acf_expected, window=ROUND_WINDOW),
            after=partial(acf, window=ROUND_WINDOW),
        ),
    ),
}
