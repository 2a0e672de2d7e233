"""Positions read, written and played on."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.refused import Refused
from arbiter.rules.board import squares_set
from arbiter.rules.moves import legal_moves
from arbiter.rules.position import Position, Rank, fen_text, parse_fen, start
from arbiter.rules.variants import AMERICAN, INTERNATIONAL, VARIANTS, Variant
from arbiter.sides import Both, Side
from tests.rules.drawn import games


@pytest.mark.parametrize(
    ("variant", "fen"),
    [(INTERNATIONAL, "W:W31-50:B1-20"), (AMERICAN, "B:W21-32:B1-12")],
    ids=["international", "american"],
)
def test_a_game_begins_with_all_men_on_their_rows(variant: Variant, fen: str) -> None:
    assert start(variant) == parse_fen(fen, variant)
    assert variant.men == start(variant).men.white.bit_count()


@pytest.mark.parametrize(
    "fen",
    [
        "W:W28,K37:B9,10,11,K50",
        "W:B9-11,K50:WK37,28",
        " W : W 28, K37 : B 9 - 11, K50 . ",
        "W:WK37,28:BK50,9-11.",
    ],
)
def test_a_position_may_be_written_in_several_ways(fen: str) -> None:
    position = Position.of(Side.WHITE, Both(1 << 28, squares_set((9, 10, 11))), Both(1 << 37, 1 << 50))

    assert parse_fen(fen, INTERNATIONAL) == position
    assert fen_text(position, INTERNATIONAL) == "W:W28,K37:B9,10,11,K50"


def test_the_turn_passes_and_the_pieces_stay() -> None:
    position = parse_fen("W:W28,K37:B9,K50", INTERNATIONAL)

    assert fen_text(position.turned_to(Side.BLACK), INTERNATIONAL) == "B:W28,K37:B9,K50"
    assert position.turned_to(Side.BLACK) != position
    assert position.turned_to(Side.WHITE) == position


@pytest.mark.parametrize("fen", ["B:W:B1", "B:B1", "B:B1:W", "B:B1:W."])
def test_a_side_may_have_no_pieces(fen: str) -> None:
    assert parse_fen(fen, INTERNATIONAL) == Position.of(Side.BLACK, Both(0, 1 << 1), Both(0, 0))


def test_a_range_may_be_of_kings() -> None:
    assert parse_fen("W:WK1-3:B", INTERNATIONAL).pieces(Side.WHITE) == dict.fromkeys((1, 2, 3), Rank.KING)


@pytest.mark.parametrize(
    "fen",
    [
        "",
        "W",
        "W:",
        "28",
        "?:W28:B1",
        "W:X28",
        "W:W28:W1",
        "W:W28,:B1",
        "W:WQ28",
        "W:W40-35:B1",
        "W:W28-",
        "W:W1:B2:B3",
        "W" * 2000,
    ],
)
def test_a_text_that_is_no_position_is_refused(fen: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_fen(fen, INTERNATIONAL)

    assert refused.value.code == "fen_unreadable"


@pytest.mark.parametrize(
    ("fen", "square", "reason"),
    [
        ("W:W28:B28", "28", "two_pieces"),
        ("W:W28,K28:B1", "28", "two_pieces"),
        ("W:W31-35,33:B1", "33", "two_pieces"),
        ("W:W51:B1", "51", "out_of_play"),
        ("W:W0:B1", "0", "out_of_play"),
        ("W:W31-60:B1", "60", "out_of_play"),
        ("W:W5:B1", "5", "uncrowned"),
        ("W:W28:B46", "46", "uncrowned"),
    ],
)
def test_a_position_that_cannot_be_is_refused(fen: str, square: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_fen(fen, INTERNATIONAL)

    assert refused.value.code == "fen_impossible"
    assert refused.value.facts == {"square": square, "reason": reason}


def test_a_move_is_carried_out_as_told() -> None:
    position = parse_fen("W:W8,28:B22,K23", INTERNATIONAL)

    crowned = position.played((8, 2), (), crowned=True)
    assert crowned.turn is Side.BLACK
    assert crowned.piece_at(2) == (Side.WHITE, Rank.KING)
    assert crowned.piece_at(8) is None
    taken = position.played((28, 19), (23,), crowned=False)
    assert taken.pieces(Side.BLACK) == {22: Rank.MAN}
    assert taken.piece_at(19) == (Side.WHITE, Rank.MAN)
    assert taken.piece_at(22) == (Side.BLACK, Rank.MAN)


def test_a_king_may_come_back_to_where_it_began() -> None:
    position = parse_fen("W:WK28:B1", INTERNATIONAL)

    assert position.played((28, 28), (1,), crowned=False).pieces(Side.WHITE) == {28: Rank.KING}


@settings(max_examples=150, deadline=None)
@given(games())
def test_a_position_written_is_read_as_the_same_position(drawn: tuple[Variant, Position]) -> None:
    """FEN goes round."""
    variant, position = drawn

    assert parse_fen(fen_text(position, variant), variant) == position


@settings(max_examples=100, deadline=None)
@given(games())
def test_a_move_keeps_every_other_piece_where_it_was(drawn: tuple[Variant, Position]) -> None:
    """What is not moved and not taken stands as before, and the turn passes."""
    variant, position = drawn
    for move in legal_moves(position, variant):
        after = position.played(move.path, move.taken, move.crowned)
        own, theirs = position.pieces(position.turn), position.pieces(position.turn.other)
        rank = own.pop(move.origin)

        assert after.turn is position.turn.other
        assert after.pieces(position.turn) == own | {move.destination: Rank.KING if move.crowned else rank}
        assert after.pieces(after.turn) == {square: theirs[square] for square in theirs if square not in move.taken}


@given(st.text(max_size=40))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    """Nothing that a person can type is a fault."""
    for variant in VARIANTS.values():
        try:
            parse_fen("W:W" + text, variant)
        except Refused as refused:
            assert refused.code in {"fen_unreadable", "fen_impossible"}  # noqa: PT017  either outcome is right
