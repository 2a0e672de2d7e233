"""A game as a value: one board in one round, with everything that happened at it.

Two terms are used strictly. A *play* is a move on the score sheet, with its times. An *attempt* is an irregular move:
it was made at the board, but is not valid.
"""

from __future__ import annotations

from arbiter.clock.clock import Clock
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Fact
from arbiter.rules.endings import BEGIN, CAPTURE, POSITION, Ending
from arbiter.rules.endings.draws import Tally, begin
from arbiter.rules.position import Position
from arbiter.sides import Both, Instant, Side, Span
from arbiter.values import dataclass, replace

OF_PLAYERS = ("resigned", "agreed", "no_move")
"""The reasons for which a game ends without a ruling."""
HALTS = ("arbiter", "call", "hall", "flag", "outage", "adjourned", "paper")
"""The reasons why clocks are stopped: a ruling, a call, all boards stopped, a flag, an outage, adjournment, paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An irregular move. It was tried after `ply` plies; `line` is the number of its journal line."""

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
    """Whether the opponent objected to the move and then let it stand."""
    overruled: bool = False
    """Whether an arbiter ruled that the move was no offence; then it does not count and need not be corrected."""
    play: int = 0
    """The journal line of the move that was played, if the irregular move was taken back with another line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A move that was played, with its times: one cell of the score sheet."""

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
    """The time that the press brought, which is withdrawn with the move."""
    line: int = 0
    """The number of its journal line."""
    seal: str = ""
    """The salted hash of the finding about the move, whether it was legal or not; empty if nothing is ever sealed."""
    kept: str = ""
    """The finding and its salt, encrypted (`sealing.py`)."""
    salt: str = ""
    """The salt, once the finding has been opened."""
    entered: str = ""
    """The official who entered the move although the tablet of that side was in touch; empty otherwise."""
    sealed: Attempt | None = None
    """The irregularity of the move, once it has been opened. Journals before 0.4 had it from the beginning."""


