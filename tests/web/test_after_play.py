"""What is changed after play is on the papers: colours, lateness, exclusions, terms, prizes under appeal, cut files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arbiter.rulings.time.attendance import RingLate
from tests.web.conftest import Door
from tests.web.officiating import BOARD, T, play, proposals, see, sheet


def rule(door: Door, kind: str, round: int = 1, board: int = 1, **more: object) -> Any:
    path = f"{T}/rounds/{round}/boards/{board}/rulings"
    return door.post(path, {"kind": kind, "reason": "as I saw it", **more})


def result(door: Door, text: str, round: int = 1, board: int = 1, **more: object) -> Any:
    return rule(door, "result", round, board, result=text, **more)


def names(door: Door) -> tuple[str, str]:
    players = see(door)["players"]
    return players["white"]["name"], players["black"]["name"]


def test_an_offence_before_the_colours_were_swapped_stays_with_its_player_on_every_paper(door: Door) -> None:
    door.tournament(players=2)
    play(door, "32-28", "19-23")
    white, black = names(door)
    rule(door, "conduct", side="white", category="telephone")
    (penalty,) = proposals(door, "penalty")
    door.clock.wait(seconds=5)
    assert rule(door, "swap", what="players").status_code == 200

    assert names(door) == (black, white)
    for name in ("rulings", "record"):
        assert f"White was then {white}." in sheet(door, name, round=1), name
    (waits,) = proposals(door, "penalty")
    assert (waits["proposal"], waits["side"], waits["player"]) == (penalty["proposal"], "black", white)
    assert f"{white} - {black}" in sheet(door, "rulings")


def test_an_offer_and_a_claim_lapse_when_colours_are_swapped(door: Door) -> None:
    door.tournament(players=2)
    play(door, "32-28", "19-23")
    door.post(f"{BOARD}/claims", {"side": "white", "ground": "repetition"})
    rule(door, "swap", what="players")
    assert proposals(door, "claim") == []
    assert "the players have changed colours" in sheet(door, "rulings")


def test_after_the_end_each_player_keeps_the_own_result(door: Door) -> None:
    door.tournament(players=2)
    play(door, "32-28")
    door.post(f"{BOARD}/resignations", {"side": "black"})
    points = {row["name"]: row["points"] for row in door.get(f"{T}/standings").get_json()["standings"]}
    assert rule(door, "swap", what="players").status_code == 200
    assert see(door)["result"] == "0-2"
    assert {row["name"]: row["points"] for row in door.get(f"{T}/standings").get_json()["standings"]} == points


def test_no_colours_are_swapped_while_an_appeal_waits(door: Door) -> None:
    door.tournament(players=2)
    play(door, "32-28")
    rule(door, "time", side="black", add_ms=-60_000)
    door.post(f"{BOARD}/appeals", {"side": "black", "grounds": "unfair"})
    assert rule(door, "swap", what="players").get_json()["code"] == "result_appealed"


def test_arriving_after_the_limit_leaves_the_forfeit_to_an_official(door: Door) -> None:
    """H20, T15: an official signs it, or waives it with a reason; the sheet says how late it was."""
    door.tournament(players=2, switches={"late": 1}, started=False)
    door.post(f"{T}/rounds")
    here = {"kind": "attendance", "side": "black"}
    door.post(f"{BOARD}/rulings", {"kind": "attendance", "side": "white", "here": True})
    assert door.post(f"{BOARD}/rulings", {**here, "here": False}).status_code == 200
    door.post(f"{T}/rounds/1/start")
    door.clock.wait(seconds=61)
    door.desks.desk("club-open").submit(RingLate(round=1, board=1))
    door.clock.wait(seconds=4)
    assert door.post(f"{BOARD}/rulings", {**here, "here": True}).status_code == 200

    (late,) = proposals(door, "late")
    path = f"{T}/proposals/{late['proposal']}/dismiss"
    assert door.post(path, {"reason": ""}).get_json()["code"] == "text_needed"
    assert door.post(path, {"reason": "the train stood still"}).status_code == 200
    told = sheet(door, "rulings")
    assert "the train stood still" in told
    assert "The clocks had been started 1:05 before." in told


@pytest.mark.parametrize("returns", [True, False])
def test_an_exclusion_that_a_correction_leaves_unfounded_is_put_to_an_official(door: Door, returns: bool) -> None:
    door.tournament(players=4, variant="turkish", regulations="turkish_club", started=False)
    out = 0
    for n in (1, 2):
        door.post(f"{T}/rounds")
        state = door.desks.desk("club-open").state
        for game in state.round(n).games:
            out = out or game.entries.white
            if out in game.entries:
                loser = "white" if game.entries.white == out else "black"
                rule(door, "forfeit", n, game.board, loser=loser)
            else:
                result(door, "1-1", n, game.board, because="reported")
    (penalty,) = proposals(door, "penalty")
    door.post(f"{T}/proposals/{penalty['proposal']}/sign", {"reason": "two"})
    assert out in door.desks.desk("club-open").state.withdrawn
    first = door.desks.desk("club-open").state.round(1).of(out)
    assert first is not None
    assert result(door, "1-1", 1, first.board, because="ruling").status_code == 200
    (back,) = proposals(door, "return")
    how = "sign" if returns else "dismiss"
    assert door.post(f"{T}/proposals/{back['proposal']}/{how}", {"reason": "he was there"}).status_code == 200

    assert (out in door.desks.desk("club-open").state.withdrawn) is not returns
    assert "the exclusion rests on too few forfeits" in sheet(door, "rulings")


def test_tie_breaks_and_rounds_that_are_changed_after_a_result_are_on_the_papers(door: Door) -> None:
    door.tournament(players=4, system="swiss", rounds=3)
    result(door, "2-0")
    assert door.post(f"{T}/terms", {"tiebreaks": ["wins"], "rounds": 2, "reason": "chief likes it"}).status_code == 200

    for name in ("standings", "rulings"):
        told = sheet(door, name)
        assert "After round 1: tie-breaks changed from" in told, name
        assert "After round 1: number of rounds changed from 3 to 2." in told, name
    assert "### After round 1: tie-breaks changed from" in door.get(f"{T}/export.trf").get_data(as_text=True)
    assert "After round 1: tie-breaks changed from" in door.client.get(f"{T}/standings").get_data(as_text=True)
    assert sheet(door, "rulings").count("chief likes it director") == 2  # a line for each


def test_terms_that_are_changed_before_any_result_are_on_no_paper(door: Door) -> None:
    door.tournament(players=4, system="swiss", rounds=3)
    door.post(f"{T}/terms", {"tiebreaks": ["wins"], "reason": "as announced"})
    assert "changed from" not in sheet(door, "standings")


def test_prizes_are_provisional_on_every_sheet_while_an_appeal_waits(door: Door) -> None:
    door.tournament(players=4, system="swiss", rounds=1)
    prizes = {"prizes": [{"place": 1, "name": "First", "amount": 10_000}]}
    assert door.send("PUT", f"{T}/prizes", prizes).status_code == 200
    result(door, "2-0")
    result(door, "1-1", board=2)
    sheets = ("prizes", "ceremony", "certificates", "receipts")
    assert not any("Provisional" in sheet(door, name) for name in sheets)
    door.post(f"{BOARD}/appeals", {"side": "black", "grounds": "unfair", "asks": "draw"})
    for name in sheets:
        assert "Provisional: undecided appeals: 1" in sheet(door, name), name


@pytest.mark.parametrize("old", [False, True])
def test_a_file_whose_last_journal_line_was_cut_off_is_refused(door: Door, old: bool) -> None:
    door.tournament(players=2)
    play(door, "32-28", "19-23")
    door.post(f"{BOARD}/resignations", {"side": "black"})
    whole = json.loads(door.get(f"{T}/export.json").data)
    cut = {**whole, "journal": whole["journal"][:-1]}
    if old:  # the neighbour: a file of a release that named no last line
        cut = {key: value for key, value in cut.items() if key not in ("lines", "head")}

    def bring(document: object) -> Any:
        told, kind = json.dumps(document), {"Content-Type": "application/json"}
        return door.send("POST", "/tournaments/import", data=told, headers=kind)

    refused = bring(cut)
    assert (refused.status_code, refused.get_json()["code"]) == (422, "document_cut")
    assert bring(whole).status_code == 201
