"""One line of a TRF, read by columns (counted from 1, both ends included), with the faults found in it.

A fault does not stop the reading. It names the line, the column and the text at this place. A **grave** fault makes it
uncertain who met whom. Until it is corrected, nothing should be paired or ranked from the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from arbiter.pairing.trf import Tenths
from arbiter.refused import Refused
from arbiter.values import dataclass

DECIMAL = re.compile(r"(-?)(\d*)(?:[.,](\d)\d*)?", re.ASCII)
LONGEST = 9


@dataclass(frozen=True, slots=True)
class TrfFault:
    """A fault at a line and column of the file, both counted from 1. `text` is the faulty text."""

    line: int
    column: int
    code: str
    text: str
    grave: bool = False

    @property
    def refused(self) -> Refused:
        """The fault as a refusal with its line, its column and the faulty text."""
        return Refused(self.code, line=self.line, column=self.column, text=self.text)


@dataclass(slots=True)
class TrfLine:
    """A line that is being read, with the faults found in it. Columns are counted from 1."""

    number: int
    text: str
    faults: list[TrfFault] = field(default_factory=list)

    @property
    def code(self) -> str:
        return self.text[:3]

    @property
    def rest(self) -> str:
        return self.text[4:].strip()

    def fault(self, code: str, column: int, text: str, *, grave: bool = False) -> None:
        self.faults.append(TrfFault(self.number, column, code, text[:40], grave))

    def at(self, first: int, last: int) -> str:
        """Return the text in the columns *first* to *last*, without the blanks around it."""
        return self.text[first - 1 : last].strip()

    def whole(self, first: int, last: int, *, grave: bool = False) -> int | None:
        """Return the whole number in the columns *first* to *last*; None if they are blank.

        If they contain another text, record a fault and return None.
        """
        text = self.at(first, last)
        if text.isdecimal() and text.isascii():
            return int(text)
        if text:
            self.fault("trf_number_unreadable", first, text, grave=grave)
        return None

    def tenths(self, first: int, last: int) -> Tenths | None:
        """Return the points in the columns *first* to *last*, in tenths; None if they are blank.

        If the text is unreadable, record a fault and return None.
        """
        text = self.at(first, last)
        if not text:
            return None
        if (points := tenths(text)) is None:
            self.fault("trf_points_unreadable", first, text)
        return points

    def numbers(self, first: int, last: int | None = None) -> tuple[int, ...]:
        """Return all numbers from column *first* to column *last*, by default to the end of the line.

        They may be separated by any number of blanks. For a word that is no number, record a fault.
        """
        found = []
        for column, word in self.words(first, last):
            if word.isdecimal() and word.isascii() and len(word) <= LONGEST:
                found.append(int(word))
            else:
                self.fault("trf_number_unreadable", column, word)
        return tuple(found)

    def words(self, first: int, last: int | None = None) -> Iterator[tuple[int, str]]:
        """Yield the column and the text of every word from column *first* to *last*, by default to the line's end."""
        for match in re.finditer(r"\S+", self.text[first - 1 : last]):
            yield first + match.start(), match.group()


def tenths(text: str) -> Tenths | None:
    """Convert a number of points to tenths; None if the text is no number.

    Decimals after the first are ignored.
    """
    match = DECIMAL.fullmatch(text.strip())
    if match is None or not (match[2] or match[3]) or len(match[2]) > LONGEST:
        return None
    points = int(match[2] or "0") * 10 + int(match[3] or "0")
    return -points if match[1] else points


def tenths_text(points: Tenths) -> str:
    """Convert points in tenths to the text that the file has: 45 becomes "4.5"."""
    whole, tenth = divmod(abs(points), 10)
    return f"{'-' if points < 0 else ''}{whole}.{tenth}"
