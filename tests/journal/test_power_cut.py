"""A power cut: what was synced is there, of the rest any part, torn or not; no acknowledged line is lost.

What the process really does to its files is recorded, syncs and acknowledgements in one order, and images of the disk
are made from it at random instants. With synchronous=NORMAL, the control, the same images must lose lines: else they
would show nothing.
"""

from __future__ import annotations

import os
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from arbiter.journal.lines import Line, first_bad
from arbiter.journal.sqlite.folder import Folder
from arbiter.journal.sqlite.journal import SqliteJournal
from arbiter.journal.witness.text import Witness, witness_path
from arbiter.journal.witness.witnessed import Witnessed
from tests.promises import found

HERE = Path(__file__).parent / "power"
HEAD = struct.Struct("=QQQQ")
SECTOR = 512
ACKNOWLEDGED = "acknowledged"

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("gcc") is None, reason="the recorder is built with gcc"
)


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing done to a file: w writes *data* at *offset*, t cuts it to *offset*, s syncs it."""

    kind: str
    name: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Record:
    """The files as they were before, and everything that was done to them."""

    before: dict[str, bytes]
    deeds: list[Deed]


def deeds(record: Path) -> Iterator[Deed]:
    data, at = record.read_bytes(), 0
    while at < len(data):
        kind, offset, name, length = HEAD.unpack_from(data, at)
        at += HEAD.size
        yield Deed(chr(kind), data[at : at + name].decode(), offset, data[at + name : at + name + length])
        at += name + length


def recorded(folder: Path, how: str, lines: int) -> Record:
    """A process that records so many lines, with syncs *how*."""
    instance, recorder, record = folder / how, folder / "recorder.so", folder / f"{how}.record"
    if not recorder.exists():
        subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", recorder, HERE / "recorder.c", "-ldl"], check=True)
    (instance / "tournaments").mkdir(parents=True)
    with closing(Witnessed.create("open", Folder(instance), Witness(witness_path(instance, "open")))):
        pass
    before = {str(file.relative_to(instance)): file.read_bytes() for file in instance.rglob("*") if file.is_file()}
    subprocess.run(
        [sys.executable, HERE / "writing.py", instance, str(lines), how],
        env={
            **os.environ,
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "LD_PRELOAD": str(recorder),
            "RECORD": str(record),
            "RECORDED_FOLDER": str(instance),
        },
        check=True,
    )
    of_files = (deed for deed in deeds(record) if not (instance / deed.name).is_dir())
    return Record(before, [deed for deed in of_files if not deed.name.endswith("-shm")])


class Disk:
    """A file as the disk has it: what was synced, and what may or may not have reached it since."""

    def __init__(self, data: bytes = b"") -> None:
        self.synced = bytearray(data)
        self.loose: list[Deed] = []

    def do(self, deed: Deed) -> None:
        if deed.kind == "s":
            for loose in self.loose:
                put(self.synced, loose)
            self.loose = []
        else:
            self.loose.append(deed)

    def cut(self, chance: random.Random) -> bytes:
        """What the disk holds once the power is gone: of what was not synced any part, in any order, torn or junk."""
        data = bytearray(self.synced)
        survived = [deed for deed in self.loose if chance.random() < 0.6]
        if chance.random() < 0.3:
            chance.shuffle(survived)
        for deed in survived:
            if deed.kind == "w" and len(deed.data) > SECTOR and chance.random() < 0.2:
                whole = SECTOR * chance.randrange(1, len(deed.data) // SECTOR + 1)
                junk = chance.randbytes(SECTOR) if chance.random() < 0.3 else b""
                deed = Deed("w", deed.name, deed.offset, deed.data[:whole] + junk[: len(deed.data) - whole])  # noqa: PLW2901  # torn
            put(data, deed)
        return bytes(data)


def put(data: bytearray, deed: Deed) -> None:
    if deed.kind == "t":
        del data[deed.offset :]
        data.extend(bytes(deed.offset - len(data)))
        return
    data.extend(bytes(max(0, deed.offset - len(data))))
    data[deed.offset : deed.offset + len(deed.data)] = deed.data


@dataclass(frozen=True, slots=True)
class Image:
    """The disk after a power cut, and the last line that had been acknowledged by then."""

    files: dict[str, bytes]
    acknowledged: int


def images(record: Record, count: int, chance: random.Random) -> Iterator[Image]:
    """So many power cuts, at random instants in their order."""
    disks = {name: Disk(data) for name, data in record.before.items()}
    cuts = sorted(chance.randrange(len(record.deeds)) for _ in range(count))
    acknowledged = 0
    for number, deed in enumerate(record.deeds):
        while cuts and cuts[0] == number:
            cuts.pop(0)
            yield Image({name: disk.cut(chance) for name, disk in disks.items()}, acknowledged)
        if deed.name == ACKNOWLEDGED:
            acknowledged = int(deed.data)
        else:
            disks.setdefault(deed.name, Disk()).do(deed)


def laid(image: Image, folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in image.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def kept(image: Image, folder: Path, *, witnessed: bool) -> list[Line]:
    """What a start finds on the disk, with the witness or without."""
    instance = laid(image, folder)
    if witnessed:
        with closing(Witnessed.open("open", Folder(instance), Witness(witness_path(instance, "open")))) as journal:
            return journal.read()
    with closing(SqliteJournal.open(Folder(instance).file("open"))) as alone:
        return alone.read()


def cut_and_look(folder: Path, count: int, lines: int) -> int:
    """So many cuts with the settings of the service lose nothing; how many of the control do."""
    where = Path("/dev/shm") / folder.name if Path("/dev/shm").is_dir() else folder
    lost = 0
    try:
        for how in ("full", "normal"):
            chance = random.Random(2026)
            for number, image in enumerate(images(recorded(folder, how, lines), count, chance)):
                found = kept(image, where, witnessed=how == "full" and number % 2 == 0)
                assert first_bad(found) is None, (how, number)
                lost += how == "normal" and len(found) < image.acknowledged
                assert how == "normal" or len(found) >= image.acknowledged, (number, len(found), image.acknowledged)
    finally:
        shutil.rmtree(where, ignore_errors=True)
    return lost


def test_a_power_cut_takes_no_acknowledged_line_and_the_control_loses_some(tmp_path: Path) -> None:
    assert cut_and_look(tmp_path, 120, lines=120) > 0


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_ten_thousand_power_cuts_take_no_acknowledged_line(tmp_path: Path) -> None:
    cuts = 10_000
    lost = cut_and_look(tmp_path, cuts, lines=600)

    assert lost > 0
    found("G1", cuts, f"0 lose a line; of {cuts:,} of the control {lost:,} do")
