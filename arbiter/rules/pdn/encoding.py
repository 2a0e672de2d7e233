"""The character encoding of a PDN file: UTF-8 as the standard demands, or an encoding of older programs."""

from __future__ import annotations

import re

_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_HIGH_RUNS = re.compile(rb"[\xc0-\xff]{3,}")


def decoded(content: bytes) -> str:
    """Decode the bytes of a file to text. Lines end in a line feed, and nothing is refused.

    A byte order mark decides between UTF-8 and UTF-16. Without a mark the encoding is UTF-8 if the bytes are valid
    UTF-8. Otherwise it is Windows-1251 if the text looks Russian, and Windows-1252 if not.
    """
    named = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(named)
    except UnicodeDecodeError:
        runs = sum(len(run) for run in _HIGH_RUNS.findall(content))
        russian = runs * 2 > sum(byte > 0x7F for byte in content)  # a Russian word is a run of high bytes
        text = _in_code_page(content, "cp1251" if russian else "cp1252")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _in_code_page(content: bytes, page: str) -> str:
    try:
        return content.decode(page)
    except UnicodeDecodeError:
        return content.decode("latin-1")
