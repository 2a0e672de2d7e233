"""Rulings of the table that no other test had driven, over HTTP; `docs/officiating.md` says what is done of each."""

from __future__ import annotations

import pytest

from arbiter.sides import MINUTE
from tests.web.conftest import Door
from tests.web.officiating import BOARD, PAPER, T, kinds, move, play, proposals, put, see

SHORT = "W:W28,37,44,49:B9,13,22,23,31"


@pytest.mark.parametrize("policy", ["opponent", "silent"])
def test_an_irregular_move_stands_once_it_was_answered_and_nobody_spoke(door: Door, policy: str) -> None:
    """A03, A06, A16, A17, A19: nobody points it out, and the reply accepts it; or a claim comes later."""
    door.tournament(regulations="fmjd_classic", switches={"irregular_policy": policy})
    put(door, SHORT)
    before = len(kinds(door))
    assert move(door, "28x17").status_code == 200
    assert kinds(door)[before:] == ["MovePlayed"]
    assert proposals(door, "irregular") == []
    play(door, "31x42")

    late = door.post(f"{BOARD}/objections", {"choice": "rectify", "side": "black"}).get_json()
    assert late["code"] == ("objection_too_late" if policy == "opponent" else "objections_to_arbiter")
    assert see(door)["plays"][0]["move"] == "28x17"


def test_a12_in_pool_a_player_calls_the_referee_at_any_time_of_the_game(door: Door) -> None:
    """A12: APCA 8; the referee decides, and a reply does not accept the move."""
    door.tournament(variant="pool", regulations="pool_apca")
    put(door, "B:B11,12,3:W15,16,31")
    assert move(door, "3-7").status_code == 200
    play(door, "31-27")
    claim = door.post(f"{BOARD}/claims", {"side": "white", "ground": "irregular"})

    (waits,) = proposals(door, "objection")
    assert (claim.status_code, waits["article"]) == (200, "APCA 8")
    assert "FindingsOpened" not in kinds(door)
    assert door.post(f"{T}/proposals/{waits['proposal']}/sign").status_code == 200
    assert [one["article"] for one in proposals(door, "irregular")] == ["APCA 8"]


def test_what_was_found_after_the_result_is_the_committee_s(door: Door) -> None:
    """A11, A32: the result stands; an arbiter corrects it, or an appeal is filed within its time."""
    door.tournament(regulations="fmjd_classic")
    put(door, SHORT)
    move(door, "28x17")
    door.post(f"{BOARD}/resignations", {"side": "black"})
    assert see(door)["result"] == "2-0"
    assert door.post(f"{BOARD}/objections", {"side": "black"}).get_json()["code"] == "game_over"
    appeal = {"side": "black", "grounds": "a shorter capture", "asks": "draw"}
    door.post(f"{BOARD}/rulings", {"kind": "result", "result": "2-0", "because": "ruling", "reason": "it was answered"})
    assert door.post(f"{BOARD}/appeals", appeal).status_code == 200
    assert see(door)["provisional"] is True


def test_a_piece_may_be_tapped_and_left_where_touching_binds_nobody(door: Door) -> None:
    """A23, C03: a tap is no move before it is confirmed, and 001 does not enforce touch-move."""
    door.tournament(variant="american", regulations="american_book1")
    answer = move(door, "11-15", touched="9 10 11")

    assert (answer.status_code, answer.get_json()["irregular"]["black"]) == (200, 0)


def test_c06_a_touched_piece_binds_by_the_rules_of_the_kndb(door: Door) -> None:
    """C06: KNDB; touched is moved, if it can move."""
    door.tournament(regulations="kndb_club_tablet", switches={"irregular_policy": "block"})
    answer = move(door, "32-28", touched="33 32")

    assert answer.get_json()["code"] == "touched_other_piece"


