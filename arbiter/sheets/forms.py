"""Parts of printed forms: labelled boxes, lines for signatures, a side's piece, QR codes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import segno
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from arbiter.sheets.ink import GREY, write
from arbiter.sides import Side

LABEL = 6.2
"""The font size of labels, in points."""
QUIET = 4
"""The width in modules of the white border around a QR code."""


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
    """Draw a frame with *label* in its upper left corner, and below it the value if there is one."""
    canvas.setLineWidth(0.6)
    canvas.rect(x, y, wide, high)
    write(canvas, x + 1.2 * mm, y + high - LABEL - 0.6, label, LABEL, width=wide - 2.4 * mm)
    write(canvas, x + 1.2 * mm, y + 1.5 * mm, value, size, bold=bold, width=wide - 2.4 * mm)


def signature(canvas: Canvas, x: float, y: float, wide: float, label: str) -> None:
    """Draw a line to sign on, with *label* below the line."""
    canvas.setLineWidth(0.6)
    canvas.line(x, y, x + wide, y)
    write(canvas, x, y - 2.8 * mm, label, 7, width=wide)


def shade(canvas: Canvas, x: float, y: float, wide: float, high: float) -> None:
    """Draw a light grey rectangle from its lower left corner. Text over the rectangle stays legible."""
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
