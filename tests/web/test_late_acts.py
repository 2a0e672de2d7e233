"""T14 over HTTP: what a tablet had recorded comes in after the flag, for officials' eyes, and one press decides it."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, SECOND
from tests.web.conftest import Door
from tests.web.officiating import BOARD, T, kinds, play, proposals, see

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
