"""The scheme of points: read, written, refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.table.points import Outcome, PointScheme, parse_points, points_text, results
from arbiter.refused import Refused
from arbiter.sides import Both, Side


@pytest.mark.parametrize("text", ["2-1-0", "3-1-0", "12-6-0", "999-998-0", "1-½-0", "1½-1-½", "2-1-0+", "12-0"])
def test_a_scheme_is_read_and_written_as_win_draw_loss(text: str) -> None:
    assert points_text(parse_points(text)) == text


def test_a_scheme_says_what_an_outcome_is_worth() -> None:
    points = parse_points("3-1-0")

    assert [points.of(outcome) for outcome in Outcome] == [3, 1, 0]


def test_halves_may_be_written_as_decimals_and_are_counted_whole() -> None:
    points = parse_points("1-0.5-0")

    assert points == parse_points("1-½-0") == PointScheme(2, 1, 0, parts=2)
    assert [points.text(score) for score in (0, 1, 2, 7)] == ["0", "½", "1", "3½"]
    assert points.value(7) == Fraction(7, 2)


def test_a_draw_may_be_noted_as_better_for_one_side() -> None:
    plus = results(parse_points("2-1-0+"))

    assert list(plus) == ["2-0", "1-1", "1+-1-", "1--1+", "0-2", "0-0"]
    assert (plus["1+-1-"].plus, plus["1--1+"].plus, plus["1-1"].plus) == (Side.WHITE, Side.BLACK, None)


def test_by_the_count_of_delft_a_game_is_won_by_knock_out_or_on_points() -> None:
    delft = results(parse_points("12-0"))

    assert list(delft) == ["12-0", "9-1", "8-2", "7-3", "6-4", "4-6", "3-7", "2-8", "1-9", "0-12", "0-0"]
    assert delft["9-1"].outcome == Both(Outcome.WON, Outcome.LOST)
    assert delft["3-7"].scored == Both(3, 7)


@pytest.mark.parametrize(
    "text", ["", "2-1", "2-1-0-0", "0-1-2", "1-1-0", "½-1-0", "1-½", "2--1-0", "two", "2-1-٠", "2-0-1", "1" * 300]
)
def test_a_scheme_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_points(text)

    assert refused.value.code == "points_unreadable"
    assert len(str(refused.value.facts["text"])) <= 40


@given(st.integers(0, 999), st.integers(0, 999), st.integers(0, 999))
def test_winning_is_worth_more_than_a_draw_and_a_draw_no_less_than_losing(win: int, draw: int, loss: int) -> None:
    """Every scheme in that order is read as itself, and no other is."""
    text = f"{win}-{draw}-{loss}"

    if win > draw >= loss:
        assert parse_points(text) == PointScheme(win, draw, loss)
    else:
        with pytest.raises(Refused):
            parse_points(text)
