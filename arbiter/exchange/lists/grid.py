"""Lines and cells, out of a file of text or a workbook, whoever wrote it.

Nothing of what comes in is trusted: its size is known before it is read, a workbook is looked at as the archive that
it is before anything is unpacked, and no formula is worked out.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from arbiter.exchange.lists.encoding import decoded
from arbiter.refused import Refused

MOST_LINES = 20_000
MOST_CELLS = 100
LONGEST_CELL = 1_000
LARGEST_UNPACKED = 64 * 1024 * 1024
"""Bytes that a workbook may come to: what twenty thousand lines need, several times over."""
HIGHEST_RATIO = 200
"""Times its packed size that a part of a workbook may come to; real ones stay below thirty."""
SAID = re.compile(r"\ufeff?\"?sep=([;,\t|])\"?[^\r\n]*\r?\n?", re.IGNORECASE)
SEPARATORS = (";", "\t", ",", "|")


@dataclass(frozen=True, slots=True)
class ListRow:
    """One line as it was written: its number in the file, from 1, and its cells."""

    line: int
    cells: tuple[str, ...]


def text_rows(data: bytes) -> Iterator[ListRow]:
    """The lines of a text in any usual encoding, pasted ones too: the cells between the signs that part them."""
    text = decoded(data)
    if "\0" in text:
        raise Refused("list_unreadable")
    told = SAID.match(text)  # Excel's own first line: which sign stands between the cells
    mark = told[1] if told else separator(text)
    reader = csv.reader(io.StringIO(text[told.end() :] if told else text, newline=""), delimiter=mark)
    try:
        for cells in reader:
            yield from _row(reader.line_num + bool(told), cells)
    except csv.Error as cause:
        raise Refused("list_unreadable") from cause


def separator(text: str) -> str:
    """What stands between the cells: whichever parts the first lines most often, and into equally many.

    A comma is the last to be taken, since names are written with one: "Boer, Anna de".
    """
    lines = [line for line in text.splitlines() if line.strip()][:20]
    counts = {mark: [line.count(mark) for line in lines] for mark in SEPARATORS}

    def regular(mark: str) -> tuple[bool, bool]:
        return (min(counts[mark], default=0) > 0, len(set(counts[mark])) == 1)

    found = [mark for mark in SEPARATORS if any(counts[mark])]
    return max(found, key=lambda mark: (*regular(mark), -SEPARATORS.index(mark)), default=",")


BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    SyntaxError,  # of the XML
    NotImplementedError,  # packed in a way that nobody knows
    RuntimeError,  # locked by a password
    OSError,
)
"""What a workbook that is none, or is damaged, may be met by."""
DECLARED = tuple(
    text.encode(code) for text in ("<!DOCTYPE", "<!ENTITY") for code in ("ascii", "utf-16-le", "utf-16-be")
)
"""What declares a document's own entities: no spreadsheet writes it, and it is what a bomb is made of."""


def workbook_rows(data: bytes) -> Iterator[ListRow]:
    """The lines of the first sheet of an Excel workbook, as the values that its cells showed."""
    from openpyxl import load_workbook  # no command shall wait for it that reads no workbook
    from openpyxl.utils.exceptions import InvalidFileException

    _bearable(data)
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    except (InvalidFileException, *BROKEN) as cause:
        raise Refused("list_unreadable") from cause
    try:
        sheet = book.worksheets[0] if book.worksheets else None
        if sheet is None:
            raise Refused("list_empty")
        for number, cells in enumerate(sheet.iter_rows(values_only=True, max_col=MOST_CELLS), start=1):
            yield from _row(number, [_said(value) for value in cells])
    except BROKEN as cause:
        raise Refused("list_unreadable") from cause
    finally:
        book.close()


def _bearable(data: bytes) -> None:
    """Refused unless the archive stays, unpacked, within what a list can come to."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except zipfile.BadZipFile as cause:
        raise Refused("list_unreadable") from cause
    if sum(part.file_size for part in parts) > LARGEST_UNPACKED or any(
        part.file_size > HIGHEST_RATIO * max(part.compress_size, 1_024) for part in parts
    ):
        raise Refused("workbook_swells", most=LARGEST_UNPACKED // (1024 * 1024))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if any(mark in archive.read(part) for part in parts for mark in DECLARED):
                raise Refused("list_unreadable")
    except BROKEN as cause:
        raise Refused("list_unreadable") from cause


def _said(value: object) -> str:
    """A cell as it is read: whole numbers without their point, dates as they are written everywhere."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


def _row(line: int, cells: Sequence[str]) -> Iterator[ListRow]:
    if line > MOST_LINES:
        raise Refused("list_too_long", most=MOST_LINES)
    kept = tuple(" ".join(cell[:LONGEST_CELL].split()) for cell in cells[:MOST_CELLS])
    while kept and not kept[-1]:
        kept = kept[:-1]
    if kept:
        yield ListRow(line, kept)