@pytest.mark.parametrize("category", ["adjusting", "hovering", "advice"])
def test_conduct_at_the_board_is_written_down(door: Door, category: str) -> None:
    """C02, C07, K03: the referee notes it, and the ladder proposes."""
    door.tournament()
    door.post(f"{BOARD}/rulings", {"kind": "conduct", "side": "white", "category": category, "reason": "seen"})

    assert [one["category"] for one in door.get(f"{T}/conduct").get_json()["conduct"]] == [category]
    assert [one["step"] for one in proposals(door, "penalty")] == ["note"]


def test_e09_black_begins_by_003(door: Door) -> None:
    """E09: who has which colour is the pairing's."""
    door.tournament(variant="general")

    assert see(door)["clock"]["running"] == "black"


def test_a_draw_is_offered_answered_and_agreed_and_an_offer_is_not_taken_back(door: Door) -> None:
    """G01, G06, G07: after the move, before the reply; it is on the record."""
    door.tournament()
    play(door, "32-28")
    door.post(f"{BOARD}/offers", {"side": "white"})
    assert see(door)["offers"] == [{"side": "white"}]
    assert door.post(f"{BOARD}/offers", {"side": "white"}).get_json()["code"] == "offer_stands"
    door.post(f"{BOARD}/answers", {"side": "black", "accept": True})

    assert (see(door)["result"], see(door)["because"]) == ("1-1", "agreed")
    assert [kind for kind in kinds(door) if kind.startswith("Draw")] == ["DrawOffered", "DrawAnswered"]


@pytest.mark.parametrize(("may", "code"), [(True, None), (False, "may_not_stop")])
def test_a_player_stops_the_clock_with_a_call_where_the_regulations_let_them(
    door: Door, may: bool, code: str | None
) -> None:
    """H27, H28: to seek the arbiter's help."""
    door.tournament(switches={"player_may_stop_clock": may})
    answer = door.post(f"{BOARD}/calls", {"stop": True, "reason": "a piece fell"})

    assert answer.get_json().get("code") == code
    assert (see(door)["clock"]["running"] is None) is may


@pytest.mark.parametrize("text", ["", " ", "32"])
def test_h33_a_clock_is_not_pressed_without_a_move(door: Door, text: str) -> None:
    """H33, K06: the confirmed move is the press, and its record."""
    door.tournament()
    before = see(door)["version"]

    assert move(door, text).status_code in (400, 422)
    assert (see(door)["version"], see(door)["clock"]["running"]) == (before, "white")


def test_i05_a_result_agreed_while_a_game_is_adjourned_is_recorded(door: Door) -> None:
    door.tournament()
    play(door, "32-28")
    door.post(f"{BOARD}/rulings", {"kind": "adjourn", "envelope": "7", "reason": ""})
    agreed = {"kind": "result", "result": "1-1", "because": "ruling", "reason": "both have told us"}
    assert door.post(f"{BOARD}/rulings", agreed).status_code == 200

    assert (see(door)["result"], see(door)["adjourned"]) == ("1-1", None)


def test_k10_the_score_sheet_is_open_to_everybody_and_has_every_move(door: Door) -> None:
    """K01, K10: the tablet records every move, in time trouble too, and everybody may read the sheet."""
    door.tournament(regulations="fmjd_rapid_blitz", control="1/1:1/60")
    play(door, "32-28", "19-23")

    assert [one["move"] for one in see(door, None)["plays"]] == ["32-28", "19-23"]
    assert door.get(f"{T}/sheets/scoresheet.pdf?round=1&board=1", role=None).status_code == 200


def test_l08_where_the_ruling_is_final_nobody_appeals(door: Door) -> None:
    """L08: Turkish clubs; the neighbour is an appeal to the management (L07)."""
    door.tournament(variant="turkish", regulations="turkish_club")
    door.post(f"{BOARD}/rulings", {"kind": "result", "result": "black", "reason": "telephone"})
    asked = {"side": "white", "grounds": "it was off", "asks": "draw"}
    refused = door.post(f"{BOARD}/appeals", asked).get_json()
    assert (refused["code"], refused["article"]) == ("no_appeal", "TURFED 17")
    id = door.tournament(regulations="kndb_club_tablet")
    board = f"/tournaments/{id}/rounds/1/boards/1"
    door.post(f"{board}/rulings", {"kind": "result", "result": "black", "reason": "telephone"})

    assert door.post(f"{board}/appeals", asked).status_code == 200


