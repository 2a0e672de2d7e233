"""The fonts of all sheets, DejaVu Sans and its bold: they cover the names of Europe and are embedded in the PDF."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from threading import Lock

from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily
from reportlab.pdfbase.ttfonts import TTFont

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
