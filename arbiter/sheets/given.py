"""What a sheet is made from: a value, so that the same sheet can be printed again to the byte."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo

from babel.dates import format_date, format_datetime

from arbiter import words
from arbiter.journal.people import Person
from arbiter.rulings.rounds.drawing import Known, system_of
from arbiter.sheets.fonts import drawable
from arbiter.sides import Instant, Side
from arbiter.tournament.events import Event
from arbiter.tournament.fixtures import labels
from arbiter.tournament.round import Round
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """What a table card holds: the address that binds a tablet to the board (and to one side of it), and its PIN."""

    board: int
    url: str
    pin: str
    side: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The tournament at one line of its journal, who its entries are, and how the reader wants it.

    `head` is the hash of that line, `zone` the time zone of the hall (None: this machine's). `round`, `board` and
    `links` are given as far as the sheet asks for them, and so are the `events` of the whole journal.
    """

    tournament: str
    state: Tournament
    printed_at: Instant
    people: Mapping[int, Person] = field(default_factory=dict)
    zone: tzinfo | None = UTC
    language: str = words.SOURCE
    paper: str = "A4"
    round: int | None = None
    board: int | None = None
    links: tuple[Link, ...] = ()
    head: str = ""
    events: tuple[Event, ...] = ()

    def text(self, message: str, **facts: object) -> str:
        """The English *message* in the reader's language."""
        return words.text(message, self.language, **facts)

    def term(self, code: str) -> str:
        """The word of the trade for that code."""
        return words.term(code, self.language, self.state.variant.called)

    @property
    def known(self) -> dict[int, Known]:
        """What the register has of the entries, as far as standings ask for it."""
        return {
            entry: Known(rating=who.rating, club=who.club or "", federation=who.federation or "")
            for entry, who in self.people.items()
        }

    @property
    def of_tables(self) -> Given:
        """The same for standings and crosstable: where teams play, their names stand behind their numbers."""
        if not system_of(self.state).teams:
            return self
        names = {number: Person(label) for number, label in enumerate(labels(self.state), start=1)}
        return replace(self, people=names)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that the sheet is about: the one asked for, or all."""
        return self.state.rounds if self.round is None else (self.state.round(self.round),)

    def name(self, entry: int) -> str:
        """The name behind an entry number.

        The number stands beside a name whose letters cannot be drawn, and alone for a name that was erased.
        """
        person = self.people.get(entry)
        if person is None:
            return f"#{entry}"
        return person.name if drawable(person.name) else f"{person.name} #{entry}"

    def about(self, entry: int) -> str:
        """What the register has besides the name: title, rating, club, federation."""
        person = self.people.get(entry)
        told = (person.title, person.rating, person.club, person.federation) if person else ()
        return " · ".join(str(word) for word in told if word is not None)

    def day(self, instant: Instant) -> str:
        """The date in the hall, as the reader writes it."""
        return format_date(self._local(instant).date(), "medium", locale=self.language)

    def time(self, instant: Instant) -> str:
        """The time of day in the hall: 14:03."""
        return format_datetime(self._local(instant), "HH:mm", locale=self.language)

    def exact(self, instant: Instant) -> str:
        """The time of day in the hall to the millisecond: 14:03:07.250."""
        return f"{format_datetime(self._local(instant), 'HH:mm:ss', locale=self.language)}.{instant % 1_000:03d}"

    def when(self, instant: Instant) -> str:
        """Date and time of day in the hall."""
        return f"{self.day(instant)}, {self.time(instant)}"

    def who(self, by: str) -> str:
        """Who acted: an office by its word, a tablet by its board."""
        return words.who(by, self.language, self.state.variant.called)

    def _local(self, instant: Instant) -> datetime:
        return datetime.fromtimestamp(instant / 1_000, self.zone)
