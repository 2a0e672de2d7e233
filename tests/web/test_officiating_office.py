"""The acceptance cases of officiating over HTTP: the referee's office, penalties, signatures, appeals, starts."""

from __future__ import annotations

import pytest

from arbiter.rulings.time.attendance import RingLate
from arbiter.sides import HOUR, MINUTE, SECOND
from tests.web.conftest import Door
from tests.web.officiating import BOARD, PAPER, T, kinds, move, play, proposals, put, see


def rings(door: Door, board: int = 1) -> str:
    """The telephone of White at that board rings; what is proposed."""
    at = f"{T}/rounds/1/boards/{board}"
    door.post(f"{at}/rulings", {"kind": "conduct", "side": "white", "category": "telephone", "reason": "it rang"})
    return str(proposals(door, "penalty")[-1]["step"])


def test_t15_a_player_who_is_late_is_forfeited_or_not_with_one_tap(door: Door) -> None:
    """T15 (H20): what the clock has been charged is shown; the arbiter may waive it with a reason (H23)."""
    door.tournament(control="50/7200:25/3600")
    door.clock.wait(minutes=31)
    door.desks.desk("club-open").submit(RingLate(round=1, board=1))
    (late,) = proposals(door, "late")

    assert late["side"] == "white"
    assert see(door)["clock"]["white"]["left_ms"] == 2 * HOUR - 31 * MINUTE
    waived = door.post(f"{T}/proposals/{late['proposal']}/dismiss", {"reason": "the train"}).get_json()
    assert waived["decided"] == "dismissed"
    assert see(door)["result"] is None


def test_t16_a_telephone_goes_up_the_ladder(door: Door) -> None:
    """T16 (J08): warning, loss, expulsion (J07)."""
    door.tournament(variant="turkish-federation", regulations="turkish_club")

    assert [rings(door), rings(door), rings(door)] == ["warning", "loss", "expulsion"]
    assert [noted["count"] for noted in door.get(f"{T}/conduct").get_json()["conduct"]] == [1, 2, 3]


def test_j13_a_step_that_is_signed_does_what_it_says(door: Door) -> None:
    """J13, J07, J10: time for the opponent, the game, expulsion; nothing before it is signed (A27, A28, J09, J14)."""
    door.tournament(switches={"phone_ladder": ["time 120", "expulsion"]})
    rings(door)
    (penalty,) = proposals(door, "penalty")
    assert see(door)["clock"]["black"]["left_ms"] == 2 * HOUR
    door.post(f"{T}/proposals/{penalty['proposal']}/sign")
    assert see(door)["clock"]["black"]["left_ms"] == 2 * HOUR + 120 * SECOND
    rings(door)
    (penalty,) = proposals(door, "penalty")
    door.post(f"{T}/proposals/{penalty['proposal']}/sign")

    assert (see(door)["result"], see(door)["because"]) == ("0-2", "ruling")
    assert kinds(door)[-1] == "PlayerWithdrew"


def test_a10_irregular_moves_go_up_a_ladder_that_proposes(door: Door) -> None:
    """A10, A29: caution first, then the game; the ladder only proposes."""
    door.tournament(variant="american", regulations="english_wcdf")
    put(door, "B:W14,32:B10,3")
    move(door, "3-8")
    assert [one["step"] for one in proposals(door, "penalty")] == ["caution"]
    move(door, "3-7")
    assert [one["step"] for one in proposals(door, "penalty")] == ["caution", "loss"]
    assert see(door)["result"] is None


def test_t18_an_arbiter_cannot_sign_alone_for_his_own_board(door: Door) -> None:
    """T18 (L14): a second signature is demanded."""
    door.tournament()
    entry = door.desks.desk("club-open").state.game(1, 1).entries.white
    door.post(f"{T}/officials", {"official": "director", "entry": entry})
    door.post(f"{BOARD}/claims", {"side": "black", "ground": "agreed to be drawn"}, role="arbiter")
    (claim,) = proposals(door, "claim")
    own = door.post(f"{T}/proposals/{claim['proposal']}/sign", {"reason": "so it is"})

    assert (own.status_code, own.get_json()["code"]) == (409, "second_signature")
    assert see(door)["result"] is None
    assert proposals(door, "claim")[0]["signed_by"] == "director"
    assert (
        door.post(f"{T}/proposals/{claim['proposal']}/sign", {"reason": "so it is"}).get_json()["code"]
        == "second_signature"
    )
    second = door.post(f"{T}/proposals/{claim['proposal']}/sign", {"reason": "so it is"}, role="arbiter")
    assert (second.status_code, see(door)["result"]) == (200, "1-1")


