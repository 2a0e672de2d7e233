"""The journal on real files: what was acknowledged is there, what was refused is not, and nothing is changed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from arbiter.journal.journal import CannotWrite, VersionConflict
from arbiter.journal.lines import BEGINNING, BadLine, Line, Unwritten
from arbiter.journal.sqlite.database import sqlite3
from arbiter.journal.sqlite.journal import MOST_LOG_LINES, SqliteJournal, lines_in, verify
from arbiter.refused import Refused
from tests.waiting import PATIENCE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the journal of a test lies."""
    return tmp_path / "spring.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    """A new journal."""
    with closing(SqliteJournal.create(path)) as new:
        yield new


def moves(count: int, key: str | None = None) -> list[Unwritten]:
    """So many moves, the first of them in answer to the request with *key*."""
    return [Unwritten(1000 + n, "MovePlayed", f'{{"ply":{n}}}', None if n else key) for n in range(count)]


def tamper(path: Path, *statements: str) -> None:
    """Change a journal as somebody would who has the file and a database tool."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        for name in ("no_change", "no_erasure", "no_gap", "no_key_twice"):
            conn.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            conn.execute(statement)


def run(program: str, *arguments: object) -> subprocess.Popen[str]:
    """A process of its own that runs *program*."""
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


# what is written down


def test_a_new_journal_ends_before_its_first_line(journal: SqliteJournal) -> None:
    assert (journal.version, journal.head, journal.read()) == (0, BEGINNING, [])


def test_what_is_appended_is_read_back(journal: SqliteJournal) -> None:
    first = journal.append(moves(2), expected_version=0)
    second = journal.append(moves(1), expected_version=2)

    assert journal.read() == [*first, *second]
    assert (journal.version, journal.head) == (3, second[-1].hash)


def test_reading_goes_on_behind_a_line_and_stops_at_a_limit(journal: SqliteJournal) -> None:
    journal.append(moves(5), expected_version=0)

    assert [line.seq for line in journal.read(after=2)] == [3, 4, 5]
    assert [line.seq for line in journal.read(after=2, limit=2)] == [3, 4]
    assert journal.read(after=5) == []


def test_a_line_is_found_by_the_key_of_its_request(journal: SqliteJournal) -> None:
    journal.append(moves(2, key="tablet-7-a"), expected_version=0)

    assert journal.by_key("tablet-7-a") == journal.read()[0]
    assert journal.by_key("tablet-7-b") is None


def test_a_journal_opened_again_ends_where_it_ended(journal: SqliteJournal, path: Path) -> None:
    lines = journal.append(moves(3), expected_version=0)
    journal.close()

    with closing(SqliteJournal.open(path)) as again:
        assert again.read() == list(lines)
        assert [line.seq for line in again.append(moves(1), expected_version=3)] == [4]
    assert verify(path) is None


def test_a_copy_is_a_whole_journal_and_replaces_an_older_one(journal: SqliteJournal, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    journal.append(moves(2), expected_version=0)
    journal.copy_to(copy)
    journal.append(moves(1), expected_version=2)
    journal.copy_to(copy)

    assert verify(copy) is None
    with closing(SqliteJournal.open(copy)) as copied:
        assert copied.read() == journal.read()
        assert copied.append(moves(1), expected_version=3)[0].seq == 4


# what is not


def test_one_of_two_writers_is_told_that_the_journal_has_moved_on(journal: SqliteJournal, path: Path) -> None:
    with closing(SqliteJournal.open(path)) as other:
        other.append(moves(2), expected_version=0)

        with pytest.raises(VersionConflict) as conflict:
            journal.append(moves(1), expected_version=0)
    assert conflict.value.actual == 2
    assert journal.version == 2


def test_of_several_lines_all_are_recorded_or_none(journal: SqliteJournal) -> None:
    unwritable = Unwritten(1000, "MovePlayed", "\ud800")

    with pytest.raises(UnicodeEncodeError):
        journal.append([*moves(2), unwritable], expected_version=0)
    assert journal.version == 0
    assert journal.append(moves(1), expected_version=0)[0].seq == 1


def test_a_key_is_used_once(journal: SqliteJournal) -> None:
    journal.append(moves(1, key="a"), expected_version=0)

    with pytest.raises(sqlite3.IntegrityError):
        journal.append(moves(1, key="a"), expected_version=1)
    assert journal.version == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE line SET body = '{}' WHERE seq = 2",
        "DELETE FROM line WHERE seq = 3",
        "INSERT INTO line VALUES (9, 1, 'x', '{}', NULL, 'b', 'h')",
        "INSERT OR REPLACE INTO line VALUES (2, 1, 'x', '{}', NULL, 'b', 'h')",
        "INSERT OR REPLACE INTO line VALUES (4, 1, 'x', '{}', 'a', 'b', 'h')",
        "INSERT INTO line VALUES (4, 'noon', 'x', '{}', NULL, 'b', 'h')",
    ],
)
def test_the_file_itself_refuses_what_is_not_the_next_line(journal: SqliteJournal, path: Path, statement: str) -> None:
    before = journal.append(moves(3, key="a"), expected_version=0)

    with closing(sqlite3.connect(path, isolation_level=None)) as conn, pytest.raises(sqlite3.IntegrityError):
        conn.execute(statement)
    assert journal.read() == list(before)


