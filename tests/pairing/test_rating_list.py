"""The list of new ratings: which games count, who gets a rating at last, and what adds up."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.ratings.new import rating_list
from arbiter.pairing.ratings.systems import RATING_SYSTEMS, Before
from arbiter.pairing.standings.tiebreaks import NOT_COUNTED, tiebreak
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.refused import Refused
from tests.pairing.hall_tables import table

SYSTEMS = pytest.mark.parametrize("key", RATING_SYSTEMS)


def known_before(played: Crosstable, games: int = 80) -> dict[int, Before]:
    """Everybody as the table's ratings have it."""
    return {entry: Before(played.ratings.get(entry), games) for entry in played.entries}


def rated(*games: tuple[int, int, str], ratings: dict[int, int], entries: int) -> Crosstable:
    """A crosstable of those games with those ratings."""
    return replace(table(*games, entries=entries), ratings=ratings)


def test_every_game_says_whether_it_counts_and_why_not() -> None:
    played = rated(
        (1, 2, "2-0"),
        (3, 1, "1-1"),
        (1, 4, "2-0ff"),
        (1, 5, "*"),
        ratings={1: 1000, 2: 1100, 4: 900, 5: 800},
        entries=5,
    )
    line = next(line for line in rating_list(played, RATING_SYSTEMS["fmjd"], known_before(played)) if line.entry == 1)

    assert {game.opponent: game.how for game in line.games} == {2: "played", 3: "unrated", 4: "forfeit", 5: "running"}
    assert line.counted == 1
    # 100 points below: 36 % expected, won; K 20
    assert [game.expected for game in line.games if game.counts] == [Fraction(36, 100)]
    assert line.rating == 1000 + 13
    assert line.change == 13


def test_whoever_has_no_rating_gets_the_performance_and_is_told_so() -> None:
    played = rated((1, 2, "2-0"), (1, 3, "0-2"), ratings={2: 1000, 3: 1000}, entries=3)
    lines = {line.entry: line for line in rating_list(played, RATING_SYSTEMS["fmjd"], known_before(played))}

    assert lines[1].rating == 1000
    assert (lines[1].change, lines[1].note) == (None, "new")
    # the two rated ones have met an unrated player only
    assert (lines[2].rating, lines[2].after, lines[2].counted) == (1000, None, 0)


def test_whoever_met_nobody_with_a_rating_stays_without_one_and_comes_last() -> None:
    played = rated((1, 2, "2-0"), (2, 3, "1-1"), ratings={3: 900}, entries=3)
    lines = rating_list(played, RATING_SYSTEMS["acf"], known_before(played))

    assert [(line.entry, line.note) for line in lines] == [(2, "new"), (3, None), (1, "unrated")]
    assert lines[-1].rating is None


def test_the_kndb_lists_nobody_before_ten_games() -> None:
    played = rated((1, 2, "2-0"), ratings={2: 1000}, entries=2)

    assert rating_list(played, RATING_SYSTEMS["kndb"], known_before(played))[0].note == "unlisted"


def test_without_a_formula_every_rating_stays_as_it_was() -> None:
    played = rated((1, 2, "2-0"), ratings={1: 900, 2: 1000}, entries=2)

    assert [(line.entry, line.rating, line.after) for line in rating_list(played, None, known_before(played))] == [
        (2, 1000, None),
        (1, 900, None),
    ]


def test_the_limit_of_the_kndb_is_twice_as_far_in_games_other_than_10x10() -> None:
    played = rated((1, 2, "2-0"), ratings={1: 1000, 2: 1000}, entries=2)
    limits = []
    for par in (2, 1):
        known_before = {entry: Before(1000, 0, par) for entry in (1, 2)}
        after = rating_list(played, RATING_SYSTEMS["kndb"], known_before)[0].after
        assert after is not None
        limits.append(dict(after.facts)["most_change"])

    # one point of 2-1-0 more than expected, in one game
    assert limits == [400, 800]


@SYSTEMS
@given(
    ratings=st.lists(st.integers(500, 2400), min_size=3, max_size=6),
    results=st.lists(st.sampled_from(["2-0", "1-1", "0-2"]), min_size=15, max_size=15),
)
def test_the_sum_of_what_each_game_was_expected_to_bring_is_what_the_line_expects(
    key: str, ratings: list[int], results: list[str]
) -> None:
    """And what two expect of each other is one point a game."""
    entries = range(1, len(ratings) + 1)
    pairs = [(white, black) for white in entries for black in entries if white < black]
    played = rated(
        *((white, black, result) for (white, black), result in zip(pairs, results, strict=False)),
        ratings=dict(zip(entries, ratings, strict=True)),
        entries=len(ratings),
    )
    lines = rating_list(played, RATING_SYSTEMS[key], known_before(played))

    for line in lines:
        assert line.after is not None
        assert (
            sum((game.expected for game in line.games if game.expected is not None), Fraction(0)) == line.after.expected
        )
    assert sum(line.after.expected for line in lines if line.after) == len(pairs)
    assert [line.rating for line in lines] == sorted((line.rating for line in lines if line.rating), reverse=True)


@pytest.mark.parametrize("code", [*NOT_COUNTED, "ede", "SSSC@2024"])
def test_a_tie_break_whose_rule_could_not_be_read_is_refused_with_what_may_stand_for_it(code: str) -> None:
    with pytest.raises(Refused) as refused:
        tiebreak(code)
    assert refused.value.code == "tiebreak_not_counted"
    instead = refused.value.facts["instead"]
    assert isinstance(instead, tuple)
    assert all(tiebreak(str(other)) for other in instead)
