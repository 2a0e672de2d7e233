"""The second medium is only added to: what differs there stays, holds the tournament, and is put aside by repair."""

from __future__ import annotations

import logging
import re
import shutil
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from arbiter.cli import main
from arbiter.desk.desks import Desks
from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import line_text
from arbiter.journal.witness.text import witness_path
from arbiter.journal.witness.witnessed import Witnessed
from arbiter.machine.checkup import Machine, medium
from arbiter.machine.disk import DiskCheck
from arbiter.machine.file_checks import Guard
from arbiter.machine.hall_urls import whereabouts_of
from arbiter.machine.health import closed, notices, seen
from arbiter.refused import Refused
from arbiter.rulings.entries import OpenTournament
from arbiter.settings import settings
from tests.desk.club import move, opened
from tests.hall import WoundClock

ID = "club-open"
MOVES = ("32-28", "19-23", "28x19", "14x23")


class Hall:
    """An instance and a stick; `begin` starts the service over them."""

    def __init__(self, folder: Path) -> None:
        self.instance, self.stick = folder / "hall", folder / "stick"

    @property
    def far(self) -> Path:
        return witness_path(self.stick, ID)

    def begin(self) -> Desks:
        return Desks(self.instance, WoundClock(), medium=self.stick)

    def play(self, *moves: str) -> None:
        """An evening: these moves are played at board 1, of a new tournament where there is none."""
        desks = self.begin()
        desk = desks.desk(ID) if ID in desks.storage.ids() else opened(desks)
        ply = desk.state.game(1, 1).ply
        for number, text in enumerate(moves, start=ply):
            desk.submit(move(number, text))
        Guard(desks, lambda: None).look()
        desks.close()

    def forge(self, folder: Path, *moves: str) -> None:
        """Both local files are those of another evening that was never played here."""
        other = Hall(folder)
        other.play(*moves)
        for name in ("tournaments", "witness"):
            shutil.rmtree(self.instance / name)
            shutil.copytree(other.instance / name, self.instance / name)
        shutil.rmtree(self.instance / "snapshots", ignore_errors=True)

    def held(self) -> Refused:
        """Why the start opens no desk for the tournament."""
        desks = self.begin()
        with pytest.raises(Refused) as refused:
            desks.desk(ID)
        told = notices(desks, DiskCheck(self.instance, None), UTC)
        assert [one.code for one in told] == [refused.value.code]
        assert [one.why.code for one in closed(desks)] == [refused.value.code]
        desks.close()
        return refused.value

    def repair(self, *options: str) -> int:
        return main(["repair", ID, "--instance", str(self.instance), *options])


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hall:
    made = Hall(tmp_path)
    monkeypatch.setenv("ARBITER_SECOND_MEDIUM", str(made.stick))
    return made


