"""The layout of a list on a wall screen: how many lines stand on a page, and how many rows a long name takes.

Capital letters need 16 minutes of arc to be legible (ISO 9241-303), which is 23.3 mm at five metres. A television of 43
inches is 535 mm high, so the capitals need 4.35 % of its height. The capitals of the font are 0.727 of its size, so the
type needs 6 % of the height. No name is set smaller and none is cut: a name that is too long for its line is broken
over several rows, and fewer lines stand on that page.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

ROWS = 11
"""The most rows of a column: as many rows of the smallest type as fit below the head of the screen."""
SMALLEST, LARGEST = 6.0, 9.5
"""The smallest and the largest type, in hundredths of the screen's height (for a screen of 16 by 9; see wall.css)."""
HIGH = 78.0
"""The height of all rows, in hundredths of the screen's height, if an announcement stands below them."""
LINE_HEIGHT = 1.05
WIDE = {1: 174.0, 2: 84.3}
"""The width of a column by the number of columns, in hundredths of the screen's height."""
BESIDE = {"pairings": 2, "results": 1, "standings": 2, "categories": 2, "prizes": 1}
"""The most columns of lines side by side on one page of a screen, by the name of the list that is shown."""
GAP, PIECE = 0.4, 0.85
"""The space between two parts of a line, and the width of a piece that shows a side's colour, in ems."""
NARROW, SLIM, BROAD = "ijlI !',.:;|\u2019", "frt()/-", "mwMWOQ@%жмшщыюЖМШЩЫЮљњЉЊæœÆŒ"


class Texts(NamedTuple):
    """The texts of a line: names, which may be broken, and the rest, which is never broken."""

    names: Sequence[str]
    beside: Sequence[str]
    pieces: int = 0


class ListLayout(NamedTuple):
    """The numbers of columns and rows of a page, and the number of rows that each of its lines takes."""

    columns: int
    rows: int
    spans: tuple[int, ...]


def parted(shows: str, lines: Sequence[Any]) -> list[tuple[Sequence[Any], ListLayout]]:
    """Return the pages of the list *shows*, with nearly equal numbers of lines on each, and the layout of each page."""
    texts = [texts_of(shows, line) for line in lines]
    for pages in range(-(-len(lines) // (ROWS * BESIDE[shows])), len(lines) + 1):
        size = -(-len(lines) // pages) if pages else 1
        starts = range(0, len(lines), size)
        found = [laid_out(texts[start : start + size], BESIDE[shows]) for start in starts]
        layouts = [layout for layout in found if layout]
        if len(layouts) == len(found):
            return [(lines[start : start + size], layout) for start, layout in zip(starts, layouts, strict=True)]
    return []


def laid_out(texts: Sequence[Texts], most_columns: int) -> ListLayout | None:
    """Return the layout with the fewest columns, and then the fewest rows, that holds the lines of a page.

    None if no layout holds them. With fewer rows each row is higher, and its type is larger.
    """
    for columns in range(1, most_columns + 1):
        for rows in range(max(1, -(-len(texts) // columns)), ROWS + 1):
            spans = tuple(_span(text, columns, rows) for text in texts)
            if _fits(spans, columns, rows):
                return ListLayout(columns, rows, spans)
    return None


def texts_of(shows: str, line: Any) -> Texts:
    """Return the texts of one line of the list *shows*."""
    if shows == "results":
        return Texts([line["players"][side]["name"] for side in ("white", "black")], ["000", line["result"] or "-"])
    if shows == "pairings":
        return Texts([line["name"]], ["000"], 1)
    if shows == "prizes":
        return Texts([line["name"], line["prize"]], [line["shown"]])
    return Texts([f"{line['name']} {line.get('marks', '')}".rstrip()], ["000", line["shown"]])


def size_of(columns: int, rows: int, names: int) -> float:
    """Return the size of the type, in hundredths of the screen's height. `wall.css` computes the same size.

    *names*: the number of names in a line.
    """
    return SMALLEST if columns > 1 or names > 1 else min(66.0 / rows, LARGEST)


def _span(text: Texts, columns: int, rows: int) -> int:
    """Return the number of rows that a line takes on a page with *columns* columns of *rows* rows."""
    size = size_of(columns, rows, len(text.names))
    parts = len(text.names) + len(text.beside) + text.pieces
    taken = sum(map(ems, text.beside)) + PIECE * text.pieces + GAP * (parts - 1)
    room = (WIDE[columns] / size - taken) / len(text.names)
    broken = max(lines_of(name, room) for name in text.names)
    return min(-int(-broken * size * LINE_HEIGHT * rows // HIGH) or 1, ROWS)


def _fits(spans: Sequence[int], columns: int, rows: int) -> bool:
    """Return whether all lines fit into the columns one after the other, and no line is split between two columns."""
    column, row = 1, 0
    for span in spans:
        if row + span > rows:
            column, row = column + 1, 0
        row += span
    return column <= columns and all(span <= rows for span in spans)


def lines_of(name: str, room: float) -> int:
    """Return how many lines a name takes if a line has room for *room* ems. It is broken at spaces and after hyphens.

    A word that is wider than the room is broken anywhere.
    """
    lines, used = 1, 0.0
    for word, wide in _words(name):
        alone = ems(word.rstrip())
        if used + alone > room and used:
            lines, used = lines + 1, 0.0
        if alone > room:
            lines += int(alone // room)
            used = alone % room
        else:
            used += wide
    return lines


@lru_cache(4_096)
def _words(name: str) -> tuple[tuple[str, float], ...]:
    """Return the parts of a name between which it may be broken, each with its width in ems."""
    parts = name.replace("-", "-\0").replace(" ", " \0").split("\0")
    return tuple((part, ems(part)) for part in parts if part)


@lru_cache(4_096)
def ems(text: str) -> float:
    """Return an upper limit of the width of a text, in ems of the font.

    Letters are divided into six classes by width, and each letter counts as wide as the widest of its class.
    """
    return sum(map(_em, unicodedata.normalize("NFD", text)))


@lru_cache(4_096)
def _em(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF" or letter in "WЖШЩЮЉЊЩ@%ÆŒ":
        return 1.1
    if letter in NARROW:
        return 0.34
    if letter in SLIM:
        return 0.47
    return 0.94 if letter in BROAD else 0.76 if letter.isupper() else 0.64
