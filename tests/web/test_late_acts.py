"""T14 over HTTP: what a tablet had recorded comes in after the flag, for officials' eyes, and one press decides it."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, SECOND, Side
from tests.web.conftest import Door
from tests.web.officiating import BOARD, T, kinds, move, play, proposals, put, see
from tests.web.test_api_access import tablet, with_token

CHAIN = "c4" * 32


def flagged(door: Door, **terms: Any) -> int:
    """A flag of White that has fallen, and two tablets that were not there; the instant at which it fell."""
    door.tournament(control="60", **terms)
    door.clock.wait(seconds=60)
    door.desks.desk("club-open").ask(RingFlag(round=1, board=1))
    fell = door.clock.at
    door.clock.wait(seconds=9)
    return fell


def late(door: Door, pressed: int, **more: Any) -> Any:
    """The move of a tablet whose clock is an hour behind the hall's."""
    device = {"pressed": pressed - HOUR, "offset_ms": HOUR, "chain": CHAIN}
    return door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0, "device": device, **more})


def test_a_late_move_is_answered_with_what_was_written_down(door: Door) -> None:
    fell = flagged(door)
    answer = late(door, fell - 2_340)
    told = answer.get_json()

    assert (answer.status_code, told["code"], told["seq"]) == (409, "flag_pending", len(kinds(door)))
    assert told["recorded"]["pressed"] == fell - 2_340
    assert told["recorded"]["before_flag_ms"] == 2_340
    assert told["recorded"]["came_after_ms"] == 9_000
    assert told["recorded"]["chain"] == CHAIN
    assert told["recorded"]["sentence"] == (
        "White: 32-28 was confirmed 2.3 s before the flag fell, by the tablet's own clock, and arrived 9.0 s after it."
    )
    assert kinds(door)[-2:] == ["FlagFell", "MoveCameLate"]


def test_the_same_key_again_gives_the_same_answer_and_writes_nothing(door: Door) -> None:
    fell = flagged(door)
    first = late(door, fell - 5, key="tap")
    door.clock.wait(seconds=3)
    again = late(door, fell - 5, key="tap")

    assert (again.status_code, again.get_json()) == (409, first.get_json())
    assert kinds(door).count("MoveCameLate") == 1


def test_officials_see_it_beside_the_flag_and_nobody_else_does(door: Door) -> None:
    """Ruling H41."""
    fell = flagged(door)
    late(door, fell - 700)
    (flag,) = proposals(door, "flag")
    (found,) = proposals(door, "late_move")

    assert flag["evidence"]["doubt"]["why"] == "press"
    assert [one["proposal"] for one in flag["evidence"]["late"]] == [found["proposal"]]
    assert found["late"]["proof"].startswith("The tablet's own clock and record are no proof of who pressed, ")
    assert "late" not in str(see(door, role=None).keys())
    assert see(door, role=None)["moves"] == []


@pytest.mark.parametrize(("decision", "ply", "left"), [("sign", 1, 700), ("dismiss", 0, 0)])
def test_one_press_decides_it(door: Door, decision: str, ply: int, left: int) -> None:
    """Ruling H41."""
    fell = flagged(door)
    late(door, fell - 700)
    (found,) = proposals(door, "late_move")
    answer = door.post(f"{T}/proposals/{found['proposal']}/{decision}")

    assert answer.status_code == 200, answer.get_json()
    assert (see(door)["ply"], see(door)["clock"]["white"]["left_ms"]) == (ply, left)
    assert bool(see(door)["flag"]) is (ply == 0)


def test_the_clock_report_has_the_press_of_the_device(door: Door) -> None:
    fell = flagged(door)
    late(door, fell - 700)
    lines = door.get(f"{BOARD}/clock").get_json()["lines"]

    assert (lines[-1]["what"], lines[-1]["move"], lines[-1]["device"]["pressed"]) == ("came_late", "32-28", fell - 700)
    assert lines[-1]["said"] == "arrived after the flag fell"


