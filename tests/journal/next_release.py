"""What a release to come may do to the files of this one: a program of its own that brings files to its schema.

It reads lines `KIND MOMENT FILE` and opens each file in a process of its own, which is killed (SIGKILL) at its moment:
a number counts the statements that have reached SQLite, words are the beginning of one. It answers with the exit code.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.database import Migrations, sqlite3
from arbiter.journal.sqlite.journal import JOURNAL
from arbiter.journal.sqlite.register_migrations import REGISTER

OF_JOURNALS, OF_REGISTERS = Migrations("journal"), Migrations("register")
OF_TODAY = {"journal": JOURNAL, "register": REGISTER}
KINDS = {
    "journal": replace(JOURNAL, version=JOURNAL.version + 1, migrations=OF_JOURNALS),
    "register": replace(REGISTER, version=REGISTER.version + 1, migrations=OF_REGISTERS),
}


@OF_JOURNALS()
def lines_that_name_their_device(db: Database) -> None:
    """The table of lines is built anew with a column more, its triggers too."""
    triggers = [sql for (sql,) in db.conn.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")]
    (table,) = db.conn.execute("SELECT sql FROM sqlite_master WHERE name = 'line'").fetchone()
    db.conn.execute(table.replace("TABLE line", "TABLE line_anew").replace("kind TEXT", "device TEXT, kind TEXT"))
    db.conn.execute(
        "INSERT INTO line_anew (seq, at, kind, body, key, before, hash) "
        "SELECT seq, at, kind, body, key, before, hash FROM line"
    )
    db.conn.execute("DROP TABLE line")
    db.conn.execute("ALTER TABLE line_anew RENAME TO line")
    for trigger in triggers:
        db.conn.execute(trigger)


@OF_REGISTERS()
def people_with_an_address(db: Database) -> None:
    """A column more, filled; a table more; and one that an old release had is gone."""
    db.conn.execute("ALTER TABLE person ADD COLUMN address TEXT")
    db.conn.execute("UPDATE person SET address = lower(name) || '@example.org'")
    db.conn.execute("CREATE TABLE season (name TEXT PRIMARY KEY) STRICT")
    db.conn.execute("DROP TABLE IF EXISTS tournament")


class Moment:
    """Statements on their way to SQLite; the process ends before the one that is meant."""

    def __init__(self, meant: str) -> None:
        self.meant = meant
        self.count = 0

    def __call__(self, statement: str) -> None:
        self.count += 1
        if str(self.count) == self.meant or (self.meant and statement.startswith(self.meant)):
            os.kill(os.getpid(), signal.SIGKILL)


def open_as_the_next(kind: str, moment: str, file: Path) -> None:
    """Opens the file as the release to come would; makes it as this one would, first, where there is none."""
    connect, watching = sqlite3.connect, Moment(moment)

    def watched(*arguments: Any, **settings: Any) -> Any:
        conn = connect(*arguments, **settings)
        conn.set_trace_callback(watching)
        return conn

    vars(sqlite3)["connect"] = watched
    if not file.exists():
        sqlite.create(file, OF_TODAY[kind])
    with closing(sqlite.open_writing(file, KINDS[kind])):
        pass


def main() -> None:
    """A process for each line, the answer when it has ended."""
    for line in sys.stdin:
        kind, moment, file = line.rstrip("\n").split("\t")
        child = os.fork()
        if not child:
            open_as_the_next(kind, moment, Path(file))
            os._exit(0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
