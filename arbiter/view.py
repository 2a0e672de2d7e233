"""A tournament as one reader sees it: at one line of its journal, with its people, in a language.

Pages, sheets and exported files are made from this value alone, so the same file can be made again byte by byte. `at`
is the instant in the hall. `speed` is how fast the hall's time runs (not 1 only in the demonstration). `zone` is the
hall's time zone (None: this machine's).

The public sees each person's name in the form that the person asks for. Dates of birth and federation numbers are never
shown in public, on no page, event stream, sheet or file; officials see them. For a minor, or somebody who may still be
one, the year of birth is not shown either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from datetime import UTC, date, datetime, tzinfo
from typing import Self, TypeAlias

from arbiter import words
from arbiter.journal.lines import Line
from arbiter.journal.people import Person, Staff, alphabetical
from arbiter.refused import Fact, Refused
from arbiter.rulings.rounds.pairing_input import Known
from arbiter.sentences.terms.irregular import OWN_REASONS
from arbiter.sides import Instant
from arbiter.tournament.categories import categories_of
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.event import Event
from arbiter.tournament.fixtures import labels
from arbiter.tournament.regulations.switches import SWITCHES
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

People: TypeAlias = Mapping[int, Person]
OF_AGE = 18
SHORT, WITHHELD = "short", "withheld"
MINORS = INITIALS, NONE = "initials", "none"
"""The two ways to show the name of a minor on a hub: initials, or nothing."""


class InPublic(Mapping[int, Person]):
    """A mapping of people that shows only their public facts. Each person's facts are computed when they are read."""

    def __init__(self, people: Mapping[int, Person], today: date) -> None:
        self._people = people
        self._today = today

    def __getitem__(self, entry: int) -> Person:
        return in_public(self._people[entry], entry, self._today)

    @property
    def whole(self) -> Mapping[int, Person]:
        """The same people with all their facts, to compute results that depend on facts which are not public."""
        return self._people

    def __iter__(self) -> Iterator[int]:
        return iter(self._people)

    def __len__(self) -> int:
        return len(self._people)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The state of a tournament, the people behind its entries, and the reader's language and paper size."""

    tournament: str
    state: Tournament
    people: People = field(default_factory=dict)
    staff: Staff = field(default_factory=Staff)
    officials: Mapping[int, str] = field(default_factory=dict)
    """The names of the officials who acted, by account number."""
    at: Instant = 0
    speed: float = 1
    zone: tzinfo | None = UTC
    language: str = words.SOURCE
    paper: str = "A4"
    texts: bool = True
    """Whether the reader may read texts by people: reasons of rulings, conduct and calls, and grounds of appeals."""
    relayed: bool = False
    """Whether the tournament is played in another hall. The register here then lacks facts such as dates of birth."""
    lines: tuple[Line, ...] = ()
    """The requested lines of the journal: all, only the last one, or none."""
    until: int | None = None
    """The number of lines whose events are read; None for all.

    For a cancelled round these are the lines before its cancellation.
    """

    @property
    def in_public(self) -> Self:
        """Return the same view for the public: each name in the form that the person allows, and no private data.

        The public sees the kind of a ruling, a note of conduct, a call or an appeal, but not its text.
        """
        people = InPublic(self.people, self.local(self.at).date())
        return replace(self, people=people, staff=staff_in_public(self.staff), texts=False)

    @property
    def whole(self) -> People:
        """The people with all their facts, for results that depend on facts which the reader may not see."""
        return self.people.whole if isinstance(self.people, InPublic) else self.people

    @property
    def head(self) -> str:
        """The hash of the journal line at which the view was made; empty if no line was asked for."""
        return self.lines[-1].hash if self.lines else ""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events in the journal lines that the view was asked for."""
        return tuple(parse_event(line.kind, line.at, line.body) for line in self.lines[: self.until])

    @property
    def known(self) -> dict[int, Known]:
        """The register's data about the entries, as pairings and standings need it. A computer player has no rating.

        The categories of an entry are computed from all its facts, even those that the reader may not see.
        """
        whole, state = self.whole, self.state
        found = known(self.people)
        for entry, one in found.items():
            if state.categories:
                inside = categories_of(
                    state.categories, entry, whole.get(entry), first_time=entry in state.first_timers
                )
                found[entry] = replace(one, categories=inside)
            if entry in state.house:
                found[entry] = replace(found[entry], rating=None)
        return found

    @property
    def of_tables(self) -> Self:
        """Return the same view for standings and crosstable.

        In a team tournament the names are then those of the teams.
        """
        if not self.state.pairing.teams:
            return self
        names = {number: Person(label) for number, label in enumerate(labels(self.state), start=1)}
        return replace(self, people=names)

    def name(self, entry: int) -> str:
        """Return the name behind an entry number; if the name was erased, the number itself.

        A computer player is always called a computer, whatever name the register has.
        """
        player = self.state.house.get(entry)
        if player is not None:
            if player.engine:
                return self.text("{engine} (computer)", engine=player.engine)
            return self.text("Computer, level {level}", level=player.level)
        person = self.people.get(entry)
        return person.name if person else f"#{entry}"

    def person(self, entry: int) -> Person:
        """Return the person behind an entry number; if the data was erased, one with only the name that is shown."""
        return self.people.get(entry) or Person(self.name(entry))

    def listed(self, entry: int) -> str:
        """Return the name as it is sorted in lists: the family name first, if it is known."""
        person = self.people.get(entry)
        return person.listed if person else f"#{entry}"

    def by_name(self, entries: Iterable[int]) -> list[int]:
        """Return the entries in alphabetical order of their names."""
        return sorted(entries, key=lambda entry: (alphabetical(self.listed(entry)), entry))

    def text(self, message: str, **facts: object) -> str:
        """Return the English *message* (a key of the message catalogue) in the reader's language."""
        return words.text(message, self.language, **facts)

    def term(self, code: str) -> str:
        """Return the word for *code* in the reader's language and in the words of the tournament's game."""
        return words.term(code, self.language, self.state.variant.called)

    def step(self, step: str) -> str:
        """Return a penalty in words. *step* is its code in the regulations' list of penalties."""
        return words.step(step, self.language)

    def reason(self, given: str) -> str:
        """Return the reason *given* in a journal line as the reader may read it.

        A reason that the service gave is translated. The text of a person stays as it is, and is left out for readers
        who may not read such texts.
        """
        return words.reason(given, self.language) if self.texts or given in OWN_REASONS else ""

    def say(self, code: str, facts: Mapping[str, Fact], article: str | None = None) -> str:
        """Return the sentence for an irregular move, with its article after it.

        *code*: the rule that the move breaks.
        """
        return words.say(code, facts, self.language, article, self.state.variant.called)

    def cited(self, article: str) -> str:
        """Return a citation of a rule in the form in which people read it (`words.cited`)."""
        return words.cited(article, self.language)

    @property
    def under(self) -> str:
        """The regulations in words: their name, the policy on irregular moves, and each value that was changed.

        A value (switch) counts as changed if it is not the one that its article prescribes. It is named with the
        article that it replaces.
        """
        rules = self.state.regulations
        departures = [key for key in rules.departures if key != "irregular_policy"]
        if self.state.variant.may_stop:  # 003 can be read in two ways: name the one in force
            departures.append("multiple_jump")
        policy = self.cited(rules.cited("irregular_policy"))
        told = [
            f"{self.term(rules.key)}.",
            f"{self.term(f'irregular_policy {rules.irregular_policy}')} ({policy}).",
            self.text("The move must be corrected with the piece that made it, if that piece has a correct move.")
            if rules.same_piece
            else self.text("The move may be corrected with any piece."),
        ]
        for key in departures:
            what = words.switch_value(SWITCHES[key], rules.value(key), self.language)
            told.append(f"{words.switch(SWITCHES[key], self.language)}: {what} ({self.cited(rules.cited(key))}).")
        return " ".join(told)

    def refusal(self, refused: Refused) -> str:
        """Return the sentence of a refusal."""
        return words.refusal(refused, self.language, self.state.variant.called)

    def who(self, by: str) -> str:
        """Return the name for *by*, the actor in a journal line: an account's name, an office, or a tablet's board."""
        return words.who(by, self.language, self.state.variant.called, self.officials)

    def by_whom(self, by: str, entries: Iterable[int]) -> str:
        """Return the name of the official *by*.

        If one of the *entries* is the official or a member of the official's family, this interest is added.
        """
        own = self.state.stakes(by) & {*entries}
        return self.text("{who}, who has an interest in it", who=self.who(by)) if own else self.who(by)

    def bye_given(self, round: int, entry: int) -> str:
        """Return the reason of the entry's bye in the round, and who gave it; empty if the pairing gave it."""
        sit = next((sit for sit in self.state.sits if (sit.entry, sit.round) == (entry, round) and sit.by), None)
        return f"{self.reason(sit.reason)} [{self.by_whom(sit.by, (entry,))}]".strip() if sit else ""

    def local(self, instant: Instant) -> datetime:
        """Return an instant as the local date and time in the hall."""
        return datetime.fromtimestamp(instant / 1_000, self.zone)


