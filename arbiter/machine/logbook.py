"""The log of the service: `log/arbiter.log` in the instance, with older log files beside it. Warnings are also printed.

The log may be sent to a stranger who repairs the program, so it contains no names and no secrets. Quoted parts of
exceptions may be names and are left out. So is text that looks like the key in a link or a token.
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

LARGEST_LOG_BYTES = 1_000_000
"""When a log file has this many bytes, the next one is begun."""
LOG_FILES = 5
LONGEST_RECORD_CHARACTERS = 8_000
"""The most characters of a log record."""
QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|“[^”]*”""", re.DOTALL)
OPENS = re.compile(r"(?<=/t/)[^\s/?]+|(?<=/sign-in/)[^\s/?]+|[\w.-]{20,}", re.ASCII)
"""Matches the secret in a URL that signs somebody in, and words as long as a key; `closed` leaves ordinary words."""


def log_file(instance: Path) -> Path:
    return instance / "log" / "arbiter.log"


@contextmanager
def kept(instance: Path, level: str) -> Iterator[None]:
    """A context manager that logs from *level* on to the file, and prints warnings, while its block runs."""
    log_file(instance).parent.mkdir(exist_ok=True)
    file = Quiet(log_file(instance), maxBytes=LARGEST_LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True)
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
    """A log handler that drops its lines without an error if the disk cannot be written."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging's name
        """Ignore the error: a disk that refuses log lines refuses moves too, which is reported elsewhere."""


class Nameless(logging.Formatter):
    """A log formatter that removes names and secrets."""

    def format(self, record: logging.LogRecord) -> str:
        if isinstance(record.args, tuple):
            told = tuple(said(arg) if isinstance(arg, BaseException) else arg for arg in record.args)
            record = logging.makeLogRecord({**record.__dict__, "args": told, "exc_text": None})
        return OPENS.sub(closed, super().format(record)[:LONGEST_RECORD_CHARACTERS])

    def formatException(self, ei: object) -> str:  # noqa: N802  # logging's name
        assert isinstance(ei, tuple)
        lines = []
        cause: BaseException | None = ei[1]
        while cause is not None:
            lines += [*traceback.format_tb(cause.__traceback__), f"{type(cause).__name__}: {said(cause)}\n"]
            cause = cause.__cause__ or cause.__context__
        return "".join(lines).rstrip()


def closed(found: re.Match[str]) -> str:
    """Return "…" in place of text that looks like a key.

    A word of 20 or more characters is not taken for a key if it is all small letters, all capitals, or all digits. It
    is returned unchanged.
    """
    word = found[0]
    return word if len(word) >= 20 and (word.islower() or word.isupper() or word.isdigit()) else "…"


def said(cause: BaseException) -> str:
    """Return the text of an exception without its quoted parts, because they may be names."""
    return QUOTED.sub("…", str(cause))
