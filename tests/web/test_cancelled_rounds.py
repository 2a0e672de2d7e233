"""A round that was played and then cancelled stays on paper, and no appeal goes with it."""

from __future__ import annotations

from tests.web.conftest import Door
from tests.web.office import Office
from tests.web.officiating import BOARD, PAPER, T, play, sheet

CANCEL = f"{T}/rounds/1?confirm=true&reason=fraud"


def test_a_cancelled_round_is_on_the_rulings_sheet_and_its_papers_stay_printable(door: Door) -> None:
    door.tournament(players=4)
    play(door, "32-28", "19-23")
    door.post(f"{BOARD}/rulings", {"kind": "result", "result": "2-0", "reason": "left the hall"}, role="chief")
    assert door.send("DELETE", CANCEL, role="chief").status_code == 200
    (gone,) = door.desks.desk("club-open").state.cancelled

    told = sheet(door, "rulings")
    assert told.count("Round 1 cancelled. fraud") == 1
    assert "left the hall" in told
    for name in ("scoresheet", "record", "clock-report"):
        words = sheet(door, name, round=1, board=1, cancelled=gone.line)
        assert "Cancelled round" in words, name
        assert "19-23" in words, name
    assert "Round 1 cancelled. fraud" in sheet(door, "scoresheet", round=1, board=1, cancelled=gone.line)
    office = Office(door, door.sign_in())
    assert f"cancelled={gone.line}" in office.page("/club-open/sheets")


def test_the_papers_of_a_round_that_is_paired_anew_have_both(door: Door) -> None:
    """The neighbour: another round 1 is played, and the sheet of a line that cancelled nothing does not exist."""
    door.tournament(players=4)
    play(door, "32-28")
    door.send("DELETE", CANCEL, role="chief")
    (gone,) = door.desks.desk("club-open").state.cancelled
    door.post(f"{T}/rounds")
    door.post(f"{T}/rounds/1/start")
    play(door, "33-29")

    assert "33-29" in sheet(door, "scoresheet", round=1, board=1)
    old = sheet(door, "scoresheet", round=1, board=1, cancelled=gone.line)
    assert "32-28" in old
    assert "33-29" not in old
    refused = door.get(f"{T}/sheets/scoresheet.pdf?round=1&board=1&cancelled=2")
    assert (refused.status_code, refused.get_json()["code"]) == (404, "no_cancelled_round")


def test_a_published_round_is_cancelled_with_a_reason_that_the_rulings_sheet_has(door: Door) -> None:
    door.tournament(players=4, started=False)
    door.post(f"{T}/rounds")
    office = Office(door, door.sign_in())
    page = office.page("/club-open/rounds/1")
    assert "Players and screens have these pairings already." in page
    assert "Cancel the pairing of round 1" in page.partition('name="confirmed"')[2]
    office.send("/club-open/rounds/1/undo")
    assert "Round 1 has been published" in office.page("/club-open")
    assert len(office.state("club-open").rounds) == 1
    assert office.send("/club-open/rounds/1/undo", confirmed=1, reason="a late entry").status_code == 303
    assert office.state("club-open").rounds == ()

    assert sheet(door, "rulings").count("Round 1 cancelled. a late entry") == 1
    assert "cancelled=" not in office.page("/club-open/sheets")  # nobody has played: there is no game to print


def test_a_draft_is_cancelled_with_one_press(door: Door) -> None:
    door.tournament(players=4, started=False)
    office = Office(door, door.sign_in())
    office.send("/club-open/rounds")
    assert 'name="confirmed"' not in office.page("/club-open/rounds/1")
    assert office.send("/club-open/rounds/1/undo").status_code == 303
    assert office.state("club-open").cancelled == ()


def test_no_round_is_cancelled_while_an_appeal_waits_in_it(door: Door) -> None:
    door.tournament(players=4)
    door.post(f"{BOARD}/rulings", {"kind": "result", "result": "0-2", "reason": "telephone"})
    filed = door.post(f"{BOARD}/appeals", {"side": "white", "grounds": "the clock rang", "asks": "draw"}).get_json()
    refused = door.send("DELETE", CANCEL, role="chief")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "result_appealed")
    assert len(door.get(f"{T}/appeals").get_json()["appeals"]) == 1

    decision = f"{T}/appeals/{filed['seq']}/decision"
    assert door.post(decision, {**PAPER, "overturned": False}, role="chief").status_code == 200
    assert door.send("DELETE", CANCEL, role="chief").status_code == 200
    assert "Appeal of White" in sheet(door, "rulings")
