"""The text of a file that does not say how it is encoded, whoever's spreadsheet saved it.

Unicode is told by its first bytes, or because hardly anything else is valid UTF-8. Of the code pages,
charset-normalizer says in which the text can be words at all; but a list is short and all names, too little to tell
languages apart by their letters (of the 33 lists of the tests it reads ten in a page that is not theirs). What is known
of lists decides between the pages that are left: the headings of their columns, and how many signs stand where letters
should.
"""

from __future__ import annotations

import re
from itertools import pairwise
from unicodedata import category

from arbiter.exchange.lists.headings import SPELLED

PAGES = (
    "cp1252", "cp1250", "cp1251", "cp1254", "cp1253", "cp1257", "cp1255", "cp866", "koi8_r", "cp850", "cp852",
    "gb18030",
)  # fmt: skip
"""What spreadsheets save where they do not save Unicode; where all else is equal, the first of these."""
ENOUGH_TO_TELL = 4
"""Characters from which UTF-16 is told without its mark."""
ENOUGH = 500
"""Lines that are looked at: of those that have more than ASCII in them."""
IN_THEIR_PLACE = frozenset({"Pi", "Pf", "Pd", "Ps", "So", "Zs"})
"""Categories of signs that a list may well have beside its letters: quotation marks, dashes, №, °, spaces."""


def decoded(data: bytes) -> str:
    """Text in whatever of the usual encodings it is; what its code page does not have becomes a question mark."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if (wide := _wide(data)) is not None:
        return data.decode(wide, errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode(_page(data), errors="replace")


def _wide(data: bytes) -> str | None:
    """UTF-16 that does not say so: every other byte of the first lines is nought, as in no other text."""
    start = data[:400]
    half = len(start) // 2
    if half < ENOUGH_TO_TELL or b"\0" not in start:
        return None
    high, low = start[1::2].count(0), start[::2].count(0)
    return "utf-16-le" if high > half * 0.6 and not low else "utf-16-be" if low > half * 0.6 and not high else None


def _page(data: bytes) -> str:
    """The code page in which this is most likely a list."""
    from charset_normalizer import from_bytes  # most lists are Unicode

    lines = [line for line in data.splitlines() if line.strip()]
    hard = [line for line in lines[1:] if not line.isascii()][:ENOUGH]
    matches = from_bytes(b"\n".join([*lines[:1], *hard]), cp_isolation=list(PAGES), enable_fallback=False)
    texts = {page: str(match) for match in matches for page in match.could_be_from_charset if page in PAGES}
    return min(texts, key=lambda page: (*_unlikely(texts[page]), PAGES.index(page)), default=PAGES[0])


def _unlikely(text: str) -> tuple[int, int]:
    """Compared from the left: headings that are known (the fewer, the less likely), and signs out of their place."""
    cells = re.split(r"[;,\t|]", text.partition("\n")[0])
    known = sum(cell.strip(' "').casefold() in SPELLED for cell in cells)
    signs = sum(not (c.isascii() or c.isalpha() or category(c) in IN_THEIR_PLACE) for c in text)
    capitals = sum(one.islower() and other.isupper() for one, other in pairwise(text))
    return -known, signs + capitals
