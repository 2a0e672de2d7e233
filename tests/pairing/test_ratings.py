"""Ratings by each formula, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.ratings.elo import expected_percent, performance_difference
from arbiter.pairing.ratings.systems import RATING_SYSTEMS, Before, ScoredGame, kndb_experience, of_table
from tests.pairing.hall_tables import table

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)
SYSTEMS = pytest.mark.parametrize("key", RATING_SYSTEMS)


@pytest.mark.parametrize(
    ("difference", "percent"),
    [(0, 50), (3, 50), (4, 51), (-4, 49), (197, 75), (198, 76), (735, 99), (736, 100), (-900, 0)],
)
def test_the_table_says_what_is_to_be_expected(difference: int, percent: int) -> None:
    assert expected_percent(difference) == percent


@pytest.mark.parametrize(("percent", "difference"), [(50, 0), (75, 193), (25, -193), (99, 677), (100, 800), (0, -800)])
def test_the_table_says_what_a_percentage_shows(percent: int, difference: int) -> None:
    assert performance_difference(percent) == difference


def test_elo_adds_what_was_won_beyond_expectation() -> None:
    games = (ScoredGame(2000, WIN), ScoredGame(2000, DRAW))

    # 2000 against 2000: 1 point expected, 1.5 scored
    settled = RATING_SYSTEMS["fmjd"].after(Before(2000, 100), games)
    assert (settled.rating, settled.expected, settled.scored) == (2010, Fraction(1), Fraction(3, 2))
    assert settled.weight == 20
    assert settled.performance == 2193
    assert RATING_SYSTEMS["fmjd"].after(Before(2000, 10), games).rating == 2020
    assert RATING_SYSTEMS["fmjd"].after(Before(None), games).rating == 2193


def test_the_kndb_counts_points_of_two_and_weighs_by_games_played() -> None:
    games = tuple(ScoredGame(1000, WIN) for _ in range(10))

    # expected 10 of 20 points, scored 20; K = 800 / 2 (80 + 10) = 40/9
    settled = RATING_SYSTEMS["kndb"].after(Before(1000, 200), games)
    assert settled.weight == 5  # 4.44, but 5 at least
    assert settled.rating == 1050
    # a newcomer's K is 800 / 2 (0 + 10) = 40, which would be 400; Rlim is 5 * 800 / 10 = 400
    assert RATING_SYSTEMS["kndb"].after(Before(1000, 0), games).rating == 1400
    assert [kndb_experience(games) for games in (0, 10, 80, 200)] == [0, 10, 80, 80]
    # one spread above the mean is 84 %
    assert float(RATING_SYSTEMS["kndb"].expected(286)) == pytest.approx(0.8416, abs=0.001)


def test_the_acf_averages_the_performance_with_the_last_128_games() -> None:
    games = (ScoredGame(1500, WIN), ScoredGame(1500, WIN), ScoredGame(1500, WIN), ScoredGame(1500, LOSS))

    settled = RATING_SYSTEMS["acf"].after(Before(1500, 124), games)
    assert settled.performance == 1500 + 670 // 2
    assert settled.rating == 1510  # (124 * 1500 + 4 * 1835) / 128 = 1510.47
    assert RATING_SYSTEMS["acf"].after(Before(1500, 500), games).rating == 1510
    assert RATING_SYSTEMS["acf"].after(Before(None), games).rating == 1835


def test_only_games_that_were_played_against_the_rated_are_rated() -> None:
    played = replace(
        table((1, 2, "2-0"), (3, 1, "1-1"), (1, 4, "2-0ff"), (1, 5, "*"), entries=5), ratings={2: 1100, 4: 900, 5: 800}
    )

    assert of_table(played, 1) == (ScoredGame(1100, WIN),)


@SYSTEMS
@given(difference=st.integers(-1500, 1500))
def test_what_two_may_expect_of_each_other_is_one_point(key: str, difference: int) -> None:
    """The stronger more than the weaker, and never less than nothing."""
    expected = RATING_SYSTEMS[key].expected

    assert expected(difference) + expected(-difference) == 1
    assert 0 <= expected(-abs(difference)) <= Fraction(1, 2) <= expected(abs(difference)) <= 1


@SYSTEMS
@given(
    own=st.integers(500, 2600),
    before=st.integers(0, 300),
    games=st.lists(st.tuples(st.integers(500, 2600), st.sampled_from([WIN, DRAW, LOSS])), min_size=1, max_size=12),
)
def test_more_points_never_make_a_lower_rating(
    key: str, own: int, before: int, games: list[tuple[int, Fraction]]
) -> None:
    """A game more won, nothing else changed, never costs anything."""
    played = [ScoredGame(*game) for game in games]
    better = [replace(played[0], points=WIN), *played[1:]]

    system = RATING_SYSTEMS[key]
    assert system.after(Before(own, before), better).rating >= system.after(Before(own, before), played).rating


@SYSTEMS
def test_every_formula_names_its_source(key: str) -> None:
    assert RATING_SYSTEMS[key].source
    assert RATING_SYSTEMS[key].name