def test_l14_a_playing_director_rules_on_other_boards_only(door: Door) -> None:
    door.tournament()
    entry = door.desks.desk("club-open").state.game(1, 1).entries.white
    door.post(f"{T}/officials", {"official": "director", "entry": entry})
    own = door.post(f"{BOARD}/rulings", {"kind": "result", "result": "2-0", "reason": "I say so"})
    other = door.post(f"{T}/rounds/1/boards/2/rulings", {"kind": "stop", "reason": "fire"})

    assert (own.status_code, own.get_json()["code"]) == (403, "own_board_alone")
    assert other.status_code == 200


def test_l12_an_arbiter_of_a_sector_rules_there_and_nowhere_else(door: Door) -> None:
    door.tournament()
    door.post(f"{T}/officials", {"official": "arbiter", "boards": [2]})
    elsewhere = door.post(f"{BOARD}/rulings", {"kind": "stop", "reason": "noise"}, role="arbiter")

    assert (elsewhere.status_code, elsewhere.get_json()["code"]) == (403, "another_sector")
    assert (
        door.post(f"{T}/rounds/1/boards/2/rulings", {"kind": "stop", "reason": "x"}, role="arbiter").status_code == 200
    )


def test_calls_wait_in_a_queue_with_their_time(door: Door) -> None:
    """J15, H40: the longest first, with the reason and the arbiter of the sector; and where time is short."""
    door.tournament(control="600")
    door.post(f"{T}/officials", {"official": "arbiter", "boards": [1]})
    door.post(f"{T}/rounds/1/boards/2/calls", {"reason": "noise"})
    door.clock.wait(minutes=6)
    door.post(f"{BOARD}/calls", {"side": "white", "reason": "the clock"})
    told = door.get(f"{T}/calls").get_json()

    assert [(call["board"], call["waits_ms"]) for call in told["calls"]] == [(2, 6 * MINUTE), (1, 0)]
    assert told["calls"][1]["officials"] == ["arbiter"]
    assert {one["board"] for one in told["trouble"]} == {1, 2}


def lost_on_time(door: Door, asks: str = "1-1") -> int:
    """White at board 1 is ruled to have lost, and appeals; the number of the appeal."""
    door.post(f"{BOARD}/rulings", {"kind": "result", "result": "0-2", "reason": "flag, as it seemed"})
    filed = door.post(f"{BOARD}/appeals", {"side": "white", "grounds": "the clock was wrong", "asks": asks})
    assert filed.status_code == 200, filed.get_json()
    assert filed.get_json()["provisional"] is True
    return int(filed.get_json()["seq"])


def test_the_pairings_of_a_branch_are_those_that_will_be_drawn(door: Door) -> None:
    t = door.tournament(0, started=False, system="swiss", rounds=3, settings={"clubmates": "forbid"})
    for number, club in enumerate("BCDEAFGA", start=1):  # 8 and 5 would meet among those who have won
        person = {"name": f"Player {number}", "club": club, "rating": 1_000 + 50 * number}
        door.post(f"/tournaments/{t}/entries", person)
    for board in door.post(f"{T}/rounds").get_json()["boards"]:
        result = "2-0" if board["white"] > board["black"] else "0-2"
        ruled = {"kind": "result", "result": result, "reason": "slip"}
        door.post(f"{T}/rounds/1/boards/{board['board']}/rulings", ruled)
    door.post(f"{BOARD}/appeals", {"side": "black", "grounds": "it was not me", "asks": "1-1"})
    (appeal,) = door.get(f"{T}/appeals").get_json()["appeals"]
    told = door.get(f"{T}/appeals/{appeal['appeal']}/branches").get_json()["stands"]["pairings"]["pairs"]
    drawn = door.post(f"{T}/rounds").get_json()["boards"]

    assert told == [[board["white"], board["black"]] for board in drawn]


def test_t19_while_an_appeal_waits_both_branches_have_standings_and_pairings(door: Door) -> None:
    """T19 (L17): the director chooses which one to pair on."""
    door.tournament(system="swiss", rounds=3)
    appeal = lost_on_time(door, "2-0")
    door.post(f"{T}/rounds/1/boards/2/resignations", {"side": "black"})
    told = door.get(f"{T}/appeals/{appeal}/branches").get_json()
    entry = door.desks.desk("club-open").state.game(1, 1).entries.white
    points = {b: {row["entry"]: row["points"] for row in told[b]["standings"]}[entry] for b in told}

    assert points == {"stands": 0, "overturned": 2}
    assert told["stands"]["pairings"]["pairs"]
    assert told["stands"]["pairings"] != told["overturned"]["pairings"]
    door.post(f"{T}/appeals/{appeal}/branch", {"branch": "overturned"})
    paired = door.post(f"{T}/rounds").get_json()
    assert [[one["white"], one["black"]] for one in paired["boards"]] == told["overturned"]["pairings"]["pairs"]


