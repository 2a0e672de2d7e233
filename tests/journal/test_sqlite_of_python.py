"""Where pysqlite3 has no wheel, the SQLite of Python keeps the journals, and its WAL-reset bug finds nothing to bite.

That bug (SQLite 3.7.0 to 3.51.2) needs a second connection that commits or checkpoints while one checkpoints: here a
file is written through one connection, and what reads it never checkpoints.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from arbiter.journal.lines import Unwritten
from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.database import sqlite3
from arbiter.journal.sqlite.journal import JOURNAL, SqliteJournal
from tests.service import ARBITER, service

HOUSE = Path(__file__).parents[2]


@pytest.fixture
def without_pysqlite3(tmp_path: Path) -> str:
    """A PYTHONPATH under which pysqlite3 is not to be had."""
    (tmp_path / "first" / "pysqlite3").mkdir(parents=True)
    (tmp_path / "first" / "pysqlite3" / "__init__.py").write_text("raise ImportError")
    return os.pathsep.join((str(tmp_path / "first"), str(HOUSE)))


def test_the_library_is_the_one_that_sqlite_utils_takes(without_pysqlite3: str) -> None:
    """A process must never hold two."""
    both = "from arbiter.journal.sqlite import database; from arbiter.journal.sqlite.database import sqlite3; "
    for path, taken in ((str(HOUSE), sqlite3.__name__), (without_pysqlite3, "sqlite3")):
        done = subprocess.run(
            [sys.executable, "-c", f"{both}print(database.sqlite3 is sqlite3, sqlite3.__name__)"],
            env={**os.environ, "PYTHONPATH": path},
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.stdout.split() == ["True", taken], done.stderr


def test_what_only_reads_takes_nothing_out_of_the_log(tmp_path: Path) -> None:
    """Neither when it is asked to, nor when it is the last to close."""
    path = tmp_path / "spring.sqlite"
    with closing(SqliteJournal.create(path)) as journal:
        journal.append([Unwritten(at=1, kind="x", body="{}")], 0)
        before = path.read_bytes()
        left = tmp_path / "left.sqlite"  # as a process that was killed leaves it
        for part in ("", "-wal"):
            left.with_name(left.name + part).write_bytes(path.with_name(path.name + part).read_bytes())

    with closing(sqlite.open_reading(left, JOURNAL)) as conn:
        assert conn.execute("SELECT count(*) FROM line").fetchone() == (1,)
        with pytest.raises(sqlite3.OperationalError):
            conn.execute("PRAGMA wal_checkpoint")
    assert left.read_bytes() == before
    assert left.with_name("left.sqlite-wal").stat().st_size > 0


def test_a_file_has_one_connection_that_writes_whatever_is_done_with_it(tmp_path: Path, without_pysqlite3: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", A_DAY, tmp_path / "instance"],
        env={**os.environ, "PYTHONPATH": without_pysqlite3},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    opened = Counter(json.loads(done.stdout))

    assert opened.pop("open.sqlite rw") == opened.pop("register.sqlite rw") == 1
    assert opened.pop("open.sqlite ro") > 1
    assert {name.partition(" ")[0] for name in opened if name.endswith("rw")} == {
        "writer.sqlite",  # holds nothing: only its lock counts
        "open.sqlite.new",  # before they have their names
        "register.sqlite.new",
        "journal.sqlite.new.new",
    }


def test_a_service_on_the_sqlite_of_python_keeps_what_it_has_acknowledged(
    tmp_path: Path, without_pysqlite3: str
) -> None:
    with service(tmp_path, ARBITER, PYTHONPATH=without_pysqlite3) as served:
        with served.caller(served.token()) as caller:
            id = caller.tournament(2)
            caller.post(f"/tournaments/{id}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
        served.kill()
        served.start()
        served.wait()
        verified = served.command("verify", id, "--instance", str(served.instance))
        with served.caller() as reader:
            assert reader.get(f"/tournaments/{id}/rounds/1/boards/1")["moves"] == ["32-28"]

    assert verified.returncode == 0, verified.stderr


A_DAY = """
import json, sys
from pathlib import Path

connected = []


def note(event, given):
    if event == "sqlite3.connect":
        name, _, mode = str(given[0]).rpartition("/")[2].partition("?mode=")
        connected.append(f"{name} {mode or 'rw'}")


sys.addaudithook(note)

from arbiter.alarms.backups import Backups
from arbiter.desk.desks import Desks
from arbiter.instants import HallClock
from arbiter.journal.sqlite.archive import pack
from arbiter.journal.sqlite.read_only import FilesBeside
from arbiter.journal.sqlite.journal import verify
from arbiter.rulings.entries import EnterPlayer, OpenTournament

folder = Path(sys.argv[1])
desks = Desks(folder, HallClock())
desk = desks.open(OpenTournament(name="Open"))
for number in range(3):
    desk.submit(EnterPlayer(by="arbiter"), key=str(number))
verify(folder / "tournaments" / "open.sqlite")
Backups(desks, kept=1).make()
pack(FilesBeside(folder), "open", folder / "open.zip")
desks.register.accounts.named("Anna")
desks.close()
print(json.dumps(connected))
"""
