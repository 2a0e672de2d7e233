"""The log of the service: `log/arbiter.log` in the instance, turned over when it is full; its warnings are shown too.

Whoever repairs the program reads it, perhaps far from the club: it has no names and no secrets. What is quoted in the
text of an exception may be somebody's name, and is left out; what looks like a key of a link or a token is, too.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

LARGEST = 1_000_000
"""Bytes at which a file of the log is turned over."""
KEPT = 5
LONGEST = 8_000
"""Characters of a line with what belongs to it."""
QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|“[^”]*”""", re.DOTALL)
OPENS = re.compile(r"(?<=/t/)[^\s/?]+|(?<=/sign-in/)[^\s/?]+|[\w.-]{20,}", re.ASCII)
"""Addresses that let somebody in, and words as long as a key; `closed` leaves those that are words."""


def log_file(instance: Path) -> Path:
    return instance / "log" / "arbiter.log"


@contextmanager
def kept(instance: Path, level: str) -> Iterator[None]:
    """What is logged while the block runs is written down, from that level on; warnings are shown as well."""
    log_file(instance).parent.mkdir(exist_ok=True)
    file = Quiet(log_file(instance), maxBytes=LARGEST, backupCount=KEPT, encoding="utf-8", delay=True)
    file.setFormatter(Nameless("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    file.setLevel(level.upper())
    screen = logging.StreamHandler(sys.stderr)
    screen.setFormatter(Nameless("%(message)s"))
    screen.setLevel(logging.WARNING)
    root, arbiter = logging.getLogger(), logging.getLogger("arbiter")
    before = arbiter.level
    arbiter.setLevel(min(file.level, screen.level))
    for written in (file, screen):
        root.addHandler(written)
    try:
        yield
    finally:
        arbiter.setLevel(before)
        for written in (file, screen):
            root.removeHandler(written)
            written.close()


class Quiet(RotatingFileHandler):
    """A log that nobody waits for: where the disk takes nothing, its lines are lost."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging's name
        """Nothing: what keeps the log from the disk is told where it keeps moves from it."""


class Nameless(logging.Formatter):
    """Lines without names and secrets."""

    def format(self, record: logging.LogRecord) -> str:
        if isinstance(record.args, tuple):
            told = tuple(said(arg) if isinstance(arg, BaseException) else arg for arg in record.args)
            record = logging.makeLogRecord({**record.__dict__, "args": told, "exc_text": None})
        return OPENS.sub(closed, super().format(record)[:LONGEST])

    def formatException(self, ei: object) -> str:  # noqa: N802  # logging's name
        assert isinstance(ei, tuple)
        lines = []
        cause: BaseException | None = ei[1]
        while cause is not None:
            lines += [*traceback.format_tb(cause.__traceback__), f"{type(cause).__name__}: {said(cause)}\n"]
            cause = cause.__cause__ or cause.__context__
        return "".join(lines).rstrip()


def closed(found: re.Match[str]) -> str:
    """A key is left out: it has capitals and small letters, or stands where a key stands."""
    word = found[0]
    return word if len(word) >= 20 and (word.islower() or word.isupper() or word.isdigit()) else "…"


def said(cause: BaseException) -> str:
    """The text of an exception, without what it quotes."""
    return QUOTED.sub("…", str(cause))
