"""The letters: DejaVu Sans and its bold, which can write the names of Europe, and go into every sheet."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO

from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily
from reportlab.pdfbase.ttfonts import TTFont

PLAIN = "DejaVuSans"
BOLD = "DejaVuSans-Bold"


@cache
def letters() -> frozenset[int]:
    """The characters that can be drawn; the first call makes the fonts known to ReportLab."""
    drawn: set[int] = set()
    for name in (PLAIN, BOLD):
        font = TTFont(name, BytesIO((files("arbiter.sheets") / "fonts" / f"{name}.ttf").read_bytes()))
        registerFont(font)
        drawn = set(font.face.charToGlyph) & (drawn or set(font.face.charToGlyph))
    registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)
    return frozenset(drawn)


def drawable(text: str) -> bool:
    """Whether every character of *text* has a letter in both fonts."""
    return all(ord(character) in letters() for character in text)
