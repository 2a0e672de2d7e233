"""Moves read and written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.refused import Refused
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text, parse_move, square_text
from arbiter.rules.position import Position, parse_fen, start
from arbiter.rules.variants import INTERNATIONAL, VARIANTS, Variant
from arbiter.rules.verdict import judge
from tests.rules.drawn import games


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("32-28", (32, 28)),
        ("28x19x8", (28, 19, 8)),
        ("28:8", (28, 8)),
        ("28X8", (28, 8)),
        ("8- 12", (8, 12)),
        ("01-07", (1, 7)),
        ("  32 28 ", (32, 28)),
        ("99-100", (99, 100)),
    ],
)
def test_squares_are_read_as_they_were_entered(text: str, squares: tuple[int, ...]) -> None:
    assert parse_move(text, INTERNATIONAL) == squares


@pytest.mark.parametrize(
    "text", ["", "32", "32-", "-28", "32--28", "32-28!", "e2-e4", "1234-5", "٣٢-٢٨", "x" * 99, "1-" * 999]
)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_move(text, INTERNATIONAL)

    assert refused.value.code == "move_unreadable"
    assert len(str(refused.value.facts["text"])) <= 40


def test_the_full_path_is_written_only_where_the_short_form_means_two_moves() -> None:
    position = parse_fen("B:W14,19,29,31,42:BK47", INTERNATIONAL)
    legal = legal_moves(position, INTERNATIONAL)
    texts = [move_text(move, legal, INTERNATIONAL) for move in legal]

    assert len(set(texts)) == len(texts)
    assert sum(text.startswith("47x") and text.endswith("x36") and text.count("x") > 1 for text in texts) == 2
    assert move_text(legal_moves(start(INTERNATIONAL), INTERNATIONAL)[0], (), INTERNATIONAL) == "31-26"


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_every_square_has_a_name_of_its_own(variant: Variant) -> None:
    names = [square_text(square, variant) for square in range(1, variant.board.last + 1)]

    assert len(set(names)) == variant.board.last
    assert square_text(99, variant) == "99"


@settings(max_examples=150, deadline=None)
@given(games())
def test_a_move_written_is_read_as_the_same_move(drawn: tuple[Variant, Position]) -> None:
    """Notation goes round: what is written for a legal move means that move."""
    variant, position = drawn
    legal = legal_moves(position, variant)
    for move in legal:
        assert judge(position, parse_move(move_text(move, legal, variant), variant), variant).move == move


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing that a person can type is a fault."""
    try:
        assert len(parse_move(text, INTERNATIONAL)) > 1
    except Refused as refused:
        assert refused.code == "move_unreadable"  # noqa: PT017  either outcome is right
