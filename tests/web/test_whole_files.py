"""Whole tournaments over the API and in the office: out in every format, in again, and running on."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from arbiter.cli import main
from arbiter.exchange.formats import FORMATS
from tests.analyst import tables_in, tables_of
from tests.web.conftest import Door


def brought(door: Door, data: bytes, query: str = "") -> str:
    """The id of the tournament that the file has become."""
    headers = {"Authorization": f"Bearer {door.service.keys.bearer('director')}"}
    answer = door.client.post(f"/api/v1/tournaments/import{query}", data=data, headers=headers)
    assert answer.status_code == 201, answer.get_json()
    return str(answer.get_json()["id"])


def running(door: Door) -> str:
    """Five entries of a Swiss tournament after one round."""
    t = door.tournament(5, started=False, system="swiss", rounds=4)
    door.post(f"/tournaments/{t}/rounds")
    for board in (1, 2):
        asked = {"kind": "result", "result": "2-0", "reason": "as played"}
        door.post(f"/tournaments/{t}/rounds/1/boards/{board}/rulings", asked)
    return t


@pytest.mark.parametrize("format", FORMATS)
def test_a_tournament_goes_out_in_every_format(door: Door, format: str) -> None:
    """Ruling L02."""
    t = running(door)
    answer = door.get(f"/tournaments/{t}/export.{format}")

    assert answer.status_code == 200
    assert answer.get_data()


def test_several_tournaments_are_one_file_of_tables(door: Door, tmp_path: Path) -> None:
    one, other = running(door), running(door)
    told = tables_in(door.get("/tournaments/export.sqlite").get_data())
    assert {row["id"] for row in told["tournaments"]} == {one, other}
    assert {row["tournament"] for row in told["rulings"]} == {one, other}
    public = tables_in(door.get(f"/tournaments/export.sqlite?tournaments={one}&public=1").get_data())
    assert ([row["id"] for row in public["tournaments"]], public["rulings"]) == ([one], [])
    assert door.get("/tournaments/export.sqlite", role=None).status_code == 401
    assert door.get("/tournaments/export.sqlite?tournaments=nowhere").status_code == 404

    to, store = tmp_path / "both.db", ["--instance", str(door.desks.instance)]
    assert main(["export", one, other, "--format", "sqlite", "--to", str(to), *store]) == 0
    assert tables_of(to)["games"] == told["games"]
    assert "both" in json.loads((tmp_path / "both-metadata.json").read_text())["databases"]
    assert main(["export", one, other, "--format", "csv", "--to", str(tmp_path / "x.csv"), *store]) == 1
    assert not (tmp_path / "x.csv").exists()


def test_what_holds_the_journal_is_not_for_everybody(door: Door) -> None:
    t = running(door)

    assert door.get(f"/tournaments/{t}/export.json", role=None).status_code == 401
    assert door.get(f"/tournaments/{t}/export.trf", role=None).status_code == 200


def test_a_draft_does_not_leave_the_office(door: Door) -> None:
    t = running(door)
    door.post(f"/tournaments/{t}/rounds", {"draft": True})
    seen = [door.get(f"/tournaments/{t}/rounds/2", role=role).status_code for role in ("director", None, "spectator")]

    assert seen == [200, 404, 404]
    assert door.get(f"/tournaments/{t}/export.trf", role=None).get_data(as_text=True).count(" 0000 - U") == 1


def test_the_same_tournament_comes_back_from_its_document(door: Door) -> None:
    t = running(door)
    told = door.get(f"/tournaments/{t}/export.json").get_data()
    again = brought(door, told)

    assert again != t
    assert door.get(f"/tournaments/{again}/journal").get_json() == door.get(f"/tournaments/{t}/journal").get_json()
    assert (
        json.loads(door.get(f"/tournaments/{again}/export.json").get_data())["standings"]
        == json.loads(told)["standings"]
    )


def test_the_same_key_brings_no_tournament_in_twice(door: Door) -> None:
    told = door.get(f"/tournaments/{running(door)}/export.json").get_data()
    first = brought(door, told, "?key=move")
    door.post(f"/tournaments/{first}/entries/5/withdrawal", {"reason": "ill"})

    assert brought(door, told, "?key=move") == first
    assert len(list(door.desks)) == 2
    assert brought(door, told, "?key=another") != first


def test_a_running_tournament_goes_on_from_its_report(door: Door) -> None:
    t = running(door)
    again = brought(door, door.get(f"/tournaments/{t}/export.trf").get_data(), "?control=900")
    one, other = (door.post(f"/tournaments/{id}/rounds").get_json() for id in (t, again))

    met = [{frozenset((b["white"], b["black"])) for b in round["boards"]} for round in (one, other)]
    assert met[0] == met[1]
    assert door.get(f"/tournaments/{again}").get_json()["control"] == "900"


def test_the_office_brings_a_tournament_in(door: Door) -> None:
    told = door.get(f"/tournaments/{running(door)}/export.json").get_data()
    csrf = door.sign_in()
    done = door.client.post("/office/bring", data={"csrf": csrf, "file": (io.BytesIO(told), "t.json")})
    refused = door.client.post("/office/bring", data={"csrf": csrf, "file": (io.BytesIO(b"x"), "t.json")})

    assert (done.status_code, refused.status_code) == (303, 422)
