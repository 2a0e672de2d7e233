"""A tournament in open formats over the API."""

from __future__ import annotations

from arbiter.exchange.export_formats import FORMATS
from arbiter.rules.pdn.collection import read_collection
from tests.web.conftest import Door


def test_all_games_are_had_as_pdn_by_everybody(door: Door) -> None:
    door.tournament()
    door.post("/tournaments/club-open/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
    answer = door.get("/tournaments/club-open/export.pdn", role=None)
    read = read_collection(answer.data)

    assert answer.status_code == 200
    assert 'filename="club-open.pdn"' in answer.headers["Content-Disposition"]
    assert [len(game.made) for game in read.replayed] == [1, 0]


def test_a_format_that_there_is_not_is_told_with_those_that_there_are(door: Door) -> None:
    door.tournament()
    answer = door.get("/tournaments/club-open/export.doc", role=None)

    assert (answer.status_code, answer.get_json()["code"]) == (404, "no_format")
    assert all(name in answer.get_json()["detail"] for name in FORMATS)


def test_who_may_not_meet_is_in_the_report_of_officials_alone(door: Door) -> None:
    door.tournament(started=False)
    door.post("/tournaments/club-open/forbidden", {"entries": [1, 2], "reason": "family"})
    address = "/tournaments/club-open/export.trf"

    assert "\n260 " in door.get(address).get_data(as_text=True)
    assert "\n260 " not in door.get(address, role=None).get_data(as_text=True)
