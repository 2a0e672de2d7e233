"""Every open format in which a tournament goes out, by its name: what writes it, and what kind of file it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arbiter.exchange.document import document_text
from arbiter.exchange.games import games_text
from arbiter.exchange.ratings.new import ratings_text
from arbiter.exchange.tables import csv_text, workbook
from arbiter.exchange.trf.report import trf_of
from arbiter.refused import Refused
from arbiter.sentences import N_
from arbiter.view import View


@dataclass(frozen=True, slots=True)
class Format:
    """A row: its English title, its kind on the wire, and what makes the file's content. `public`: anybody may."""

    title: str
    kind: str
    written: Callable[[View], bytes]
    public: bool = True
    journal: bool = False
    """It holds the journal, line by line: not for everybody, since nor is that."""
    suffix: str = ""
    """How the name of the file ends, where that is not the name of the format."""


FORMATS: Mapping[str, Format] = {
    "pdn": Format(N_("All games (PDN)"), "application/vnd.pdn", lambda view: games_text(view).encode()),
    "pdn-plain": Format(
        N_("All games, moves alone (PDN for other programs)"),
        "application/vnd.pdn",
        lambda view: games_text(view, plain=True).encode(),
        suffix="-plain.pdn",
    ),
    "trf": Format(N_("Report for federations (TRF)"), "text/plain", lambda view: trf_of(view).encode()),
    "csv": Format(N_("Crosstable (CSV)"), "text/csv", lambda view: csv_text(view).encode()),
    "ratings": Format(
        N_("New ratings (CSV)"), "text/csv", lambda view: ratings_text(view).encode(), suffix="-ratings.csv"
    ),
    "xlsx": Format(
        N_("Workbook (Excel)"), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", workbook
    ),
    "json": Format(
        N_("Everything (JSON)"),
        "application/json",
        lambda view: document_text(view).encode(),
        public=False,
        journal=True,
    ),
}


def format_named(name: str) -> Format:
    """The format of that name; refused as `no_format` when there is none."""
    if name not in FORMATS:
        raise Refused("no_format", format=name[:80], known=tuple(FORMATS))
    return FORMATS[name]
