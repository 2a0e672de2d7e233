"""The witness of a journal: a copy of it as a plain text file with every line and its hash.

A damaged database file may return fewer lines without an error. The copy shows how many lines there were, and has their
content. A line is written into the copy after it is in the journal and before it is acknowledged. It is on the disk
within a second. `cut -d" " -f2- | sha256sum` checks a line by hand.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from arbiter.journal.journal import Journal
from arbiter.journal.lines import BEGINNING, BadLine, Line, end_of_chain, hashed, line_text, parse_line, same
from arbiter.values import dataclass

log = logging.getLogger(__name__)

END_BYTES = 1 << 18
"""The number of bytes at the end of the file in which its last line is searched for."""
PIECE_LINES = 2_000
"""The number of lines that are written at a time when a witness is brought up to date."""


def witness_path(folder: Path, tournament: str) -> Path:
    """Return the path of the text copy of that tournament's journal, in an instance or on a second medium."""
    return folder / "witness" / f"{tournament}.txt"


def witnessed_ids(folder: Path) -> set[str]:
    """Return the ids of the tournaments that have a text copy of their journal in *folder*."""
    return {path.stem for path in (folder / "witness").glob("*.txt")}


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of comparing a journal with its text copy (witness).

    `bad`: the first altered or damaged line of the journal, or None. `lines`: the number of lines of the journal.
    `agreeing`: how many of these lines the copy has too, in its first `size` bytes. `more`: whether the copy has more
    text after these lines.
    """

    bad: BadLine | None = None
    lines: int = 0
    agreeing: int = 0
    head: str = BEGINNING
    size: int = 0
    more: bool = False


NOTHING = Compared()


class Witness:
    """The file of one text copy of a journal.

    `write` is called under its journal's lock, the other methods by the thread that maintains the files.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.version = 0
        self.head = BEGINNING
        self.late: float | None = None
        """The time since which this file lacks a line or a sync to disk, in seconds of the monotonic clock.

        None if the file is complete and synced.
        """
        self._lock = threading.RLock()
        self._size = 0
        self._file: int | None = None
        self._silent = False
        """Whether the log already says that this file cannot be written."""

    def texts(self, after: int = 0) -> Iterator[bytes]:
        """Yield the lines of the file after its first *after* bytes. The last one may be incomplete."""
        with suppress(FileNotFoundError, NotADirectoryError), self.path.open("rb") as file:
            file.seek(after)
            for text in file:
                # an incomplete last line gets a newline too, and cannot be parsed
                yield text.removesuffix(b"\n") if text.endswith(b"\n") else text + b"\n"

    def alike(self, texts: Iterable[bytes], passed: Callable[[int], None] = lambda _: None) -> Compared:
        """Compare the file with a journal's *texts*, many lines at a time, as far as both are equal and undamaged.

        *passed*: a function that is called with the number of lines compared so far.
        """
        found = Compared()
        with suppress(FileNotFoundError, NotADirectoryError), self.path.open("rb") as file:
            for text in texts:
                passed(found.lines)
                end = end_of_chain(text, found.lines, found.head) if file.read(len(text)) == text else None
                if end is None:
                    break
                found = Compared(lines=end[0], agreeing=end[0], head=end[1], size=found.size + len(text))
        return found

    def last(self) -> Line | None:
        """Return the last line with a right hash near the end of the file; None if there is none."""
        with self.path.open("rb") as file:
            file.seek(max(0, self.path.stat().st_size - END_BYTES))
            found = (parse_line(text.removesuffix(b"\n")) for text in reversed(file.readlines()))
            return next((line for line in found if line is not None), None)

    def lines(self) -> Iterator[Line]:
        """Yield every line of the file whose hash is right."""
        return (line for text in self.texts() if (line := parse_line(text)) is not None)

    def go_on(self, compared: Compared) -> None:
        """Continue the file after the lines that agree with the journal. Any text after these lines is cut off."""
        with self._lock:
            self._shut()
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o600)
                self._cut(self._file, compared.size)
            except OSError as cause:
                self._missed(cause)
                return
            self.version, self.head, self._size = compared.agreeing, compared.head, compared.size

    def write(self, lines: Sequence[Line]) -> None:
        """Write lines that the journal has just recorded. If that fails, `bring_up` writes them later."""
        with self._lock:
            if self._file is None or lines[0].before != self.head:
                self._missed(None)
                return
            told = b"".join(line_text(line) + b"\n" for line in lines)
            try:
                if os.pwrite(self._file, told, self._size) != len(told):
                    raise OSError("the disk took a part of it")
            except OSError as cause:
                self._shut()
                self._missed(cause)
                return
            self.version, self.head, self._size = lines[-1].seq, lines[-1].hash, self._size + len(told)
            self.late = self.late or time.monotonic()

    def bring_up(self, journal: Journal) -> None:
        """Write those lines of the journal that this copy lacks."""
        with self._lock:
            if self._file is None or not self._there():
                self.go_on(compared(iter(journal.read()), self.texts()))
            self._add(journal)

    def _add(self, journal: Journal) -> None:
        """Append the lines of the journal that the file lacks.

        If the disk refuses, stop; `late` then tells since when.
        """
        with self._lock:
            while self._file is not None and (lines := journal.read(after=self.version, limit=PIECE_LINES)):
                version = self.version
                self.write(lines)
                if self.version == version:
                    return

    def sync(self) -> None:
        """Sync the file to the disk. If that fails, `late` still tells since when lines are not on the disk."""
        with self._lock:
            file, since = self._file, self.late
        if file is None or since is None:
            return
        try:
            os.fsync(file)
        except OSError as cause:
            with self._lock:
                self._shut()
                self._missed(cause)
            return
        with self._lock:
            if self._file == file and self.late == since:
                self.late, self._silent = None, False

    def put_aside(self, folder: Path) -> Path | None:
        """Move this file into *folder*, begin a new one, and return the moved file's path (None if there was none)."""
        with self._lock:
            self._shut()
            if not self.path.exists():
                return None
            folder.mkdir(mode=0o700, exist_ok=True)
            name = f"{self.path.stem}.{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}"
            names = (name, *(f"{name}-{number}" for number in range(2, 1_000)))
            kept = next(path for one in names if not (path := folder / f"{one}.txt").exists())
            self.path.replace(kept)
            return kept

    def close(self) -> None:
        """Sync the last lines to the disk, and close the file."""
        self.sync()
        with self._lock:
            self._shut()

    def _cut(self, file: int, size: int) -> None:
        """Cut the file off after *size* bytes."""
        os.ftruncate(file, size)

    def _there(self) -> bool:
        """Return whether the path still leads to the open file."""
        try:
            return self._file is not None and os.path.samestat(os.fstat(self._file), self.path.stat())
        except OSError:
            return False

    def _missed(self, cause: OSError | None) -> None:
        if cause is not None and not self._silent:
            log.warning("the witness %s is behind its journal: %s", self.path, cause)
            self._silent = True
        self.late = self.late or time.monotonic()

    def _shut(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                os.close(self._file)
            self._file = None


def compared(rows: Iterable[Line], texts: Iterator[bytes], begun: Compared = NOTHING) -> Compared:
    """Compare all lines of a journal, in order, with its text copy. Every hash is computed anew.

    *begun*: the result for earlier lines, if *rows* and *texts* are only the later ones.
    """
    before, agreeing, head, size = begun.head, begun.agreeing, begun.head, begun.size
    text = next(texts, None)
    number = begun.lines
    bad: BadLine | None = None
    for number, row in enumerate(rows, start=begun.lines + 1):
        if row.seq == number == agreeing + 1 and row.before == before and text is not None and same(row, text):
            before, agreeing, head, size = row.hash, number, row.hash, size + len(text) + 1
            text = next(texts, None)
            continue
        told = hashed(row.before, row.seq, row.at, row.kind, row.key, row.body)
        if row.seq != number:
            bad = BadLine(number, "missing")
        elif row.before != before:
            bad = BadLine(number, "chain")
        elif sha256(told).hexdigest() != row.hash:
            bad = BadLine(number, "changed")
        if bad is not None:
            return Compared(bad, number - 1, agreeing, head, size, text is not None)
        before = row.hash
    return Compared(bad, number, agreeing, head, size, text is not None)