def test_l10_a_committee_overturns_a_ruling_by_another_line(door: Door) -> None:
    """L05, L06, L09, L10, G38: the old line stays; the result is what the committee says."""
    door.tournament()
    appeal = lost_on_time(door)
    before = door.get(f"{T}/journal").get_json()["lines"]
    done = door.post(f"{T}/appeals/{appeal}/decision", {"overturned": True, **PAPER}, role="chief").get_json()

    assert (done["decided"], see(door)["result"], see(door)["provisional"]) == ("overturned", "1-1", False)
    assert door.get(f"{T}/journal").get_json()["lines"][: len(before)] == before
    again = door.post(f"{T}/appeals/{appeal}/decision", {"overturned": False, **PAPER}, role="chief")
    assert again.get_json()["code"] == "appeal_decided"


def test_l09_an_appeal_has_a_deadline_and_some_have_none(door: Door) -> None:
    """L08, L09: thirty minutes; under the Turkish federation the ruling is final."""
    door.tournament()
    assert door.post(f"{BOARD}/appeals", {"side": "white", "grounds": "x"}).get_json()["code"] == "nothing_to_appeal"
    door.post(f"{BOARD}/rulings", {"kind": "result", "result": "0-2", "reason": "flag"})
    door.clock.wait(minutes=31)
    late = door.post(f"{BOARD}/appeals", {"side": "white", "grounds": "x"})
    assert late.get_json()["code"] == "appeal_too_late"
    id = door.tournament(variant="turkish-federation")
    final = door.post(f"/tournaments/{id}/rounds/1/boards/1/appeals", {"side": "white", "grounds": "x"})

    assert (final.get_json()["code"], final.get_json()["article"]) == ("no_appeal", "TURFED 17")


def test_the_committee_gets_the_game_line_by_line_without_names(door: Door) -> None:
    door.tournament()
    play(door, "32-28", "19-23")
    move(door, "37-32")
    appeal = lost_on_time(door)
    packet = door.get(f"{T}/appeals/{appeal}/packet?blind=1").get_json()

    assert [line["kind"] for line in packet["lines"]][-5:] == [
        "MovePlayed",
        "MovePlayed",
        "IrregularMove",
        "GameEnded",
        "AppealFiled",
    ]
    assert packet["appeal"]["player"] is None
    assert "Player" not in str(packet)
    assert all({"fen", "clocks", "hash"} <= set(line) for line in packet["lines"])


def test_t20_a_computer_always_wants_it_put_right_and_offers_no_draw(door: Door) -> None:
    """T20 (A02): against the house computer under the policy of the opponent."""
    door.tournament(regulations="fmjd_classic")
    put(door, "W:W28,37,44,49:B9,13,22,23,31")
    black = door.desks.desk("club-open").state.game(1, 1).entries.black
    door.post(f"{T}/entries/{black}/computer")
    answer = move(door, "28x17")

    assert (answer.status_code, answer.get_json()["code"]) == (422, "capture_not_maximum")
    assert kinds(door)[-4:] == ["MovePlayed", "ObjectionRaised", "FindingsOpened", "MoveRetracted"]
    assert see(door)["owed"]["piece"] == 28
    assert door.post(f"{BOARD}/offers", {"side": "black"}).get_json()["code"] == "computer_offers_nothing"


@pytest.mark.parametrize(("home", "visitor"), [(1, 2), (2, 1)])
def test_e08_the_visitor_begins_and_then_they_take_turns(door: Door, home: int, visitor: int) -> None:
    """E08: 001 Turns; Black begins in American checkers."""
    door.tournament(2, started=False, variant="american", system="double-round-robin")
    door.post(f"{T}/home", {"entries": [home]})
    begins = []
    for round in (1, 2):
        (board,) = door.post(f"{T}/rounds").get_json()["boards"]
        begins.append(board["black"])
        door.post(f"{T}/rounds/{round}/start")
        door.post(f"{T}/rounds/{round}/boards/1/resignations", {"side": "white"})

    assert begins == [visitor, home]


@pytest.mark.parametrize("because", ["reported", "forfeit"])
def test_e08_a_result_from_a_slip_is_a_game_in_which_somebody_began(door: Door, because: str) -> None:
    """001 Turns: an evening on paper; the neighbour is a forfeit, in which nobody began."""
    door.tournament(2, started=False, variant="american", system="multiple-round-robin")
    door.post(f"{T}/home", {"entries": [1]})
    begins = []
    for number in (1, 2, 3):
        assert door.post(f"{T}/rounds").status_code == 201
        door.post(f"{T}/rounds/{number}/publish")
        game = door.desks.desk("club-open").state.game(number, 1)
        begins.append(game.entries.black)
        slip = {"kind": "forfeit" if because == "forfeit" else "result", "result": "2-0", "reason": "x"}
        slip |= {"because": "reported"} if because == "reported" else {}
        assert door.post(f"{T}/rounds/{number}/boards/1/rulings", slip).status_code == 200

    assert begins == ([2, 1, 2] if because == "reported" else [2, 2, 2])
