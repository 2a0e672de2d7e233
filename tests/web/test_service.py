"""What the office hears of the service's own files: on its pages, over the API, and from the tablets."""

from __future__ import annotations

import json
from pathlib import Path

from arbiter.journal.witness import witness_path
from tests.web.conftest import Door, door_to
from tests.web.office import Office
from tests.web.test_api_bad_input import is_a_problem
from tests.web.test_api_doors import tablet, with_token

T = "/tournaments/club-open"


def test_a_service_in_order_says_so_and_shows_how_each_journal_is_kept(door: Door, office: Office) -> None:
    door.tournament()
    told = door.get("/service").get_json()
    page = office.page("/service")

    assert told["notices"] == []
    assert [(one["tournament"], one["lines"], one["medium_late"]) for one in told["journals"]] == [
        ("club-open", 7, None)
    ]
    assert "Moves are recorded, every journal is whole, and nothing is behind." in page
    assert told["journals"][0]["head"][:16] in page
    assert 'data-service="The service does not answer.' in page


def test_a_damaged_tournament_stays_in_the_office_under_its_name(tmp_path: Path) -> None:
    with door_to(tmp_path) as door:
        door.tournament()
    for part in (tmp_path / "tournaments").glob("club-open.sqlite*"):
        part.write_bytes(b"nonsense")
    witness = witness_path(tmp_path, "club-open")
    lines = witness.read_bytes().splitlines(keepends=True)
    witness.write_bytes(b"".join([*lines[:2], *lines[3:]]))
    with door_to(tmp_path) as door:
        page = Office(door, door.sign_in()).page("")

        assert "<strong>Club open</strong>: The journal of club-open is damaged." in page
        assert [one["code"] for one in door.get("/service").get_json()["notices"]] == ["journal_damaged"]
        assert door.post("/tournaments", {"name": "Club open"}).get_json()["id"] == "club-open-2"


def test_what_was_mended_is_told_until_the_office_has_looked(tmp_path: Path) -> None:
    with door_to(tmp_path) as door:
        door.tournament()
        door.post(f"{T}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
    for part in (tmp_path / "tournaments").glob("club-open.sqlite*"):
        part.unlink()
    with door_to(tmp_path) as door:
        office = Office(door, door.sign_in())
        assert "Look at these boards once." in office.page("/service")
        assert "(boards, by round: 1.1)" in json.dumps(door.get("/service").get_json())
        office.send("/service/seen")
        assert door.get("/service").get_json()["notices"] == []


def test_a_tablet_is_told_the_last_line_and_one_that_knows_more_is_noticed(door: Door) -> None:
    door.tournament()
    door.post(f"{T}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
    token = tablet(door)
    head = with_token(door, token, "GET", "/time").get_json()["head"]
    with_token(door, token, "GET", f"/time?head={head}")
    before = door.get("/service").get_json()["notices"]
    with_token(door, token, "GET", f"/time?head=99-{'f' * 64}")
    notices = door.get("/service").get_json()["notices"]

    assert head.startswith("8-")
    assert door.get("/time").get_json()["head"] is None
    assert before == []
    assert [one["code"] for one in notices] == ["tablet_ahead"]
    assert notices[0]["sentence"].startswith("The tablet of board 1 in Club open knows line 99")


def test_a_spectator_is_not_told(door: Door) -> None:
    is_a_problem(door.get("/service", role=None), 401, "sign_in_first")
