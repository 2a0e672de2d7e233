"""A game as a value: one board in one round, with everything that happened at it.

Two words with care: a *play* is a move as the score sheet has it, with its times; an *attempt* is an irregular move,
which was made at the board and does not stand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.clock.clock import Clock
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Fact
from arbiter.rules.endings import Ending
from arbiter.rules.endings.draws import Tally, begin
from arbiter.rules.position import Position
from arbiter.sides import Both, Instant, Side, Span

OF_PLAYERS = ("resigned", "agreed", "no_move")
"""Because of what a game ends without a ruling."""
HALTS = ("arbiter", "call", "hall", "flag", "outage", "adjourned", "paper")
"""Why clocks stand: a ruling, a call that stops them, the stop of all, a flag, an outage, an adjournment, paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An irregular move: `ply` plies had been played when it was tried, `line` is its journal line."""

    line: int
    at: Instant
    ply: int
    side: Side
    move: str
    code: str
    article: str | None
    facts: tuple[tuple[str, Fact], ...]
    bound: int | None
    corrections: tuple[str, ...]
    stood: bool = False
    """The opponent objected to it, and then let it stand."""
    overruled: bool = False
    """An arbiter ruled that it was no offence: it is not counted, and nothing is owed for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A ply that was played: one line of one column of the score sheet."""

    ply: int
    side: Side
    move: str
    path: tuple[int, ...]
    taken: tuple[int, ...]
    crowned: bool
    at: Instant
    charged: Span
    left: Span
    lag: Span = 0
    gained: Span = 0
    """What the press brought besides: it goes with the move."""
    sealed: Attempt | None = None
    """What was wrong with the move, sealed when it was played; nobody is told unless it is opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call for the arbiter; `answered` is when they came."""

    at: Instant
    side: Side | None
    reason: str
    answered: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """Time that expired; the proposal about it has the number of its journal line."""

    side: Side
    at: Instant
    proposal: int
    clock: Clock
    """The clock as it ran until then: a move received before the flag fell, and handled after, is charged to it."""
    provisional: str = ""
    """Why it can only be proposed, in the words of `doubt.py`; `evidence` is what was seen of that."""
    evidence: tuple[tuple[str, Fact], ...] = ()
    called: bool = False
    """Whether a player has called it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """A move that came in after the flag, as its tablet had recorded it; `line` is its journal line."""

    line: int
    at: Instant
    ply: int
    side: Side
    move: str
    pressed: Instant
    offset: Span
    chain: str
    fell: Instant
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjournment:
    """A game that is finished another time. `sealed` is nobody's to read until the envelope is opened.

    `kept` is the sealed move under its key, `digest` what is shown of it; `line` the journal line.
    """

    at: Instant
    side: Side
    envelope: str
    sealed: str
    by: str
    reason: str
    until: str = ""
    kept: str = ""
    digest: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a game came to and because of what, by whom, and on what grounds if it was a ruling."""

    at: Instant
    outcome: Both[Outcome]
    because: str
    by: str
    article: str | None = None
    reason: str = ""
    corrected: bool = False
    written: str = ""
    """As it was given, where the scheme of points has more results than three: 9-1, 1+-1-."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """A result that one side has reported; the other side has to report the same, or has objected."""

    at: Instant
    side: Side
    outcome: Both[Outcome]
    written: str = ""
    objected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A ruling that changed no move and no result: time, clocks, penalties, positions restored. For the sheets."""

    at: Instant
    what: str
    side: Side | None
    by: str
    reason: str
    ply: int
    article: str | None = None
    span: Span | None = None
    step: str | None = None
    struck: int | None = None
    """How many plays it struck, where that is told."""
    first: str = ""
    """Who signed it first, where it took two signatures."""

    @property
    def word(self) -> str:
        """The code of what it is called: of a claim only that it was made, for nobody has granted it by that."""
        return "claimed" if self.what == "claim" else self.what


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """A position that an arbiter set up after `ply` plies, in force from one journal line `until` another."""

    ply: int
    position: Position
    line: int
    until: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The ballot with which the game began: so many of its plays nobody chose."""

    table: str
    ballot: str
    text: str
    plies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One board in one round."""

    round: int
    board: int
    entries: Both[int]
    start: Position
    position: Position
    clock: Clock
    tally: Tally
    """What has been counted towards an ending."""
    opening: Opening | None = None
    started: Instant | None = None
    plays: tuple[Play, ...] = ()
    struck: tuple[Play, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    offer: Side | None = None
    calls: tuple[Call, ...] = ()
    notes: tuple[Note, ...] = ()
    owed: Attempt | None = None
    """The irregular move that has to be put right before anything else is played."""
    bound: int | None = None
    """The square of the piece that has to do it: the first that was moved wrongly and can move rightly (000 VII)."""
    objection: Attempt | None = None
    """The sealed finding that an objection has opened: the objector says whether the move is put right."""
    opened: frozenset[int] = frozenset()
    """The journal lines of the sealed findings that have been opened."""
    huffed: tuple[tuple[int, int], ...] = ()
    """Pieces that were huffed: after how many plies, and on which square."""
    set_ups: tuple[SetUp, ...] = ()
    """Positions that were set up in the middle of the game, also those that are in force no more."""
    uncrowned: int | None = None
    """The square of the king that the mover has to crown before anything else (000 V)."""
    flag: Flag | None = None
    halted: str | None = None
    """Why the clocks of a started game stand: one of `HALTS`."""
    result: Result | None = None
    postponed: str | None = None
    """To when the game was put off, in words; the next round does not wait for it."""
    shown: tuple[Clock, ...] = ()
    """The clock as each number of plies left it, with what was corrected since: what a restored position comes with."""
    here: Both[bool | None] = Both(None, None)
    """Whether each player has been seen at the board, or has been missed; None while nobody has said."""
    adjourned: Adjournment | None = None
    reported: Reported | None = None
    """What one side has reported of a game without moves, as long as the other has not."""
    late: tuple[Late, ...] = ()
    """The moves that came in after a flag."""
    rulers: tuple[str, ...] = ()
    """The officials who gave it a result that the players did not make, also one that stands no more."""
    fallen: Game | None = None
    """The game as it stood when its flag ended it: a move that was made in time may still come in."""

    @property
    def ply(self) -> int:
        return len(self.plays)

    @property
    def running(self) -> bool:
        """Whether it has been started and has no result; its clocks may stand still."""
        return self.started is not None and self.result is None

    @property
    def going(self) -> bool:
        """Whether the players sit at it: of one that was put off, whether its clock runs now."""
        return self.running and self.halted != "adjourned" and not (self.postponed and self.clock.running is None)

    @property
    def on_paper(self) -> bool:
        """Whether it is played without a tablet: no clock runs, and its result comes by slip or from its players."""
        return self.running and self.halted == "paper"

    @property
    def calling(self) -> tuple[Call, ...]:
        """Calls that nobody has come for yet."""
        return tuple(call for call in self.calls if call.answered is None)

    def with_clock(self, clock: Clock, corrected: Clock | None = None) -> Game:
        """The game with that clock; *corrected* is what a restored position of this ply would come with from now on."""
        shown = self.shown if corrected is None else (*self.shown[:-1], corrected)
        return replace(self, clock=clock, shown=shown)

    def noted(self, note: Note) -> Game:
        return replace(self, notes=(*self.notes, note))

    def clock_before(self, at: Instant) -> Clock:
        """The clock as it runs, or ran until a flag that fell later than *at*."""
        return self.flag.clock if self.flag is not None and at < self.flag.at else self.clock

    def irregular(self, side: Side) -> int:
        """How many irregular moves *side* has attempted in this game, as far as they count."""
        return sum(attempt.side is side and not attempt.overruled for attempt in self.attempts)

    def tried_after(self, ply: int) -> tuple[Attempt, ...]:
        """The irregular moves that count and were tried in the position after *ply* plies, as the game stands."""
        since = self.plays[ply - 1].at if ply else 0
        return tuple(a for a in self.attempts if a.ply == ply and a.at >= since and not a.overruled)

    def bound_after(self, ply: int) -> int | None:
        """The square of the piece that those moves bind: the first that was moved wrongly and can move rightly."""
        return next((a.bound for a in self.tried_after(ply) if a.bound is not None), None)

    def position_after(self, ply: int) -> Position:
        """The position once *ply* plies had been played."""
        position = self.start
        for number, play in enumerate((None, *self.plays[:ply])):
            position = position if play is None else position.played(play.path, play.taken, play.crowned)
            position = self._ruled(number, position)
        return position

    def tally_after(self, ply: int, rows: tuple[Ending, ...] | None = None) -> Tally:
        """What had been counted once *ply* plies had been played, by the rows of the game or by others."""
        position, tally = self.start, begin(self.start, self.tally.rows if rows is None else rows, self.tally.board)
        for number, play in enumerate((None, *self.plays[:ply])):
            if play is not None:
                position = position.played(play.path, play.taken, play.crowned)
                tally = tally.after(play, position)
            ruled = self._ruled(number, position)
            position, tally = ruled, tally if ruled is position else tally.set_up(ruled)
        return tally

    def _ruled(self, ply: int, position: Position) -> Position:
        """What stood after *ply* plies once pieces had been huffed there, or another position set up."""
        for after, square in self.huffed:
            position = without(position, square) if after == ply else position
        return next((one.position for one in self.set_ups if one.ply == ply and one.until is None), position)


def without(position: Position, square: int) -> Position:
    """The position with nothing on that square: a piece was huffed there."""
    keep = ~(1 << square)
    men, kings, idle = (
        bits.map(lambda squares: squares & keep) for bits in (position.men, position.kings, position.good_for_nothings)
    )
    return Position.of(position.turn, men, kings, idle, position.walks)
