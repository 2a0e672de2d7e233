"""What a file of a whole tournament is made from: a value, so that the same file can be made again to the byte."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo

from arbiter import words
from arbiter.journal.lines import Line
from arbiter.journal.people import Person
from arbiter.rulings.rounds.drawing import system_of
from arbiter.sides import Instant
from arbiter.tournament.fixtures import labels
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """The tournament at one line of its journal, who its entries are, the hall's time zone, the reader's language."""

    tournament: str
    state: Tournament
    people: Mapping[int, Person] = field(default_factory=dict)
    zone: tzinfo | None = UTC
    language: str = words.SOURCE
    lines: tuple[Line, ...] = ()
    """The journal itself, for formats that hold it."""

    def name(self, entry: int) -> str:
        """The name behind an entry number; the number alone for a name that was erased."""
        person = self.people.get(entry)
        return person.name if person else f"#{entry}"

    @property
    def of_tables(self) -> Whole:
        """The same for standings and crosstable: where teams play, their names stand behind their numbers."""
        if not system_of(self.state).teams:
            return self
        names = {number: Person(label) for number, label in enumerate(labels(self.state), start=1)}
        return replace(self, people=names)

    def local(self, instant: Instant) -> datetime:
        """The wall time in the hall."""
        return datetime.fromtimestamp(instant / 1_000, self.zone)
