"""Line-ups of captains: handed in by link, by the API and for paper, secret until both are in or the time is over."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from pypdf import PdfReader
from werkzeug.test import TestResponse

from tests.web.conftest import Door

RATINGS = {"Noord": (1_500, 1_400, 1_390), "Oost": (1_450, 1_440, 1_200)}
NOORD, OOST = (1, 2, 3), (4, 5, 6)


@pytest.fixture
def t(door: Door) -> str:
    """A drafted round of two teams of three players on two boards, whose captains have half an hour."""
    asked = {"name": "League", "system": "team-round-robin", "settings": {"boards": 2, "tolerance": 50}}
    t = str(door.post("/tournaments", asked).get_json()["id"])
    for club, ratings in RATINGS.items():
        for number, rating in enumerate(ratings):
            door.post(f"/tournaments/{t}/entries", {"name": f"{club} {number}", "club": club, "rating": rating})
    door.send("PUT", f"/tournaments/{t}/numbers", {"order": [*NOORD, *OOST]})
    door.post(f"/tournaments/{t}/rounds", {"draft": True})
    assert door.post(f"/tournaments/{t}/rounds/1/line-ups", {"minutes": 30}).status_code == 200
    return t


def tokens(door: Door, t: str) -> list[str]:
    return [one["token"] for one in door.get(f"/tournaments/{t}/captains").get_json()["captains"]]


def hand_in(door: Door, t: str, team: int, *players: int, token: str = "", spare: tuple[int, ...] = ()) -> TestResponse:
    """A line-up as the team's captain sends it, or with an empty token as the director."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    path = f"/tournaments/{t}/rounds/1/line-ups/{team}"
    body = {"players": players, "substitutes": spare}
    return door.send("PUT", path, body, role=None if token else "director", headers=headers)


def test_line_ups_are_opened_together_and_seated(door: Door, t: str) -> None:
    noord, oost = tokens(door, t)
    first = hand_in(door, t, 1, 2, 3, token=noord, spare=(1,)).get_json()

    assert [(one["handed_in"], one["players"]) for one in first["line_ups"]] == [(True, [2, 3]), (False, None)]
    told = door.get(f"/tournaments/{t}/rounds/1/line-ups").get_json()
    assert [one["players"] for one in told["line_ups"]] == [None, None]  # the director reads neither
    seen = door.send(
        "GET", f"/tournaments/{t}/rounds/1/line-ups", role=None, headers={"Authorization": f"Bearer {oost}"}
    ).get_json()
    assert [one["players"] for one in seen["line_ups"]] == [None, None]
    assert hand_in(door, t, 2, 5, 6, token=oost).status_code == 200
    round = door.desks.desk(t).state.round(1)
    assert [set(pair) for pair in round.pairs] == [{2, 5}, {3, 6}]
    assert {one.opened for one in round.line_ups} == {True}
    assert hand_in(door, t, 1, 1, 2, token=noord).get_json()["code"] == "line_up_open"
    assert door.post(f"/tournaments/{t}/rounds/1/publish").status_code == 200
    sheet = PdfReader(BytesIO(door.get(f"/tournaments/{t}/sheets/matches.pdf?round=1").data)).pages[0].extract_text()
    assert "Substitutes of Noord: Noord 0" in sheet


def test_a_secret_line_up_is_in_no_line_and_no_document(door: Door, t: str) -> None:
    noord, _ = tokens(door, t)
    hand_in(door, t, 1, 1, 2, token=noord)
    hand_in(door, t, 1, 2, 3, token=noord)  # what it replaces stays secret too
    lines = [
        one for one in door.get(f"/tournaments/{t}/journal").get_json()["lines"] if one["kind"] == "LineUpHandedIn"
    ]

    assert len(lines) == 2
    for line in lines:
        assert json.loads(line["body"])["closed"] is True
        assert not {"players", "substitutes"} & {*json.loads(line["body"])}
    assert door.get(f"/tournaments/{t}/export.json").get_json()["code"] == "line_ups_secret"
    sheet = PdfReader(BytesIO(door.get(f"/tournaments/{t}/sheets/line-ups.pdf?round=1").data)).pages[0].extract_text()
    assert sheet.count("Noord 1") == 1  # among the players of the team, not at a board


@pytest.mark.parametrize(
    ("players", "spare", "code"),
    [
        ((2, 1), (), "line_up_strength"),
        ((1, 4), (), "not_of_the_team"),
        ((1, 1), (), "paired_twice"),
        ((1, 2), (2,), "paired_twice"),
        ((1, 2, 3), (), "too_many_boards"),
        ((0, 1), (), "line_up_order"),
        ((0, 0), (), "line_up_empty"),
    ],
)
def test_a_line_up_against_the_regulations_is_refused(
    door: Door, t: str, players: tuple[int, ...], spare: tuple[int, ...], code: str
) -> None:
    before = door.desks.desk(t).state
    answer = hand_in(door, t, 1, *players, token=tokens(door, t)[0], spare=spare)

    assert (answer.status_code, answer.get_json()["code"]) == (422, code)
    assert door.desks.desk(t).state is before


