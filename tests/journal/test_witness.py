"""The witness of a journal: what a damaged file has lost is known, and brought back, or the tournament is shut."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import Line, Unwritten, first_bad
from arbiter.journal.sqlite.database import sqlite3
from arbiter.journal.sqlite.folder import Folder
from arbiter.journal.sqlite.journal import SqliteJournal
from arbiter.journal.witness.text import Witness, witness_path
from arbiter.journal.witness.witnessed import Broken, Witnessed
from arbiter.refused import Refused
from tests.promises import found

ID = "open"


def journal(folder: Path) -> Witnessed:
    """The journal of that folder, as a start opens it; a new one where there is none."""
    store, witness = Folder(folder), Witness(witness_path(folder, ID))
    if store.ids() or witness.path.exists():
        return Witnessed.open(ID, store, witness)
    store.path.mkdir(parents=True)
    return Witnessed.create(ID, store, witness)


def grow(written: Witnessed, lines: int) -> list[Line]:
    """So many lines more, one request each; all that the journal has then."""
    for _ in range(lines):
        number = written.version
        written.append([Unwritten(at=number, kind="MovePlayed", body=f'{{"n":{number}}}', key=f"k{number}")], number)
    return written.read()


def killed(written: Witnessed, to: Path) -> Path:
    """The folder as a killed process leaves it: the log of the file is still there."""
    shutil.copytree(written.witness.path.parent.parent, to)
    (to / "tournaments" / f"{ID}.sqlite-shm").unlink(missing_ok=True)
    return to


def file(folder: Path, part: str = "") -> Path:
    return folder / "tournaments" / f"{ID}.sqlite{part}"


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Line]]:
    """A folder with a hundred lines and more as it was closed, and as a kill had left it just before."""
    folder = tmp_path_factory.mktemp("witness")
    with closing(journal(folder / "first")) as written:
        lines = grow(written, 120)
        killed(written, folder / "killed")
    return folder, lines


@pytest.fixture
def grown(tmp_path: Path, once: tuple[Path, list[Line]]) -> tuple[Path, list[Line]]:
    """What a kill has left of a hundred lines and more, some of them in the log only."""
    shutil.copytree(once[0], tmp_path, dirs_exist_ok=True)
    return tmp_path / "killed", once[1]


def test_a_witness_has_every_line_with_its_hash_as_plain_text(tmp_path: Path) -> None:
    with closing(journal(tmp_path)) as written:
        lines = grow(written, 3)
    texts = witness_path(tmp_path, ID).read_text().splitlines()
    told = subprocess.run(["sha256sum"], input=texts[2].partition(" ")[2], capture_output=True, text=True, check=True)

    assert [text[:64] for text in texts] == [line.hash for line in lines]
    assert told.stdout[:64] == lines[2].hash
    assert '"MovePlayed"' in texts[2]


def test_a_log_that_is_gone_costs_no_line(grown: tuple[Path, list[Line]]) -> None:
    folder, lines = grown
    file(folder, "-wal").unlink()
    with closing(SqliteJournal.open(file(folder))) as alone:
        assert len(alone.read()) < len(lines)
    with closing(journal(folder)) as mended:
        assert mended.read() == lines
        assert [repair.bad.why for repair in mended.repairs] == ["missing"]
        assert mended.repairs[0].lines[-1] == lines[-1]
        assert len(grow(mended, 1)) == 121


@pytest.mark.parametrize("at", [0.02, 0.3, 0.5, 0.7, 0.98])
def test_a_bit_that_flips_in_the_log_costs_no_line(grown: tuple[Path, list[Line]], at: float) -> None:
    folder, lines = grown
    flip(file(folder, "-wal"), at)
    with closing(journal(folder)) as mended:
        assert mended.read() == lines


def test_a_file_that_is_gone_altogether_is_made_anew(
    grown: tuple[Path, list[Line]], caplog: pytest.LogCaptureFixture
) -> None:
    folder, lines = grown
    file(folder).unlink()
    file(folder, "-wal").unlink()
    with closing(journal(folder)) as mended:
        assert mended.read() == lines
    assert "the journal of open cannot be read: " in caplog.text
    assert "the journal of open is mended from line 1 on; it had lost 120" in caplog.text


def test_a_journal_of_which_only_the_log_is_left_is_shut_and_not_forgotten(grown: tuple[Path, list[Line]]) -> None:
    folder, _ = grown
    file(folder).unlink()
    witness_path(folder, ID).unlink()
    with pytest.raises(Broken):
        journal(folder)
    assert Folder(folder).ids() == {ID}


def test_a_line_that_somebody_has_altered_is_as_it_was_written_again(grown: tuple[Path, list[Line]]) -> None:
    folder, lines = grown
    alter(file(folder), "UPDATE line SET body = '{}' WHERE seq = 7")
    with closing(journal(folder)) as mended:
        assert mended.read() == lines
        assert [repair.bad.why for repair in mended.repairs] == ["changed"]
    assert list((folder / "damaged").glob("open.*.sqlite"))


def test_two_copies_that_are_damaged_in_different_places_make_a_whole_one(grown: tuple[Path, list[Line]]) -> None:
    folder, lines = grown
    alter(file(folder), "UPDATE line SET body = '{}' WHERE seq = 7")
    texts = witness_path(folder, ID).read_bytes().splitlines(keepends=True)
    witness_path(folder, ID).write_bytes(b"".join([*texts[:90], b"nonsense\n", *texts[91:]]))
    with closing(journal(folder)) as mended:
        assert mended.read() == lines
    assert witness_path(folder, ID).read_bytes() == b"".join(texts)


def test_lines_that_no_copy_has_shut_the_journal_and_nothing_is_written_behind_them(
    grown: tuple[Path, list[Line]],
) -> None:
    folder, _ = grown
    alter(file(folder), "UPDATE line SET body = '{}' WHERE seq = 110")
    texts = witness_path(folder, ID).read_bytes().splitlines(keepends=True)
    witness_path(folder, ID).write_bytes(b"".join(texts[:100]))
    before = file(folder).read_bytes()
    with pytest.raises(Broken) as broken:
        journal(folder)

    assert broken.value.facts == {"tournament": ID, "line": 110}
    assert file(folder).read_bytes() == before


def test_two_histories_of_one_tournament_are_not_chosen_between(grown: tuple[Path, list[Line]], tmp_path: Path) -> None:
    folder, _ = grown
    witness_path(folder, ID).rename(tmp_path / "theirs")
    with closing(journal(folder)) as ours:
        grow(ours, 2)
    with closing(journal(tmp_path / "first")) as other:
        other.append([Unwritten(at=1, kind="MovePlayed", body="{}")], 120)
    shutil.copy(witness_path(tmp_path / "first", ID), witness_path(folder, ID))

    with pytest.raises(Broken):
        journal(folder)


def test_a_witness_that_is_gone_or_cut_short_is_made_whole(grown: tuple[Path, list[Line]]) -> None:
    folder, lines = grown
    witness = witness_path(folder, ID)
    whole = witness.read_bytes()
    for damage in (b"", whole[:1_000], whole[:-10], whole + b"half a li"):
        witness.write_bytes(damage)
        with closing(journal(folder)) as opened:
            assert opened.read() == lines
            assert opened.repairs == []
        assert witness.read_bytes() == whole


# while it is written


@pytest.mark.parametrize("parts", [("",), ("-wal",), ("", "-wal"), ("", "-wal", "-shm")])
def test_files_that_are_deleted_while_they_are_written_take_nothing_along(
    tmp_path: Path, parts: tuple[str, ...]
) -> None:
    with closing(journal(tmp_path / "first")) as written:
        grow(written, 20)
        for part in parts:
            file(tmp_path / "first", part).unlink()
        lines = grow(written, 40)
        after = killed(written, tmp_path / "killed")
    witness_path(after, ID).unlink()
    with closing(journal(after)) as again:
        assert len(lines) == 60
        assert again.read() == lines


def test_an_older_copy_that_is_put_in_the_place_of_the_file_is_noticed(tmp_path: Path) -> None:
    with closing(journal(tmp_path)) as written:
        grow(written, 20)
        written.copy_to(tmp_path / "older")
        grow(written, 20)
        (tmp_path / "older").rename(file(tmp_path))
        lines = grow(written, 1)
    with closing(journal(tmp_path)) as again:
        assert again.read() == lines
        assert len(lines) == 41


def test_a_chain_that_is_broken_under_the_service_is_mended_where_it_is_looked_through(tmp_path: Path) -> None:
    with closing(journal(tmp_path)) as written:
        lines = grow(written, 30)
        alter(file(tmp_path), "UPDATE line SET body = '{}' WHERE seq = 7")
        written.check()

        assert written.read() == lines
        assert [repair.bad.seq for repair in written.repairs] == [7]
        assert first_bad(grow(written, 1)) is None


def test_a_chain_that_cannot_be_mended_is_not_written_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(journal(tmp_path)) as written:
        grow(written, 30)
        alter(file(tmp_path), "UPDATE line SET body = '{}' WHERE seq = 7")
        witness_path(tmp_path, ID).write_bytes(b"nonsense\n")
        with pytest.raises(CannotWrite):
            written.check()
        with pytest.raises(CannotWrite) as refused:
            grow(written, 1)

        assert refused.value.code == "cannot_write_damaged"
        assert len(written.read()) == 30
    assert "nothing more is written to the journal of open: lines are lost, BadLine(seq=7" in caplog.text


def test_a_file_that_cannot_be_read_any_more_is_made_anew_under_the_service(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(journal(tmp_path)) as written:
        lines = grow(written, 30)
        for part in ("", "-wal"):
            data = file(tmp_path, part).read_bytes()
            file(tmp_path, part).write_bytes(data[:100] + bytes(len(data) - 100))
        written.check()

        assert written.read() == lines
        assert len(grow(written, 1)) == 31
    assert "the journal of open cannot be read through: " in caplog.text


def test_a_witness_that_is_deleted_or_damaged_under_the_service_is_written_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    witness = witness_path(tmp_path, ID)
    with closing(journal(tmp_path)) as written:
        grow(written, 30)
        whole = witness.read_bytes()
        witness.unlink()
        written.check()
        assert witness.read_bytes() == whole
        written.witness.sync()
        flip(witness, 0.5)
        written.check()
        assert witness.read_bytes() == whole
        assert written.repairs == []
    assert "the witness of open is damaged behind line 1" in caplog.text
    assert "; it is written anew" in caplog.text


def test_a_witness_that_cannot_be_written_keeps_no_line_from_the_journal(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(journal(tmp_path)) as written:
        grow(written, 5)
        os.close(written.witness._file or 0)
        lines = grow(written, 5)
        late = written.witness.late
        written.witness.bring_up(written)
        written.witness.sync()

        assert len(lines) == 10
        assert (late is None, written.witness.late) == (False, None)
    assert " is behind its journal: [Errno 9]" in caplog.text
    assert len(witness_path(tmp_path, ID).read_bytes().splitlines()) == 10


# all kinds of damage


def flip(path: Path, at: float) -> None:
    data = bytearray(path.read_bytes())
    if data:
        data[int(len(data) * at)] ^= 0x10
    path.write_bytes(data)


def alter(path: Path, statement: str) -> None:
    """Somebody at work in the file, against its triggers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("DROP TRIGGER no_change")
        conn.execute(statement)
        conn.execute(
            "CREATE TRIGGER no_change BEFORE UPDATE ON line WHEN 1 "
            "BEGIN SELECT RAISE(ABORT, 'a journal is only added to: no_change'); END"
        )


