"""The letters: DejaVu Sans and its bold, which can write the names of Europe, and go into every sheet."""

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
    """The characters that can be drawn; the first call makes the fonts known to ReportLab."""
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
    """Whether every character of *text* has a letter in both fonts."""
    return letters().issuperset(map(ord, text))
