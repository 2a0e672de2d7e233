"""Functions that draw on a sheet: text, labelled boxes, lines for signatures, a side's piece, QR codes.

Text that somebody entered is first cleaned by `plain`, and the markup in every paragraph is escaped. So a name that
contains `<img src=...>` is printed as it was entered. The fonts of all sheets are DejaVu Sans and its bold: they cover
the names of Europe and are embedded in the PDF.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from threading import Lock
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape

import segno
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from arbiter.sides import Side
from arbiter.values import dataclass

PLAIN = "DejaVuSans"
BOLD = "DejaVuSans-Bold"


_once = Lock()


def letters() -> frozenset[int]:
    """Return the code points that the fonts can draw. The first call also registers the fonts with ReportLab."""
    with _once:
        return _registered()


@cache
def _registered() -> frozenset[int]:
    drawn: set[int] = set()
    for name in (PLAIN, BOLD):
        font = TTFont(name, BytesIO((files("arbiter.sheets") / "fonts" / f"{name}.ttf").read_bytes()))
        registerFont(font)
        drawn = set(font.face.charToGlyph) & (drawn or set(font.face.charToGlyph))
    registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)
    return frozenset(drawn)


def drawable(text: str) -> bool:
    """Return whether both fonts have every character of *text*."""
    return letters().issuperset(map(ord, text))


Align: TypeAlias = Literal["left", "centre", "right"]

GREY = 0.86
"""The grey of headings and blocked cells (1 is white): light enough for a pencil and a photocopy to stay legible."""
NARROWEST = 72
"""Letters may be squeezed down to this percentage of their width. If that is not enough, they are made smaller."""
SMALLEST = 0.75
"""Text may be made smaller down to this fraction of its size. If that is not enough, it is cut."""

LABEL = 6.2
"""The font size of labels, in points."""
QUIET = 4
"""The width of the white border around a QR code, in modules (its small squares)."""

_MOVE = re.compile(r"\d-\d")
"""Matches a hyphen between digits. Text with a match is not broken at hyphens, so that 32-28 stays in one line."""
_ALIGNMENT: Mapping[Align, Literal[0, 1, 2]] = {"left": TA_LEFT, "centre": TA_CENTER, "right": TA_RIGHT}


def plain(text: str) -> str:
    """Return *text* on one line, without characters that are invisible or change the direction of writing."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = (" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
    return " ".join("".join(kept).split())


