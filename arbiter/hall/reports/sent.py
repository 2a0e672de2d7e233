"""Reports to a federation: each file that was sent is remembered with its hash, so that later changes can be listed."""

from __future__ import annotations

import hashlib
import io
import secrets
from collections.abc import Callable, Iterator, Sequence
from difflib import unified_diff

from arbiter import words
from arbiter.desk.desk import Desk
from arbiter.exchange.export_formats import FORMATS, format_named
from arbiter.refused import Refused
from arbiter.rulings.prizes import RecordReport
from arbiter.tournament.prizes import SentReport
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace
from arbiter.view import View

PACKAGE = "package"
SENT = ("trf", "trf16", "csv", "ratings", "xlsx", "pdn", "pdn-plain")
"""The export formats that can be sent to a federation."""
NO_FACT = "### Arbiter,"
"""The beginning of the report's comment about the program and the journal line, which states no fact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFile:
    """A file for a federation, with its SHA-256 hash."""

    data: bytes
    hash: str


def send_report(desk: Desk, view: View, format: str, by: str, *, key: str | None = None) -> ReportFile:
    """Make the file in the format *format*, with the facts that only officials may see, and record it in the journal.

    If the same *key* was used before, the file is made again and nothing is recorded. Raise Refused if the format is
    not one for a federation.
    """
    if format not in SENT:
        raise Refused("no_format", format=format[:80], known=SENT)
    return remembered(desk, view, format, lambda now, _before, _salt: _written(now, format), by, key=key)


def remembered(
    desk: Desk,
    view: View,
    format: str,
    made: Callable[[View, Tournament | None, str], bytes],
    by: str,
    *,
    key: str | None = None,
) -> ReportFile:
    """Make a file of the tournament as it is now, and record it.

    *made*: the function that makes the file. Its arguments are the view, the tournament at the time of the last such
    file (None if there was none), and the salt. If the same *key* was used before, the file is made again and nothing
    is recorded.
    """
    version, salt = desk.state.version, salt_of(desk)
    now = replace(view, state=desk.state_at(version), lines=tuple(desk.journal.read(after=version - 1, limit=1)))
    last = last_sent(desk.state, format)
    data = made(now, desk.state_at(last.line) if last is not None else None, salt)
    hash, facts = hashlib.sha256(data).hexdigest(), facts_hash(now, format, salt)
    desk.submit(RecordReport(by=by, format=format, line=version, hash=hash, facts=facts), key=key)
    return ReportFile(data=data, hash=hash)


def last_sent(state: Tournament, format: str) -> SentReport | None:
    """Return the file of that format that was made last, or None if there is none."""
    return next((one for one in reversed(state.reports) if one.format == format), None)


def last_of_each(state: Tournament) -> tuple[SentReport, ...]:
    """Return for each format the file that was made last. The files are in the order in which they were made."""
    return tuple(one for one in state.reports if one is last_sent(state, one.format))


def salt_of(desk: Desk) -> str:
    """Return the secret salt that is hashed together with the tournament's facts. The first call makes it."""
    return desk.register.settled(salt_name(desk.id), secrets.token_hex(16))


def salt_of_sent(desk: Desk) -> str:
    """Return the salt with which files sent earlier were hashed; empty if no file was sent. Nothing is written."""
    return desk.register.setting(salt_name(desk.id)) or ""


def salt_name(tournament: str) -> str:
    """Return the name of the register's setting that has the tournament's salt."""
    return f"package {tournament}"


def is_outdated(view: View, sent: SentReport, salt: str) -> bool:
    """Return whether a file of the same format, made now, would have other facts than the one that was sent."""
    return sent.facts != facts_hash(view, sent.format, salt)


def changes(view: View, before: Tournament, sent: SentReport, salt: str) -> list[str]:
    """Return what has changed in a file since it was sent: its lines, with "-" and "+" before them.

    *before*: the tournament at the time of sending. *sent*: the file as it was recorded. Both versions are made with
    the people as the register has them now; a note says whether their facts were corrected since.
    """
    old = replace(view, state=before)
    now, then = facts_of(view, sent.format), facts_of(old, sent.format)
    lines = list(unified_diff(then, now, "before", "now", lineterm="", n=0))
    said = [] if lines else [view.text("No line about rounds and results has changed.")]
    if sent.facts != facts_hash(old, sent.format, salt):
        said.append(view.text("Facts about people or officials have been corrected in the register since."))
    return [*said, *lines]


def facts_hash(view: View, format: str, salt: str) -> str:
    """Return the SHA-256 of the facts in a file; it stays the same while no fact in it changes.

    Without the secret *salt* of the register, a day of birth could be found by trying all days.
    """
    return hashlib.sha256("\n".join((salt, *facts_of(view, format))).encode()).hexdigest()


def facts_of(view: View, format: str) -> Sequence[str]:
    """Return the facts in a file as lines of text, in English whatever the language of the reader.

    Every line of the file is a fact, except for the comment about the program. The facts of a package are the lines of
    its report, or of the crosstable if the tournament has no report.
    """
    view = replace(view, language=words.SOURCE)
    try:
        data = _written(view, "trf" if format == PACKAGE else format)
    except Refused:  # a simultaneous display has no report
        data = _written(view, "csv")
    if format == "xlsx":
        return list(_cells(data))
    return [line for line in data.decode().splitlines() if not line.startswith(NO_FACT)]


def _written(view: View, format: str) -> bytes:
    return b"".join(format_named(format).written_from(view))


def _cells(data: bytes) -> Iterator[str]:
    """Yield the rows of a workbook as text, each with the name of its sheet."""
    from openpyxl import load_workbook  # slow to import, and only workbooks need it

    book = load_workbook(io.BytesIO(data), read_only=True)
    for sheet in book.worksheets:
        for row in sheet.iter_rows(values_only=True):
            yield " | ".join((sheet.title, *("" if value is None else str(value) for value in row)))


def file_name(tournament: str, format: str) -> str:
    """Return the name under which a file is saved."""
    return (
        f"{tournament}-federation.zip" if format == PACKAGE else f"{tournament}{FORMATS[format].suffix or '.' + format}"
    )