def test_l16_a_gap_in_the_rules_is_ruled_in_words(door: Door) -> None:
    """L16: the reason is free text, and the ground may be a house rule."""
    door.tournament()
    ruling = {"kind": "time", "side": "white", "add_ms": 60_000, "reason": "the hall was dark", "article": "house rule"}

    assert door.post(f"{BOARD}/rulings", ruling).status_code == 200
    (line,) = [one for one in door.get(f"{T}/journal").get_json()["lines"] if one["kind"] == "TimeCorrected"]
    assert "the hall was dark" in str(line)


def test_l07_an_appeal_goes_to_the_management_whose_decision_binds(door: Door) -> None:
    """L07: decided once, by people who did not rule; the same ruling is not appealed against again."""
    door.tournament(regulations="kndb_club_tablet")
    door.post(f"{BOARD}/rulings", {"kind": "result", "result": "black", "reason": "telephone"})
    asked = {"side": "white", "grounds": "it was off", "asks": "draw"}
    number = door.post(f"{BOARD}/appeals", asked).get_json()["seq"]
    decided = {**PAPER, "overturned": True, "result": "draw"}
    assert door.post(f"{T}/appeals/{number}/decision", decided, role="chief").status_code == 200

    assert see(door)["result"] == "1-1"
    assert door.post(f"{BOARD}/appeals", asked).status_code == 409
    assert door.post(f"{BOARD}/rulings", {"kind": "result", "result": "black", "reason": "still"}).status_code == 409


def test_j10_ten_minutes_for_a_telephone_are_taken_off_by_hand(door: Door) -> None:
    """J10: the ladder has no step for the offender's own time; conduct and correction stand on the rulings."""
    door.tournament(control="3600")
    door.post(f"{BOARD}/rulings", {"kind": "conduct", "side": "white", "category": "telephone", "reason": "it rang"})
    left = see(door)["clock"]["white"]["left_ms"]
    taken = {"kind": "time", "side": "white", "add_ms": -min(10 * MINUTE, left // 2), "reason": "USCF 20N"}

    assert door.post(f"{BOARD}/rulings", taken).status_code == 200
    assert see(door)["clock"]["white"]["left_ms"] == 50 * MINUTE


@pytest.mark.parametrize(
    ("policy", "called", "answered"), [("run", True, True), ("stop", False, False), ("accepted", True, False)]
)
def test_h40_the_clock_waits_for_the_arbiter_as_the_regulations_say(
    door: Door, policy: str, called: bool, answered: bool
) -> None:
    """H40: it runs on, stands from the call, or stands from the arbiter's answer."""
    door.tournament(switches={"call_clock": policy})
    door.post(f"{BOARD}/calls", {"side": "white", "reason": "whose turn is it?"})
    assert (see(door)["clock"]["running"] is not None) is called
    door.post(f"{BOARD}/rulings", {"kind": "answer"})
    assert (see(door)["clock"]["running"] is not None) is answered


def test_j15_a_disagreement_is_decided_with_the_clocks_stopped(door: Door) -> None:
    """J15: the arbiter is called, stops the clocks, sees whose turn it is, and rules."""
    door.tournament()
    play(door, "32-28")
    door.post(f"{BOARD}/calls", {"side": "white", "reason": "he says that it is my turn"})
    door.post(f"{BOARD}/rulings", {"kind": "stop", "reason": "a disagreement"})
    door.post(f"{BOARD}/rulings", {"kind": "answer"})
    assert (see(door)["clock"]["running"], see(door)["turn"], see(door)["calls"]) == (None, "black", [])
    door.post(f"{BOARD}/rulings", {"kind": "start"})

    assert see(door)["clock"]["running"] == "black"
