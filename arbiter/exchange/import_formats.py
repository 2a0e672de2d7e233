"""The import formats by name: how files in each format are recognised, and the functions that read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field

from arbiter.exchange.document import read_document
from arbiter.exchange.lists.columns import Listing, listing_of
from arbiter.exchange.lists.grid import ListRow, text_rows, workbook_rows
from arbiter.exchange.lists.people_on_a_list import Read
from arbiter.exchange.trf.players_of_a_report import trf_people
from arbiter.exchange.trf.running import tournament_of
from arbiter.journal.lines import Unwritten
from arbiter.journal.people import Person, Staff
from arbiter.journal.same_person import Roll
from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.tournament.events.event import event_text
from arbiter.tournament.events.terms import TournamentOpened
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class ImportedTournament:
    """A tournament read from a file: its name, the lines of its new journal, and the people behind its entries."""

    name: str
    lines: Sequence[Unwritten]
    people: Mapping[int, Person]
    staff: Staff = field(default_factory=Staff)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFormat:
    """An import format: its file name extensions, a test that recognises its files, and the functions that read them.

    A format has one of three functions. `rows` reads a list of players, and the user then says which column has which
    field. `people` reads a list whose columns are known. `tournament` reads a whole tournament; its arguments are the
    file, the instant of the import, and the terms that the file does not contain.
    """

    suffixes: tuple[str, ...]
    recognised: Callable[[bytes], bool]
    rows: Callable[[bytes], Iterator[ListRow]] | None = None
    people: Callable[[bytes, Roll], tuple[Read, ...]] | None = None
    tournament: Callable[..., ImportedTournament] | None = None


def _looks_like_trf(data: bytes) -> bool:
    """Return whether most lines begin with the record numbers of a TRF, and at least one is a player's record."""
    lines = [line for line in data[:200_000].splitlines() if line.strip()]
    records = sum((line[:3].isdigit() and line[3:4] in (b" ", b"")) or line[:3] == b"###" for line in lines)
    return any(line.startswith(b"001 ") for line in lines) and records * 2 > len(lines)


def _begins_as_json(data: bytes) -> bool:
    """Return whether the first character is an opening brace, as in a JSON object."""
    return data.lstrip()[:1] == b"{"


def _begins_as_archive(data: bytes) -> bool:
    """Return whether the first bytes are those of a ZIP archive, because an Excel workbook is one."""
    return data.startswith(b"PK\x03\x04")


def _anything(_: bytes) -> bool:
    """Return True: a file that no earlier format recognises is read as text."""
    return True


def _trf_tournament(data: bytes, at: Instant, **terms: str) -> ImportedTournament:
    """Read a finished or running tournament from a TRF: its players, rounds and results."""
    events, people, staff = tournament_of(data, at, **terms)
    opened = events[0]
    assert isinstance(opened, TournamentOpened)
    lines = [Unwritten(event.at, type(event).__name__, event_text(event)) for event in events]
    return ImportedTournament(opened.name, lines, people, staff)


def _document_tournament(data: bytes, *_: Instant, **__: str) -> ImportedTournament:
    """Read a tournament from a document that `arbiter export --format json` has written.

    The document has the journal lines with their hashes, the people and the officials.
    """
    id, written, people, staff = read_document(data)
    return ImportedTournament(
        id, [Unwritten(line.at, line.kind, line.body, line.key) for line in written], people, staff
    )


IMPORTS: Mapping[str, ImportFormat] = {
    "trf": ImportFormat(
        suffixes=(".trf", ".trfx", ".txt"), recognised=_looks_like_trf, people=trf_people, tournament=_trf_tournament
    ),
    "json": ImportFormat(suffixes=(".json",), recognised=_begins_as_json, tournament=_document_tournament),
    "xlsx": ImportFormat(suffixes=(".xlsx",), recognised=_begins_as_archive, rows=workbook_rows),
    "csv": ImportFormat(suffixes=(".csv", ".txt", ".tsv"), recognised=_anything, rows=text_rows),
}
"""The import formats by name, in the order in which they are tried. The first that recognises a file is used."""
GRIDS = [row for row in IMPORTS.values() if row.rows]
LISTS = [row for row in IMPORTS.values() if row.rows or row.people]
TOURNAMENTS = [row for row in IMPORTS.values() if row.tournament]
ACCEPTED: Mapping[str, str] = {
    what: ",".join(dict.fromkeys(suffix for row in rows for suffix in row.suffixes))
    for what, rows in (("ratings", GRIDS), ("list", LISTS), ("tournament", TOURNAMENTS))
}
"""The file name extensions for each kind of import, in the form of the `accept` attribute of a form field."""


def import_of(data: bytes, among: Sequence[ImportFormat]) -> ImportFormat | None:
    """Return the first format of *among* that recognises the file, or None. *data*: the file, or its beginning."""
    return next((row for row in among if row.recognised(data)), None)


def read_listing(data: bytes, *, headed: bool | None = None) -> Listing:
    """Read the list in a file. *headed*: whether its first line is a heading; None: the program guesses it."""
    row = import_of(data, GRIDS)
    assert row is not None
    assert row.rows is not None
    return listing_of(tuple(row.rows(data)), headed=headed)


def read_tournament(data: bytes, at: Instant, **terms: str) -> ImportedTournament:
    """Read the tournament in a file. Raise Refused if there is none. *terms*: those that a TRF does not contain."""
    row = import_of(data, TOURNAMENTS)
    if row is None or row.tournament is None:
        raise Refused("document_unreadable")
    return row.tournament(data, at, **terms)
