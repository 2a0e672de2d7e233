"""The acceptance cases of officiating over HTTP, named by their ids: irregular moves, objections, crowns, periods."""

from __future__ import annotations

import pytest

from arbiter.sides import MINUTE, SECOND
from tests.web.conftest import Door
from tests.web.officiating import BOARD, kinds, move, play, put, see

LONGER = "W:W28,37,44,49:B9,13,22,23,31"
"""White takes three with 28x8; 28x17 takes one, 37x26 takes one."""
TWO_OF_THREE = "W:W32,49:B27,17,8,28,19,36"
"""White takes three with 32x21x12x3, and two with 32x23x14."""


def opposed(door: Door, **switches: object) -> None:
    """A tournament in which the opponent alone may object, and the position with a longer capture."""
    door.tournament(regulations="fmjd_classic", switches=switches)
    put(door, LONGER)


def test_t01_a_shorter_capture_is_not_played_and_put_right_with_the_same_piece(door: Door) -> None:
    """T01 (A01, A30): IR02 with 3 and 2, the clock is not switched (A14)."""
    door.tournament()
    put(door, TWO_OF_THREE)
    before = kinds(door)
    answer = move(door, "32x23x14")
    told = answer.get_json()

    assert (answer.status_code, told["code"]) == (422, "capture_not_maximum")
    assert (told["facts"]["max"], told["facts"]["got"]) == (3, 2)
    assert told["same_piece"] is True
    assert told["owed"]["piece"] == 32
    assert see(door)["clock"]["running"] == "white"
    assert kinds(door)[len(before) :] == ["IrregularMove"]  # one line seals the finding and orders the retraction


def test_t01_a_capture_by_another_way_that_takes_too_few(door: Door) -> None:
    """T01: capture_not_maximum with 3 and 2; the piece that has no longest capture binds nobody."""
    door.tournament()
    put(door, "W:W32,44,49:B27,17,8,40,30,36")
    answer = move(door, "44x35x24").get_json()

    assert (answer["code"], answer["facts"]["max"], answer["facts"]["got"]) == ("capture_not_maximum", 3, 2)
    assert (answer["same_piece"], answer["owed"]["piece"]) == (False, None)
    assert [one["path"][0] for one in answer["corrections"]] == [32]


def test_t02_an_irregular_move_is_played_and_sealed_and_nobody_is_told(door: Door) -> None:
    """T02 (A02, A03): the clock switches; the opponent has a neutral button, for this move as for any other (A13)."""
    opposed(door)
    neutral = see(door)["may_object"]
    door.clock.wait(minutes=1)
    answer = move(door, "28x17")
    board = answer.get_json()

    assert (answer.status_code, board["turn"], board["clock"]["running"]) == (200, "black", "black")
    assert (neutral, board["may_object"]) == (None, "black")
    assert (board["owed"], board["objection"], board["sealed"]) == (None, None, [])
    assert board["irregular"] == {"white": 0, "black": 0}
    public = see(door, None)
    assert "sealed" not in public
    assert "capture" not in str({name: told for name, told in public.items() if name != "fen"})


def test_t02_the_line_on_the_wire_is_the_line_of_any_move(door: Door) -> None:
    """Nobody may tell a sealed move by its kind, or by the number of lines that it took."""
    opposed(door)
    before = kinds(door)
    move(door, "28x17")

    assert kinds(door)[len(before) :] == ["MovePlayed"]


def test_t03_the_objector_is_asked_and_rectifying_restores_the_exact_position(door: Door) -> None:
    """T03 (A02): rectify or let stand; half of it cannot be repaired (A04, A05, A12, A13, A15)."""
    opposed(door)
    before = see(door)
    door.clock.wait(minutes=1)
    move(door, "28x17")
    door.clock.wait(seconds=30)
    asked = door.post(f"{BOARD}/objections", {"side": "black"}).get_json()
    half = door.post(f"{BOARD}/objections", {"side": "black", "choice": "half"})
    board = door.post(f"{BOARD}/objections", {"side": "black", "choice": "rectify"}).get_json()

    assert asked["objection"]["choices"] == ["rectify", "stand"]
    assert (asked["objection"]["code"], asked["objection"]["by"]) == ("capture_not_maximum", "black")
    assert half.get_json()["code"] == "unknown_key"
    assert (board["fen"], board["ply"], board["turn"]) == (before["fen"], 0, "white")
    assert (board["owed"]["side"], board["owed"]["code"], board["owed"]["piece"]) == (
        "white",
        "capture_not_maximum",
        28,
    )
    assert board["clock"]["running"] == "white"
    assert board["clock"]["white"]["left_ms"] == before["clock"]["white"]["left_ms"] - MINUTE
    assert board["clock"]["black"]["left_ms"] == before["clock"]["black"]["left_ms"]
    assert board["irregular"]["white"] == 1
    assert move(door, "37x26").status_code == 422
    assert move(door, "28x8").status_code == 200


def test_t03_let_stand_the_move_stands(door: Door) -> None:
    opposed(door)
    move(door, "28x17")
    door.post(f"{BOARD}/objections", {"side": "black"})
    board = door.post(f"{BOARD}/objections", {"side": "black", "choice": "stand"}).get_json()

    assert (board["ply"], board["turn"], board["objection"]) == (1, "black", None)
    assert [one["move"] for one in board["sealed"]] == ["28x17"]


def test_t04_who_replies_has_accepted(door: Door) -> None:
    """T04 (A17): the move is final; later Object is refused with 5.7."""
    opposed(door)
    move(door, "28x17")
    assert move(door, "31x42").status_code == 200
    told = {}
    for side in ("black", "white"):
        late = door.post(f"{BOARD}/objections", {"side": side}).get_json()
        told[side] = (late["code"], late["article"])

    assert told["black"] == ("objection_too_late", "FMJD Annex 1, 5.7")
    assert told["white"] == ("nothing_irregular", "house rule")  # the reply was regular, and 5.7 does not say so
    assert see(door)["ply"] == 2


