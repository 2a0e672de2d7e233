"""The SQLite that this room relies on, and the right to write."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from arbiter.journal.files import whole
from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import Unwritten, line_text
from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.database import sqlite3
from arbiter.journal.sqlite.journal import JOURNAL, SqliteJournal
from arbiter.journal.sqlite.writer import one_writer
from arbiter.refused import Refused
from tests.promises import found
from tests.waiting import PATIENCE


def test_a_writing_connection_survives_a_power_cut_and_a_reading_one_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "spring.sqlite"
    sqlite.create(path, JOURNAL)

    with closing(sqlite.open_writing(path, JOURNAL)) as conn:
        assert conn.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert conn.execute("PRAGMA synchronous").fetchone() == (2,)
    with (
        closing(sqlite.open_reading(path, JOURNAL)) as conn,
        pytest.raises(CannotWrite) as refused,
        sqlite.writing(conn),
    ):
        conn.execute("INSERT INTO line VALUES (1, 1, 'x', '{}', NULL, 'b', 'h')")
    assert refused.value.reason == "read_only"


def test_a_file_that_another_program_holds_is_refused_as_busy(tmp_path: Path) -> None:
    path = tmp_path / "spring.sqlite"
    sqlite.create(path, JOURNAL)

    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        closing(sqlite.open_writing(path, JOURNAL)) as conn,
    ):
        other.execute("BEGIN IMMEDIATE")
        conn.execute("PRAGMA busy_timeout=10")
        with pytest.raises(CannotWrite) as refused, sqlite.writing(conn):
            conn.execute("INSERT INTO line VALUES (1, 1, 'x', '{}', NULL, 'b', 'h')")
    assert refused.value.reason == "busy"


def test_a_folder_that_takes_no_lock_is_refused(tmp_path: Path) -> None:
    (tmp_path / "writer.sqlite").mkdir()

    with pytest.raises(CannotWrite), one_writer(tmp_path):
        pass


def test_a_copy_that_finds_no_room_leaves_nothing_behind(tmp_path: Path) -> None:
    def print_half() -> None:
        with whole(tmp_path / "spring.pdf") as unfinished:
            unfinished.write_text("half")
            raise OSError("no room")

    with pytest.raises(OSError, match="room"):
        print_half()
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    with whole(pipe) as unfinished:
        assert unfinished == pipe
    assert pipe.is_fifo()


def test_a_file_that_cannot_be_made_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite):
        SqliteJournal.create(tmp_path / "no such folder" / "spring.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_the_schema_is_what_the_migrations_make_of_it(tmp_path: Path) -> None:
    path = tmp_path / "spring.sqlite"
    SqliteJournal.create(path).close()

    with closing(sqlite3.connect(path)) as conn:
        database = Database(conn, execute_plugins=False)
        made = JOURNAL.migrations.of_sqlite_utils()
        assert made.pending(database) == []
        assert len(made.applied(database)) == JOURNAL.version
        assert {table.name for table in database.tables} == {"_sqlite_migrations", "line"}
        assert database.table("line").strict


def test_one_process_at_a_time_has_the_right_to_write(tmp_path: Path) -> None:
    with one_writer(tmp_path):
        second = subprocess.run(
            [sys.executable, "-c", HOLDS_THE_RIGHT, tmp_path],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert "Refused: instance_in_use" in second.stderr

    with one_writer(tmp_path):
        pass


WANTS_THE_RIGHT = """
import os, sys, time
from pathlib import Path
from arbiter.journal.sqlite.writer import one_writer
from arbiter.refused import Refused

folder, wanted, had, refused = Path(sys.argv[1]), int(sys.argv[2]), 0, 0
while had < wanted:
    try:
        with one_writer(folder):
            os.close(os.open(folder / "held", os.O_CREAT | os.O_EXCL))
            time.sleep(0.002)
            os.unlink(folder / "held")
            had += 1
    except Refused:
        refused += 1
        time.sleep(0.001)
print(had, refused)
"""
"""A file that is made and taken away under the right to write: who finds it there has it beside another."""


@pytest.mark.slow
def test_of_many_processes_that_want_to_write_one_does_at_a_time(tmp_path: Path) -> None:
    asked = [sys.executable, "-c", WANTS_THE_RIGHT, str(tmp_path), "500"]
    many = [subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(6)]
    said = [one.communicate() for one in many]
    assert [error for _, error in said if error] == []
    had, refused = (sum(int(told.split()[at]) for told, _ in said) for at in (0, 1))

    assert refused > 0  # they wanted it at the same time
    found("G7", had, f"of {len(many)} processes, refused {refused:,} times: never two at once")


def test_a_killed_process_leaves_the_right_to_write_behind(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDS_THE_RIGHT, tmp_path], stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        first.stdout.readline()
        with pytest.raises(Refused, match="instance_in_use"), one_writer(tmp_path):
            pass
        first.send_signal(signal.SIGKILL)

    with one_writer(tmp_path):
        pass


HOLDS_THE_RIGHT = """
import sys, time
from pathlib import Path
from arbiter.journal.sqlite.writer import one_writer

with one_writer(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(3_600)
"""


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.builds(Unwritten, st.integers(0, 1 << 53), TEXT, TEXT), min_size=1, max_size=6))
def test_the_lines_put_together_are_those_of_the_text_copy(tmp_path: Path, told: list[Unwritten]) -> None:
    """Whatever a line holds: control signs, quotes, zeros, letters outside ASCII."""
    path = tmp_path / f"{uuid4()}.sqlite"
    with closing(SqliteJournal.create(path)) as journal:
        lines = journal.append(told, 0)
        assert b"".join(journal.texts()) == b"".join(line_text(line) + b"\n" for line in lines)


def test_without_functions_for_json_the_lines_are_put_together_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(SqliteJournal.create(tmp_path / "spring.sqlite")) as journal:
        journal.append([Unwritten(1, "GameEnded", '{"by":"chief"}', "key"), Unwritten(2, "Noted", '{"why":"é"}')], 0)
        told = list(journal.texts())
        monkeypatch.setattr(f"{SqliteJournal.__module__}.WITH_JSON", (99,))
        assert list(journal.texts()) == told
