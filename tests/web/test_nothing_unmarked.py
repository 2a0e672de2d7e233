"""Acts that left no mark: a false claim of a flag, moves entered for a player in touch, evidence after a decision."""

from __future__ import annotations

import pytest

from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.position import RestorePosition
from arbiter.sides import Side
from tests.hall import BY, Hall
from tests.sheets.printed import printed
from tests.web.conftest import Door
from tests.web.officiating import BOARD, T, kinds, move, play, proposals, see
from tests.web.test_api_access import tablet, with_token


@pytest.mark.parametrize("called_by", ["anybody", "players"])
def test_a_false_claim_of_a_flag_is_recorded_once_a_move(door: Door, called_by: str) -> None:
    """H13, H14: it changes nothing, and the score sheet has it."""
    door.tournament(switches={"flag_called_by": called_by})
    white = tablet(door, 1, Side.WHITE)
    claims = [with_token(door, white, "POST", f"{BOARD}/claims", {"ground": "flag"}) for _ in range(2)]

    assert [(one.status_code, one.get_json()["code"]) for one in claims] == [(409, "no_flag")] * 2
    assert kinds(door).count("FlagCalled") == 1
    assert see(door)["flag"] is None
    play(door, "32-28", "19-23")
    with_token(door, white, "POST", f"{BOARD}/claims", {"ground": "flag"})
    assert kinds(door).count("FlagCalled") == 2
    assert proposals(door, "flag") == []


def test_an_official_s_look_at_a_flag_that_is_up_leaves_no_line(door: Door) -> None:
    door.tournament()
    answer = door.post(f"{BOARD}/claims", {"ground": "flag", "side": "white"})

    assert answer.get_json()["code"] == "no_flag"
    assert "FlagCalled" not in kinds(door)


def test_a_flag_that_falls_after_a_false_claim_is_claimed_as_any_other(door: Door) -> None:
    door.tournament(switches={"flag_called_by": "players"})
    black = tablet(door, 1, Side.BLACK)
    with_token(door, black, "POST", f"{BOARD}/claims", {"ground": "flag"})
    door.clock.wait(hours=3)
    answer = with_token(door, black, "POST", f"{BOARD}/claims", {"ground": "flag"})

    assert answer.status_code == 200
    assert see(door)["flag"]["side"] == "white"


def entered() -> Hall:
    """An official enters 32-28 although White's tablet is in touch, and 19-23 for Black, who has none."""
    hall = Hall(players=2)
    hall.desk.touch(1, Side.WHITE)
    hall.play("32-28", "19-23")
    return hall


def test_moves_that_an_official_enters_for_a_player_in_touch_are_marked() -> None:
    hall = entered()
    hall.submit(PlayMove(round=1, board=1, ply=2, move="28x19", by="tablet 1 white"))
    for sheet in ("scoresheet", "rulings", "record"):
        text = printed(sheet, hall, board=1).text()
        assert "Entered by an official, while the tablet of White was in touch: 1. 32-28." in text
        assert "tablet of Black" not in text


def test_the_mark_outlasts_a_takeback_and_a_restart() -> None:
    hall = entered()
    hall.submit(RestorePosition(round=1, board=1, by=BY, ply=0, reason="as both wish"))

    assert [play.entered for play in hall.again().game().struck] == [BY, ""]
    assert "in touch: 1. 32-28." in printed("scoresheet", hall, board=1).text()


def test_no_mark_for_an_official_at_a_board_without_a_tablet_in_touch() -> None:
    hall = Hall(players=2)
    hall.desk.touch(1, Side.WHITE)
    hall.wait(seconds=5)
    hall.play("32-28")

    assert "Entered by an official" not in printed("scoresheet", hall, board=1).text()


@pytest.mark.parametrize("decision", ["sign", "dismiss"])
def test_the_evidence_of_a_flag_and_of_a_penalty_stays_after_the_decision(door: Door, decision: str) -> None:
    from arbiter.rulings.time.flags import RingFlag

    door.tournament(switches={"ladder": ["warning", "warning"]})
    move(door, "32-23")
    door.clock.wait(hours=3)
    door.desks.desk("club-open").submit(RingFlag(round=1, board=1))
    waiting = [one for one in door.get(f"{T}/proposals").get_json()["proposals"] if one["decided"] is None]
    for one in waiting:
        assert door.post(f"{T}/proposals/{one['proposal']}/{decision}", {"reason": "seen"}).status_code == 200
    decided = {one["kind"]: one["rests_on"] for one in door.get(f"{T}/proposals").get_json()["proposals"]}

    assert "Irregular moves of White in this game: 1. 32-23." in decided["penalty"]
    assert [line.partition(" ")[0] for line in decided["flag"]] == ["Moves", "The"]
    assert "left" not in " ".join(decided["flag"])
