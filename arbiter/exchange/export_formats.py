"""The export formats of a tournament by name, each with its writer and its media type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from arbiter.journal.lines import Line
from arbiter.refused import Refused
from arbiter.sentences import N_
from arbiter.values import dataclass
from arbiter.view import View


@dataclass(frozen=True, slots=True)
class Format:
    """An export format: its English title, media type and writer. `public`: whether everybody may download it."""

    title: str
    kind: str
    written: Callable[[View], bytes] | None = None
    public: bool = True
    pieces: Callable[[View, Iterable[Line]], Iterator[bytes]] | None = None
    """A function that yields a file in pieces, made from journal lines. None if the format needs no journal lines."""
    suffix: str = ""
    """The file name extension without a dot; empty if it is the name of the format."""
    several: bool = False
    """Whether one file may hold several tournaments."""

    def written_from(self, view: View, lines: Iterable[Line] = ()) -> Iterator[bytes]:
        """Yield the file in pieces.

        *lines*: the lines of the journal. Only a format that is made from them needs them.
        """
        if self.pieces is not None:
            yield from self.pieces(view, lines)
        if self.written is not None:
            yield self.written(view)


def _games(view: View, *, plain: bool = False) -> bytes:
    from arbiter.exchange.games_as_pdn import games_text

    return games_text(view, plain=plain).encode()


def _trf(view: View, edition: Literal["2026", "16"] = "2026") -> bytes:
    from arbiter.exchange.trf.report import trf_of

    return trf_of(view, edition).encode()


def _csv(view: View) -> bytes:
    from arbiter.exchange.spreadsheets import csv_text

    return csv_text(view).encode()


def _ratings(view: View) -> bytes:
    from arbiter.exchange.ratings.new import ratings_text

    return ratings_text(view).encode()


def _workbook(view: View) -> bytes:
    from arbiter.exchange.spreadsheets import workbook

    return workbook(view)


def _document(view: View, lines: Iterable[Line]) -> Iterator[bytes]:
    from arbiter.exchange.document import document_pieces

    return document_pieces(view, lines)


def _database(view: View, lines: Iterable[Line]) -> Iterator[bytes]:
    from arbiter.exchange.analyst.file import file_pieces

    return file_pieces(view, lines)


def _with_metadata(view: View, lines: Iterable[Line]) -> Iterator[bytes]:
    from arbiter.exchange.analyst.file import archive_pieces

    return archive_pieces(view, lines)


FORMATS: Mapping[str, Format] = {
    "pdn": Format(N_("All games (PDN)"), "application/vnd.pdn", _games),
    "pdn-plain": Format(
        N_("All games, moves only (PDN for other programs)"),
        "application/vnd.pdn",
        lambda view: _games(view, plain=True),
        suffix="-plain.pdn",
    ),
    "trf": Format(N_("Report for federations (TRF)"), "text/plain", _trf),
    "trf16": Format(
        N_("Report for older programs (TRF16)"), "text/plain", lambda view: _trf(view, "16"), suffix="-16.trf"
    ),
    "csv": Format(N_("Crosstable (CSV)"), "text/csv", _csv),
    "ratings": Format(N_("New ratings (CSV)"), "text/csv", _ratings, suffix="-ratings.csv"),
    "xlsx": Format(
        N_("Workbook (Excel)"), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _workbook
    ),
    "sqlite": Format(
        N_("Tables for analysts (SQLite)"), "application/vnd.sqlite3", pieces=_database, suffix=".db", several=True
    ),
    "datasette": Format(
        N_("Tables for analysts with their description (ZIP for Datasette)"),
        "application/zip",
        pieces=_with_metadata,
        suffix="-datasette.zip",
    ),
    "json": Format(N_("Complete tournament (JSON)"), "application/json", public=False, pieces=_document),
}
"""Every export format by name. The module that writes a format is imported at its first use, for a faster start."""


def together(tournaments: Iterable[tuple[View, Iterable[Line]]]) -> bytes:
    """Return one file with several tournaments, each given with the lines of its journal.

    Only the analyst's file (SQLite) can hold several.
    """
    from arbiter.exchange.analyst.file import file_bytes

    return file_bytes(tournaments)


BINARY = frozenset({"xlsx", "sqlite", "datasette"})
"""The formats whose files are binary, not text."""


def format_named(name: str) -> Format:
    """Return the export format with the name *name*. Raise Refused (`no_format`) if there is none."""
    if name not in FORMATS:
        raise Refused("no_format", format=name[:80], known=tuple(FORMATS))
    return FORMATS[name]
