"""The letters of a file: UTF-8 as the standard wants, or what older programs wrote."""

from __future__ import annotations

import re

_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_HIGH_RUNS = re.compile(rb"[\xc0-\xff]{3,}")


def decoded(content: bytes) -> str:
    """The text of a file: UTF-8 or UTF-16 with a mark, else UTF-8, else the code page of Western or Russian Windows.

    Nothing is refused: every file becomes some text. Lines end in a line feed.
    """
    named = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(named)
    except UnicodeDecodeError:
        runs = sum(len(run) for run in _HIGH_RUNS.findall(content))
        russian = runs * 2 > sum(byte > 0x7F for byte in content)  # whole words of high letters
        text = _in_code_page(content, "cp1251" if russian else "cp1252")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _in_code_page(content: bytes, page: str) -> str:
    try:
        return content.decode(page)
    except UnicodeDecodeError:
        return content.decode("latin-1")
