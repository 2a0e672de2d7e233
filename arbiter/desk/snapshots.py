"""Snapshots: the state of a long tournament as it was at a line, so that a start need not replay from the first.

A snapshot is a cache and no truth. It says which line it was made at, with the hash of that line, and by which
program; where anything of that is otherwise, or it cannot be read whole, it is put away and the journal is replayed.
Its mark is an HMAC with a key of the instance, so that nobody who has only the file makes another one.
It is made beside the moves, a few games at a time, and when the service ends.
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
from arbiter.tournament.snapshot_text import Store
from arbiter.tournament.state import Tournament

log = logging.getLogger(__name__)

APART = 5_000
"""Lines from one snapshot to the next, which a start replays; of a very long journal a sixteenth of it."""
AT_THE_END = 500
"""Lines from which the end of the service makes one: a club has many tournaments that are over."""
LOOK_SECONDS = 20.0
"""Seconds from one look at all tournaments, whether a snapshot is due, to the next."""
REST = 3
"""While moves are played the maker of a snapshot rests so many times as long as it works."""
PURE = ("tournament", "rules", "clock", "pairing", "sides.py", "refused.py")
"""What a state is made of and by: another program may come to another state."""


@cache
def program() -> str:
    """The mark of the program that makes states: it changes with every word of it."""
    root = Path(arbiter.__file__).parent
    files = (file for part in PURE for file in ([root / part] if part.endswith(".py") else (root / part).rglob("*.py")))
    told = sha256(sys.version.encode())
    for file in sorted(files):
        told.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return told.hexdigest()


def snapshot_path(instance: Path, tournament: str) -> Path:
    """Where the snapshot of that tournament lies, if there is one."""
    return instance / "snapshots" / tournament


def line_of(journal: Journal, seq: int) -> Line | None:
    """The line of a journal that has this number, if there is one."""
    return next(iter(journal.read(after=seq - 1, limit=1)), None)


def mark(head: Mapping[str, object], key: bytes) -> str:
    """The HMAC of a snapshot: of its program, line and hash, and through the SHA-256 of its body of all of it."""
    told = json.dumps(["arbiter snapshot", *(head[name] for name in ("program", "seq", "hash", "body"))])
    return hmac(key, told.encode(), sha256).hexdigest()


class Forged(ValueError):
    """A snapshot has a mark that the key of this instance does not make."""


class Snapshot:
    """The snapshot of one tournament in its file, marked with *key*; without a key the mark is not looked at."""

    def __init__(self, path: Path, line: Callable[[int], Line | None], key: bytes | None) -> None:
        self.path = path
        self.key = key
        self.line = line
        """The line of the journal that has this number, if there is one."""
        self.version = 0
        """The line that the file is of."""
        self._store = Store()
        self._lock = threading.Lock()

    def read(self) -> Tournament:
        """The state in the file; that before the first line where there is no file that holds."""
        try:
            return self.held()
        except FileNotFoundError:
            return Tournament()
        except Forged:
            log.exception("the snapshot %s is not used: this instance has not made it", self.path.name)
        except Exception:  # whatever is wrong with it: the journal has all of it
            log.warning("the snapshot %s is not used", self.path.name, exc_info=True)
        self.path.unlink(missing_ok=True)
        self._store = Store()
        return Tournament()

    def held(self) -> Tournament:
        """The state in the file; some exception where it does not hold."""
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
        """Whether so much has been written since that a snapshot is worth its making; *last*: for the next start."""
        apart = AT_THE_END if last else APART
        return state.version >= self.version + max(apart, state.version // 16)

    def write(self, state: Tournament, rest: float = 0) -> None:
        """Puts *state* into the file; resting *rest* times as long as working."""
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
                # piece by piece: nothing here keeps the interpreter from a move for long
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
