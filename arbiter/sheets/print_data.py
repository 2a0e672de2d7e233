"""The data from which a sheet is made, as one value, so that the same data gives the same PDF byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from datetime import date, datetime

from babel.dates import format_date, format_datetime

from arbiter.sheets.drawing import drawable
from arbiter.sides import Instant, Side
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import Analysis
from arbiter.tournament.round import Round
from arbiter.values import dataclass
from arbiter.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """The links on a table card that bind a tablet to a board, or to one side of the board."""

    board: int
    url: str
    pin: str
    side: Side | None = None
    by_hand: str = ""
    """The address at which somebody opens the board by typing its letters (`pin`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given(View):
    """The data of a sheet: a view of the tournament and, if the sheet needs them, the round, board, entry and links."""

    round: int | None = None
    board: int | None = None
    entry: int | None = None
    links: tuple[Link, ...] = ()
    captains: Mapping[int, str] = field(default_factory=dict)
    """The links for the captains of teams, by the number of the team; empty if the sheet has none."""
    cancelled: bool = False
    """Whether the sheet is about a round that was cancelled; each of its pages then says so."""
    mark: str = ""
    """A text at the top of each page, such as that the sheet is provisional; empty if there is none."""
    envelope_key: str = ""
    """The key of the sealed move in the board's envelope, on the one sheet that shows it; otherwise empty."""
    address: str = ""
    """The address of the tournament's public page; empty if the sheet is not public."""
    signed: str = ""
    """The signed head (last journal line, with hash and signature) that the sheet is made from; empty without a key."""
    public_key: str = ""
    """The public key that verifies the signed head."""
    analyses: Mapping[tuple[int, int], Analysis] = field(default_factory=dict)
    """The computer's analyses of games, by round and board."""

    @classmethod
    def of(cls, view: View) -> Given:
        """Return the data of a sheet, taken from a view of the tournament."""
        return cls(**{one.name: getattr(view, one.name) for one in fields(View)})

    @property
    def coded(self) -> str:
        """Return the text of the sheet's QR code: the public page's address, then the signed last journal line.

        A part that the sheet does not have is left out.
        """
        return "#".join(filter(None, (self.address, self.signed)))

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Return the rounds that the sheet is about: the one that was asked for, or all if none was."""
        return self.state.rounds if self.round is None else (self.state.round(self.round),)

    @property
    def games(self) -> tuple[Game, ...]:
        """Return the games that the sheet is about: the game at the board that was asked for, or all of its rounds."""
        if self.board is None:
            return tuple(game for round in self.rounds for game in round.games)
        return tuple(self.state.game(round.number, self.board) for round in self.rounds)

    def name(self, entry: int) -> str:
        """Return the name of an entry for printing.

        If the fonts lack a letter of the name, the entry number is added. If the name was erased, only the entry number
        is returned.
        """
        name = View.name(self, entry)
        return name if entry not in self.people or drawable(name) else f"{name} #{entry}"

    def about(self, entry: int) -> str:
        """Return further facts about the entry's person: title, rating, club, federation."""
        person = self.person(entry)
        told = (person.title, person.rating, person.club, person.federation)
        return " · ".join(str(word) for word in told if word is not None)

    def day(self, instant: Instant) -> str:
        """Return the date in the hall's time zone, in the format of the sheet's language."""
        return format_date(self.local(instant).date(), "medium", locale=self.language)

    def iso_day(self, day: str) -> str:
        """Return an ISO date in the format of the sheet's language; any other text stays as it is."""
        try:
            return format_date(date.fromisoformat(day), "medium", locale=self.language)
        except ValueError:
            return day

    def moment(self, local: str) -> str:
        """Return a local time such as "2026-12-05T10:00" with its weekday; any other text stays as it is."""
        try:
            return format_datetime(datetime.fromisoformat(local), "EEE d MMM, HH:mm", locale=self.language)
        except ValueError:
            return local

    def time(self, instant: Instant) -> str:
        """Return the time of day in the hall's time zone, such as "14:03"."""
        return format_datetime(self.local(instant), "HH:mm", locale=self.language)

    def exact(self, instant: Instant) -> str:
        """Return the time of day in the hall's time zone to the millisecond, such as "14:03:07.250"."""
        return f"{format_datetime(self.local(instant), 'HH:mm:ss', locale=self.language)}.{instant % 1_000:03d}"

    def when(self, instant: Instant) -> str:
        return f"{self.day(instant)}, {self.time(instant)}"


def opening_text(game: Game) -> str:
    """Return the opening drawn for a board, in the notation that players use; empty if none was drawn."""
    if game.opening is None:
        return ""
    return f"{game.opening.ballot}  {game.opening.text}".rstrip()