def test_a_journal_is_not_created_over_another(journal: SqliteJournal, path: Path) -> None:
    journal.append(moves(1), expected_version=0)

    with pytest.raises(FileExistsError):
        SqliteJournal.create(path)
    assert journal.version == 1


@pytest.mark.parametrize("content", [b"", b"Dear Sir, " * 1000])
def test_a_file_that_is_no_journal_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)

    with pytest.raises(Refused, match="file_of_another_kind"):
        SqliteJournal.open(path)
    with pytest.raises(Refused, match="file_of_another_kind"):
        verify(path)
    assert path.read_bytes() == content


def test_a_journal_of_a_later_version_is_refused(journal: SqliteJournal, path: Path) -> None:
    journal.close()
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA user_version=99")

    with pytest.raises(Refused, match="file_of_a_later_version"):
        SqliteJournal.open(path)


def test_opening_does_not_make_a_journal(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        SqliteJournal.open(path)
    assert not path.exists()


# tampering


@pytest.mark.parametrize(
    ("statements", "bad"),
    [
        (["UPDATE line SET body = '{\"ply\":7}' WHERE seq = 3"], BadLine(3, "changed")),
        (["UPDATE line SET hash = 'f' || substr(hash, 2) || 'f' WHERE seq = 3"], BadLine(3, "changed")),
        (["DELETE FROM line WHERE seq = 3"], BadLine(3, "missing")),
        (["DELETE FROM line WHERE seq = 3", "UPDATE line SET seq = seq - 1 WHERE seq > 3"], BadLine(3, "chain")),
        (
            [
                "UPDATE line SET seq = 99 WHERE seq = 2",
                "UPDATE line SET seq = 2 WHERE seq = 3",
                "UPDATE line SET seq = 3 WHERE seq = 99",
            ],
            BadLine(2, "chain"),
        ),
    ],
)
def test_tampering_is_found_at_its_first_line(
    journal: SqliteJournal, path: Path, statements: list[str], bad: BadLine
) -> None:
    journal.append(moves(5), expected_version=0)
    assert verify(path) is None

    tamper(path, *statements)

    assert verify(path) == bad


def test_a_page_that_cannot_be_read_is_found(journal: SqliteJournal, path: Path) -> None:
    for n in range(40):
        journal.append([Unwritten(1, "NoteTaken", f'"{"x" * 1000}"')], expected_version=n)
    journal.close()
    with path.open("rb+") as file:
        file.seek(-3 * 4096, os.SEEK_END)
        file.write(b"\xff" * 4096)

    bad = verify(path)

    assert bad is not None
    assert 1 <= bad.seq <= 40


# a disk that takes nothing


def test_on_a_full_disk_nothing_is_recorded_and_reading_goes_on(journal: SqliteJournal, path: Path) -> None:
    journal.append(moves(3), expected_version=0)
    journal.close()

    with closing(SqliteJournal.open(path, max_pages=12)) as full:
        with pytest.raises(CannotWrite) as refused:
            full.append([Unwritten(1, "NoteTaken", f'"{"x" * 2000}"')] * 50, expected_version=3)
        assert (refused.value.reason, refused.value.code) == ("disk_full", "cannot_write_disk_full")
        assert [line.seq for line in full.read()] == [1, 2, 3]
        assert full.append(moves(1), expected_version=3)[0].seq == 4
    with closing(SqliteJournal.open(path)) as roomy:
        roomy.append([Unwritten(1, "NoteTaken", f'"{"x" * 2000}"')] * 50, expected_version=4)
    assert verify(path) is None


FILE_SIZE_LIMITED = """
import resource, sys
from pathlib import Path
from arbiter.journal.sqlite.journal import SqliteJournal
from arbiter.journal.lines import Unwritten
from arbiter.journal.journal import CannotWrite

journal = SqliteJournal.open(Path(sys.argv[1]))
entry = Unwritten(1, "NoteTaken", '"' + "x" * 2000 + '"')
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
acknowledged = refused = 0
while refused < 10:
    try:
        acknowledged = journal.append([entry], acknowledged)[-1].seq
    except CannotWrite:
        refused += 1
    if journal.version != acknowledged:
        print(f"{acknowledged} acknowledged, {journal.version} recorded, {refused} refused")
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(journal.append([entry], acknowledged)[-1].seq == acknowledged + 1, journal.version == acknowledged + 1)
"""


def test_after_a_write_error_the_same_journal_goes_on_once_the_disk_does(journal: SqliteJournal, path: Path) -> None:
    journal.close()

    said, trouble = run(FILE_SIZE_LIMITED, path).communicate(timeout=PATIENCE)

    assert said.splitlines() == ["True True"], trouble
    assert verify(path) is None


# a killed writer

APPENDS_UNTIL_KILLED = """
import sys
from pathlib import Path
from arbiter.journal.sqlite.journal import SqliteJournal
from arbiter.journal.lines import Unwritten

journal = SqliteJournal.open(Path(sys.argv[1]))
version = journal.version
while True:
    three = [Unwritten(version, "MovePlayed", "{}", f"{version} {n}") for n in range(3)]
    version = journal.append(three, version)[-1].seq
    print(version, flush=True)
"""


def test_a_killed_writer_has_lost_nothing_that_it_acknowledged(journal: SqliteJournal, path: Path) -> None:
    journal.close()
    chance = random.Random(7)
    for _ in range(3):
        writer = run(APPENDS_UNTIL_KILLED, path)
        assert writer.stdout is not None
        told = [writer.stdout.readline() for _ in range(4)]
        time.sleep(chance.uniform(0.02, 0.2))
        writer.send_signal(signal.SIGKILL)
        said, _ = writer.communicate(timeout=PATIENCE)
        acknowledged = max(map(int, filter(str.strip, [*told, *said.split("\n")[:-1]])))

        with closing(SqliteJournal.open(path)) as again:
            assert again.version >= acknowledged
            assert again.version % 3 == 0
        assert verify(path) is None


def test_readers_in_other_threads_see_whole_appends(journal: SqliteJournal) -> None:
    def reads() -> list[list[Line]]:
        return [journal.read() for _ in range(50)]

    with ThreadPoolExecutor(4) as pool:
        readings = [pool.submit(reads) for _ in range(4)]
        for n in range(100):
            journal.append(moves(3), expected_version=3 * n)

    whole = journal.read()
    for reading in readings:
        for lines in reading.result():
            assert len(lines) % 3 == 0
            assert lines == whole[: len(lines)]


def test_the_log_is_brought_into_the_file_when_nobody_plays_or_it_is_long(journal: SqliteJournal, path: Path) -> None:
    """So that few appends wait for the syncs of it; what the file has without its log says how much is there."""

    def settled() -> int:
        journal.settle()
        alone = path.with_name("alone.sqlite")
        alone.write_bytes(path.read_bytes())
        return len(lines_in(alone))

    journal.append(moves(30), 0)
    played = settled()
    rested = settled()
    journal.append(moves(MOST_LOG_LINES), 30)

    assert (played, rested, settled()) == (0, 30, 30 + MOST_LOG_LINES)
