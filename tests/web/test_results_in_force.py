"""Results that follow from the rule in force, over HTTP: claims, notices, envelopes, questions to the computer."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from arbiter.engines import advice
from arbiter.engines.search_processes import Effort
from tests.web.conftest import Door
from tests.web.office import Office
from tests.web.officiating import BOARD, T, kinds, move, play, proposals, put, see

ROUND = ("1-6", "32-27", "6-1", "27-32")


def sign(door: Door, proposal: int) -> str | None:
    code: str | None = door.post(f"{T}/proposals/{proposal}/sign").get_json().get("code")
    return code


@pytest.mark.parametrize("regulations", ["english_wcdf", "american_book1"])
@pytest.mark.parametrize("moves", [3, 7, 8], ids=["once", "the next move brings it", "three times"])
def test_a_claim_without_a_move_tells_no_count(door: Door, regulations: str, moves: int) -> None:
    """WCDF 1.32.1, G39, G40: it is filed and answered by the arbiter; a wrong one counts as wrong."""
    door.tournament(variant="american", regulations=regulations)
    put(door, "B:WK32:BK1,K4")
    play(door, *(ROUND * 2)[:moves])
    side = see(door)["turn"]
    answer = door.post(f"{BOARD}/claims", {"side": side, "ground": "repetition"})

    assert answer.status_code == 200
    assert see(door, None)["claims"] == [{"side": side, "ground": "repetition"}]
    (claim,) = proposals(door, "claim")
    assert claim["proposed"] == ("sign" if moves == 8 else "dismiss")


def test_a_claim_before_the_move_announces_the_move_that_brings_it_about(door: Door) -> None:
    door.tournament(variant="american", regulations="english_wcdf")
    put(door, "B:WK32:BK1,K4")
    play(door, *(ROUND * 2)[:7])
    claim = {"side": "white", "ground": "repetition", "move": "27-32"}
    assert door.post(f"{BOARD}/claims", claim).status_code == 200

    assert [(one["move"], one["proposed"]) for one in proposals(door, "claim")] == [("27-32", "sign")]


def test_a_claim_that_passed_to_the_opponent_needs_no_move(door: Door) -> None:
    """The neighbour: the position stands for the third time, because the other side has played it."""
    door.tournament(variant="american", regulations="english_wcdf")
    put(door, "B:WK32:BK1,K4")
    play(door, *ROUND, *ROUND)

    assert door.post(f"{BOARD}/claims", {"side": "black", "ground": "repetition"}).status_code == 200


FORTY = ROUND * 20


def test_g29_the_notice_starts_the_forty_moves(door: Door) -> None:
    """G29: Standard Law 19 counts from notice, and the forty moves of the stronger side; captures do not end it."""
    door.tournament(variant="american", regulations="standard_laws_historical")
    put(door, "B:WK32,28:BK1,K4,K3,12")
    play(door, *ROUND)
    assert [one["ground"] for one in proposals(door, "ending")] == []
    door.post(f"{BOARD}/rulings", {"kind": "notice", "matter": "slow"})
    (count,) = [one for one in door.get(f"{BOARD}/counts").get_json()["counts"] if one["row"] == "notice-40"]
    assert (count["number"], count["limit"], count["article"]) == (0, 40, "Standard Law 19")

    play(door, *FORTY[:78])
    assert proposals(door, "ending") == []
    play(door, *FORTY[78:])
    assert [one["ground"] for one in proposals(door, "ending")] == ["notice-40"]
    assert see(door)["result"] is None  # a person signs it


def test_g29_without_notice_nothing_is_counted_and_a_takeback_behind_it_ends_the_count(door: Door) -> None:
    door.tournament(variant="american", regulations="standard_laws_historical")
    play(door, "11-15", "23-19", "8-11", "22-17")
    door.post(f"{BOARD}/rulings", {"kind": "notice", "matter": "slow"})
    play(door, "11-16", "24-20")

    def number() -> int | None:
        (count,) = [one for one in door.get(f"{BOARD}/counts").get_json()["counts"] if one["row"] == "notice-40"]
        return None if count["began"] is None else count["number"]

    assert number() == 1
    door.post(f"{BOARD}/rulings", {"kind": "position", "ply": 5, "reason": "as both wish"})
    assert number() == 0
    door.post(f"{BOARD}/rulings", {"kind": "position", "ply": 2, "reason": "as both wish"})
    assert number() is None
    again = door.post(f"{BOARD}/rulings", {"kind": "notice", "matter": "slow"})
    assert (again.status_code, number()) == (200, 0)


def test_the_stronger_position_is_not_signed_over_an_unopened_envelope(door: Door) -> None:
    door.tournament(variant="american")
    put(door, "B:WK32,21:BK1,K4,12")
    play(door, *(ROUND * 5))
    door.post(f"{BOARD}/rulings", {"kind": "notice"})
    (due,) = proposals(door, "ending")
    door.post(f"{BOARD}/rulings", {"kind": "adjourn", "envelope": "7", "reason": ""})

    assert sign(door, due["proposal"]) == "envelope_waits"
    door.post(f"{BOARD}/rulings", {"kind": "resume", "move": "1-6", "reason": ""})
    assert sign(door, due["proposal"]) is None
    assert see(door)["because"] == "adjudicated"


def test_an_adjourned_board_is_not_among_those_short_of_time(door: Door) -> None:
    door.tournament(players=4)
    play(door, "32-28")
    boards = {one["board"] for one in door.get(f"{T}/trouble").get_json()["trouble"]}
    door.post(f"{BOARD}/rulings", {"kind": "adjourn", "envelope": "7", "reason": ""})
    left = {one["board"] for one in door.get(f"{T}/trouble").get_json()["trouble"]}

    assert (boards, left) == ({1, 2}, {2})
    door.post(f"{BOARD}/rulings", {"kind": "resume", "move": "19-23", "reason": ""})
    assert {one["board"] for one in door.get(f"{T}/trouble").get_json()["trouble"]} == {1, 2}


def test_asking_the_computer_leaves_a_line_and_a_mark_on_the_sheet(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "OPINION", Effort(level=2, nodes=300))
    office = Office(door, door.sign_in())
    t = door.tournament(2)
    play(door, "32-28", "19-23")
    before = kinds(door)
    assert door.post(f"{BOARD}/opinions").get_json()["code"] == "opinion_of_running"
    assert kinds(door) == before
    door.post(f"{BOARD}/rulings", {"kind": "stop", "reason": "adjudication"})
    told = door.post(f"{BOARD}/opinions").get_json()
    office.send(f"/{t}/rounds/1/boards/1/opinion")
    door.service.computer.thinkers.close()

    assert kinds(door)[-2:] == ["OpinionAsked", "OpinionAsked"]
    (line, _) = [one for one in door.get(f"{T}/journal").get_json()["lines"] if one["kind"] == "OpinionAsked"]
    assert told["best"] not in str(line)  # its players may read it, and the game may go on
    sheet = door.get(f"{T}/sheets/scoresheet.pdf?round=1&board=1").data
    text = " ".join(PdfReader(BytesIO(sheet)).pages[0].extract_text().split())
    assert text.count("The computer's opinion was asked. [") == 2
    assert "*1-3" in text  # the mark at the move, for the stopped clock and both questions


def test_a_draw_by_count_is_claimed_over_a_move_that_is_only_announced_in_another_game(door: Door) -> None:
    door.tournament(regulations="fmjd_classic", switches={"claim_when": "before_move"})
    put(door, "W:WK46:BK5,K10")

    assert move(door, "46-41").status_code == 200
    asked = {"side": "black", "ground": "repetition"}
    assert door.post(f"{BOARD}/claims", {**asked, "ground": "neither can win"}).status_code == 200
