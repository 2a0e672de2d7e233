"""The text copy (witness) on a second medium: lines are only added, and differing lines are never overwritten.

Somebody who forges the journal and the copy beside it cannot forge this copy too, if the medium is kept elsewhere. If
this copy has a line that the journal lacks, nothing more is written until an official has decided which version is
valid (`arbiter repair`).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from arbiter.journal.journal import Journal
from arbiter.journal.lines import line_text, parse_line
from arbiter.journal.witness.text import PIECE_LINES, Compared, Witness
from arbiter.refused import Refused

log = logging.getLogger(__name__)


class Differs(Refused):
    """Raised if the second medium has a line that the journal lacks. *line*: the number of the first such line."""

    def __init__(self, tournament: str, line: int) -> None:
        super().__init__("medium_differs", tournament=tournament, line=line)


class FarWitness(Witness):
    """The copy of one journal as a file on the second medium."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.aside: list[Path] = []
        """The files that were set aside since the start, because a new file had to be begun."""

    def go_on(self, compared: Compared) -> None:
        """Continue the file after the lines that agree with the journal. If no line agrees, begin a new file."""
        try:
            if not compared.size and self.path.exists() and self.path.stat().st_size:
                self.put_aside(self.path.parent / "damaged")
        except OSError as cause:
            self._missed(cause)
        else:
            super().go_on(compared)

    def put_aside(self, folder: Path) -> Path | None:
        kept = super().put_aside(folder)
        if kept is not None:
            log.warning("the witness %s on the second medium is put aside as %s", self.path, kept)
            self.aside.append(kept)
        return kept

    def meet(self, texts: Callable[[], Iterable[bytes]]) -> None:
        """Compare the file with the journal's lines, and append the lines that the file lacks.

        *texts* returns the journal's lines. If the file has a complete line that the journal lacks, raise Differs and
        leave the file alone. If the file is only damaged, set it aside and begin a new one.
        """
        with self._lock:
            self._shut()
            try:
                found = alike(iter(texts()), self.texts())
            except OSError as cause:
                self._missed(cause)
                return
            if found.rest:
                other = self._other(found.rest, texts)
                if other is not None:
                    raise Differs(self.path.stem, other)
                if not found.torn:
                    found = Alike()
            self.go_on(Compared(lines=found.lines, agreeing=found.lines, head=found.head, size=found.size))

    def bring_up(self, journal: Journal) -> None:
        """Write the lines of the journal that this file lacks.

        Raise Differs if the file has a line that the journal lacks.
        """
        with self._lock:
            if not self._there():
                self.meet(lambda: told(journal))
            if self._file is not None:
                self._add(journal)

    def differs(self, texts: Callable[[], Iterable[bytes]]) -> int | None:
        """Return the number of the first line of the file that is not in the journal; None if there is none."""
        rest = alike(iter(texts()), self.texts()).rest
        return self._other(rest, texts) if rest else None

    def _other(self, rest: list[bytes], texts: Callable[[], Iterable[bytes]]) -> int | None:
        known = {text[:64] for text in texts()}
        lines = (line for text in rest if (line := parse_line(text)) is not None)
        return min((line.seq for line in lines if line.hash.encode("ascii") not in known), default=None)

    def _cut(self, file: int, size: int) -> None:
        """Do nothing: on this medium the bytes after *size* stay.

        They are the beginning of the line that is written next.
        """

    def _there(self) -> bool:
        """Return whether the path still leads to the open file, and nobody else has written into it."""
        return super()._there() and self._file is not None and os.fstat(self._file).st_size == self._size


class Alike:
    """The result of comparing a copy with the journal, line by line from the first.

    `lines`: how many lines are equal. `size`: their bytes in the copy. `head`: the hash of the last equal line. `rest`:
    the texts of the copy after these lines. `torn`: whether the rest is only the beginning of the journal's next line.
    """

    def __init__(self, lines: int = 0, head: str = "0" * 64, size: int = 0) -> None:
        self.lines, self.head, self.size = lines, head, size
        self.rest: list[bytes] = []
        self.torn = False


def alike(ours: Iterator[bytes], theirs: Iterator[bytes]) -> Alike:
    """Compare the texts of a copy with those of the journal, up to the first difference or the end of the copy."""
    found = Alike()
    text = next(theirs, None)
    while text is not None:
        own = next(ours, None)
        if text != own:
            found.rest = [text, *theirs]
            found.torn = own is not None and len(found.rest) == 1 and text.endswith(b"\n") and own.startswith(text[:-1])
            return found
        found.lines, found.head, found.size = found.lines + 1, text[:64].decode("ascii"), found.size + len(text) + 1
        text = next(theirs, None)
    return found


def told(journal: Journal) -> Iterator[bytes]:
    """Yield every line of a journal as bytes, as its text copy stores it."""
    after = 0
    while lines := journal.read(after=after, limit=PIECE_LINES):
        yield from map(line_text, lines)
        after = lines[-1].seq