def known(people: People) -> dict[int, Known]:
    """Return the register's data about these people, as pairings and standings need it."""
    return {
        entry: Known(rating=who.rating, club=who.club or "", federation=who.federation or "")
        for entry, who in people.items()
    }


def in_public(person: Person, entry: int, today: date) -> Person:
    """Return the person with their public facts only."""
    if person.shown == WITHHELD:
        return Person(f"#{entry}", person.rating)
    year = person.year if of_age(person.born, today) else None
    told = replace(person, born=year or None, number=None, shown=None)
    return _shortened(told) if person.shown == SHORT else told


def staff_in_public(staff: Staff) -> Staff:
    """Return the organiser and the officials without the officials' federation numbers."""
    return replace(staff, posts=tuple(replace(post, number="") for post in staff.posts))


def at_hub(person: Person, entry: int, today: date, minors: str = INITIALS) -> Person:
    """Return the person as published on a hub, which the whole world can read.

    A minor is published with initials only, or not at all, as *minors* (one of `MINORS`) says. Somebody who may still
    be a minor, judged by the year of birth, counts as a minor.
    """
    told = in_public(person, entry, today)
    if not person.born or of_age(person.born, today) or person.shown == WITHHELD:
        return told
    if minors == NONE:
        return Person(f"#{entry}", person.rating)
    return replace(told, name=_initials(person), family=None, given=None)


def of_age(born: str | None, today: date) -> bool:
    """Return whether somebody is certainly of age. If only the year of birth is known, December 31 is assumed."""
    if not born:
        return False
    try:
        day = date.fromisoformat(born) if len(born) > 4 else date(int(born), 12, 31)
    except ValueError:
        return False
    return (today.year - day.year, (today.month, today.day) >= (day.month, day.day)) >= (OF_AGE, True)


def _initials(person: Person) -> str:
    """Return the person with the initials of given and family name as the name: "A. B."."""
    given, main = _parts(person)
    return " ".join(f"{word[0]}." for word in (given, main) if word)


def _shortened(person: Person) -> Person:
    """Return the person with the given name and the initial of the family name as the name: "Anna B."."""
    first, main = _parts(person)
    name = f"{first} {main[0]}." if main else first
    return replace(person, name=name, family=None, given=None)


def _parts(person: Person) -> tuple[str, str]:
    """Return the first given name and the main word of the family name; an empty text for a part that is not known."""
    first, *rest = (person.given or person.name).split()
    family = person.family or (rest[-1] if rest and not person.given else "")
    return first, next((word for word in family.split() if word[0].isupper()), family)
