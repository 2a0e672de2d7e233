"""The package for a federation: one archive, made in one press, remembered with its hash."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from pypdf import PdfReader

from arbiter.cli import main
from arbiter.hall.reports.sent import PACKAGE, SENT, facts_hash
from arbiter.machine.signed_heads import parse_head
from arbiter.pairing.trf.read import read_trf
from arbiter.rules.pdn.collection import read_collection
from arbiter.view import View
from tests.web.conftest import Door
from tests.web.office import Office

T = "/tournaments/club-open"


def files_of(data: bytes) -> dict[str, bytes]:
    """The files of a package, without the folder before their names."""
    with zipfile.ZipFile(io.BytesIO(data)) as pack:
        assert pack.testzip() is None
        return {name.removeprefix("club-open/"): pack.read(name) for name in pack.namelist()}


def desk_view(door: Door) -> View:
    """The tournament as the service has it now."""
    desk = door.desks.desk("club-open")
    return View(tournament=desk.id, state=desk.state, people=desk.people, staff=desk.register.staff(desk.id))


def played(door: Door) -> None:
    """Two boards, one with moves, an irregular one among them, and one with a result alone; officials with numbers."""
    door.tournament(4, system="swiss", rounds=1)
    door.send("PATCH", T, {"officials": [{"role": "chief", "name": "Piet Jansen", "number": "98765"}]})
    door.send("PATCH", f"{T}/entries/1", {"number": "NDB889911", "born": "1971-05-17"})
    for ply, move in enumerate(("32-28", "19-23", "33-29", "28x19", "14x23")):
        door.post(f"{T}/rounds/1/boards/1/moves", {"move": move, "ply": ply if ply < 2 else ply - (ply > 2)})
    for board in (1, 2):
        door.post(f"{T}/rounds/1/boards/{board}/rulings", {"kind": "result", "result": "white", "reason": "slip"})


def test_one_press_makes_all_that_a_federation_needs_and_the_journal_names_its_hash(
    door: Door, office: Office, tmp_path: Path
) -> None:
    played(door)
    desk = door.desks.desk("club-open")
    line = desk.state.version
    assert 'action="/office/club-open/package"' in office.page("/club-open/end")
    assert 'action="/office/club-open/package"' in office.page("/club-open/sheets")
    answer = office.send("/club-open/package", key="pressed")
    files = files_of(answer.data)

    assert answer.mimetype == "application/zip"
    (made,) = desk.state.reports
    assert (made.line, made.hash) == (line, hashlib.sha256(answer.data).hexdigest())
    assert made.facts != facts_hash(desk_view(door), PACKAGE, "")  # nobody finds a day of birth by trying all days
    rows = [row.split() for row in files["SHA256SUMS"].decode().splitlines()]
    assert {file: sum_ for sum_, file in rows} == {
        file: hashlib.sha256(data).hexdigest() for file, data in files.items() if file != "SHA256SUMS"
    }
    report = files["club-open.trf"].decode()
    assert read_trf(report).faults == ()
    assert all(fact in report for fact in ("NDB889911", "1971/05/17", "102 Piet Jansen (98765)"))
    assert len(read_collection(files["club-open.pdn"]).records) == 2
    for sheet in ("standings", "final", "crosstable", "rulings"):
        assert PdfReader(io.BytesIO(files[f"{sheet}.pdf"])).pages
    checked = files["games-checked.csv"].decode("utf-8-sig").splitlines()
    assert [row.split(";")[-3:] for row in checked[1:]] == [
        ["4", "1", "every move is legal"],
        ["0", "0", "no moves were recorded"],
    ]
    page = office.page("/club-open/end")
    assert made.hash[:16] in page
    assert "make the file again" not in page

    signed, key = files["head.txt"].decode().splitlines()
    assert parse_head(signed).signed_by([key])
    for name, data in (
        ("verify_journal.py", files["verify_journal.py"]),
        ("j.json", door.get(f"{T}/export.json").data),
    ):
        (tmp_path / name).write_bytes(data)
    command = [sys.executable, "verify_journal.py", "j.json", "--head", signed, "--key", key]
    assert subprocess.run(command, cwd=tmp_path, check=False, capture_output=True).returncode == 0


def test_a_package_made_again_says_what_has_changed_since(door: Door, office: Office) -> None:
    played(door)
    first = door.post(f"{T}/package", {"key": "once"})
    door.post(f"{T}/package", {"key": "once"})
    assert len(door.desks.desk("club-open").state.reports) == 1
    assert "changes.txt" not in files_of(first.data)
    door.post(f"{T}/rounds/1/boards/2/rulings", {"kind": "result", "result": "draw", "reason": "read wrongly"})
    door.send("PATCH", f"{T}/entries/1", {"number": "NDB889912"})

    assert "make the file again" in office.page("/club-open/end")
    again = door.post(f"{T}/package")
    told = files_of(again.data)["changes.txt"].decode()
    lines = [line for line in told.splitlines() if line[:4] in ("-001", "+001")]
    assert "D" not in {line[-1] for line in lines if line[0] == "-"}
    assert [line[-1] for line in lines if line[0] == "+"].count("D") == 2
    assert "corrected in the register" in told
    assert "make the file again" not in office.page("/club-open/end")


def test_only_officials_get_the_package(door: Door) -> None:
    played(door)

    assert door.post(f"{T}/package", role=None).status_code == 401
    assert door.post(f"{T}/package", role="spectator").status_code == 403
    assert door.desks.desk("club-open").state.reports == ()


def test_a_simultaneous_display_has_a_package_without_a_report_and_a_running_game_is_not_checked(door: Door) -> None:
    door.tournament(3, system="simultaneous", started=False)
    files = files_of(door.post(f"{T}/package").data)

    assert "club-open.trf" not in files
    assert "left out" in files["README.txt"].decode()
    assert "final.pdf" not in files


def test_the_package_is_written_at_the_machine_too(door: Door, tmp_path: Path) -> None:
    played(door)
    file = tmp_path / "open.zip"
    instance = str(door.desks.instance)

    assert main(["package", "club-open", "--to", str(file), "--lang", "nl", "--instance", instance]) == 0
    assert "club-open.trf" in files_of(file.read_bytes())
    assert main(["package", "another", "--to", str(file), "--instance", instance]) == 1


@pytest.mark.parametrize("format", SENT)
def test_every_file_for_a_federation_is_remembered_and_a_correction_says_what_has_changed(
    door: Door, office: Office, format: str
) -> None:
    played(door)
    made = door.post(f"{T}/reports?lang=nl", {"format": format})
    (sent,) = door.desks.desk("club-open").state.reports

    assert (sent.format, sent.hash) == (format, hashlib.sha256(made.data).hexdigest())
    assert made.headers["X-Content-SHA256"] == sent.hash
    (told,) = door.get(f"{T}/reports").get_json()["reports"]
    assert (told["outdated"], told["changes"]) == (False, [])
    door.clock.wait(hours=2)
    assert not door.get(f"{T}/reports").get_json()["reports"][0]["outdated"]  # the time alone changes nothing
    assert "make the file again" not in office.page("/club-open/end")
    door.post(f"{T}/rounds/1/boards/2/rulings", {"kind": "result", "result": "draw", "reason": "read wrongly"})
    (told,) = door.get(f"{T}/reports").get_json()["reports"]
    if format == "ratings":  # nobody has a rating
        assert not told["outdated"]
        return
    assert told["outdated"]
    assert {line[0] for line in told["changes"]} >= {"-", "+"}
    page = office.page("/club-open/end")
    assert "make the file again" in page
    assert "What has changed since" in page
    office.send("/club-open/reports", format=format, key="again")
    assert len(door.desks.desk("club-open").state.reports) == 2
    assert not door.get(f"{T}/reports").get_json()["reports"][0]["outdated"]


def test_a_correction_in_the_register_is_told_and_a_wrong_format_refused(door: Door, office: Office) -> None:
    played(door)
    door.post(f"{T}/reports", {"format": "trf16"})
    door.send("PATCH", f"{T}/entries/1", {"number": "NDB889912"})
    (told,) = door.get(f"{T}/reports").get_json()["reports"]

    assert told["outdated"]
    assert any("corrected in the register" in line for line in told["changes"])
    assert door.post(f"{T}/reports", {"format": "json"}).status_code == 422
    assert office.send("/club-open/reports", format="json").status_code == 422
    assert door.get(f"{T}/reports", role="spectator").status_code == 403
    assert door.post(f"{T}/reports", {"format": "trf"}, role="spectator").status_code == 403
