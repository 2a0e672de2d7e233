"""Who stands where, by points and by what separates equals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.crosstable import Bye, Crosstable
from arbiter.pairing.points import Outcome, Points
from arbiter.pairing.standings import standings
from arbiter.pairing.tiebreaks import TIEBREAKS
from arbiter.sentences import TERMS
from tests.pairing.hall_tables import DRAWN, LOST, WON, round_robins, table

ALL = tuple(TIEBREAKS)

# the round robin of Mario Held's exercises in tie-breaking (FIDE Technical Commission), points doubled: 5 and 6 were
# paired in round 4, and 6 won without play
TEC = table(
    (1, 5, "1-1"), (4, 1, "2-0"), (1, 2, "2-0"), (3, 1, "0-2"), (6, 1, "0-2"),
    (2, 6, "2-0"), (5, 2, "0-2"), (2, 3, "1-1"), (4, 2, "0-2"),
    (3, 4, "2-0"), (6, 3, "0-2"), (3, 5, "2-0"),
    (5, 4, "2-0"), (4, 6, "1-1"),
    (5, 6, "0-2ff"),
    entries=6,
)  # fmt: skip


def value(code: str, of: Crosstable, entry: int) -> int:
    return TIEBREAKS[code](of, entry)


def test_a_win_is_two_points_a_draw_one_and_an_unfinished_game_nothing() -> None:
    played = table((1, 2, "2-0"), (3, 1, "1-1"), (2, 3, "*"), entries=3)

    assert [played.score(entry) for entry in played.entries] == [3, 0, 1]


def test_a_bye_in_a_round_robin_counts_nothing() -> None:
    played = table((1, 2, "2-0"), entries=3, byes=(Bye(round=1, entry=3, outcome=None),))

    assert played.score(3) == 0


@pytest.mark.parametrize(("outcome", "points"), [(WON, 2), (DRAWN, 1), (LOST, 0)])
def test_a_bye_with_an_outcome_counts_as_that_outcome(outcome: Outcome, points: int) -> None:
    played = table(entries=3, byes=(Bye(round=1, entry=3, outcome=outcome),))

    assert played.score(3) == points


def test_points_follow_the_scheme_of_the_tournament() -> None:
    played = replace(table((1, 2, "2-0"), (1, 2, "1-1"), entries=2), points=Points(3, 1, 0))

    assert [row.points for row in standings(played, ())] == [4, 1]


def test_a_double_default_gives_nobody_anything() -> None:
    assert [row.points for row in standings(table((1, 2, "0-0ff"), entries=2), ())] == [0, 0]


def test_the_published_round_robin_has_its_published_points_and_tie_breaks() -> None:
    rows = standings(TEC, ("sonneborn-berger", "wins"))

    assert [(row.entry, row.rank, row.points) for row in rows] == [
        (1, 1, 7), (2, 2, 7), (3, 2, 7), (4, 4, 3), (5, 5, 3), (6, 6, 3),
    ]  # fmt: skip
    # published 9.25, 6.25, 6.25, 4.25, 3.25, 2.25 with 1-1/2-0: four times as much with 2-1-0
    assert [row.tiebreaks[0] for row in rows] == [37, 25, 25, 17, 13, 9]
    assert [row.tiebreaks[1] for row in rows] == [3, 3, 3, 1, 1, 1]


def test_solkoff_is_what_all_opponents_have_together() -> None:
    played = table((1, 2, "2-0"), (3, 1, "1-1"), (3, 2, "2-0"), entries=4)

    assert [value("solkoff", played, entry) for entry in (1, 2, 3, 4)] == [3, 6, 3, 0]


def test_a_running_game_separates_nobody() -> None:
    played = table((1, 2, "2-0"), (3, 4, "2-0"), (1, 3, "*"), entries=4)

    assert [row.rank for row in standings(played, ALL)] == [1, 1, 3, 3]


def test_equals_in_everything_share_the_place_and_the_next_place_is_left_free() -> None:
    played = table((1, 2, "1-1"), (3, 4, "0-2"), entries=4)

    assert [(row.rank, row.entry) for row in standings(played, ())] == [(1, 4), (2, 1), (2, 2), (4, 3)]


def test_tie_breaks_decide_in_the_order_in_which_they_are_named() -> None:
    # 1 won two and lost one, 2 drew four: equal points
    played = table(
        (1, 3, "2-0"), (1, 4, "2-0"), (5, 1, "2-0"),
        (2, 3, "1-1"), (2, 4, "1-1"), (2, 5, "1-1"), (6, 2, "1-1"),
        entries=6,
    )  # fmt: skip

    assert [row.entry for row in standings(played, ("wins", "solkoff"))][:2] == [1, 2]
    assert [row.entry for row in standings(played, ("solkoff", "wins"))][:2] == [2, 1]


def test_before_the_first_round_all_share_the_first_place() -> None:
    assert {row.rank for row in standings(table(entries=5), ALL)} == {1}


def test_without_entries_there_is_no_order() -> None:
    assert standings(table(entries=0), ALL) == ()


@pytest.mark.parametrize("code", ALL)
def test_every_tie_break_says_its_name_and_what_it_counts(code: str) -> None:
    assert code in TERMS
    assert f"{code} counts" in TERMS


@given(round_robins(), st.permutations(ALL), st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_who_entered_first(
    played: Crosstable, tiebreaks: list[str], chance: Random
) -> None:
    """With all numbers changed, and everything named in another order, each has the same rank and the same values."""
    numbers = list(played.entries)
    chance.shuffle(numbers)
    renamed = dict(zip(played.entries, numbers, strict=True))
    other = replace(
        played,
        entries=tuple(numbers),
        meetings=tuple(replace(m, white=renamed[m.white], black=renamed[m.black]) for m in reversed(played.meetings)),
        byes=tuple(replace(bye, entry=renamed[bye.entry]) for bye in reversed(played.byes)),
    )

    before = {renamed[row.entry]: (row.rank, row.points, row.tiebreaks) for row in standings(played, tiebreaks)}
    assert {row.entry: (row.rank, row.points, row.tiebreaks) for row in standings(other, tiebreaks)} == before


@given(round_robins(), st.permutations(ALL))
def test_a_rank_is_one_more_than_the_number_of_those_who_are_better(played: Crosstable, tiebreaks: list[str]) -> None:
    """Ranks say nothing but how many stand before, by points and then by the tie-breaks."""
    rows = standings(played, tiebreaks)

    for row in rows:
        better = sum((other.points, *other.tiebreaks) > (row.points, *row.tiebreaks) for other in rows)
        assert row.rank == 1 + better


@given(round_robins())
def test_tie_breaks_are_those_of_a_slow_reckoning(played: Crosstable) -> None:
    """Wins, Solkoff and Sonneborn-Berger counted cell by cell, in fractions of a win."""
    worth = {WON: Fraction(1), DRAWN: Fraction(1, 2), LOST: Fraction(0)}
    cells = [
        (own, other, outcome, worth[outcome])
        for meeting in played.meetings
        if meeting.outcome is not None
        for own, other, outcome in (
            (meeting.white, meeting.black, meeting.outcome.white),
            (meeting.black, meeting.white, meeting.outcome.black),
        )
    ]
    score = {entry: sum((part for own, _, _, part in cells if own == entry), Fraction(0)) for entry in played.entries}

    for entry in played.entries:
        mine = [(score[other], outcome, part) for own, other, outcome, part in cells if own == entry]
        assert value("wins", played, entry) == sum(outcome is WON for _, outcome, _ in mine)
        assert value("solkoff", played, entry) == 2 * sum(theirs for theirs, _, _ in mine)
        assert value("sonneborn-berger", played, entry) == 4 * sum(theirs * part for theirs, _, part in mine)
