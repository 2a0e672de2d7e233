"""The rows and cells of a list, read from a text file or an Excel workbook of any program.

The file is not trusted: its size is checked before it is read, a workbook is checked as an archive before it is
unpacked, and no formula is evaluated.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import date, datetime

from arbiter.exchange.lists.encoding import decoded
from arbiter.refused import Refused
from arbiter.values import dataclass

MOST_LINES = 20_000
MOST_CELLS = 100
LONGEST_CELL = 1_000
UNPACKED_BYTES = 64 * 1024 * 1024
"""A workbook that would unpack to more bytes than this is refused.

Twenty thousand lines need only a fraction of them.
"""
HIGHEST_RATIO = 200
"""The highest ratio of unpacked to packed size of a workbook's part; real ones stay below thirty."""
SAID = re.compile(r"\ufeff?\"?sep=([;,\t|])\"?[^\r\n]*\r?\n?", re.IGNORECASE)
SEPARATORS = (";", "\t", ",", "|")
WHOLE = "\x1f"
"""The separator used for a text without separators: a character that no line contains."""
RATED_AFTER_COMMA = re.compile(r"[^,]+,[^,\d]*[^\W\d_][^,\d]*\s\d{3,4}\b[^,]*")
"""Matches a line in which a comma is part of the name: "1. Boer, Anna de 2240 DC Utrecht"."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """One line of a list: its line number in the file, counted from 1, and its cells."""

    line: int
    cells: tuple[str, ...]


def text_rows(data: bytes) -> Iterator[ListRow]:
    """Read the lines of a text file in any usual encoding, and split each into cells at the separator."""
    text = decoded(data)
    if "\0" in text:
        raise Refused("list_unreadable")
    told = SAID.match(text)  # a first line such as "sep=;" that Excel writes
    mark = told[1] if told else separator(text)
    reader = csv.reader(io.StringIO(text[told.end() :] if told else text, newline=""), delimiter=mark)
    try:
        for cells in reader:
            yield from _row(reader.line_num + bool(told), cells)
    except csv.Error as cause:
        raise Refused("list_unreadable") from cause


def separator(text: str) -> str:
    """Return the separator of the cells: the character that splits most of the first lines into equally many cells.

    A character that occurs in at most a quarter of the lines is not the separator. The comma is tried late, because
    names can contain commas: "Boer, Anna de".
    """
    lines = [line for line in text.splitlines() if line.strip()][:20]
    counts = {mark: [line.count(mark) for line in lines] for mark in SEPARATORS}

    def regular(mark: str) -> tuple[bool, bool]:
        return (min(counts[mark], default=0) > 0, len(set(counts[mark])) == 1)

    found = [mark for mark in SEPARATORS if sum(map(bool, counts[mark])) * 4 > len(lines)]
    mark = max(found, key=lambda mark: (*regular(mark), -SEPARATORS.index(mark)), default=WHOLE)
    in_names = mark == "," and sum(bool(RATED_AFTER_COMMA.fullmatch(line.strip())) for line in lines) * 2 > len(lines)
    return WHOLE if in_names else mark


BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    SyntaxError,  # raised for malformed XML
    NotImplementedError,  # raised for an unknown compression
    RuntimeError,  # raised for a password
    OSError,
)
"""The exceptions that can be raised by a damaged workbook, or by a file that is not a workbook."""
DECLARED = tuple(
    text.encode(code) for text in ("<!DOCTYPE", "<!ENTITY") for code in ("ascii", "utf-16-le", "utf-16-be")
)
"""The beginnings of XML declarations that an XML bomb needs. No spreadsheet program writes them."""


def workbook_rows(data: bytes) -> Iterator[ListRow]:
    """Read the rows of the first sheet of an Excel workbook. For a formula the value saved with it is read."""
    from openpyxl import load_workbook  # slow to import, and only workbooks need it
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
    """Raise Refused if the workbook would unpack to more bytes than any list needs."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except zipfile.BadZipFile as cause:
        raise Refused("list_unreadable") from cause
    if sum(part.file_size for part in parts) > UNPACKED_BYTES or any(
        part.file_size > HIGHEST_RATIO * max(part.compress_size, 1_024) for part in parts
    ):
        raise Refused("workbook_swells", most=UNPACKED_BYTES // (1024 * 1024))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if any(mark in archive.read(part) for part in parts for mark in DECLARED):
                raise Refused("list_unreadable")
    except BROKEN as cause:
        raise Refused("list_unreadable") from cause


def _said(value: object) -> str:
    """Return the value of a workbook's cell as text: whole numbers without a decimal point, dates in ISO form."""
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