def paragraph(
    text: str,
    size: float,
    *,
    bold: bool = False,
    align: Align = "left",
    before: float = 0,
    after: float = 0,
    keep: bool = False,
    struck: str = "",
) -> Paragraph:
    """Return *text* as a paragraph with line breaks, even within a word if the word is too long for a line.

    *before*, *after*: the space above and below, in points. *keep*: whether the paragraph stays on one page with the
    next one. *struck*: the part of the text that is struck through.
    """
    style = ParagraphStyle(
        "ink",
        fontName=BOLD if bold else PLAIN,
        fontSize=size,
        leading=size * 1.25,
        alignment=_ALIGNMENT[align],
        spaceBefore=before,
        spaceAfter=after,
        keepWithNext=int(keep),
        splitLongWords=1,
        embeddedHyphenation=int(not _MOVE.search(text)),
    )
    markup, gone = escape(plain(text)), escape(plain(struck))
    return Paragraph(markup.replace(gone, f"<strike>{gone}</strike>", 1) if gone else markup, style)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text made to fit a width: `scale` is the width of its letters in per cent, `size` its font size in points."""

    text: str
    size: float
    scale: float
    width: float


def fitted(text: str, font: str, size: float, width: float | None) -> Fitted:
    """Fit *text* into *width* points (None: no limit): squeeze it first, then shrink it, then cut it short."""
    text = plain(text)
    natural = stringWidth(text, font, size)
    if width is None or natural <= width:
        return Fitted(text, size, 100, natural)
    if natural * NARROWEST / 100 <= width:
        return Fitted(text, size, 100 * width / natural, width)
    least = natural * SMALLEST * NARROWEST / 100
    if least <= width:
        return Fitted(text, size * SMALLEST * width / least, NARROWEST, width)
    small = size * SMALLEST
    while text and stringWidth(text + "…", font, small) * NARROWEST / 100 > width:
        text = text[:-1]
    return Fitted(
        text.rstrip() + "…", small, NARROWEST, stringWidth(text.rstrip() + "…", font, small) * NARROWEST / 100
    )


def write(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    bold: bool = False,
    width: float | None = None,
    align: Align = "left",
) -> float:
    """Write one line of text with its baseline at *y*, fitted into *width* points. Return the width used, in points.

    *align*: whether *x* is the left end, the middle or the right end of the text.
    """
    font = BOLD if bold else PLAIN
    fit = fitted(text, font, size, width)
    if not fit.text:
        return 0
    left = x - {"left": 0, "centre": 0.5, "right": 1}[align] * fit.width
    drawn = canvas.beginText(left, y)
    drawn.setFont(font, fit.size)
    drawn.setHorizScale(fit.scale)
    drawn.textOut(fit.text)
    drawn.setHorizScale(100)
    canvas.drawText(drawn)
    return fit.width


def strike(canvas: Canvas, x: float, y: float, text: str, size: float, width: float) -> None:
    drawn = write(canvas, x, y, text, size, width=width)
    canvas.setLineWidth(0.6)
    canvas.line(x, y + size * 0.3, x + drawn, y + size * 0.3)


def cell(
    text: str,
    size: float,
    wide: float,
    *,
    bold: bool = False,
    align: Align = "left",
    least: float = SMALLEST,
    whole: bool = False,
) -> Paragraph:
    """Return *text* for a table column that is *wide* points wide.

    If a word would be broken, the font is made smaller, at most down to the fraction *least* of its size. *whole*:
    whether the font is also made smaller to fit the text on one line, if that is possible.
    """
    font = BOLD if bold else PLAIN
    parts = re.split(r"\s|(?<=-)", plain(text))
    longest = max(stringWidth(part, font, size) for part in parts)
    whole_line = stringWidth(plain(text), font, size)
    if whole and whole_line * least <= wide - 0.5:
        longest = whole_line
    return paragraph(text, size * max(least, min(1, (wide - 0.5) / longest if longest else 1)), bold=bold, align=align)


def lines(canvas: Canvas, x: float, top: float, wide: float, high: float, text: str, size: float) -> None:
    """Write bold text in one or more lines below *top*, in the largest font that fits, at most *size* points."""
    drawn = paragraph(text, size, bold=True)
    _, needed = drawn.wrapOn(canvas, wide, high)
    while needed > high and size > 5:
        size -= 0.25
        drawn = paragraph(text, size, bold=True)
        _, needed = drawn.wrapOn(canvas, wide, high)
    drawn.drawOn(canvas, x, top - needed)


def box(
    canvas: Canvas,
    x: float,
    y: float,
    wide: float,
    high: float,
    label: str,
    value: str = "",
    size: float = 10,
    *,
    bold: bool = True,
) -> None:
    """Draw a frame with *label* in its upper left corner, and below it *value*, if any, in *bold* of *size* points."""
    canvas.setLineWidth(0.6)
    canvas.rect(x, y, wide, high)
    write(canvas, x + 1.2 * mm, y + high - LABEL - 0.6, label, LABEL, width=wide - 2.4 * mm)
    write(canvas, x + 1.2 * mm, y + 1.5 * mm, value, size, bold=bold, width=wide - 2.4 * mm)


def signature(canvas: Canvas, x: float, y: float, wide: float, label: str) -> None:
    """Draw a line of *wide* points to sign on, with *label* below the line."""
    canvas.setLineWidth(0.6)
    canvas.line(x, y, x + wide, y)
    write(canvas, x, y - 2.8 * mm, label, 7, width=wide)


def shade(canvas: Canvas, x: float, y: float, wide: float, high: float) -> None:
    """Draw a light grey rectangle with its lower left corner at (*x*, *y*). Text over the rectangle stays legible."""
    canvas.setFillGray(GREY)
    canvas.rect(x, y, wide, high, stroke=0, fill=1)
    canvas.setFillGray(0)


def disc(canvas: Canvas, x: float, y: float, radius: float, side: Side) -> None:
    """Draw a round piece in the colour of a side, centred at (*x*, *y*)."""
    canvas.setLineWidth(0.8)
    canvas.circle(x, y, radius, stroke=1, fill=int(side is Side.BLACK))


def dashes(canvas: Canvas, x: float, y: float, to_x: float, to_y: float) -> None:
    canvas.saveState()
    canvas.setLineWidth(0.4)
    canvas.setDash(3, 3)
    canvas.line(x, y, to_x, to_y)
    canvas.restoreState()


@lru_cache(maxsize=100)
def modules_of(url: str) -> Sequence[bytearray]:
    """Return the dark and light squares of a QR code.

    They are cached, because calculating them is slow and all sheets printed at one time have the same code.
    """
    return segno.make(url, micro=False, error="m").matrix


def code(canvas: Canvas, url: str, x: float, y: float, side: float) -> None:
    """Draw a QR code as rectangles in a square whose lower left corner is at (*x*, *y*)."""
    matrix = modules_of(url)
    unit = side / (len(matrix) + 2 * QUIET)
    path = canvas.beginPath()
    for row, modules in enumerate(matrix):
        column = 0
        while column < len(modules):
            end = column
            while end < len(modules) and modules[end]:
                end += 1
            if end > column:
                path.rect(x + (QUIET + column) * unit, y + side - (QUIET + row + 1) * unit, (end - column) * unit, unit)
            column = end + 1
    canvas.drawPath(path, stroke=0, fill=1)
