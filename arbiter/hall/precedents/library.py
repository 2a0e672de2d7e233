"""The library of precedents: a file with the rulings of all tournaments, made from their journals, without people.

The file can be deleted at any time, because it can be made again from the journals. The scheduler keeps it up to date,
and so does a search if little is missing. Neither takes the lock of a tournament, so no move waits for it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zlib import crc32

from arbiter import words
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.exchange.analyst.file import TOKENIZE
from arbiter.exchange.analyst.past_rulings import PastRuling, RulingsReplay
from arbiter.exchange.analyst.rows import ruling_row
from arbiter.exchange.analyst.tables import TABLES
from arbiter.hall.precedents.nameless import without_names
from arbiter.hall.precedents.search import FoundRulings, RulingsWanted, search
from arbiter.journal.journal import journal_lines
from arbiter.journal.lines import Line
from arbiter.journal.sqlite.database import database, sqlite3
from arbiter.rulings.board.unsealing import shut_games
from arbiter.tournament.state import Tournament
from arbiter.view import View

log = logging.getLogger(__name__)

FILE = "rulings.db"
LINES_IN_A_SEARCH = 500
"""Before it searches, a search reads at most this many new journal lines. Further lines are left to the scheduler."""
UPDATE_SECONDS = 60
"""The seconds between two updates of the library by the scheduler."""
REST = 0.05
"""The seconds of pause between two tournaments during an update, which leave time for moves."""
ROUTINE = frozenset(
    {
        "resumed",
        "stopped",
        "stopped_hall",
        "here",
        "absent",
        "on_paper",
        "adjournment_ended",
        "outage",
        "engine",
        "void",
        "end",
    }
)
"""The kinds of incidents that count as rulings only if the official gave a reason or an article."""
LEFT_OUT = ("decided_by", "text")
"""The columns of the analyst's file that the library leaves out: a person, and the text in one language only."""
COLUMNS: Mapping[str, type] = {
    **{name: row.type for name, row in TABLES["rulings"].columns.items() if name not in LEFT_OUT},
    "round": int,
    "board": int,
    **{f"text_{language}": str for language in words.LANGUAGES},
}
"""The columns of the library by name, each with its type. `game` is the variant, such as `international`."""
EDITION = crc32(" ".join(COLUMNS).encode()) & 0x7FFFFFFF
"""A number computed from the names of the columns. A file with another number is deleted and made again."""
INSERT = f"INSERT OR REPLACE INTO rulings ({', '.join(COLUMNS)}) VALUES ({', '.join(f':{name}' for name in COLUMNS)})"
SEARCHED = ("reason", "article", *(f"text_{language}" for language in words.LANGUAGES))


class Precedents:
    """The library of a service. Every method may be called from any thread."""

    def __init__(self, desks: Desks) -> None:
        self._desks = desks
        self._lock = threading.Lock()
        self._conn: sqlite3.Connection | None = None
        self._states: dict[str, Tournament] = {}
        """The state of each tournament after the last line that was read, so that the next reading begins there."""

    def search(self, wanted: RulingsWanted) -> FoundRulings:
        """Return the rulings that fit the search terms *wanted*.

        If only a few new lines were recorded since the last search, they are read first.
        """
        with self._lock:
            conn = self._opened()
            behind = self._read(conn, most=LINES_IN_A_SEARCH)
            return search(conn, wanted, behind)

    def update(self) -> None:
        """Read all lines recorded since the last update, with pauses that leave time for moves."""
        for desk in self._desks.tournaments:
            with self._lock:
                self._read(self._opened(), only=desk)
            time.sleep(REST)
        with self._lock:
            self._forget(self._opened())

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._conn is not None:
                self._conn.close()
            self._conn = None

    def _opened(self) -> sqlite3.Connection:
        if self._conn is None:
            path = self._desks.instance / FILE
            self._conn = opened(path) if self._desks.reading is None else opened(None)
        return self._conn

    def _read(self, conn: sqlite3.Connection, *, most: int | None = None, only: Desk | None = None) -> int:
        """Read the new lines of every tournament, or of *only* one. Return the number of tournaments that are left.

        *most*: the most new lines to read altogether; tournaments beyond that are left. None: all lines are read.
        """
        made = {row[0]: (row[1], row[2]) for row in conn.execute("SELECT tournament, line, begins FROM made")}
        left = 0
        for desk in self._desks.tournaments if only is None else (only,):
            state = desk.state
            line, begins = made.get(desk.id, (0, ""))
            if state.version == line:
                continue
            if most is not None and (state.version - line > most or (line and desk.id not in self._states)):
                left += 1
                continue
            try:
                read = self._add(conn, desk, state, line, begins)
            except Exception:  # the fault of one journal must not close the library
                log.exception("the rulings of %s cannot be read", desk.id)
                left += 1
                continue
            if most is not None:
                most -= read
        return left

    def _add(self, conn: sqlite3.Connection, desk: Desk, state: Tournament, line: int, begins: str) -> int:
        """Add the rulings of a tournament after *line*, up to *state*. Return how many lines were read.

        *begins*: the hash of the journal's first line.
        """
        first = desk.journal.read(limit=1)[0].hash
        before = self._states.get(desk.id)
        if before is None or before.version != line or first != begins or state.version < line:
            before, line = Tournament(), 0
        view = View(
            tournament=desk.id,
            state=state,
            people=desk.people,
            staff=desk.register.staff(desk.id),
            officials=desk.register.accounts.names(),
        )
        _write(conn, view, journal_lines(desk.journal, state.version, after=line), first, before)
        self._states[desk.id] = state
        return state.version - line

    def _forget(self, conn: sqlite3.Connection) -> None:
        """Remove the rulings of tournaments that have been deleted."""
        there = self._desks.storage.ids()
        for (id,) in conn.execute("SELECT tournament FROM made").fetchall():
            if id not in there:
                with transaction(conn):
                    conn.execute("DELETE FROM rulings WHERE tournament = ?", (id,))
                    conn.execute("DELETE FROM made WHERE tournament = ?", (id,))
                self._states.pop(id, None)


