"""Matches of teams through the service: teams by club, line-ups by strength, boards, board points and match points."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.web.conftest import Door

CLUBS = {"Noord": 3, "Oost": 3, "Zuid": 2, "West": 3}


def competition(door: Door, system: str) -> str:
    """Four clubs of three, one with a player less, on three boards."""
    asked = {"name": "League", "system": system, "rounds": 3, "settings": {"boards": 3}}
    t = str(door.post("/tournaments", asked).get_json()["id"])
    for club, players in CLUBS.items():
        for number in range(players):
            door.post(f"/tournaments/{t}/entries", {"name": f"{club} {number}", "club": club})
    return t


def won_by_white(door: Door, t: str, n: int) -> None:
    for board in door.get(f"/tournaments/{t}/rounds/{n}").get_json()["boards"]:
        path = f"/tournaments/{t}/rounds/{n}/boards/{board['board']}/rulings"
        assert door.post(path, {"kind": "result", "result": "2-0", "reason": "slip"}).status_code == 200


@pytest.mark.parametrize("system", ["team-round-robin", "team-swiss"])
def test_clubs_meet_on_boards_and_stand_by_match_points(door: Door, system: str) -> None:
    t = competition(door, system)
    for n in (1, 2, 3):
        assert door.post(f"/tournaments/{t}/rounds").status_code == 201
        won_by_white(door, t, n)
    standings = door.get(f"/tournaments/{t}/standings").get_json()["standings"]
    state = door.desks.desk(t).state

    assert {row["name"] for row in standings} == set(CLUBS)
    assert sum(row["points"] for row in standings) == 2 * 2 * 3
    assert sum(row["tiebreaks"]["board-points"] for row in standings) == 6 * 2 * 3
    for round in state.rounds:
        for game in round.games:
            assert state.groups[game.entries.white] != state.groups[game.entries.black]
    told = door.get(f"/tournaments/{t}/export.csv").get_data(as_text=True)
    assert all(f";{club};" in told for club in CLUBS)
    for format in ("trf", "xlsx", "json", "pdn"):
        assert door.get(f"/tournaments/{t}/export.{format}").status_code == 200, format
    for page in ("standings", "rounds/1", "rounds/1/why"):
        assert door.client.get(f"/tournaments/{t}/{page}").status_code == 200, page
    for sheet in ("standings", "crosstable", "pairings", "schedule"):
        assert door.get(f"/tournaments/{t}/sheets/{sheet}.pdf").status_code == 200, sheet


def test_a_seat_that_a_team_leaves_empty_is_lost(door: Door) -> None:
    t = competition(door, "team-round-robin")
    door.post(f"/tournaments/{t}/rounds")
    boards = door.get(f"/tournaments/{t}/rounds/1").get_json()["boards"]

    assert len(boards) == 3 + 2
    won_by_white(door, t, 1)
    standings = {row["name"]: row for row in door.get(f"/tournaments/{t}/standings").get_json()["standings"]}
    assert standings["Zuid"]["tiebreaks"]["board-points"] <= 4


def test_one_team_has_nobody_to_meet(door: Door) -> None:
    t = str(door.post("/tournaments", {"name": "League", "system": "team-round-robin"}).get_json()["id"])
    for number in range(4):
        door.post(f"/tournaments/{t}/entries", {"name": f"Player {number}", "club": "Noord"})
    before = door.desks.desk(t).state.version

    assert door.post(f"/tournaments/{t}/rounds").get_json()["code"] == "two_teams_needed"
    assert door.desks.desk(t).state.version == before


def test_clubs_become_teams_with_the_first_round_and_not_before(door: Door) -> None:
    t = competition(door, "team-round-robin")
    before = door.desks.desk(t).state.version
    assert door.post(f"/tournaments/{t}/rounds", {"key": "one"}).status_code == 201
    written = door.desks.desk(t).journal.read(after=before)
    assert door.post(f"/tournaments/{t}/rounds", {"key": "one"}).status_code == 201

    assert [line.kind for line in written if line.kind != "NumbersGiven"] == [*["EntryGrouped"] * 11, "RoundPaired"]
    assert [line.key is not None for line in written] == [*[False] * (len(written) - 1), True]
    assert door.desks.desk(t).state.version == written[-1].seq


def test_a_line_up_is_changed_by_hand_in_the_draft(door: Door) -> None:
    t = competition(door, "team-round-robin")
    round = door.post(f"/tournaments/{t}/rounds", {"draft": True}).get_json()
    state = door.desks.desk(t).state
    one = round["boards"][0]["white"]
    other = next(
        e for b in round["boards"][1:] for e in (b["white"], b["black"]) if state.groups[e] == state.groups[one]
    )
    asked = {"kind": "swap", "one": one, "other": other, "reason": "the captain says so"}

    assert door.post(f"/tournaments/{t}/rounds/1/changes", asked).status_code == 200
    assert door.desks.desk(t).state.round(1).pairs[0][0] == other


def test_a_line_up_against_the_order_of_strength_is_told(door: Door) -> None:
    asked = {"name": "League", "system": "team-round-robin", "settings": {"boards": 2, "tolerance": 100}}
    t = str(door.post("/tournaments", asked).get_json()["id"])
    for name, club, rating in (
        ("A", "Noord", 1_200),
        ("B", "Noord", 1_301),
        ("C", "Oost", 1_200),
        ("D", "Oost", 1_300),
    ):
        door.post(f"/tournaments/{t}/entries", {"name": name, "club": club, "rating": rating})
    door.send("PUT", f"/tournaments/{t}/numbers", {"order": [1, 2, 3, 4]})
    door.post(f"/tournaments/{t}/rounds")
    told = door.get(f"/tournaments/{t}/rounds/1/matches", role=None).get_json()
    door.sign_in()

    assert [(one["home"], one["guest"], len(one["boards"])) for one in told["matches"]] == [("Noord", "Oost", 2)]
    assert told["against_strength"] == [{"team": "Noord", "upper": 1, "lower": 2, "by": 101}]
    page = door.client.get(f"/office/{t}/rounds/1").get_data(as_text=True)
    assert "Noord: B sits below A, whose rating is 101 lower." in page
    assert "sheets/matches.pdf" in page
    text = PdfReader(BytesIO(door.get(f"/tournaments/{t}/sheets/matches.pdf?round=1").data)).pages[0].extract_text()
    assert "Captain of Oost" in text
    assert "Noord: B sits below A" in text
    text = PdfReader(BytesIO(door.get(f"/tournaments/{t}/sheets/teams.pdf").data)).pages[0].extract_text()
    assert "Teams and their boards" in text
    assert "1301" in text
