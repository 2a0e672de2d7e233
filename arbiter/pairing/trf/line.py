"""One line of a TRF read by columns (from 1, both ends counted in), and what was found wrong with it.

A fault never stops the reading: it says line, column and what stood there. A **grave** one leaves a hole in who met
whom, so that nothing should be paired or ranked from the file before it is mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from arbiter.pairing.trf import Tenths

DECIMAL = re.compile(r"(-?)(\d*)(?:[.,](\d)\d*)?", re.ASCII)
LONGEST = 9


@dataclass(frozen=True, slots=True)
class TrfFault:
    """Something that is not as it should be, at a line and column of the file; `text` is what stands there."""

    line: int
    column: int
    code: str
    text: str
    grave: bool = False


@dataclass(slots=True)
class TrfLine:
    """A line that is being read, with the faults found in it. Columns count from 1."""

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
        """What stands in those columns, without the blanks around it."""
        return self.text[first - 1 : last].strip()

    def whole(self, first: int, last: int, *, grave: bool = False) -> int | None:
        """The whole number in those columns; None, and a fault unless they are blank, where there is none."""
        text = self.at(first, last)
        if text.isdecimal() and text.isascii():
            return int(text)
        if text:
            self.fault("trf_number_unreadable", first, text, grave=grave)
        return None

    def tenths(self, first: int, last: int) -> Tenths | None:
        """The points in those columns; None where they are blank, or with a fault where they cannot be read."""
        text = self.at(first, last)
        if not text:
            return None
        if (points := tenths(text)) is None:
            self.fault("trf_points_unreadable", first, text)
        return points

    def numbers(self, first: int, last: int | None = None) -> tuple[int, ...]:
        """All the numbers from a column on, however they are spaced."""
        found = []
        for column, word in self.words(first, last):
            if word.isdecimal() and word.isascii() and len(word) <= LONGEST:
                found.append(int(word))
            else:
                self.fault("trf_number_unreadable", column, word)
        return tuple(found)

    def words(self, first: int, last: int | None = None) -> Iterator[tuple[int, str]]:
        """Column and text of every word from a column on."""
        for match in re.finditer(r"\S+", self.text[first - 1 : last]):
            yield first + match.start(), match.group()


def tenths(text: str) -> Tenths | None:
    """A number of points with or without a decimal, in tenths; None where it is none. Further decimals are cut."""
    match = DECIMAL.fullmatch(text.strip())
    if match is None or not (match[2] or match[3]) or len(match[2]) > LONGEST:
        return None
    points = int(match[2] or "0") * 10 + int(match[3] or "0")
    return -points if match[1] else points


def tenths_text(points: Tenths) -> str:
    """The points as the file writes them: 4.5."""
    whole, tenth = divmod(abs(points), 10)
    return f"{'-' if points < 0 else ''}{whole}.{tenth}"
