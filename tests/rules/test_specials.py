"""Games won although moves are left: Parton's three ways, and the Turkish king against a lone man."""

from __future__ import annotations

import pytest

from arbiter.rules.endings.specials import OF_VARIANT, OnTheBoard, won
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import Move, parse_move
from arbiter.rules.position import parse_fen
from arbiter.rules.variants import VARIANTS
from arbiter.rules.verdict import judge


def after(key: str, fen: str, text: str) -> tuple[Move, OnTheBoard]:
    variant = VARIANTS[key]
    before = parse_fen(fen, variant)
    move = judge(before, parse_move(text, variant), variant).move
    assert move is not None, (fen, text, [m.path for m in legal_moves(before, variant)])
    now = before.played(move.path, move.taken, move.crowned)
    return move, OnTheBoard(before, now, any(reply.taken for reply in legal_moves(now, variant)))


def who(key: str, fen: str, text: str) -> tuple[str, str] | None:
    found = won(after(key, fen, text)[1], VARIANTS[key])
    return (found[0].key, found[1].value) if found else None


@pytest.mark.parametrize(
    ("fen", "move", "won_by"),
    [
        ("W:W22,G30:B18,G1", "22x15", ("regulars_taken", "white")),  # Black has a good-for-nothing and nothing else
        ("W:W22,G30:B9,G18", "22x15", ("good_for_nothings_lost", "black")),  # Black is rid of the last one
        ("W:W22,G30:B9,G18,G1", "22x15", None),
        ("W:W30,G6:B12,G3", "6-1", ("good_for_nothing_home", "black")),
        ("W:W30,G6:B12,G3", "30-26", None),
        ("W:W22,G30:B18,G11", "22x8", ("regulars_taken", "white")),  # both last pieces in one capture
        ("W:W30,G10:B7,G26", "10x3", ("regulars_taken", "white")),  # and home on the last row, which is named later
        ("W:W30,G10:B12,G7,G26", "10x3", ("good_for_nothing_home", "black")),
        ("W:W22,K30:B18,12,G1", "22x15", None),  # White had no good-for-nothing to lose
    ],
)
def test_partons_game_is_won_in_three_ways(fen: str, move: str, won_by: tuple[str, str] | None) -> None:
    assert who("good-for-nothings", fen, move) == won_by


def test_a_good_for_nothing_that_only_touches_the_last_row_goes_on() -> None:
    move, standing = after("good-for-nothings", "W:W30,G10:B7,8,20,G5", "10x12")

    assert move.path == (10, 3, 12)
    assert won(standing, VARIANTS["good-for-nothings"]) is None


def test_the_turkish_king_wins_against_a_lone_man_once_no_capture_is_due() -> None:
    """Ruling G35."""
    assert who("turkish", "W:WKg1:Bg3,h5", "g1xg8") == ("king_against_man", "white")
    assert who("turkish", "W:WKg1:Bg3,h5", "g1xg5") is None  # h5xf5 takes the king
    assert who("turkish", "W:WKg1,a2:Bg3,h5", "g1xg8") is None
    assert who("turkish", "W:WKg1:Bg3,Kh5", "g1xg8") is None


def test_other_games_have_no_such_win() -> None:
    assert set(OF_VARIANT) == {"turkish", "good-for-nothings", "good-for-nothings-10"}
    assert who("international", "W:WK46:B41,5", "46x32") is None