def library_of(views: Iterable[View]) -> sqlite3.Connection:
    """Return a library in memory with the rulings of these tournaments. A view needs all lines of its journal."""
    conn = opened(None)
    for view in views:
        _write(conn, view, view.lines, view.lines[0].hash)
    return conn


def _write(
    conn: sqlite3.Connection, view: View, lines: Iterable[Line], first: str, before: Tournament | None = None
) -> None:
    """Write the rulings in the journal lines *lines*, up to the state of the view.

    *first*: the hash of the journal's first line. *before*: the state before these lines; None: the lines are the whole
    journal, and replace the tournament's earlier rulings.
    """
    t, state = view.tournament, view.state
    past = RulingsReplay(View(tournament=t, state=state), before or Tournament())
    posts = (post.name for post in view.staff.posts)
    clean = without_names(view.people.values(), [*posts, *view.officials.values()])
    rows = [_row(past, ruling, clean) for ruling in past.read(lines) if _is_ruling(ruling)]
    with transaction(conn):
        if before is None or not before.version:
            conn.execute("DELETE FROM rulings WHERE tournament = ?", (t,))
        conn.executemany(INSERT, rows)
        conn.execute(
            "INSERT OR REPLACE INTO made VALUES (?, ?, ?, ?, ?)",
            (t, state.version, first, state.name, shut_games(state)),
        )


def _is_ruling(ruling: PastRuling) -> bool:
    incident = ruling.incident
    return incident.kind not in ROUTINE or bool(incident.reason or incident.article)


def _row(past: RulingsReplay, ruling: PastRuling, clean: Callable[[str], str]) -> dict[str, Any]:
    """Return the row of a ruling, with its text in every language.

    *clean*: a function that takes names out of a text.
    """
    row = ruling_row(past.view, ruling)
    told = {name: row[name] for name in COLUMNS if name in row}
    said = {language: clean(past.said(ruling, language)) for language in words.LANGUAGES}
    return {
        **told,
        "game": past.view.state.variant.key,
        "round": ruling.round,
        "board": ruling.board,
        "reason": clean(row["reason"]) if row["reason"] else None,
        **{f"text_{language}": text for language, text in said.items()},
    }


def opened(path: Path | None) -> sqlite3.Connection:
    """Return the library at *path*. A file that is damaged, or of another version, is deleted and made again.

    If *path* is None, or nothing can be written there, the library is in memory.
    """
    if path is None:
        return _made(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
    try:
        return _of_file(path)
    except sqlite3.Error:
        log.warning("the library of rulings is thrown away and made anew: %s", path)
    try:
        for part in (path, *(path.with_name(f"{path.name}-{one}") for one in ("wal", "shm", "journal"))):
            part.unlink(missing_ok=True)
        return _of_file(path)
    except (OSError, sqlite3.Error):
        return opened(None)


def _of_file(path: Path) -> sqlite3.Connection:
    conn = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        path.chmod(0o600)
        conn.execute("PRAGMA synchronous=OFF")  # lost rows can be made again from the journals
        edition = conn.execute("PRAGMA user_version").fetchone()[0]
        if edition not in (0, EDITION):
            raise sqlite3.DatabaseError(f"edition {edition}")
        conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return _made(conn) if edition == 0 else conn
    except BaseException:
        conn.close()
        raise


def _made(conn: sqlite3.Connection) -> sqlite3.Connection:
    """Make the tables of a new library, and return the connection."""
    with transaction(conn):
        made = database(conn)
        made.create_table("rulings", dict(COLUMNS), pk="id", strict=True)
        rulings = made.table("rulings")
        rulings.enable_fts(SEARCHED, tokenize=TOKENIZE, create_triggers=True)
        for column in ("tournament", "article", "kind", "game"):
            rulings.create_index([column])
        made.create_table(
            "made", {"tournament": str, "line": int, "begins": str, "name": str, "shut": int}, pk="tournament"
        )
        conn.execute(f"PRAGMA user_version={EDITION}")
    return conn


@contextmanager
def transaction(conn: sqlite3.Connection) -> Iterator[None]:
    """Run the block in a transaction: all of it is written, or nothing."""
    conn.execute("BEGIN")
    try:
        yield
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise
