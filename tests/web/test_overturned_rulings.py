"""What follows from a decision that overturns a ruling without a result: L17, L05-L10."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.sides import Side
from tests.web.conftest import Door
from tests.web.officiating import BOARD, PAPER, T, kinds, play, proposals, see, sheet

MINUTE = 60_000


def rule(door: Door, kind: str, role: str = "director", **more: object) -> Any:
    answer = door.post(f"{BOARD}/rulings", {"kind": kind, "reason": "as I saw it", **more}, role=role)
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def appeal(door: Door, side: str = "black", **more: object) -> str:
    filed = door.post(f"{BOARD}/appeals", {"side": side, "grounds": "unfair", **more}).get_json()
    return f"{T}/appeals/{filed['seq']}/decision"


def overturn(door: Door, where: str, **more: object) -> Any:
    return door.post(where, {**PAPER, "overturned": True, **more}, role="chief")


def left(door: Door) -> tuple[int, int]:
    """The times on both clocks now."""
    clock = door.desks.desk("club-open").state.game(1, 1).clock
    return tuple(clock.left(side, door.clock.at) for side in Side)  # type: ignore[return-value]  # two sides


def sign(door: Door) -> None:
    (proposal,) = proposals(door, "restore")
    assert len(proposal["rests_on"]) >= 2
    answer = door.post(f"{T}/proposals/{proposal['proposal']}/sign", role="chief")
    assert answer.status_code == 200, answer.get_json()


def test_an_overturned_ruling_on_the_clock_offers_the_time_before_it_for_signature(door: Door) -> None:
    door.tournament(control="1/3600:1/3600", flags="auto")
    play(door, "32-28")
    rule(door, "time", side="black", add_ms=-58 * MINUTE)
    where = appeal(door)
    door.clock.wait(seconds=30)
    assert overturn(door, where).status_code == 200
    door.clock.wait(minutes=9)

    assert see(door)["clock"]["running"] is None
    assert "Black then has 59:30 left." in proposals(door, "restore")[0]["rests_on"]
    sign(door)
    assert (see(door)["clock"]["running"], left(door)[1]) == (None, 60 * MINUTE - 30_000)
    assert "Signed (Black): what the overturned ruling had changed is restored" in sheet(
        door, "record", round=1, board=1
    )
    door.post(f"{BOARD}/rulings", {"kind": "start"})
    assert see(door)["clock"]["running"] == "black"


def test_an_overturned_take_back_plays_the_moves_again_with_their_times(door: Door) -> None:
    """The neighbour: the game went on under protest, and Black resigned."""
    door.tournament(control="1/3600:1/3600")
    play(door, "32-28")
    door.clock.wait(minutes=3)
    play(door, "19-23")
    had = left(door)
    rule(door, "position", ply=0)
    where = appeal(door)
    door.post(f"{BOARD}/rulings", {"kind": "start"})
    play(door, "31-27")
    gone = door.post(f"{BOARD}/resignations", {"side": "black"})
    assert gone.status_code == 200, gone.get_json()
    assert see(door)["result"] == "2-0"
    overturn(door, where)
    sign(door)

    board = see(door)
    assert (board["result"], board["moves"]) == (None, ["32-28", "19-23"])
    assert (board["clock"]["running"], left(door)) == (None, had)


def test_an_overturned_position_gives_back_the_one_before(door: Door) -> None:
    door.tournament()
    play(door, "32-28", "19-23")
    before = see(door)["fen"]
    rule(door, "position", fen="W:W33,40,45:B1,28,6")
    where = appeal(door)
    overturn(door, where)
    sign(door)
    assert see(door)["fen"] == before


def test_an_overturned_result_opens_the_game_again(door: Door) -> None:
    door.tournament()
    play(door, "32-28")
    rule(door, "result", result="2-0")
    where = appeal(door)
    assert overturn(door, where).status_code == 200
    sign(door)
    assert (see(door)["result"], see(door)["clock"]["running"]) == (None, None)


def test_nothing_follows_only_if_the_committee_says_so(door: Door) -> None:
    door.tournament()
    play(door, "32-28")
    door.post(f"{BOARD}/rulings", {"kind": "penalty", "side": "black", "step": "warning", "reason": "noise"})
    where = appeal(door)
    refused = overturn(door, where)
    assert (refused.status_code, refused.get_json()["code"]) == (422, "consequence_needed")
    assert kinds(door)[-1] == "AppealFiled"
    assert overturn(door, where, nothing=True).status_code == 200

    assert proposals(door, "restore") == []
    assert "The decision has no consequences." in sheet(door, "rulings")


def test_a_restoration_can_be_dismissed_with_a_reason(door: Door) -> None:
    door.tournament(control="1/3600:1/3600")
    play(door, "32-28")
    rule(door, "time", side="black", add_ms=-10 * MINUTE)
    where = appeal(door)
    overturn(door, where)
    (proposal,) = proposals(door, "restore")
    path = f"{T}/proposals/{proposal['proposal']}/dismiss"
    assert door.post(path, {"reason": ""}).get_json()["code"] == "text_needed"
    assert door.post(path, {"reason": "both agree to the clock"}).status_code == 200
    assert left(door)[1] == 50 * MINUTE


IRREGULAR = "W:W22,32,31:B18,1,2"


@pytest.mark.parametrize("again", ["position", "second"])
def test_a_game_whose_findings_were_opened_goes_on_with_two_signatures_only(door: Door, again: str) -> None:
    door.tournament(variant="pool", regulations="pool_apca")
    play(door, "9-13")
    rule(door, "position", fen=IRREGULAR)
    door.post(f"{BOARD}/rulings", {"kind": "start"})
    play(door, "32-28")
    rule(door, "result", result="2-0")
    assert door.post(f"{BOARD}/rulings", {"kind": "findings"}).status_code == 200
    back = {"kind": "position", "ply": 2, "reason": "play on", "second": again == "second"}
    answer = door.post(f"{BOARD}/rulings", back)

    if again == "position":
        assert (answer.status_code, answer.get_json()["code"]) == (409, "findings_opened")
        assert "32-28" in answer.get_json()["detail"]
    else:
        (proposal,) = proposals(door, "position")
        signed = f"{T}/proposals/{proposal['proposal']}/sign"
        assert door.post(signed).get_json()["code"] == "second_signature"
        assert door.post(signed, role="chief").status_code == 200
        assert see(door)["result"] is None


def test_findings_stay_sealed_while_an_appeal_waits(door: Door) -> None:
    door.tournament(variant="pool", regulations="pool_apca")
    play(door, "9-13")
    rule(door, "result", result="2-0")
    appeal(door)
    assert door.post(f"{BOARD}/rulings", {"kind": "findings"}).get_json()["code"] == "findings_wait"
