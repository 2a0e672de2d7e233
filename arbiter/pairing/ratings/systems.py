"""Rating systems: the formulas of the FMJD, the KNDB and the ACF, one row each.

Ratings are rounded to whole numbers only at the end of the formula. If we could not read a source in full, `sure` is
False, and the message catalogue says what was chosen instead (under "rating doubt {key}"). In all formulas a win counts
1 and a draw ½, whatever the point scheme of the tournament.
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
from arbiter.pairing.table.standings_calculation import Amount, rounded, whole
from arbiter.values import dataclass

WORTH = {Outcome.WON: Fraction(1), Outcome.DRAWN: Fraction(1, 2), Outcome.LOST: Fraction(0)}


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game that counts for a rating: the opponent's rating, and the points scored (1, ½ or 0)."""

    rating: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class Before:
    """The rating of a player before the tournament (None: no rating), and the number of rated games behind it.

    `par` is a divisor in the KNDB's limit on changes: 2 in games on 10x10, 1 in all other games.
    """

    rating: int | None
    games: int = 0
    par: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRating:
    """The rating of a player after the tournament.

    `expected` is the expected score, and `scored` the actual one. `performance` is the rating to which the result
    corresponds, and `weight` the coefficient K of the formula. `facts` are further numbers of the calculation, each
    with its code; for example "mean" is the mean rating of the opponents.
    """

    rating: int
    expected: Fraction
    scored: Fraction
    performance: int
    weight: Fraction
    facts: tuple[tuple[str, Amount], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingSystem:
    """The rating system of one federation.

    `expected` returns the expected score for a rating difference, and `after` the new rating. `win` is the number of
    points that the federation's own texts give for a win. `listed` is the least number of games for a rating to be
    listed. `by_round` is the variation for tournaments in which a round of four games counts as one result.
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
    """Return the rated games of an entry: those played at the board against an opponent with a rating."""
    return tuple(
        ScoredGame(table.ratings[met.opponent(entry)], WORTH[outcome])
        for met in table.of(entry)
        if met.played and met.opponent(entry) in table.ratings and (outcome := met.of(entry)) is not None
    )


def mean(games: Sequence[ScoredGame]) -> Fraction:
    return Fraction(sum(game.rating for game in games), len(games))


def _newcomer(scored: Fraction, performance: int, facts: tuple[tuple[str, Amount], ...]) -> NewRating:
    """Return the new rating of a player who had no rating: it is the performance, without an expected score."""
    return NewRating(
        rating=performance, expected=scored, scored=scored, performance=performance, weight=Fraction(0), facts=facts
    )


# Elo's formula, as used by the FMJD

WEIGHTS = ((2400, 10), (0, 20))
"""The coefficients K of the FMJD, each with the least rating for it. With fewer than 30 games a player's K is 40."""


def fmjd_expected(difference: int) -> Fraction:
    """Return the expected score of one game, from 0 to 1, by Elo's table."""
    return Fraction(expected_percent(difference), 100)


def fmjd(before: Before, games: Sequence[ScoredGame]) -> NewRating:
    """Return the new rating of the FMJD, which is R + K (W - We): R the old rating, W the score, We the expected score.

    K depends on the rating and the number of games. A player without a rating gets the performance.
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
"""The number of earlier games beyond which more games no longer change the coefficient K of the KNDB's formula."""


def kndb_expected(difference: int) -> Fraction:
    """Return the expected score of one game by a normal curve with standard deviation 2000/7, to four decimals."""
    return Fraction(round(CURVE.cdf(difference) * 10_000), 10_000)


def kndb_experience(games: int) -> float:
    """Return the weight Ne of earlier games in the KNDB's formula.

    Up to 10 games it is their number. Then it grows by a root function, and it is 80 from 80 games on.
    """
    if games <= 10:
        return games
    return FULL if games >= FULL else 10 + (FULL - 10) * sqrt((games - 10) / (FULL - 10))


def kndb(before: Before, games: Sequence[ScoredGame]) -> NewRating:
    """Return the new rating of the KNDB, which is R0 + K (WP - NP).

    R0 is the old rating, WP the score and NP the expected score, both with points of 2-1-0. K is 800 / (2 (Ne + N)),
    with N games in the tournament, and at least 5. The change is at most the limit Rlim.
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
"""The rating difference from which on the stronger player is expected to win every game (ACF, scored by game)."""
ROUND_WINDOW = 400
"""The same difference as `WINDOW`, for tournaments in which a round of four games counts as one result."""
LAST = 128


def acf_expected(difference: int, window: int = WINDOW) -> Fraction:
    """Return the expected score of one game: ½ plus the rating difference divided by twice *window*, from 0 to 1."""
    return min(Fraction(1), max(Fraction(0), Fraction(1, 2) + Fraction(difference, 2 * window)))


def acf(before: Before, games: Sequence[ScoredGame], window: int = WINDOW) -> NewRating:
    """Return the new rating of the ACF: the average of the performance and the old rating.

    The performance is the mean rating of the opponents plus *window* x (won - lost) / games. Both are weighted by their
    numbers of games, of which at most the last 128 count.
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
