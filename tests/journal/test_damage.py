"""Files that a disk or a stick has damaged: refused with their name, never met as a fault."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from arbiter.journal.lines import Unwritten
from arbiter.journal.sqlite.archive import pack, unpack
from arbiter.journal.sqlite.database import open_reading
from arbiter.journal.sqlite.folder import opened
from arbiter.journal.sqlite.journal import JOURNAL, SqliteJournal, lines_in, verify
from arbiter.journal.sqlite.read_only import FilesBeside
from arbiter.journal.sqlite.register import SqliteRegister, people_in
from arbiter.refused import Refused
from tests.hall import person

PAGE = 4_096


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """An instance with one tournament of fifty lines, and its register."""
    (tmp_path / "tournaments").mkdir()
    journal = SqliteJournal.create(tmp_path / "tournaments" / "open.sqlite")
    journal.append([Unwritten(at=at, kind="PlayerEntered", body="{}") for at in range(50)], 0)
    journal.close()
    register = SqliteRegister.open(tmp_path / "register.sqlite")
    register.enter("open", {1: person(1)})
    register.close()
    return tmp_path


def brought(folder: Path, file: Path) -> str:
    """The id of the tournament that a backup becomes in another instance."""
    with opened(folder) as archive:
        return unpack(archive, file)


def damaged(file: Path, at: int) -> Path:
    """The file with some of its bytes changed."""
    data = bytearray(file.read_bytes())
    data[at : at + 200] = bytes(reversed(range(200)))
    file.write_bytes(data)
    return file


def test_a_damaged_journal_is_refused_by_name_and_its_first_bad_line_is_told(instance: Path) -> None:
    file = instance / "tournaments" / "open.sqlite"
    for page in range(PAGE, file.stat().st_size, PAGE):
        damaged(file, page)
    with pytest.raises(Refused) as reading:
        lines_in(file)
    with pytest.raises(Refused) as packing:
        pack(FilesBeside(instance), "open", instance / "copy.zip")

    assert {(no.value.code, no.value.facts["file"]) for no in (reading, packing)} == {("file_damaged", "open.sqlite")}
    bad = verify(file)
    assert bad is not None
    assert bad.why == "unreadable"
    assert not (instance / "copy.zip").exists()


def test_a_journal_whose_schema_is_damaged_is_no_fault(instance: Path) -> None:
    file = instance / "tournaments" / "open.sqlite"
    data = file.read_bytes()
    file.write_bytes(data.replace(b"CREATE TABLE line", b"CREATE TABEL line"))

    bad = verify(file)
    assert bad is not None
    assert (bad.seq, bad.why) == (1, "unreadable")


def test_a_damaged_register_is_refused_by_name(instance: Path) -> None:
    file = instance / "register.sqlite"
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b'CREATE TABLE "person"', b'CREATE TABEL "person"'))
    assert file.read_bytes() != whole
    with pytest.raises(Refused) as refused:
        people_in(file, "open")

    assert (refused.value.code, refused.value.facts["file"]) == ("file_damaged", "register.sqlite")


def test_a_file_that_is_whole_is_read(instance: Path) -> None:
    file = instance / "tournaments" / "open.sqlite"

    assert len(lines_in(file)) == 50
    assert verify(file) is None
    open_reading(file, JOURNAL).close()


@pytest.mark.parametrize("share", [10, 25, 50, 75, 90])
def test_a_backup_with_bytes_that_have_changed_is_not_brought_back(instance: Path, share: int) -> None:
    pack(FilesBeside(instance), "open", instance / "copy.zip")
    file = damaged(instance / "copy.zip", (instance / "copy.zip").stat().st_size * share // 100)
    with pytest.raises(Refused) as refused:
        brought(instance / "other", file)

    assert refused.value.code == "archive_unreadable"


@pytest.mark.parametrize(
    "people",
    [{"one": {"name": "Anna"}}, {"1": {"called": "Anna"}}, {"1": {"name": 5}}, {"1": []}, [], None],
    ids=["no number", "another field", "no text", "no person", "a list", "nothing"],
)
def test_a_backup_without_people_in_it_is_not_brought_back(instance: Path, people: object) -> None:
    with zipfile.ZipFile(instance / "copy.zip", "w") as archive:
        archive.write(instance / "tournaments" / "open.sqlite", "journal.sqlite")
        archive.writestr("people.json", json.dumps({"tournament": "open", "people": people}))
    with pytest.raises(Refused) as refused:
        brought(instance / "other", instance / "copy.zip")

    assert refused.value.code == "archive_unreadable"
    assert not (instance / "other" / "tournaments" / "open.sqlite").exists()