@pytest.mark.parametrize(("policy", "what"), [("opponent", "objections"), ("silent", "claims")])
def test_an_official_names_the_side_that_has_objected(door: Door, policy: str, what: str) -> None:
    """Its answer tells whether the move was irregular, and a groundless one is counted against that side."""
    opposed(door, irregular_policy=policy)
    move(door, "28x17")
    said, lines = {"ground": "irregular"} if what == "claims" else {}, len(kinds(door))
    answer = door.post(f"{BOARD}/{what}", said)

    assert (answer.status_code, answer.get_json()["code"], len(kinds(door))) == (422, "objector_unnamed", lines)
    assert door.post(f"{BOARD}/{what}", {**said, "side": "black"}).status_code == 200
    assert [one["code"] for one in see(door)["sealed"]] == ["capture_not_maximum"]


def test_an_objection_to_a_regular_move_is_written_down_and_refused(door: Door) -> None:
    door.tournament(regulations="fmjd_classic")
    play(door, "32-28")
    answer = door.post(f"{BOARD}/objections", {"side": "black"})

    assert (answer.status_code, answer.get_json()["code"]) == (409, "nothing_irregular")
    assert kinds(door)[-2:] == ["ObjectionRaised", "FindingsOpened"]
    assert see(door)["turn"] == "black"


def test_t05_the_allotment_goes_back_with_the_move(door: Door) -> None:
    """T05 (A33, H01): White's 40th move is retracted; the 30 minutes go, and the flag can fall before the new one."""
    door.tournament(regulations="fmjd_classic", control="2/3600:20/1800")
    play(door, "32-28", "19-23")
    door.clock.wait(minutes=50)
    wrong = move(door, "37-32").get_json()
    assert wrong["clock"]["white"] | {"left_ms": 40 * MINUTE, "period": 2, "moves_to_go": 20} == wrong["clock"]["white"]
    board = door.post(f"{BOARD}/objections", {"side": "black", "choice": "rectify"}).get_json()

    told = board["clock"]["white"]
    assert (told["left_ms"], told["period"], told["moves_to_go"]) == (10 * MINUTE, 1, 1)
    assert board["clock"]["flag_at"] == door.clock.at + 10 * MINUTE
    door.clock.wait(minutes=10)
    assert move(door, "28x19").get_json()["code"] == "flag_pending"


def test_t06_the_king_is_crowned_by_the_opponent_before_he_may_move(door: Door) -> None:
    """T06 (D01, D12): IR16 until Crown is pressed; the opponent's clock runs meanwhile (D05, D07)."""
    door.tournament()
    put(door, "W:W7,50:B20,36")
    board = move(door, "7-1").get_json()
    assert board["crown"] == {"side": "black", "square": "1"}
    door.clock.wait(seconds=20)
    early = move(door, "20-24")

    assert (early.status_code, early.get_json()["code"]) == (422, "not_crowned_by_opponent")
    assert early.get_json()["article"] == "000 V"
    assert see(door)["clock"]["running"] == "black"
    assert door.post(f"{BOARD}/crowns", {"side": "white"}).get_json()["code"] == "not_yours_to_crown"
    crowned = door.post(f"{BOARD}/crowns", {"side": "black"}).get_json()
    assert (crowned["crown"], crowned["owed"]) == (None, None)
    after = move(door, "20-24").get_json()
    assert after["turn"] == "white"
    assert after["clock"]["black"]["left_ms"] == 2 * 60 * MINUTE - 20 * SECOND


def test_where_the_tablet_crowns_nobody_else_does(door: Door) -> None:
    """Rulings D02, D06."""
    door.tournament(switches={"crowning": "tablet"})
    put(door, "W:W7,50:B20,36")
    board = move(door, "7-1").get_json()

    assert board["crown"] is None
    assert door.post(f"{BOARD}/crowns").get_json()["code"] == "tablet_crowns"
    assert move(door, "20-24").status_code == 200


def test_a_touched_piece_has_to_move_where_touching_binds(door: Door) -> None:
    """C01, C08: the first tap binds if the regulations say so, and the piece can move (C05)."""
    door.tournament(switches={"touch_move": True})
    bound = move(door, "33-28", touched=32)
    free = move(door, "33-28", touched=49)

    assert (bound.status_code, bound.get_json()["code"]) == (422, "touched_other_piece")
    assert free.get_json()["code"] == "touched_other_piece"  # the first attempt has bound the piece on 32


def test_where_the_first_touched_piece_cannot_move_the_next_one_binds(door: Door) -> None:
    """C01: FMJD 3.11; 49 is shut in, 32 was touched after it, and 33 only then."""
    door.tournament(switches={"touch_move": True})
    bound = move(door, "33-28", touched="49 32 33").get_json()

    assert (bound["code"], bound["facts"]["square"]) == ("touched_other_piece", "32")
    assert move(door, "32-28", touched="49 32 33").status_code == 200


def test_what_was_touched_has_its_length(door: Door) -> None:
    door.tournament(switches={"touch_move": True})
    answer = move(door, "33-28", touched="32 " * 100)

    assert (answer.get_json()["code"], answer.get_json()["facts"]["field"]) == ("text_too_long", "touched")
    assert see(door)["ply"] == 0


def test_a_touched_piece_that_cannot_move_binds_nobody(door: Door) -> None:
    """Ruling A26."""
    door.tournament(switches={"touch_move": True})

    assert move(door, "33-28", touched=49).status_code == 200
