"""What a sheet is made from: a value, so that the same sheet can be printed again to the byte."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from babel.dates import format_date, format_datetime

from arbiter.sheets.fonts import drawable
from arbiter.sides import Instant, Side
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import Analysis
from arbiter.tournament.round import Round
from arbiter.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """What a table card holds: the address that binds a tablet to the board (and to one side of it), and by hand."""

    board: int
    url: str
    pin: str
    side: Side | None = None
    by_hand: str = ""
    """Where the board is opened by its letters (`pin`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given(View):
    """A view to be printed: `round`, `board` and `links` as far as the sheet asks for them, and the lines likewise."""

    round: int | None = None
    board: int | None = None
    links: tuple[Link, ...] = ()
    envelope_key: str = ""
    """The key of the envelope of the board, on the one sheet that has it."""
    address: str = ""
    """Where the public page of the tournament is read; none where the sheet is not for everybody."""
    signed: str = ""
    """The line that the sheet is made from, as a head that the hall has signed."""
    public_key: str = ""
    """The key by which that is checked."""
    analyses: Mapping[tuple[int, int], Analysis] = field(default_factory=dict)
    """What the house has found in the games of these rounds and boards."""

    @classmethod
    def of(cls, view: View) -> Given:
        """That view, to be printed."""
        return cls(
            tournament=view.tournament,
            state=view.state,
            people=view.people,
            staff=view.staff,
            officials=view.officials,
            at=view.at,
            speed=view.speed,
            zone=view.zone,
            language=view.language,
            paper=view.paper,
            lines=view.lines,
        )

    @property
    def coded(self) -> str:
        """The text of the sheet's QR code: where its page is, and behind that the signed head; empty without either."""
        return "#".join(filter(None, (self.address, self.signed)))

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that the sheet is about: the one asked for, or all."""
        return self.state.rounds if self.round is None else (self.state.round(self.round),)

    @property
    def games(self) -> tuple[Game, ...]:
        """The games that the sheet is about: that of the board asked for, or all of its rounds."""
        if self.board is None:
            return tuple(game for round in self.rounds for game in round.games)
        return tuple(self.state.game(round.number, self.board) for round in self.rounds)

    def name(self, entry: int) -> str:
        """The name behind an entry number.

        The number stands beside a name whose letters cannot be drawn, and alone for a name that was erased.
        """
        name = View.name(self, entry)
        return name if entry not in self.people or drawable(name) else f"{name} #{entry}"

    def about(self, entry: int) -> str:
        """What the register has besides the name: title, rating, club, federation."""
        person = self.people.get(entry)
        told = (person.title, person.rating, person.club, person.federation) if person else ()
        return " · ".join(str(word) for word in told if word is not None)

    def day(self, instant: Instant) -> str:
        """The date in the hall, as the reader writes it."""
        return format_date(self.local(instant).date(), "medium", locale=self.language)

    def time(self, instant: Instant) -> str:
        """The time of day in the hall, as in 14:03."""
        return format_datetime(self.local(instant), "HH:mm", locale=self.language)

    def exact(self, instant: Instant) -> str:
        """The time of day in the hall to the millisecond: 14:03:07.250."""
        return f"{format_datetime(self.local(instant), 'HH:mm:ss', locale=self.language)}.{instant % 1_000:03d}"

    def when(self, instant: Instant) -> str:
        return f"{self.day(instant)}, {self.time(instant)}"
