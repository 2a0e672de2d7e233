"""Each column of the table, one at a time: a row with one fact changed has the moves of the game that plays so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.rules.board import Board
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text, parse_move, square_text
from arbiter.rules.position import fen_text, parse_fen, start
from arbiter.rules.variants import AMERICAN, DIAGONALS, FORWARD, INTERNATIONAL, Crowning, Variant
from arbiter.rules.verdict import judge

CROSS = ((-1, 0), (0, -1), (0, 1), (1, 0))
FAR_CROSS = ((-2, 0), (0, -2), (0, 2), (2, 0))


def algebraic(board: Board) -> tuple[str, ...]:
    squares = range(1, board.last + 1)
    return ("", *(f"{'abcdefgh'[board.column(square)]}{board.size - board.row(square)}" for square in squares))


BRAZILIAN = replace(INTERNATIONAL, board=Board(8), rows_of_men=3, names=algebraic)
FREE = replace(INTERNATIONAL, precedence=None, precedence_steps=())
RUSSIAN = replace(BRAZILIAN, precedence=None, crowning=Crowning.GOES_ON_AS_KING, capture_sign=":")
CZECH = replace(
    INTERNATIONAL,
    board=Board(8),
    men_take=FORWARD,
    precedence=lambda m: (m.by_king,),
    precedence_steps=("by_king",),
)
ITALIAN = replace(
    AMERICAN,
    board=Board(8, corner_left=False),
    men_take_kings=False,
    precedence=lambda m: (len(m.taken), m.by_king, sum(m.kings), *m.kings),
    precedence_steps=("pieces", "by_king", "kings", *("earliest_king",) * 12),
    order_counts=True,
)
EIGHT_WAYS = replace(INTERNATIONAL, men_take=DIAGONALS + FAR_CROSS, kings_take=DIAGONALS + FAR_CROSS)
TURKISH = replace(
    INTERNATIONAL,
    board=Board(8, all_squares=True),
    rows_of_men=2,
    rows_behind=1,
    men_step=CROSS[:3],
    men_take=CROSS[:3],
    kings_step=CROSS,
    kings_take=CROSS,
    crowning=Crowning.GOES_ON_AS_KING,
    taken_stay=False,
    may_turn_back=False,
)
OPTIONAL = replace(AMERICAN, may_stop=True)


def written(fen: str, variant: Variant) -> set[str]:
    moves = legal_moves(parse_fen(fen, variant), variant)
    return {f"{m.origin}{'x' if m.taken else '-'}{m.destination}:{','.join(map(str, sorted(m.taken)))}" for m in moves}


@pytest.mark.parametrize(
    ("variant", "fen", "moves"),
    [
        (FREE, "W:WK42,25:B29,20", {"25x14:20", "42x15:20,29"}),  # free choice
        (FREE, "W:WK5:BK27,K7,19", {"5x1:7,19", "5x2:7,19,27"}),  # but a landing from which it goes on
        (RUSSIAN, "W:W9:BK6,K11", {"9x16:6,11", "9x20:6,11"}),  # crowned in passing, goes on as king
        (BRAZILIAN, "W:W9:BK6,K11", {"9x2:6"}),
        (FREE, "W:W15:B9,10", {"15x13:9,10"}),
        (replace(FREE, crowning=Crowning.ENDS_THE_MOVE), "W:W15:B9,10", {"15x4:10"}),  # crowned, and no further
        (CZECH, "W:W21:BK25", {"21-17:"}),  # men take forward only
        (CZECH, "W:W22,K4:B18,8", {"4x11:8", "4x15:8"}),  # the king first
        (ITALIAN, "W:WK30:B10,K12,K18,20,K26,K27", {"30x5:10,18,26"}),  # kings taken as early as possible
        (EIGHT_WAYS, "W:W6:B16,K17", {"6x26:16"}),  # straight captures on one colour
        (TURKISH, "W:W22:BK46,K14", {"22x6:14"}),  # no turn of 180 degrees
        (replace(TURKISH, may_turn_back=True), "W:W22:BK46,K14", {"22x54:14,46", "22x62:14,46"}),
        (TURKISH, "W:WK24:B16,K56", {"24x64:56", "24x8:16"}),
        (OPTIONAL, "W:W32:B27,19", {"32x23:27", "32x16:19,27"}),  # going on is the player's choice
    ],
)
def test_a_row_with_other_facts_has_other_moves(variant: Variant, fen: str, moves: set[str]) -> None:
    assert written(fen, variant) == moves


def test_pieces_taken_at_once_open_their_lines() -> None:
    """Ruling B03."""
    assert written("W:WK40:B6,28,39,55", TURKISH) == {"40x63:6,28,39,55"}
    assert written("W:WK40:B6,28,39,55", replace(TURKISH, taken_stay=True)) == {"40x7:6,28,39", "40x8:6,28,39"}


def test_the_men_may_stand_with_empty_rows_behind_them() -> None:
    position = start(TURKISH)

    assert sorted(position.pieces(position.turn)) == list(range(41, 57))
    assert TURKISH.men == 16
    assert len(legal_moves(position, TURKISH)) == 8


def test_squares_have_the_names_of_their_row() -> None:
    position = parse_fen("W:Wc3,Ke1:Bb4", BRAZILIAN)

    assert fen_text(position, BRAZILIAN) == "W:Wc3,Ke1:Bb4"
    assert square_text(1, BRAZILIAN) == "b8"
    assert parse_move("c3-d4", BRAZILIAN) == parse_move("22-18", BRAZILIAN)
    assert move_text(legal_moves(position, RUSSIAN)[0], (), RUSSIAN) == "c3:a5"


def test_the_step_of_the_precedence_that_was_broken_is_named() -> None:
    verdict = judge(parse_fen("W:W22,K4:B18,8", CZECH), (22, 15), CZECH)

    assert verdict.code == "precedence"
    assert (verdict.facts["step"], verdict.facts["got"], verdict.facts["max"]) == ("by_king", 0, 1)
    assert verdict.facts["corrections"] == ("4x11", "4x15")


def test_a_king_that_lands_where_it_cannot_go_on_has_stopped_early() -> None:
    verdict = judge(parse_fen("W:WK6:B10,17", FREE), (6, 22), FREE)

    assert verdict.code == "capture_stopped_early"
    assert (verdict.facts["got"], verdict.facts["max"], verdict.facts["corrections"]) == (1, 2, ("6x5",))