def test_within_the_tolerance_the_order_may_be_changed(door: Door, t: str) -> None:
    assert hand_in(door, t, 1, 3, 2).status_code == 200  # 1390 above 1400


def test_a_player_who_cannot_come_is_refused(door: Door, t: str) -> None:
    door.post(f"/tournaments/{t}/entries/3/withdrawal", {"reason": "ill"})

    assert hand_in(door, t, 1, 2, 3).get_json()["code"] == "line_up_absent"


def test_a_captain_hands_in_for_nobody_else_and_does_nothing_else(door: Door, t: str) -> None:
    noord, oost = tokens(door, t)

    assert hand_in(door, t, 2, 4, 5, token=noord).status_code == 403
    for path in ("rounds/1/publish", "rounds/1/start", "captains", "rounds/1/line-ups"):
        answer = door.post(f"/tournaments/{t}/{path}", role=None, headers={"Authorization": f"Bearer {oost}"})
        assert answer.status_code in (400, 403), path
    assert door.post(f"/tournaments/{t}/captains").status_code == 200
    assert hand_in(door, t, 1, 1, 2, token=noord).status_code == 401  # the links were renewed


def test_at_the_end_of_the_time_what_is_in_is_shown_and_only_the_director_hands_in(door: Door, t: str) -> None:
    noord, oost = tokens(door, t)
    hand_in(door, t, 1, 2, 3, token=noord)
    early = door.post(f"/tournaments/{t}/rounds/1/publish")
    door.clock.wait(minutes=30)

    assert (early.status_code, early.get_json()["code"]) == (409, "line_ups_awaited")
    told = door.get(f"/tournaments/{t}/rounds/1/line-ups").get_json()
    assert [one["players"] for one in told["line_ups"]] == [[2, 3], None]
    assert hand_in(door, t, 2, 5, 6, token=oost).get_json()["code"] == "line_ups_over"
    assert door.post(f"/tournaments/{t}/rounds/1/start").status_code == 200
    assert [set(pair) for pair in door.desks.desk(t).state.round(1).pairs] == [{2, 4}, {3, 5}]


def test_a_draft_is_published_without_the_missing_line_ups_if_it_is_meant(door: Door, t: str) -> None:
    hand_in(door, t, 2, 5)

    assert door.post(f"/tournaments/{t}/rounds/1/publish", {"as_it_is": True}).status_code == 200
    round = door.desks.desk(t).state.round(1)
    assert [set(pair) for pair in round.pairs] == [{1, 5}]
    assert (round.fixtures[0].empty_home, round.fixtures[0].empty_guest) == (0, 1)


def test_the_captain_s_page_takes_the_line_up_and_shows_both_when_they_are_in(door: Door, t: str) -> None:
    noord, _ = tokens(door, t)
    page = door.client.get(f"/captain/{noord}")

    assert page.status_code == 200
    assert "Hand in the line-up by" in page.get_data(as_text=True)
    with door.client.session_transaction() as session:
        csrf = session["csrf"]
    bad = door.client.post(f"/captain/{noord}", data={"csrf": csrf, "board-1": "2", "board-2": "1", "key": "a"})
    assert bad.status_code == 422
    assert "Entry 1 sits below entry 2" in bad.get_data(as_text=True)
    good = {"csrf": csrf, "board-1": "2", "board-2": "3", "substitute": ["1"], "key": "b"}
    assert door.client.post(f"/captain/{noord}", data=good).status_code == 303
    assert door.client.post(f"/captain/{noord}", data=good).status_code == 303  # a double press
    desk = door.desks.desk(t)
    assert noord not in "".join(str(line) for line in desk.journal.read())
    hand_in(door, t, 2, 4, 6)
    shown = door.client.get(f"/captain/{noord}").get_data(as_text=True)
    assert "Oost 2" in shown
    assert door.client.get("/captain/forged").status_code == 403


def test_the_office_asks_shows_the_links_and_hands_in_for_a_captain(door: Door, t: str) -> None:
    csrf = door.sign_in()
    page = door.client.get(f"/office/{t}/rounds/1/line-ups").get_data(as_text=True)

    assert page.count("/captain/") == 2
    assert door.client.get(f"/office/{t}/rounds/1/line-ups/1").status_code == 200
    asked = door.client.post(f"/office/{t}/rounds/1/line-ups", data={"csrf": csrf, "minutes": "45"})
    assert asked.status_code == 303
    wrong = door.client.post(f"/office/{t}/rounds/1/line-ups/1", data={"csrf": csrf, "board-1": "4"})
    assert wrong.status_code == 422
    done = door.client.post(f"/office/{t}/rounds/1/line-ups/1", data={"csrf": csrf, "board-1": "1", "board-2": "2"})
    assert done.status_code == 303
    assert door.client.post(f"/office/{t}/rounds/1/line-ups/links", data={"csrf": csrf}).status_code == 303
    assert "handed in" in door.client.get(f"/office/{t}/rounds/1/line-ups").get_data(as_text=True)
