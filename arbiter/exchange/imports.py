"""The import of a whole tournament: our own JSON document, or a TRF that may still be running."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arbiter.exchange.document import read_document, staff_in
from arbiter.exchange.trf.people import looks_like_trf
from arbiter.exchange.trf.running import tournament_of
from arbiter.journal.lines import Unwritten
from arbiter.journal.people import Person, Staff
from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.tournament.events import event_text
from arbiter.tournament.events.terms import TournamentOpened


@dataclass(frozen=True, slots=True)
class ImportedTournament:
    """The content of a new journal: the tournament's name, its lines, and the people behind its entries."""

    name: str
    lines: Sequence[Unwritten]
    people: Mapping[int, Person]
    staff: Staff = field(default_factory=Staff)


def looks_like_tournament(beginning: bytes) -> bool:
    """Whether a file begins like one of the formats that can be imported."""
    return beginning.lstrip()[:1] == b"{" or looks_like_trf(beginning)


def read_tournament(data: bytes, at: Instant, **terms: str) -> ImportedTournament:
    """Read the tournament of a file. Raise Refused if it contains none. *terms* supply what a TRF does not say."""
    if looks_like_trf(data):
        events, people = tournament_of(data, at, **terms)
        opened = events[0]
        assert isinstance(opened, TournamentOpened)
        lines = [Unwritten(event.at, type(event).__name__, event_text(event)) for event in events]
        return ImportedTournament(opened.name, lines, people)
    if data.lstrip()[:1] != b"{":
        raise Refused("document_unreadable")
    id, written, people = read_document(data)
    lines = [Unwritten(line.at, line.kind, line.body, line.key) for line in written]
    return ImportedTournament(id, lines, people, staff_in(data))
