"""Who stands where, by points and by what separates equals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.standings import Standing, standings, working
from arbiter.pairing.standings.tiebreaks import TIEBREAKS, tiebreak
from arbiter.pairing.table.crosstable import Bye, Crosstable
from arbiter.pairing.table.points import Outcome, PointScheme, parse_points
from arbiter.pairing.table.standings_calculation import Amount, value_text
from arbiter.refused import Refused
from arbiter.sentences import TERMS
from arbiter.sides import Both, Side
from tests.pairing.files import crosstable
from tests.pairing.hall_tables import DRAWN, LOST, WON, in_rounds, round_robins, table

ALL = tuple(TIEBREAKS)
PLAYED = tuple(code for code in ALL if code != "TPN")
"""Those that count what was played."""

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


def value(code: str, of: Crosstable, entry: int) -> Amount:
    return working(of, (), code, entry).value


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
    played = replace(table((1, 2, "2-0"), (1, 2, "1-1"), entries=2), points=PointScheme(3, 1, 0))

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
    played = in_rounds(table((1, 2, "2-0"), (3, 4, "2-0"), (1, 3, "*"), entries=4))

    assert [row.rank for row in standings(played, PLAYED)] == [1, 1, 3, 3]


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
    assert {row.rank for row in standings(table(entries=5), PLAYED)} == {1}


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
    played = replace(
        played,
        ratings={entry: 1000 + 7 * entry for entry in played.entries[1:]},
        numbers={entry: 100 - entry for entry in played.entries},
        lots={entry: entry % 3 for entry in played.entries},
    )
    other = replace(
        played,
        entries=tuple(numbers),
        ratings={renamed[entry]: rating for entry, rating in played.ratings.items()},
        numbers={renamed[entry]: number for entry, number in played.numbers.items()},
        lots={renamed[entry]: lot for entry, lot in played.lots.items()},
        meetings=tuple(replace(m, white=renamed[m.white], black=renamed[m.black]) for m in reversed(played.meetings)),
        byes=tuple(replace(bye, entry=renamed[bye.entry]) for bye in reversed(played.byes)),
    )

    before = {renamed[row.entry]: (row.rank, row.points, row.tiebreaks) for row in standings(played, tiebreaks)}
    assert {row.entry: (row.rank, row.points, row.tiebreaks) for row in standings(other, tiebreaks)} == before


WHOLE = ("wins", "solkoff", "solkoff-median", "sonneborn-berger", "koya", "progressive", "WIN", "BH", "SB/C1", "KS")
"""Tie-breaks whose value is all that is compared, and which everybody has."""


def compared(row: Standing) -> list[Fraction]:
    return [Fraction(value or 0) for value in row.tiebreaks]


@given(round_robins(), st.permutations(WHOLE))
def test_a_rank_is_one_more_than_the_number_of_those_who_are_better(played: Crosstable, tiebreaks: list[str]) -> None:
    """Ranks say nothing but how many stand before, by points and then by the tie-breaks."""
    rows = standings(played, tiebreaks)

    for row in rows:
        better = sum((other.points, *compared(other)) > (row.points, *compared(row)) for other in rows)
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


@given(round_robins(), st.sampled_from(ALL))
def test_a_value_is_what_its_working_comes_to(played: Crosstable, code: str) -> None:
    """The parts that count add up, but where a mean, a table or a comparison makes the number."""
    for entry in played.entries:
        told = working(played, (), code, entry)
        counted = sum((Fraction(part.value or 0) for part in told.parts if not part.cut), Fraction(0))
        if code in ("lots", "DE", "BC", "TBR", "BBE", "TPN", "AOB", "AOB@2024") or TIEBREAKS[code].kind.ratings:
            continue
        assert told.value == counted
        assert all(f"working {part.how}" in TERMS for part in told.parts)


# what separates equals in draughts, by hand: 1 met 2, 3, 4 with 6, 4 and 1 points, and sat out once
FOUR = table(
    (1, 2, "0-2"), (2, 3, "2-0"), (4, 2, "0-2"),
    (1, 3, "2-0"), (3, 4, "2-0"), (3, 5, "2-0"),
    (1, 4, "1-1"),
    entries=5,
    byes=(Bye(round=8, entry=1, outcome=None),),
)  # fmt: skip


def test_truncated_solkoff_leaves_the_lowest_out_and_a_bye_is_the_lowest() -> None:
    assert [FOUR.score(entry) for entry in (2, 3, 4)] == [6, 4, 1]

    assert value("solkoff", FOUR, 1) == 11
    assert value("solkoff-truncated", FOUR, 1) == 11
    assert value("solkoff-median", FOUR, 1) == 5


def test_full_truncated_solkoff_leaves_out_one_more_as_long_as_that_is_equal() -> None:
    # both have 12, and without the lowest 10; without the two lowest 1 has 6 and 2 has 5
    scores = {3: 2, 4: 4, 5: 6, 6: 2, 7: 5, 8: 5}
    drawn = in_rounds(table(*((1 if other < 6 else 2, other, "1-1") for other in scores), entries=8))
    games = tuple(replace(game, scored=Both(1, scores[game.black])) for game in drawn.meetings)
    played = replace(drawn, entries=(1, 2), meetings=games)

    short = standings(played, ("solkoff", "solkoff-truncated"))
    assert [(row.rank, row.tiebreaks) for row in short] == [(1, (12, 10)), (1, (12, 10))]
    assert [(row.rank, row.entry) for row in standings(played, ("solkoff-full-truncated",))] == [(1, 1), (2, 2)]


def test_solkoff_plus_is_what_the_opponents_have_as_solkoff() -> None:
    assert value("solkoff-plus", FOUR, 5) == value("solkoff", FOUR, 3)


def test_equals_are_parted_by_their_own_games_when_all_of_them_have_met() -> None:
    circle = table((1, 2, "2-0"), (2, 3, "2-0"), (3, 1, "2-0"), entries=3)
    chain = table((1, 2, "2-0"), (2, 3, "2-0"), (1, 3, "0-2"), (3, 4, "0-2"), (4, 1, "2-0"), (5, 2, "0-2"), entries=5)

    assert [row.rank for row in standings(circle, ("direct-encounter",))] == [1, 1, 1]
    two_and_four = [row.entry for row in standings(chain, ("direct-encounter",)) if row.points == 4]
    assert two_and_four == [2, 4]  # never met: the lower number is named first
    assert {row.rank for row in standings(chain, ("direct-encounter",)) if row.points == 4} == {1}


def test_whoever_cannot_be_passed_by_games_that_were_not_played_comes_first() -> None:
    # 1 has beaten both others, who have not met
    played = table((1, 2, "2-0"), (1, 3, "2-0"), (4, 1, "2-0"), (5, 1, "2-0"), (2, 6, "2-0"), (2, 7, "2-0"),
                   (3, 8, "2-0"), (3, 9, "2-0"), entries=9)  # fmt: skip

    rows = [row for row in standings(played, ("DE",)) if row.points == 4]
    assert [(row.entry, row.tiebreaks) for row in rows] == [(1, (1,)), (2, (2,)), (3, (2,))]


def test_a_plus_draw_counts_for_one_and_against_the_other() -> None:
    drawn = replace(table((1, 2, "1-1"), (3, 1, "1-1"), entries=3), points=PointScheme(2, 1, 0, plus=True))
    played = replace(drawn, meetings=(replace(drawn.meetings[0], plus=Side.WHITE), drawn.meetings[1]))

    assert [value("plus-draws", played, entry) for entry in (1, 2, 3)] == [1, -1, 0]


def test_a_game_won_on_points_counts_as_it_was_scored() -> None:
    (game,) = table((1, 2, "2-0"), entries=2).meetings
    delft = Crosstable(
        entries=(1, 2), meetings=(replace(game, scored=Both(9, 1)),), byes=(), points=parse_points("12-0")
    )

    assert [row.points for row in standings(delft, ("wins",))] == [9, 1]


def test_who_has_no_rating_is_passed_over_in_draughts_and_leaves_no_number_by_the_fide() -> None:
    played = replace(table((1, 2, "2-0"), (1, 3, "1-1"), (4, 1, "2-0"), entries=4), ratings={1: 1000, 2: 1100, 4: 1301})

    assert value("average-rating", played, 1) == 1201  # 1200.5, a half upwards
    assert value("performance", played, 1) == 1201
    assert value("ARO", played, 1) is None
    assert value("ARO/U1000", played, 1) == 1134
    assert [row.rank for row in standings(played, ("ARO",))] == [1, 2, 3, 4]


def test_lots_part_those_who_have_drawn_them() -> None:
    played = replace(table((1, 2, "1-1"), entries=3), lots={1: 2, 2: 1})

    assert [row.entry for row in standings(played, ("lots",))] == [2, 1, 3]


@pytest.mark.parametrize("code", ["BH/C3", "KS/L60", "KS/L+1", "bh/m2", "DE/P", "SB/C1@2024", "RTNG/R", "ARO/U1200/C1"])
def test_a_tie_break_may_have_modifiers(code: str) -> None:
    assert tiebreak(code).code == code


@pytest.mark.parametrize(
    "code", ["", "XX", "BH/Z1", "BH/C", "BH/C-1", "solkoff/C1", "BH@2020", "KS/Lx", "BH/", "WIN/C1"]
)
def test_a_tie_break_that_there_is_not_is_refused(code: str) -> None:
    with pytest.raises(Refused) as refused:
        tiebreak(code)
    assert refused.value.code in ("tiebreak_unreadable", "unknown_key")


def test_the_edition_stands_behind_a_code_or_is_that_of_today() -> None:
    table_2026 = crosstable("tec_swiss_2026.trf")
    rows = {row.entry: row.tiebreaks for row in standings(table_2026, ("BH", "BH@2024"))}

    assert rows[4] == (14, 15)


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "-"), (0, "0"), (12, "12"), (Fraction(25, 2), "12.5"), (Fraction(37, 4), "9.25"), (Fraction(-1, 2), "-0.5"),
     (Fraction(267, 20), "13.35"), (Fraction(1, 3), "0.3333"), (Fraction(61, 20), "3.05")],
)  # fmt: skip
def test_a_value_is_written_in_decimals_as_exact_as_it_is(value: Amount, text: str) -> None:
    assert value_text(value) == text
