"""Every open format that comes in, by its name: how a file of it is recognised, and what reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from arbiter.exchange.document import read_document
from arbiter.exchange.lists.columns import Listing, listing_of
from arbiter.exchange.lists.grid import ListRow, text_rows, workbook_rows
from arbiter.exchange.lists.people import Read
from arbiter.exchange.trf.people import trf_people
from arbiter.exchange.trf.running import tournament_of
from arbiter.journal.lines import Unwritten
from arbiter.journal.people import Person, Roll, Staff
from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.tournament.events import event_text
from arbiter.tournament.events.terms import TournamentOpened


@dataclass(frozen=True, slots=True)
class Brought:
    """What becomes a new journal: the name to be called by, its lines, and who the entries are."""

    name: str
    lines: Sequence[Unwritten]
    people: Mapping[int, Person]
    staff: Staff = field(default_factory=Staff)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFormat:
    """A row: how the names of its files end, how their content is recognised, and what reads it.

    A list has `rows`, of which somebody says what stands in which column, or the `people` themselves. A whole
    `tournament` is made at an instant, of a file and of the terms that the file does not say.
    """

    suffixes: tuple[str, ...]
    recognised: Callable[[bytes], bool]
    rows: Callable[[bytes], Iterator[ListRow]] | None = None
    people: Callable[[bytes, Roll], tuple[Read, ...]] | None = None
    tournament: Callable[..., Brought] | None = None


def _looks_like_trf(data: bytes) -> bool:
    """The lines begin with the numbers of records, and one of them is a player's."""
    lines = [line for line in data[:200_000].splitlines() if line.strip()]
    records = sum((line[:3].isdigit() and line[3:4] in (b" ", b"")) or line[:3] == b"###" for line in lines)
    return any(line.startswith(b"001 ") for line in lines) and records * 2 > len(lines)


def _begins_as_json(data: bytes) -> bool:
    """The first character is a brace."""
    return data.lstrip()[:1] == b"{"


def _begins_as_archive(data: bytes) -> bool:
    """The first bytes are those of a ZIP archive, as which a workbook is packed."""
    return data.startswith(b"PK\x03\x04")


def _anything(_: bytes) -> bool:
    """Whatever is none of the others."""
    return True


def _trf_tournament(data: bytes, at: Instant, **terms: str) -> Brought:
    """A tournament that may still be running: its players, its rounds and their results."""
    events, people = tournament_of(data, at, **terms)
    opened = events[0]
    assert isinstance(opened, TournamentOpened)
    lines = [Unwritten(event.at, type(event).__name__, event_text(event)) for event in events]
    return Brought(opened.name, lines, people)


def _document_tournament(data: bytes, *_: Instant, **__: str) -> Brought:
    """A tournament as `arbiter export --format json` has it: every line with its hash, the people, the officials."""
    id, written, people, staff = read_document(data)
    return Brought(id, [Unwritten(line.at, line.kind, line.body, line.key) for line in written], people, staff)


IMPORTS: Mapping[str, ImportFormat] = {
    "trf": ImportFormat(
        suffixes=(".trf", ".trfx", ".txt"), recognised=_looks_like_trf, people=trf_people, tournament=_trf_tournament
    ),
    "json": ImportFormat(suffixes=(".json",), recognised=_begins_as_json, tournament=_document_tournament),
    "xlsx": ImportFormat(suffixes=(".xlsx",), recognised=_begins_as_archive, rows=workbook_rows),
    "csv": ImportFormat(suffixes=(".csv", ".txt", ".tsv"), recognised=_anything, rows=text_rows),
}
"""The first that recognises a file is taken, of those that hold what is asked for."""
GRIDS = [row for row in IMPORTS.values() if row.rows]
LISTS = [row for row in IMPORTS.values() if row.rows or row.people]
TOURNAMENTS = [row for row in IMPORTS.values() if row.tournament]
ACCEPTED: Mapping[str, str] = {
    what: ",".join(dict.fromkeys(suffix for row in rows for suffix in row.suffixes))
    for what, rows in (("ratings", GRIDS), ("list", LISTS), ("tournament", TOURNAMENTS))
}
"""How the names of files may end that hold such a thing, as the field of a form has it."""


def import_of(data: bytes, among: Sequence[ImportFormat]) -> ImportFormat | None:
    """The format of a file, or of its beginning; None if it is none of them."""
    return next((row for row in among if row.recognised(data)), None)


def read_listing(data: bytes, *, headed: bool | None = None) -> Listing:
    """The list of a file. *headed*: whether its first line is a heading; None: as it looks."""
    row = import_of(data, GRIDS)
    assert row is not None
    assert row.rows is not None
    return listing_of(tuple(row.rows(data)), headed=headed)


def bring(data: bytes, at: Instant, **terms: str) -> Brought:
    """The tournament of a file; refused if it is none. *terms* are for what a TRF does not say."""
    row = import_of(data, TOURNAMENTS)
    if row is None or row.tournament is None:
        raise Refused("document_unreadable")
    return row.tournament(data, at, **terms)