@pytest.mark.parametrize(
    ("device", "status", "code"),
    [
        ({"offset_ms": 3}, 400, "field_unreadable"),
        ({"pressed": "soon"}, 400, "field_unreadable"),
        ("yesterday", 400, "field_unreadable"),
        ({"pressed": 1, "chain": "a" * 129}, 413, "text_too_long"),
        ({"pressed": 10**15, "offset_ms": 10**15}, 422, "number_out_of_range"),
    ],
)
def test_what_a_device_cannot_have_recorded_is_refused(door: Door, device: Any, status: int, code: str) -> None:
    flagged(door)
    answer = door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0, "device": device})

    assert (answer.status_code, answer.get_json()["code"]) == (status, code)
    assert kinds(door)[-1] == "FlagFell"


def test_a_move_in_time_is_played_whatever_its_device_has_recorded(door: Door) -> None:
    door.tournament(control="60")
    door.clock.wait(seconds=10)
    answer = late(door, door.clock.at + 3 * HOUR)

    assert answer.status_code == 200
    assert answer.get_json()["clock"]["white"]["left_ms"] == 50 * SECOND


def test_after_an_automatic_flag_an_accepted_late_move_overturns_the_result(door: Door) -> None:
    fell = flagged(door, flags="auto")
    assert see(door)["result"] == "0-2"
    late(door, fell - 300)
    (found,) = proposals(door, "late_move")
    door.post(f"{T}/proposals/{found['proposal']}/sign")
    play(door, "19-23")

    assert (see(door)["result"], see(door)["moves"]) == (None, ["32-28", "19-23"])
    assert kinds(door)[-5:] == ["MoveCameLate", "ProposalSigned", "LateMoveAccepted", "MovePlayed", "MovePlayed"]


ACTS: dict[str, tuple[str, dict[str, object], list[str], str]] = {
    "crown": ("crowns", {"side": "black"}, ["KingCrowned"], "the crowning of the king"),
    "offer": ("offers", {"side": "black"}, ["DrawOffered"], "the draw offer"),
    "accept": (
        "answers",
        {"accept": True, "side": "black"},
        ["DrawAnswered", "GameEnded"],
        "the acceptance of the draw",
    ),
    "decline": ("answers", {"accept": False, "side": "black"}, ["DrawAnswered"], "the refusal of the draw"),
    "object": ("objections", {"side": "black"}, ["ObjectionRaised", "FindingsOpened"], "the objection"),
    "call": ("calls", {"side": "black", "reason": "noise"}, ["ArbiterCalled"], "the call for the arbiter"),
    "claim": ("claims", {"side": "black", "ground": "repetition"}, ["DrawClaimed"], "the draw claim"),
    "resign": ("resignations", {"side": "white"}, ["GameEnded"], "the resignation"),
}


@pytest.mark.parametrize("act", ACTS)
def test_every_act_of_a_tablet_out_of_touch_is_offered_as_evidence_and_accepted_with_one_press(
    door: Door, act: str
) -> None:
    """000 V and T14: Black confirms it 1.5 s before Black's flag, and it comes in nine seconds after it."""
    where, body, then, says = ACTS[act]
    door.tournament(control="60", switches={"irregular_policy": "opponent"})
    put(door, "W:W7,48:B15,16" if act == "crown" else "W:W32,48:B15,16")
    if act in ("accept", "decline"):
        door.post(f"{BOARD}/offers", {"side": "white"})
    move(door, "7-1" if act == "crown" else "32-28")
    door.clock.wait(seconds=60)
    fell = door.clock.at
    if act != "call":  # the message itself finds the flag, where no alarm has found it before
        door.desks.desk("club-open").ask(RingFlag(round=1, board=1))
    door.clock.wait(seconds=9)
    device = {"pressed": fell - 1_500 - HOUR, "offset_ms": HOUR, "chain": CHAIN}
    answer = door.post(f"{BOARD}/{where}", {**body, "device": device})
    told = answer.get_json()

    assert (answer.status_code, told["code"]) == (409, "flag_pending"), told
    assert (told["recorded"]["act"], told["recorded"]["says"], told["recorded"]["chain"]) == (act, says, CHAIN)
    assert told["recorded"]["sentence"].endswith(
        f": {says} was confirmed 1.5 s before the flag fell, by the tablet's own clock, and arrived 9.0 s after it."
    )
    (found,) = proposals(door, "late_move")
    door.clock.wait(seconds=30)
    assert door.post(f"{T}/proposals/{found['proposal']}/sign").status_code == 200
    assert kinds(door)[-len(then) - 2 :] == ["ProposalSigned", "LateMoveAccepted", *then]
    assert see(door)["flag"] is None
    ended = {"accept": "1-1", "resign": "0-2"}.get(act)
    assert (see(door)["result"], see(door)["clock"]["black"]["left_ms"]) == (ended, 1_500)


