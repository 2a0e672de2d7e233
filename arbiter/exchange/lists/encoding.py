"""Finds out the character encoding of a list, because files of spreadsheet programs do not name theirs.

Unicode is recognised by its first bytes, or because hardly any other text is valid UTF-8. For other files
charset-normalizer says in which code pages the text can consist of words. A list of names is too short to recognise its
language that way: of the 33 lists in the tests charset-normalizer alone would get ten wrong. So the remaining code
pages are ranked by known column headings, and by the number of signs in places where letters belong.
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
"""The code pages of programs that do not save Unicode. Of several that fit equally well the first is chosen."""
ENOUGH_CHARACTERS = 4
"""A text without a byte order mark is recognised as UTF-16 only if it has at least this many characters."""
ENOUGH_LINES = 500
"""To find the encoding, at most this many lines with non-ASCII characters are examined."""
IN_THEIR_PLACE = frozenset({"Pi", "Pf", "Pd", "Ps", "So", "Zs"})
"""The Unicode categories of signs that a list may contain besides letters: quotation marks, dashes, №, °, spaces."""


def decoded(data: bytes) -> str:
    """Decode a file in any of the usual encodings.

    A byte that has no character in the code page becomes a replacement character.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if (wide := _wide(data)) is not None:
        return data.decode(wide, errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode(_page(data), errors="replace")


def _wide(data: bytes) -> str | None:
    """Return the name of the UTF-16 encoding of a file without a byte order mark; None if the file is not UTF-16.

    In UTF-16 every other byte of a Latin text is zero.
    """
    start = data[:400]
    half = len(start) // 2
    if half < ENOUGH_CHARACTERS or b"\0" not in start:
        return None
    high, low = start[1::2].count(0), start[::2].count(0)
    return "utf-16-le" if high > half * 0.6 and not low else "utf-16-be" if low > half * 0.6 and not high else None


def _page(data: bytes) -> str:
    """Return the name of the code page in which *data* is most probably a list of players."""
    from charset_normalizer import from_bytes  # slow to import, and most lists are Unicode

    lines = [line for line in data.splitlines() if line.strip()]
    hard = [line for line in lines[1:] if not line.isascii()][:ENOUGH_LINES]
    matches = from_bytes(b"\n".join([*lines[:1], *hard]), cp_isolation=list(PAGES), enable_fallback=False)
    texts = {page: str(match) for match in matches for page in match.could_be_from_charset if page in PAGES}
    return min(texts, key=lambda page: (*_unlikely(texts[page]), PAGES.index(page)), default=PAGES[0])


def _unlikely(text: str) -> tuple[int, int]:
    """Return a key for sorting texts, the likeliest first: the most known headings, and then the fewest odd signs."""
    cells = re.split(r"[;,\t|]", text.partition("\n")[0])
    known = sum(cell.strip(' "').casefold() in SPELLED for cell in cells)
    signs = sum(not (c.isascii() or c.isalpha() or category(c) in IN_THEIR_PLACE) for c in text)
    capitals = sum(one.islower() and other.isupper() for one, other in pairwise(text))
    return -known, signs + capitals