SETTLES_CALLS = frozenset({"resigned", "agreed", "reported", "ruling", "adjudicated", "forfeit"})
"""The reasons of results for which nobody has to come to the board any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call for the arbiter. `answered` is the instant at which the arbiter came, None until then."""

    at: Instant
    side: Side | None
    reason: str
    answered: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A fallen flag. The proposal to rule on it has the number of the flag's journal line."""

    side: Side
    at: Instant
    proposal: int
    clock: Clock
    """The clock as it ran before the flag fell, for a move received before the fall and handled after it."""
    provisional: str = ""
    """The reason why the flag can only be proposed, as a code of `doubt.py`; `evidence` is what was observed."""
    evidence: tuple[tuple[str, Fact], ...] = ()
    called: bool = False
    """Whether a player has claimed the flag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """A player's act (a move, a crowning, an answer) that arrived after a flag had fallen, with the tablet's record.

    `line` is its journal line. `act` names what was confirmed, and `said` has the fields that were sent with it. `move`
    is empty unless the act is a move.
    """

    line: int
    at: Instant
    act: str = "move"
    said: tuple[tuple[str, Fact], ...] = ()
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
    """An adjournment of a game, to be finished later. Nobody may read the move `sealed` until the envelope is opened.

    `kept` is the encrypted sealed move. `digest` is the digest of key and move, which the players may see. `line` is
    the journal line.
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
    """The result of a game: its outcome, its reason, who gave it, and the grounds if it was a ruling."""

    at: Instant
    outcome: Both[Outcome]
    because: str
    by: str
    article: str | None = None
    reason: str = ""
    corrected: bool = False
    written: str = ""
    """The result as it was given, if the point scheme has more than three results: 9-1, 1+-1-."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerResult:
    """A result that stood until the instant `until`, after `ply` plies. `why` is the code of what has replaced it."""

    result: Result
    ply: int
    until: Instant
    why: str

    @property
    def at(self) -> Instant:
        return self.result.at


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """A result reported by one side.

    It waits until the other side reports the same result; that side may also object.
    """

    at: Instant
    side: Side
    outcome: Both[Outcome]
    written: str = ""
    objected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A ruling about time, clocks, penalties or restored positions, as a note for the printed sheets.

    Rulings that changed only a move or a result are recorded elsewhere in the game.
    """

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
    """The number of moves that the ruling struck; None if unknown."""
    first: str = ""
    """The official who signed first, if two signatures were needed; otherwise empty."""
    about: int = 0
    """The journal line of the proposal that was dismissed, or of the irregular move that was opened; otherwise 0."""
    move: str = ""
    """The move that was announced with a claim and not played."""
    until: Instant | None = None
    """The instant at which a penalty was taken back; None while it stands."""
    had: Both[Span] | None = None
    """The times on both clocks before a ruling on time or position; None for other notes, and in old journals."""

    @property
    def word(self) -> str:
        """The code of the term by which the printed sheets call this note.

        A claim is always called "claimed", because the note does not say whether the claim was granted.
        """
        return "claimed" if self.what == "claim" else self.what


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """A position that an arbiter set up after `ply` plies, in force from the journal line `line` to `until`."""

    ply: int
    position: Position
    line: int
    until: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The opening of a game, drawn by lot. The first `plies` moves of the game were not chosen by the players."""

    table: str
    ballot: str
    text: str
    plies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One board in one round, with everything that happened at it."""

    round: int
    board: int
    entries: Both[int]
    start: Position
    position: Position
    clock: Clock
    tally: Tally
    """The counts towards the endings of the game."""
    opening: Opening | None = None
    started: Instant | None = None
    plays: tuple[Play, ...] = ()
    struck: tuple[Play, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    offer: Side | None = None
    calls: tuple[Call, ...] = ()
    notes: tuple[Note, ...] = ()
    owed: Attempt | None = None
    """The irregular move that has to be corrected before anything else is played."""
    bound: int | None = None
    """The square of the piece that has to correct `owed`: the first wrongly moved that has a legal move (000 VII)."""
    objection: Attempt | None = None
    """The sealed finding opened by an objection; the objecting side decides whether the move is corrected."""
    opened: frozenset[int] = frozenset()
    """The journal lines of the moves whose findings have been opened, legal moves included."""
    huffed: tuple[tuple[int, int], ...] = ()
    """The huffed pieces: the number of plies after which, and the square."""
    set_ups: tuple[SetUp, ...] = ()
    """The positions that were set up during the game, including those no longer in force."""
    touched: int | None = None
    """The number of plies after which the side to move has touched a piece, where moves are not confirmed."""
    uncrowned: int | None = None
    """The square of the king that the side to move has to crown first (000 V)."""
    flag: Flag | None = None
    halted: str | None = None
    """The reason why the clocks of a started game are stopped, one of `HALTS`; None while they run."""
    result: Result | None = None
    former: tuple[FormerResult, ...] = ()
    """The results that the game had before and that were replaced or taken back."""
    postponed: str | None = None
    """The time to which the game was postponed, in words; the next round does not wait for the game."""
    shown: tuple[Clock, ...] = ()
    """The clock after each number of plies, with later corrections; a restored position gets its clock from here."""
    here: Both[bool | None] = Both(None, None)
    """For each side, whether the player is at the board; None if nobody has said so."""
    adjourned: Adjournment | None = None
    reported: Reported | None = None
    """The result reported by one side of a game without moves, until the other side confirms it."""
    late: tuple[Late, ...] = ()
    """The acts that arrived after a flag."""
    rulers: tuple[str, ...] = ()
    """The officials who gave the game a result by ruling, including results that were replaced later."""
    fallen: Game | None = None
    """The game with its flag, for acts confirmed before the flag that still have to be decided.

    It is stored when the flag ends the game, and when an arbiter accepts such an act. The next move removes it.
    """

    @property
    def ply(self) -> int:
        return len(self.plays)

    @property
    def running(self) -> bool:
        """Whether the game has been started and has no result; its clocks may be stopped."""
        return self.started is not None and self.result is None

    @property
    def going(self) -> bool:
        """Whether the players are playing at the board now. A postponed game counts only while its clock runs."""
        return self.running and self.halted != "adjourned" and not (self.postponed and self.clock.running is None)

    @property
    def on_paper(self) -> bool:
        """Whether the game is played without a tablet: no clock runs, and the result is entered by hand."""
        return self.running and self.halted == "paper"

    @property
    def calling(self) -> tuple[Call, ...]:
        """The calls for the arbiter that have not been answered yet.

        A result that the players or an official gave later settles them; one that a move or a flag gave does not.
        """
        end = self.result.at if self.result is not None and self.result.because in SETTLES_CALLS else -1
        return tuple(call for call in self.calls if call.answered is None and call.at >= end)

    @property
    def declined(self) -> Side | None:
        """The side whose draw offer was declined, or answered by a move, until that side moves again; None if none.

        A move that this side made while its offer was valid does not count: the answer came after it.
        """
        offers = [note for note in self.notes if note.what == "offer" and note.ply <= self.ply]
        if not offers or self.offer is not None or self.result is not None:
            return None
        offer, by = offers[-1], [play.side for play in self.plays[offers[-1].ply :]]
        since = by[1:] if by and by[0] is offer.side else by
        return None if offer.side in since else offer.side

    def with_clock(self, clock: Clock, corrected: Clock | None = None) -> Game:
        """Return the game with the clock *clock*.

        *corrected* replaces the clock that is stored for the present ply and used if this position is restored later.
        """
        shown = self.shown if corrected is None else (*self.shown[:-1], corrected)
        return replace(self, clock=clock, shown=shown)

    def reopened(self, at: Instant, why: str) -> Game:
        """Return the game without its result, which it remembers with the code *why*."""
        if self.result is None:
            return self
        former = FormerResult(result=self.result, ply=self.ply, until=at, why=why)
        return replace(self, result=None, former=(*self.former, former))

    def noted(self, note: Note) -> Game:
        return replace(self, notes=(*self.notes, note))

    def clock_before(self, at: Instant) -> Clock:
        """The clock of the game at *at*.

        If a flag fell later than *at*, this is the clock as it ran before the flag fell.
        """
        return self.flag.clock if self.flag is not None and at < self.flag.at else self.clock

    def entries_at(self, at: Instant) -> Both[int]:
        """The entries by colour as they were at that instant: the other way round before a ruling that swapped them."""
        swapped = sum(note.what == "swapped_players" and note.at > at for note in self.notes) % 2
        return Both(self.entries.black, self.entries.white) if swapped else self.entries

    def irregular(self, side: Side) -> int:
        """The number of irregular moves of the player who has *side* now. Those that were no offence do not count."""
        own = (a for a in self.attempts if self.entries_at(a.at)[a.side] == self.entries[side])
        return sum(not attempt.overruled for attempt in own)

    @property
    def unnoticed(self) -> tuple[Attempt, ...]:
        """The irregular moves that were opened without being corrected or let stand. They are not counted."""
        told = {attempt.play or attempt.line for attempt in self.attempts}
        found = (play.sealed for play in (*self.struck, *self.plays) if play.line in self.opened)
        return tuple(one for one in found if one is not None and one.line not in told)

    def tried_after(self, ply: int) -> tuple[Attempt, ...]:
        """The irregular moves that were tried in the present position after *ply* plies and still count as offences."""
        since = self.plays[ply - 1].at if ply else 0
        return tuple(a for a in self.attempts if a.ply == ply and a.at >= since and not a.overruled)

    def bound_after(self, ply: int) -> int | None:
        """The square of the piece that has to make the correct move after *ply* plies, or None.

        It is the first piece that was moved wrongly in this position and has a legal move.
        """
        return next((a.bound for a in self.tried_after(ply) if a.bound is not None), None)

    @property
    def begun_with(self) -> Position:
        """The position from which the game is played: the last one that a ruling set up and that still counts.

        If there is none, it is the position at the start.
        """
        return next((one.position for one in reversed(self.set_ups) if one.until is None), self.start)

    @property
    def ended_on_board(self) -> bool:
        """Whether the last move ended the game by itself. If that move was irregular, it may still be objected to."""
        result = self.result
        return bool(result and self.plays and result.by == "service" and result.at == self.plays[-1].at)

    def position_after(self, ply: int) -> Position:
        """The position after *ply* plies."""
        position = self.start
        for number, play in enumerate((None, *self.plays[:ply])):
            position = position if play is None else position.played(play.path, play.taken, play.crowned)
            position = self._ruled(number, position)
        return position

    def tally_after(self, ply: int, rows: tuple[Ending, ...] | None = None) -> Tally:
        """The counts towards endings after *ply* plies. They follow *rows* if given, otherwise the rows of the game."""
        set_up = any((note.what, note.ply) == ("set_up", 0) for note in self.notes)
        counted, position = self.tally.rows if rows is None else rows, self.start
        tally = begin(position, counted, self.tally.board, POSITION if set_up else BEGIN)
        for number, play in enumerate((None, *self.plays[:ply])):
            if play is not None:
                position = position.played(play.path, play.taken, play.crowned)
                tally = tally.after(play, position)
            ruled = self._ruled(number, position)
            cause = POSITION if self._set_up_at(number) else CAPTURE
            position, tally = ruled, tally if ruled is position else tally.set_up(ruled, cause)
        return tally if rows is not None else tally.with_notices(self.tally)

    def _ruled(self, ply: int, position: Position) -> Position:
        """The position after *ply* plies, with the rulings made there applied: pieces huffed and positions set up."""
        for after, square in self.huffed:
            position = without(position, square) if after == ply else position
        here = self._set_up_at(ply)
        return here.position if here else position

    def _set_up_at(self, ply: int) -> SetUp | None:
        """The position that was set up after *ply* plies and is in force; None if there is none."""
        return next((one for one in self.set_ups if one.ply == ply and one.until is None), None)


def without(position: Position, square: int) -> Position:
    """Return the position without the piece on *square*, which was removed (huffed) because it failed to capture."""
    keep = ~(1 << square)
    men, kings, idle = (
        bits.map(lambda squares: squares & keep) for bits in (position.men, position.kings, position.good_for_nothings)
    )
    return Position.of(position.turn, men, kings, idle, position.walks)
