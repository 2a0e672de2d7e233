"""Whole tournaments over the API and in the office: out in every format, in again, and running on."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from arbiter.cli import main
from arbiter.exchange.export_formats import FORMATS
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


def test_of_a_bad_file_every_fault_is_told_with_line_and_column_and_nothing_is_entered(door: Door) -> None:
    """Cells of players are damaged at five places; the file comes in as a tournament and as a list of players."""
    t = running(door)
    lines = door.get(f"/tournaments/{t}/export.trf").get_data(as_text=True).splitlines()
    players = [number for number, line in enumerate(lines) if line.startswith("001")]
    for at, column, text in ((0, 91, "xx"), (1, 4, "9x"), (2, 97, "?"), (3, 92, "9999"), (4, 80, "a.b")):
        line = lines[players[at]]
        lines[players[at]] = line[:column] + text + line[column + len(text) :]
    bad = "\n".join(lines).encode()
    before = (len(list(door.desks)), door.get(f"/tournaments/{t}/journal").get_json())
    told = []
    for address in ("/tournaments/import", f"/tournaments/{t}/entries/import"):
        headers = {"Authorization": f"Bearer {door.service.keys.bearer('director')}"}
        answer = door.client.post(f"/api/v1{address}", data=bad, headers=headers)
        assert answer.status_code == 400
        told.append(answer.get_json())

    faults = [told[0]["facts"], *(one["facts"] for one in told[0]["others"])]
    assert {fault["line"] - 1 for fault in faults} >= set(players)
    assert all(fault["column"] > 0 for fault in faults)
    assert told[0]["detail"].count("Line ") == len(faults)
    assert told[1]["facts"] == told[0]["facts"]
    assert (len(list(door.desks)), door.get(f"/tournaments/{t}/journal").get_json()) == before


def test_a_document_that_was_cut_off_says_where(door: Door) -> None:
    whole = door.get(f"/tournaments/{running(door)}/export.json").get_data()
    headers = {"Authorization": f"Bearer {door.service.keys.bearer('director')}"}
    answer = door.client.post("/api/v1/tournaments/import", data=whole[: len(whole) // 2], headers=headers)

    assert (answer.status_code, answer.get_json()["code"]) == (400, "document_broken")
    assert answer.get_json()["facts"]["line"] == whole[: len(whole) // 2].count(b"\n") + 1
    assert len(list(door.desks)) == 1


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
