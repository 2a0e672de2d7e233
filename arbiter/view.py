"""A tournament as somebody looks at it: at one line of its journal, with its people, in a language.

One value for all that is told, printed and taken out, so that the same answer, sheet or file can be made again to the
byte. `at` is the instant in the hall, `speed` how fast its time goes (only the demonstration has another than 1),
`zone` the hall's time zone (None: this machine's).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from typing import Self, TypeAlias

from arbiter import words
from arbiter.journal.lines import Line
from arbiter.journal.people import Person, Staff, alphabetical
from arbiter.journal.privacy import InPublic
from arbiter.refused import Fact, Refused
from arbiter.rulings.rounds.pairing_input import Known, system_of
from arbiter.sides import Instant
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.event import Event
from arbiter.tournament.fixtures import labels
from arbiter.tournament.state import Tournament

People: TypeAlias = Mapping[int, Person]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The tournament, who its entries are, and how the reader wants it."""

    tournament: str
    state: Tournament
    people: People = field(default_factory=dict)
    staff: Staff = field(default_factory=Staff)
    officials: Mapping[int, str] = field(default_factory=dict)
    """What those who acted are called, by the numbers of their accounts."""
    at: Instant = 0
    speed: float = 1
    zone: tzinfo | None = UTC
    language: str = words.SOURCE
    paper: str = "A4"
    lines: tuple[Line, ...] = ()
    """Of the journal what was asked for: all of it, its last line, or nothing."""

    @property
    def in_public(self) -> Self:
        """The same as everybody may see it: without what is a person's own, and each name as its bearer asks."""
        return replace(self, people=InPublic(self.people, self.local(self.at).date()))

    @property
    def head(self) -> str:
        """The hash of the last line, empty where no line was asked for."""
        return self.lines[-1].hash if self.lines else ""

    @property
    def events(self) -> tuple[Event, ...]:
        """What the lines that were asked for hold."""
        return tuple(parse_event(line.kind, line.at, line.body) for line in self.lines)

    @property
    def known(self) -> dict[int, Known]:
        """What the register has of the entries, as far as pairings and standings ask for it."""
        return {
            entry: replace(one, rating=None) if entry in self.state.house else one
            for entry, one in known(self.people).items()
        }

    @property
    def of_tables(self) -> Self:
        """The same for standings and crosstable: where teams play, their names stand behind their numbers."""
        if not system_of(self.state).teams:
            return self
        names = {number: Person(label) for number, label in enumerate(labels(self.state), start=1)}
        return replace(self, people=names)

    def name(self, entry: int) -> str:
        """The name behind an entry number; the number alone for a name that was erased.

        The house is called what it is, whatever the register has of it.
        """
        player = self.state.house.get(entry)
        if player is not None:
            if player.engine:
                return self.text("{engine} (computer)", engine=player.engine)
            return self.text("Computer, level {level}", level=player.level)
        person = self.people.get(entry)
        return person.name if person else f"#{entry}"

    def listed(self, entry: int) -> str:
        """The same where people look themselves up: by the family name, where it is known."""
        person = self.people.get(entry)
        return person.listed if person else f"#{entry}"

    def by_name(self, entries: Iterable[int]) -> list[int]:
        """These entries in the order of the alphabet."""
        return sorted(entries, key=lambda entry: (alphabetical(self.listed(entry)), entry))

    def text(self, message: str, **facts: object) -> str:
        """The English *message* in the reader's language."""
        return words.text(message, self.language, **facts)

    def term(self, code: str) -> str:
        """The word of the trade for that code, as the game of the tournament has it."""
        return words.term(code, self.language, self.state.variant.called)

    def step(self, step: str) -> str:
        """A step of a ladder of penalties, in words."""
        return words.step(step, self.language)

    def reason(self, given: str) -> str:
        """The reason of a line: in words where the service itself gave it."""
        return words.reason(given, self.language)

    def say(self, code: str, facts: Mapping[str, Fact], article: str | None = None) -> str:
        """The sentence for a finding, its article behind it."""
        return words.say(code, facts, self.language, article, self.state.variant.called)

    def refusal(self, refused: Refused) -> str:
        """The sentence of a refusal."""
        return words.refusal(refused, self.language, self.state.variant.called)

    def who(self, by: str) -> str:
        """Who acted: an account by its name, an office by its word, a tablet by its board."""
        return words.who(by, self.language, self.state.variant.called, self.officials)

    def local(self, instant: Instant) -> datetime:
        """The wall time in the hall."""
        return datetime.fromtimestamp(instant / 1_000, self.zone)


def known(people: People) -> dict[int, Known]:
    """What the register has of these people, as far as pairings and standings ask for it."""
    return {
        entry: Known(rating=who.rating, club=who.club or "", federation=who.federation or "")
        for entry, who in people.items()
    }