def cut(path: Path, at: float) -> None:
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * at)])


def zeroed(path: Path, at: float) -> None:
    data = bytearray(path.read_bytes())
    first = int(len(data) * at) // 512 * 512
    data[first : first + 512] = bytes(len(data[first : first + 512]))
    path.write_bytes(data)


def swapped(path: Path, at: float) -> None:
    """Two sectors have changed places."""
    data = bytearray(path.read_bytes())
    one, other = 0, int(len(data) * at) // 512 * 512
    data[one : one + 512], data[other : other + 512] = data[other : other + 512], data[one : one + 512]
    path.write_bytes(data)


def longer(path: Path, at: float) -> None:
    path.write_bytes(path.read_bytes() + random.Random(at).randbytes(700))


def gone(path: Path, at: float) -> None:
    del at
    path.unlink()


KINDS: tuple[Callable[[Path, float], None], ...] = (flip, flip, cut, zeroed, swapped, longer, gone)


def damage_and_look(folder: Path, times: int) -> str:
    """Damage of one file, of whatever kind, loses no line.

    Of two at once it may: the journal is shut then, or goes on from a line to which both had lost the rest, which the
    tablets know (`test_signed_heads.py`). What is read is in no case anything that was not written.
    """
    chance = random.Random(2026)
    with closing(journal(folder / "first")) as written:
        grow(written, 60)
        shutil.copytree(folder / "first", folder / "stale")
        lines = grow(written, 60)
        image = killed(written, folder / "image")
    mended = shut = shorter = untouched = 0
    for number in range(times):
        here = folder / "damaged"
        shutil.rmtree(here, ignore_errors=True)
        shutil.copytree(image, here)
        parts = [file(here), file(here, "-wal"), witness_path(here, ID)]
        struck = chance.sample(parts, 1 if number % 4 else 2)
        for part in struck:
            if chance.random() < 0.1:
                shutil.copy(folder / "stale" / part.relative_to(here), part)
            else:
                chance.choice(KINDS)(part, chance.random())
        try:
            with closing(journal(here)) as again:
                read = again.read()
                assert read == lines[: len(read)], (number, struck)
                assert len(read) == len(lines) or len(struck) == 2, (number, struck)
                if len(read) < len(lines):
                    shorter += 1
                elif again.repairs:
                    mended += 1
                else:
                    untouched += 1
        except (Broken, Refused):
            shut += 1
            assert len(struck) == 2, number
    assert mended > shut + shorter
    told = f"{mended} mended and told, {shut} shut, {shorter} left to tablets"
    return f"a fourth of two files: {told}; {untouched} touched no line that is read, 0 wrong"


def test_no_damage_is_silent(tmp_path: Path) -> None:
    damage_and_look(tmp_path, 30)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_none_of_a_thousand_damages_is_silent(tmp_path: Path) -> None:
    times = 1_000
    found("G5", times, damage_and_look(tmp_path, times))
