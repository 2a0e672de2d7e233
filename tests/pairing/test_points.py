"""The scheme of points: read, written, refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.points import Outcome, Points, parse_points, points_text
from arbiter.refused import Refused


@pytest.mark.parametrize("text", ["2-1-0", "3-1-0", "12-6-0", "999-998-0"])
def test_a_scheme_is_read_and_written_as_win_draw_loss(text: str) -> None:
    assert points_text(parse_points(text)) == text


def test_a_scheme_says_what_an_outcome_is_worth() -> None:
    points = parse_points("3-1-0")

    assert [points.of(outcome) for outcome in Outcome] == [3, 1, 0]


@pytest.mark.parametrize(
    "text", ["", "2-1", "2-1-0-0", "0-1-2", "1-1-0", "1-½-0", "2--1-0", "two", "2-1-٠", "2-0-1", "1" * 300]
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
        assert parse_points(text) == Points(win, draw, loss)
    else:
        with pytest.raises(Refused):
            parse_points(text)
