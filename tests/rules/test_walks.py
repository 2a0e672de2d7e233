"""The limit on the moves of one king, and pieces that are never crowned: what a position knows beside its squares."""

from __future__ import annotations

import pytest

from arbiter.rules.fast_replay import follow
from arbiter.rules.moves import legal_moves, moves_in_play, perft, walked_out
from arbiter.rules.position import STILL, KingWalk, Position, Rank, fen_text, parse_fen, start
from arbiter.rules.variants import INTERNATIONAL, VARIANTS, Variant
from arbiter.sides import Both, Side

FRISIAN = VARIANTS["frisian"]
NOTHINGS = VARIANTS["good-for-nothings"]
THREE = ("46-41", "3-8", "41-46", "8-12", "46-41", "12-17")


def after(fen: str, *moves: str, variant: Variant = FRISIAN) -> Position:
    course = follow(moves, parse_fen(fen, variant), variant)
    assert len(course.moves) == len(moves)
    return course.position


def origins(position: Position, variant: Variant = FRISIAN) -> set[int]:
    return {move.origin for move in legal_moves(position, variant)}


def test_a_king_that_has_moved_three_times_running_stays_where_it_is() -> None:
    position = after("W:WK46,50:B3", *THREE)

    assert walked_out(position, FRISIAN) == 41
    assert origins(position) == {50}


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("W:WK46:B3", THREE),  # no man is left: nothing limits the kings
        ("W:WK46,50:B3", THREE[:4]),  # two times
        ("W:WK46,50:B3", (*THREE, "50-45", "17-21")),  # another piece has moved since
    ],
)
def test_otherwise_it_may_move(fen: str, moves: tuple[str, ...]) -> None:
    position = after(fen, *moves)

    assert walked_out(position, FRISIAN) == 0
    assert min(position.kings.white & -position.kings.white, 1 << 46).bit_length() - 1 in origins(position)


def test_a_king_at_its_limit_may_still_capture_and_then_begins_anew() -> None:
    position = parse_fen("W:WK41,50:B31,12", FRISIAN)._replace(walks=Both(KingWalk(41, 3), STILL))
    (move, *_) = legal_moves(position, FRISIAN)

    assert walked_out(position, FRISIAN) == 41
    assert (move.origin, move.taken[0]) == (41, 31)
    assert position.played(*move).walks.white == STILL


def test_positions_that_are_equal_but_for_what_was_walked_have_moves_in_play_of_their_own() -> None:
    tired = after("W:WK46,50:B3", *THREE)
    rested = tired._replace(walks=Both(STILL, STILL))

    assert tired == rested
    for position in (tired, rested, tired):
        assert moves_in_play(position, FRISIAN) == legal_moves(position, FRISIAN)
    assert moves_in_play(tired, FRISIAN) != moves_in_play(rested, FRISIAN)


def test_other_games_know_no_limit_and_the_same_squares_are_the_same_position() -> None:
    walked = after("W:WK46,50:B3", *THREE, variant=INTERNATIONAL)

    assert walked_out(walked, INTERNATIONAL) == 0
    assert walked == parse_fen(fen_text(walked, INTERNATIONAL), INTERNATIONAL)
    assert not walked != parse_fen(fen_text(walked, INTERNATIONAL), INTERNATIONAL)  # noqa: SIM202
    assert hash(walked) == hash(parse_fen(fen_text(walked, INTERNATIONAL), INTERNATIONAL))


def test_the_back_row_of_good_for_nothings_is_written_and_read() -> None:
    begun = start(NOTHINGS)

    assert fen_text(begun, NOTHINGS) == "B:W21,22,23,24,25,26,27,28,G29,G30,G31,G32:BG1,G2,G3,G4,5,6,7,8,9,10,11,12"
    assert parse_fen("B:W21-28,G29-32:BG1-4,5-12", NOTHINGS) == begun
    assert begun.pieces(Side.BLACK)[1] is Rank.GOOD_FOR_NOTHING
    assert start(VARIANTS["good-for-nothings-10"]).good_for_nothings.white.bit_count() == 5


def test_a_good_for_nothing_moves_as_a_man_and_is_never_crowned() -> None:
    position = parse_fen("W:WG6,7:B21", NOTHINGS)
    moves = {move.path: move.crowned for move in legal_moves(position, NOTHINGS)}

    assert moves == {(6, 1): False, (6, 2): False, (7, 2): True, (7, 3): True}
    arrived = position.played((6, 1), (), crowned=False)
    assert arrived.piece_at(1) == (Side.WHITE, Rank.GOOD_FOR_NOTHING)
    assert fen_text(arrived, NOTHINGS) == "B:WG1,7:B21"


def test_a_good_for_nothing_that_is_taken_is_gone() -> None:
    position = parse_fen("W:W18:BG15,G1", NOTHINGS)
    (move,) = legal_moves(position, NOTHINGS)

    assert position.played(*move).good_for_nothings.black == 1 << 1
    assert perft(position, NOTHINGS, 2) == 2


def test_no_other_game_has_good_for_nothings() -> None:
    with pytest.raises(Exception, match="fen_unreadable"):
        parse_fen("W:WG29:BG1", VARIANTS["pool"])


def test_spanish_squares_are_numbered_from_below() -> None:
    spanish = VARIANTS["spanish"]

    assert parse_fen("W:W1-12:B21-32", spanish) == start(spanish)
    assert fen_text(parse_fen("W:W12,K30:B32", spanish), spanish) == "W:WK30,12:B32"
