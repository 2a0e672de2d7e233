"""Snapshots: the state of a long tournament at some line, so that a start need not replay all lines.

A snapshot is only a cache. It stores the number and the hash of its line, and a hash of the program that made it. If
any of these differ, or the file cannot be read, the snapshot is ignored and the journal is replayed. An HMAC with a key
of the instance protects the file: nobody who has only the file can make another one. Snapshots are written between
moves, a few games at a time, and when the service ends.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from hmac import compare_digest
from hmac import new as hmac
from pathlib import Path

import arbiter
from arbiter.journal.files import whole
from arbiter.journal.journal import Journal
from arbiter.journal.lines import Line
from arbiter.tournament.state import Tournament
from arbiter.tournament.stored.snapshot_text import Store

log = logging.getLogger(__name__)

APART_LINES = 5_000
"""The number of journal lines between two snapshots. In a very long journal it is a sixteenth of the lines instead."""
LINES_AT_THE_END = 500
"""If this many lines were written since the last snapshot, one is made when the service ends.

The number is low: a club has many finished tournaments, and each is read faster from a snapshot.
"""
LOOK_SECONDS = 20.0
"""The seconds between two searches for tournaments whose snapshot is due."""
REST = 3
"""While moves are played, each pause in writing a snapshot is this many times as long as the work before it."""
PURE = ("tournament", "rules", "clock", "pairing", "sides.py", "refused.py", "values.py")
"""The source files that compute a state. After a change in them the same journal may give another state."""


@cache
def program() -> str:
    """Return a hash over the source code that computes states, so that a snapshot of another release is not used."""
    root = Path(arbiter.__file__).parent
    files = (file for part in PURE for file in ([root / part] if part.endswith(".py") else (root / part).rglob("*.py")))
    told = sha256(sys.version.encode())
    for file in sorted(files):
        told.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return told.hexdigest()


def snapshot_path(instance: Path, tournament: str) -> Path:
    """Return the path of that tournament's snapshot file, whether it exists or not."""
    return instance / "snapshots" / tournament


def line_of(journal: Journal, seq: int) -> Line | None:
    """Return line *seq* of a journal, or None if there is none."""
    return next(iter(journal.read(after=seq - 1, limit=1)), None)


def mark(head: Mapping[str, object], key: bytes) -> str:
    """Return the HMAC of a snapshot over its program hash, its line with that line's hash, and its body's SHA-256."""
    told = json.dumps(["arbiter snapshot", *(head[name] for name in ("program", "seq", "hash", "body"))])
    return hmac(key, told.encode(), sha256).hexdigest()


class Forged(ValueError):
    """Raised if the HMAC of a snapshot was not made with the key of this instance."""


class Snapshot:
    """The snapshot file of one tournament, protected by *key*. If *key* is None, its HMAC is not checked."""

    def __init__(self, path: Path, line: Callable[[int], Line | None], key: bytes | None) -> None:
        self.path = path
        self.key = key
        self.line = line
        """A function that returns the journal's line of a number, or None."""
        self.version = 0
        """The number of the last journal line that the snapshot file includes; 0 without a file."""
        self._store = Store()
        self._lock = threading.Lock()

    def read(self) -> Tournament:
        """Return the state in the file. If there is no valid file, return the empty state before the first line."""
        try:
            return self.held()
        except FileNotFoundError:
            return Tournament()
        except Forged:
            log.exception("the snapshot %s is not used: this instance has not made it", self.path.name)
        except Exception:  # any error will do: the journal has all of it
            log.warning("the snapshot %s is not used", self.path.name, exc_info=True)
        self.path.unlink(missing_ok=True)
        self._store = Store()
        return Tournament()

    def held(self) -> Tournament:
        """Return the state in the file. Raise an exception if the file is not valid."""
        body, _, head = self.path.read_bytes().rpartition(b"\n")
        told = json.loads(head)
        if self.key is not None and "mark" not in told:
            raise ValueError("it has no mark")
        if self.key is not None and not compare_digest(str(told["mark"]).encode(), mark(told, self.key).encode()):
            raise Forged("another key has marked it")
        if told["program"] != program():
            raise ValueError("another program has made it")
        if sha256(body + b"\n").hexdigest() != told["body"]:
            raise ValueError("it is damaged")
        line = self.line(told["seq"])
        if line is None or line.hash != told["hash"]:
            raise ValueError("it is of another journal")
        state = self._store.read(body.decode().split("\n"))
        if state.version != told["seq"]:
            raise ValueError("it is of another line")
        self.version = state.version
        return state

    def due(self, state: Tournament, *, last: bool = False) -> bool:
        """Return whether enough lines were written since the last snapshot for a new one.

        *last*: whether the service ends.
        """
        apart = LINES_AT_THE_END if last else APART_LINES
        return state.version >= self.version + max(apart, state.version // 16)

    def write(self, state: Tournament, rest: float = 0) -> None:
        """Write *state* into the file. After each piece of work, pause *rest* times as long as the work took."""
        with self._lock:
            self._write(state, rest)

    def _write(self, state: Tournament, rest: float) -> None:
        line = self.line(state.version)
        assert line is not None
        assert self.key is not None
        self.path.parent.mkdir(exist_ok=True)
        digest = sha256()
        with whole(self.path) as unfinished:
            unfinished.touch(mode=0o600)
            with unfinished.open("wb") as file:
                # one piece at a time, so that no move waits long for the interpreter lock
                for piece in self._pieces(state, rest):
                    digest.update(piece)
                    file.write(piece)
                head = {"program": program(), "seq": line.seq, "hash": line.hash, "body": digest.hexdigest()}
                file.write(json.dumps({**head, "mark": mark(head, self.key)}).encode())
        self.version = state.version

    def _pieces(self, state: Tournament, rest: float) -> Iterator[bytes]:
        began = time.perf_counter()
        for text in self._store.told(state):
            yield text.encode() + b"\n"
            worked = time.perf_counter() - began
            if rest and worked > 0.002:
                time.sleep(rest * worked)
                began = time.perf_counter()
