"""An offence that is withdrawn: each remaining one has its penalty once, and no sheet keeps a loss without a ground."""

from __future__ import annotations

from typing import Any

from arbiter.sides import Side
from tests.web.conftest import Door
from tests.web.officiating import BOARD, T, move, play, proposals, put, see, sheet

LADDER = {"ladder": ["warning", "time 60", "loss"]}
WRONG = "W:W33,40,45:B1,28,6"


def sign_all(door: Door) -> None:
    for one in proposals(door, "penalty"):
        answer = door.post(f"{T}/proposals/{one['proposal']}/sign", {"reason": "seen"})
        assert answer.status_code == 200, answer.get_json()


def had(door: Door) -> int:
    """The time on Black's clock now, in seconds."""
    return door.desks.desk("club-open").state.game(1, 1).clock.left(Side.BLACK, door.clock.at) // 1_000


def lines(door: Door) -> list[int]:
    return [one.line for one in door.desks.desk("club-open").state.game(1, 1).attempts]


def overrule(door: Door, line: int, **more: object) -> Any:
    return door.post(f"{BOARD}/rulings", {"kind": "overrule", "irregularity": line, "reason": "slip", **more})


def test_three_offences_of_four_keep_a_warning_a_minute_and_the_loss_each_once(door: Door) -> None:
    door.tournament(control="1/600:1/600", switches=LADDER)
    put(door, WRONG)
    for text in ("40-34", "40-35", "45-34", "33-29"):
        move(door, text)
    before = had(door)
    sign_all(door)
    assert (see(door)["result"], had(door) - before) == ("0-2", 60)

    assert overrule(door, lines(door)[0]).status_code == 200
    assert (see(door)["result"], had(door) - before, proposals(door, "penalty")) == ("0-2", 60, [])
    assert overrule(door, lines(door)[1]).status_code == 200
    assert (see(door)["result"], had(door) - before, proposals(door, "penalty")) == (None, 60, [])
    assert overrule(door, lines(door)[2]).status_code == 200
    assert (had(door) - before, proposals(door, "penalty")) == (0, [])
    told = sheet(door, "rulings")
    assert told.count("Taken back at") == 3  # two losses and the minute
    assert "Warning for White. seen" in told


def test_penalties_that_wait_belong_to_the_offence_that_takes_the_place(door: Door) -> None:
    """The neighbour: conduct, where dismissing the penalty takes the offence off the count."""
    door.tournament()
    for _ in range(2):
        door.post(f"{BOARD}/rulings", {"kind": "conduct", "side": "white", "category": "telephone", "reason": "rang"})
    first, second = (one["seq"] for one in door.get(f"{T}/conduct").get_json()["conduct"])
    assert overrule(door, first).status_code == 200
    (left,) = proposals(door, "penalty")
    assert left["step"] == "warning"
    assert door.post(f"{T}/proposals/{left['proposal']}/dismiss", {"reason": "it was the hall's"}).status_code == 200
    assert [one["overruled"] for one in door.get(f"{T}/conduct").get_json()["conduct"]] == [True, True]
    assert second != first


def test_a_loss_that_is_withdrawn_after_the_next_round_is_paired_needs_a_result(door: Door) -> None:
    door.tournament(players=4, system="swiss", rounds=2, switches={"ladder": ["loss"]})
    put(door, WRONG)
    move(door, "40-34")
    sign_all(door)
    door.post(f"{T}/rounds/1/boards/2/rulings", {"kind": "result", "result": "1-1", "reason": "agreed"})
    assert door.post(f"{T}/rounds").status_code in (200, 201)
    refused = overrule(door, lines(door)[0])
    assert (refused.status_code, refused.get_json()["code"]) == (422, "result_after_withdrawal")
    assert see(door)["result"] == "0-2"

    assert overrule(door, lines(door)[0], result="1-1").status_code == 200
    assert see(door)["result"] == "1-1"
    assert "Result: 1-1" in sheet(door, "scoresheet", round=1, board=1)


def test_an_objection_that_opens_a_finished_game_stops_the_clocks_and_calls_the_arbiter(door: Door) -> None:
    door.tournament(players=4, regulations="fmjd_classic", control="1/60:1/60")
    put(door, "W:W41,47,49,50,20:B36,44")
    play(door, "20-15")
    assert see(door)["result"] == "2-0"
    choice = {"side": "black", "choice": "rectify", "reason": "said at the board"}
    assert door.post(f"{BOARD}/objections", choice).status_code == 200

    board = see(door)
    assert (board["result"], board["clock"]["running"]) == (None, None)
    (call,) = door.get(f"{T}/calls").get_json()["calls"]
    assert (call["board"], call["side"]) == (1, "black")
    door.clock.wait(minutes=10)
    assert see(door)["result"] is None
    door.post(f"{BOARD}/rulings", {"kind": "call"})
    assert door.post(f"{BOARD}/rulings", {"kind": "start"}).status_code == 200
    assert see(door)["clock"]["running"] == "white"


def test_an_objection_in_a_running_game_lets_the_clock_run(door: Door) -> None:
    """The neighbour: the players sit at the board."""
    door.tournament(players=4, regulations="fmjd_classic")
    put(door, WRONG)
    play(door, "40-34")
    door.post(f"{BOARD}/objections", {"side": "black", "choice": "rectify", "reason": "said at the board"})
    assert see(door)["clock"]["running"] == "white"
    assert door.get(f"{T}/calls").get_json()["calls"] == []
