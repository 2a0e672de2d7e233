"""A result ruling names what it sweeps away, and no official overrules an end of the game that they have not seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arbiter.rulings.time.flags import RingFlag
from tests.web.conftest import Door
from tests.web.officiating import BOARD, play, proposals, put, see, sheet


def rule(door: Door, result: str, **more: object) -> Any:
    return door.post(f"{BOARD}/rulings", {"kind": "result", "result": result, "reason": "as I saw it", **more})


def fallen(door: Door, **terms: Any) -> None:
    """Black's flag has fallen, and waits for an arbiter."""
    door.tournament(control="600", **terms)
    play(door, "32-28")
    door.clock.wait(minutes=11)
    door.desks.desk("club-open").submit(RingFlag(round=1, board=1))
    assert len(proposals(door, "flag")) == 1


def test_a_result_does_not_sweep_away_a_fallen_flag_without_naming_it(door: Door) -> None:
    """000 X: a player loses if the time expires; another ruling says that it goes against the flag."""
    fallen(door)
    refused = rule(door, "0-2")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "decide_first")
    assert "flag" in refused.get_json()["detail"]
    assert rule(door, "0-2", against=True, reason="").get_json()["code"] == "text_needed"
    assert rule(door, "0-2", against=True).status_code == 200

    told = sheet(door, "rulings")
    assert "Dismissed (Black)" in told
    assert "as I saw it" in told
    assert see(door)["result"] == "0-2"


def test_a_result_does_not_take_the_choice_of_a_player_whose_objection_is_found(door: Door) -> None:
    """FMJD Annex 1, 5.4: the opponent chooses."""
    door.tournament(regulations="fmjd_classic")
    put(door, "W:W33,40,45:B1,28,6")
    play(door, "40-34")
    door.post(f"{BOARD}/objections", {"side": "black", "reason": "said at the board"})
    assert rule(door, "2-0").get_json()["code"] == "objection_open"
    assert rule(door, "2-0", against=True).get_json()["code"] == "objection_open"
    assert see(door)["result"] is None


def test_a_claim_that_waits_is_dismissed_by_name(door: Door) -> None:
    """The neighbour: a claim of a draw."""
    door.tournament()
    play(door, "32-28")
    door.post(f"{BOARD}/claims", {"side": "black", "ground": "repetition"})
    assert rule(door, "2-0").get_json()["code"] == "decide_first"
    assert rule(door, "2-0", against=True).status_code == 200
    assert proposals(door, "claim") == []


def test_a_result_that_crosses_a_resignation_is_refused_until_it_names_it(door: Door) -> None:
    door.tournament()
    play(door, "32-28")
    door.post(f"{BOARD}/resignations", {"side": "black"})
    refused = rule(door, "0-2")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "ended_meanwhile")
    assert "2-0" in refused.get_json()["detail"]
    assert rule(door, "0-2", was="1-1").get_json()["code"] == "ended_meanwhile"

    assert rule(door, "0-2", was="2-0").status_code == 200
    assert rule(door, "1-1", reason="a slip of the pen").status_code == 200  # a ruling corrects a ruling


@pytest.mark.parametrize("side", ["one", "doubt"])
def test_both_flags_have_not_fallen_while_a_clock_has_time(door: Door, side: str) -> None:
    """H18: one clock always falls first, unless the flag is in doubt."""
    fallen(door, switches={"both_flags": "draw"})
    if side == "doubt":
        desk = door.desks.desk("club-open")
        game = desk.state.game(1, 1)
        assert game.flag is not None
        desk.state = desk.state.put(replace(game, flag=replace(game.flag, provisional="outage")))
    answer = door.post(f"{BOARD}/rulings", {"kind": "both_flags", "reason": "network split"})

    if side == "one":
        assert (answer.status_code, answer.get_json()["code"]) == (409, "one_flag_only")
        assert see(door)["result"] is None
    else:
        assert see(door)["result"] == "1-1"