@pytest.mark.parametrize("forged", [("31-27",), ("31-27", "19-23", "34-29", "23x34", "40x29")])
def test_forged_local_files_are_held_and_the_second_medium_stays_as_it_is(
    hall: Hall, tmp_path: Path, forged: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    hall.play(*MOVES)
    before = hall.far.read_bytes()
    hall.forge(tmp_path / "other", *forged)
    refused = hall.held()

    assert refused.code == "medium_differs"
    assert refused.facts["tournament"] == ID
    assert hall.far.read_bytes() == before
    assert [path.name for path in hall.far.parent.iterdir()] == [f"{ID}.txt"]
    assert "nothing is written, nor on the second medium" in caplog.text


def test_local_files_from_which_the_last_lines_were_taken_are_held_until_repair_brings_them_back(
    hall: Hall, tmp_path: Path
) -> None:
    hall.play(*MOVES[:2])
    shutil.copytree(hall.instance, tmp_path / "earlier")
    hall.play(*MOVES[2:])
    before = hall.far.read_bytes()
    shutil.rmtree(hall.instance)
    shutil.copytree(tmp_path / "earlier", hall.instance)
    refused = hall.held()
    assert hall.far.read_bytes() == before
    assert hall.repair() == 0
    desks = hall.begin()

    assert refused.code == "medium_differs"
    assert desks.desk(ID).state.game(1, 1).ply == len(MOVES)
    assert hall.far.read_bytes()[: len(before)] == before
    desks.close()


def test_repair_from_the_second_medium_brings_its_version_back_and_keeps_the_other(hall: Hall, tmp_path: Path) -> None:
    hall.play(*MOVES)
    before = hall.far.read_bytes()
    hall.forge(tmp_path / "other", "31-27", "19-23")
    assert hall.repair() == 1
    assert hall.repair("--from", "medium") == 0
    desks = hall.begin()

    assert desks.desk(ID).state.game(1, 1).ply == len(MOVES)
    assert hall.far.read_bytes() == before
    assert list((hall.instance / "damaged").glob(f"{ID}.*.sqlite"))
    desks.close()


def test_repair_from_the_journal_keeps_the_version_of_the_second_medium_under_another_name(
    hall: Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall.play(*MOVES)
    before = hall.far.read_bytes()
    hall.forge(tmp_path / "other", "31-27", "19-23")
    assert hall.repair("--from", "journal") == 0
    (kept,) = (hall.far.parent / "damaged").iterdir()
    hall.play()

    assert kept.read_bytes() == before
    assert str(kept) in capsys.readouterr().out
    assert hall.far.read_bytes() == witness_path(hall.instance, ID).read_bytes()


def test_a_second_medium_that_is_plugged_in_later_and_differs_stops_the_writing(
    hall: Hall, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hall.play(*MOVES)
    hall.forge(tmp_path / "other", "31-27", "19-23")
    hall.stick.rename(tmp_path / "drawer")
    desks = hall.begin()
    desk, guard = desks.desk(ID), Guard(desks, lambda: None)
    guard.look()
    desk.submit(move(2, "34-29"))
    shutil.rmtree(hall.stick)
    (tmp_path / "drawer").rename(hall.stick)
    before = hall.far.read_bytes()
    desk.submit(move(3, "23x34"))
    guard.look()

    with pytest.raises(CannotWrite) as refused:
        desk.submit(move(4, "40x29"))
    assert refused.value.code == "cannot_write_damaged"
    assert [one.why.code for one in closed(desks)] == ["medium_differs"]
    assert "from now on nothing is written, nor on the second medium" in caplog.text
    desks.close()
    assert hall.far.read_bytes() == before


@pytest.mark.parametrize("damage", [b"nonsense\n", b"half a li"])
def test_a_damaged_file_on_the_second_medium_is_put_aside_and_told(
    hall: Hall, damage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    hall.play(*MOVES)
    whole = hall.far.read_bytes()
    hall.far.write_bytes(whole[:900] + damage)
    desks = hall.begin()
    Guard(desks, lambda: None).look()
    readiness = DiskCheck(hall.instance, None)
    (kept,) = (hall.far.parent / "damaged").iterdir()

    assert [(one.code, one.facts["file"]) for one in notices(desks, readiness, UTC)] == [
        ("medium_put_aside", str(kept))
    ]
    seen(desks)
    assert notices(desks, readiness, UTC) == []
    assert kept.read_bytes() == whole[:900] + damage
    assert hall.far.read_bytes().startswith(whole)
    assert re.search("the witness .* on the second medium is put aside as", caplog.text)
    desks.close()


def test_a_line_that_was_half_written_when_the_stick_was_pulled_is_finished(hall: Hall) -> None:
    hall.play(*MOVES)
    whole = hall.far.read_bytes()
    hall.far.write_bytes(whole[:-20])
    hall.play()

    assert hall.far.read_bytes().startswith(whole)
    assert not (hall.far.parent / "damaged").exists()


def test_a_new_tournament_leaves_what_another_one_of_its_name_has_left_on_the_stick(hall: Hall, tmp_path: Path) -> None:
    other = Hall(tmp_path / "other")
    other.play(*MOVES)
    hall.stick.mkdir()
    shutil.copytree(other.stick, hall.stick, dirs_exist_ok=True)
    before = hall.far.read_bytes()
    hall.play("31-27")
    (kept,) = (hall.far.parent / "damaged").iterdir()

    assert kept.read_bytes() == before
    assert hall.far.read_bytes() == witness_path(hall.instance, ID).read_bytes()


def test_a_tournament_that_is_deleted_leaves_its_lines_on_the_second_medium(hall: Hall) -> None:
    desks = hall.begin()
    desks.open(OpenTournament(name="Club open"))
    Guard(desks, lambda: None).look()
    before = hall.far.read_bytes()
    desks.delete(ID)
    desks.close()

    assert [path.read_bytes() for path in (hall.far.parent / "damaged").iterdir()] == [before]


def test_the_last_lines_of_an_evening_are_on_the_second_medium_when_the_service_has_ended(hall: Hall) -> None:
    desks = hall.begin()
    desk = opened(desks)
    desk.submit(move(0, "32-28"))
    assert isinstance(desk.journal, Witnessed)
    lines = desk.journal.read()
    desks.close()

    assert hall.far.read_bytes() == b"".join(line_text(line) + b"\n" for line in lines)


def test_the_doctor_tells_a_second_medium_that_differs_or_is_away(
    hall: Hall, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    chosen = replace(settings({}), second_medium=str(hall.stick))
    machine = Machine(hall.instance, chosen, whereabouts_of(tmp_path, chosen))
    away = [found[:2] for found in medium(machine)]
    hall.play(*MOVES)
    good = [found[:2] for found in medium(machine)]
    hall.forge(tmp_path / "other", "31-27")

    assert away == [("look", "medium_away")]
    assert good == [("good", "medium_good")]
    assert [found[:2] for found in medium(machine)] == [("bad", "medium_differs")]
    assert list(medium(Machine(hall.instance, settings({}), machine.whereabouts))) == []