def test_a_crowning_that_is_refused_leaves_the_flag_and_nobody_but_officials_sees_it(door: Door) -> None:
    door.tournament(control="60")
    put(door, "W:W7,48:B15,16")
    move(door, "7-1")
    door.clock.wait(seconds=60)
    door.desks.desk("club-open").ask(RingFlag(round=1, board=1))
    device = {"pressed": door.clock.at - 1_500, "chain": CHAIN}
    before = see(door, role=None)
    door.post(f"{BOARD}/crowns", {"side": "black", "device": device})
    (found,) = proposals(door, "late_move")
    assert {key for key, value in see(door, role=None).items() if before[key] != value} <= {"version", "flag"}
    door.post(f"{T}/proposals/{found['proposal']}/dismiss")

    assert see(door)["crown"] is not None
    (flag,) = proposals(door, "flag")
    assert [one["decided"] for one in flag["evidence"]["late"]] == ["dismissed"]
    assert door.post(f"{T}/proposals/{flag['proposal']}/sign").status_code == 200
    assert see(door)["result"] == "2-0"


def test_a_result_that_both_report_counts_whatever_the_device_has_recorded(door: Door) -> None:
    """A game without moves has no flag: the record of the device changes nothing."""
    door.tournament()
    device = {"pressed": 1, "chain": CHAIN}
    for side in ("white", "black"):
        answer = door.post(f"{BOARD}/results", {"result": "2-0", "side": side, "device": device})
        assert answer.status_code == 200, answer.get_json()
    assert see(door)["result"] == "2-0"


def test_a_touch_made_out_of_touch_is_put_before_the_arbiter_who_lets_the_undone_move_stand(door: Door) -> None:
    door.tournament(2, control="300+3", switches={"confirm_moves": False})
    white, black = (tablet(door, 1, side) for side in (Side.WHITE, Side.BLACK))
    moved = with_token(door, white, "POST", f"{BOARD}/moves", {"move": "32-28", "ply": 0})
    assert moved.get_json()["may_undo"] == "white"
    touched = {"ply": 1, "device": {"pressed": door.clock.at + SECOND, "chain": CHAIN}}
    door.clock.wait(seconds=2)
    assert with_token(door, white, "POST", f"{BOARD}/undos").status_code == 200
    assert with_token(door, white, "POST", f"{BOARD}/touches", touched).get_json()["code"] == "stale_ply"
    assert with_token(door, black, "POST", f"{BOARD}/touches", touched).status_code == 200
    door.sign_in()
    page = door.client.get("/office/club-open/rounds/1/boards/1").get_data(as_text=True)
    (waits,) = proposals(door, "late_touch")
    signed = door.post(f"{T}/proposals/{waits['proposal']}/sign")

    assert "Black had touched a piece before 32-28 was undone" in page
    assert "the piece was touched 1.0 s before 32-28 was undone" in page
    assert (signed.status_code, [one["move"] for one in see(door)["plays"]]) == (200, ["32-28"])
