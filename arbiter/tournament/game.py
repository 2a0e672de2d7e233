"""A game as a value: one board in one round, with everything that happened at it.

In this package, a *play* is a move that counts and stands on the score sheet, with its times. An *attempt* is an
irregular move: it was made at the board, but does not count.
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
"""The reasons for the end of a game that need no ruling."""
HALTS = ("arbiter", "call", "hall", "flag", "outage", "adjourned", "paper")
"""The reasons why the clocks of a board are stopped.

In order: by an arbiter, a call for the arbiter, a stop of all boards, a flag, an outage, an adjournment, a game on
paper.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An irregular move, made after `ply` plies. `line` is the number of its journal line."""

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
    """Whether an arbiter ruled that the move was no offence. It then does not count, and need not be corrected."""
    play: int = 0
    """The journal line in which the move was played, if another line took the move back; otherwise 0."""


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
    """The milliseconds that the press added to the clock. They are taken back with the move."""
    line: int = 0
    """The number of the journal line in which the move is recorded."""
    seal: str = ""
    """The salted hash of the finding (whether the move was irregular); empty if findings are not kept secret."""
    kept: str = ""
    """The finding (whether the move was irregular) and its salt, encrypted (`sealed_data.py`)."""
    salt: str = ""
    """The salt of the hash `seal`, once the finding has been opened; empty before."""
    entered: str = ""
    """The official who entered the move although the tablet of the side that moved was in touch; empty otherwise."""
    sealed: Attempt | None = None
    """The irregular move that the opened finding describes; None for a legal move, and until the finding is opened.

    Journals written before release 0.4 had it from the beginning.
    """


SETTLES_CALLS = frozenset({"resigned", "agreed", "reported", "ruling", "adjudicated", "forfeit"})
"""The reasons of results after which nobody has to answer a call for the arbiter any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call for the arbiter. `answered` is the instant at which the arbiter came, None until then."""

    at: Instant
    side: Side | None
    reason: str
    answered: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A fallen flag. The proposal to rule on this flag has the journal line of the flag as its number."""

    side: Side
    at: Instant
    proposal: int
    clock: Clock
    """The clock as it ran before the flag fell.

    It serves a move that arrived before the fall and is handled after it.
    """
    provisional: str = ""
    """The code of the doubt because of which an arbiter has to decide on the flag; empty if there is no doubt.

    The codes are those of `Doubt.why`. `evidence` is what the service observed.
    """
    evidence: tuple[tuple[str, Fact], ...] = ()
    called: bool = False
    """Whether a player has claimed the flag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """A player's act (a move, a crowning, an answer) that arrived after a flag had fallen, with the tablet's record.

    `line` is its journal line. `act` is the name of the act, and `said` has the fields that were sent with it. `move`
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
    """An adjournment of a game, to be finished later.

    Nobody may read `sealed`, the move in the envelope, until the envelope is opened.

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
    """The result as it was written, such as 9-1 or 1+-1-, if the point scheme has more than three results."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerResult:
    """An earlier result of a game, valid until the instant `until`, after `ply` plies.

    `why`: the code of what replaced it.
    """

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
    """A ruling about time, clocks, penalties or restored positions, recorded as a note for the printed sheets.

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
    """The number of moves that the ruling removed from the score sheet; None if unknown."""
    first: str = ""
    """The official who signed first, if two signatures were needed; otherwise empty."""
    about: int = 0
    """The journal line of the dismissed proposal, or of the irregular move whose finding was opened; otherwise 0."""
    move: str = ""
    """The move that was announced with a claim and not played."""
    until: Instant | None = None
    """The instant at which a penalty was taken back; None while it stands."""
    had: Both[Span] | None = None
    """The times on both clocks before a ruling on time or position; None for other notes, and in old journals."""

    @property
    def word(self) -> str:
        """The code of the word that the printed sheets use for this note.

        For a claim the word is always "claimed", because the note does not record whether the claim was granted.
        """
        return "claimed" if self.what == "claim" else self.what


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """A position set up by an arbiter after `ply` plies.

    It counts from the journal line `line` until the line `until` takes it back.
    """

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
    """The counts of moves and repetitions that can end the game."""
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
    """The square of the piece that has to correct `owed`: the first wrongly moved piece that can move (000 VII)."""
    objection: Attempt | None = None
    """The irregular move that an objection has revealed. The side that objected decides whether it is corrected."""
    opened: frozenset[int] = frozenset()
    """The journal lines of the moves of which it was revealed whether they were irregular, legal moves included."""
    huffed: tuple[tuple[int, int], ...] = ()
    """The huffed (removed) pieces, each as (plies played before its removal, square)."""
    set_ups: tuple[SetUp, ...] = ()
    """The positions that were set up during the game, including those no longer in force."""
    touched: int | None = None
    """The number of plies played when the side to move touched a piece (only if moves need no confirmation)."""
    uncrowned: int | None = None
    """The square of the king that the side to move has to crown before it moves (000 V)."""
    flag: Flag | None = None
    halted: str | None = None
    """The reason why the clocks of a started game are stopped, one of `HALTS`; None while they run."""
    result: Result | None = None
    former: tuple[FormerResult, ...] = ()
    """The results that the game had before and that were replaced or taken back."""
    postponed: str | None = None
    """The time to which the game was postponed, in words; the next round does not wait for the game."""
    shown: tuple[Clock, ...] = ()
    """The clock after each number of plies, with later corrections.

    A position that is restored gets its clock from here.
    """
    here: Both[bool | None] = Both(None, None)
    """For each side, whether the player is at the board; None if nobody has said so."""
    adjourned: Adjournment | None = None
    reported: Reported | None = None
    """The result reported by one side of a game without moves, until the other side confirms it."""
    late: tuple[Late, ...] = ()
    """The acts of players that arrived after a flag had fallen."""
    rulers: tuple[str, ...] = ()
    """The officials who gave the game a result by a ruling, even if another result replaced it later."""
    fallen: Game | None = None
    """The game as it was with its fallen flag, kept for acts that were confirmed before the flag and are not decided.

    It is stored when the flag ends the game, and when an arbiter accepts such an act. The next move removes it.
    """

    @property
    def ply(self) -> int:
        return len(self.plays)

    @property
    def running(self) -> bool:
        """Return whether the game has been started and has no result. Its clocks may be stopped."""
        return self.started is not None and self.result is None

    @property
    def going(self) -> bool:
        """Return whether the players are playing now. A postponed game counts only while its clock runs."""
        return self.running and self.halted != "adjourned" and not (self.postponed and self.clock.running is None)

    @property
    def on_paper(self) -> bool:
        """Whether the game is played without a tablet: no clock runs, and the result is entered by hand."""
        return self.running and self.halted == "paper"

    @property
    def calling(self) -> tuple[Call, ...]:
        """Return the calls for the arbiter that have not been answered yet.

        A result given by the players or an official settles the calls before it. A result by a move or a flag does not.
        """
        end = self.result.at if self.result is not None and self.result.because in SETTLES_CALLS else -1
        return tuple(call for call in self.calls if call.answered is None and call.at >= end)

    @property
    def declined(self) -> Side | None:
        """Return the side whose draw offer was declined or answered by a move, until it moves again; otherwise None.

        A move that this side made while its offer was open does not count, because the answer came later.
        """
        offers = [note for note in self.notes if note.what == "offer" and note.ply <= self.ply]
        if not offers or self.offer is not None or self.result is not None:
            return None
        offer, by = offers[-1], [play.side for play in self.plays[offers[-1].ply :]]
        since = by[1:] if by and by[0] is offer.side else by
        return None if offer.side in since else offer.side

    def with_clock(self, clock: Clock, corrected: Clock | None = None) -> Game:
        """Return the game with the clock *clock*.

        *corrected* replaces the clock stored for the present ply, which is used if this position is restored later.
        """
        shown = self.shown if corrected is None else (*self.shown[:-1], corrected)
        return replace(self, clock=clock, shown=shown)

    def reopened(self, at: Instant, why: str) -> Game:
        """Return the game without its result. The result is kept in `former`, with the code *why*."""
        if self.result is None:
            return self
        former = FormerResult(result=self.result, ply=self.ply, until=at, why=why)
        return replace(self, result=None, former=(*self.former, former))

    def noted(self, note: Note) -> Game:
        return replace(self, notes=(*self.notes, note))

    def clock_before(self, at: Instant) -> Clock:
        """Return the clock of the game at *at*.

        If a flag fell later than *at*, this is the clock as it ran before the flag fell.
        """
        return self.flag.clock if self.flag is not None and at < self.flag.at else self.clock

    def entries_at(self, at: Instant) -> Both[int]:
        """Return the entries of White and Black at the instant *at*, before any later ruling that swapped them."""
        swapped = sum(note.what == "swapped_players" and note.at > at for note in self.notes) % 2
        return Both(self.entries.black, self.entries.white) if swapped else self.entries

    def irregular(self, side: Side) -> int:
        """Return the number of irregular moves of the player who has *side* now.

        Moves overruled as no offence do not count.
        """
        own = (a for a in self.attempts if self.entries_at(a.at)[a.side] == self.entries[side])
        return sum(not attempt.overruled for attempt in own)

    @property
    def unnoticed(self) -> tuple[Attempt, ...]:
        """Return the irregular moves whose findings were opened but that were neither corrected nor accepted.

        They do not count as offences.
        """
        told = {attempt.play or attempt.line for attempt in self.attempts}
        found = (play.sealed for play in (*self.struck, *self.plays) if play.line in self.opened)
        return tuple(one for one in found if one is not None and one.line not in told)

    def tried_after(self, ply: int) -> tuple[Attempt, ...]:
        """Return the irregular moves tried after *ply* plies in the present position that count as offences."""
        since = self.plays[ply - 1].at if ply else 0
        return tuple(a for a in self.attempts if a.ply == ply and a.at >= since and not a.overruled)

    def bound_after(self, ply: int) -> int | None:
        """Return the square of the piece that has to make the correct move after *ply* plies, or None.

        It is the first piece that was moved wrongly in this position and has a legal move.
        """
        return next((a.bound for a in self.tried_after(ply) if a.bound is not None), None)

    @property
    def begun_with(self) -> Position:
        """Return the position from which the game is played: the last one set up by a ruling that is still in force.

        If there is none, it is the initial position.
        """
        return next((one.position for one in reversed(self.set_ups) if one.until is None), self.start)

    @property
    def ended_on_board(self) -> bool:
        """Return whether the last move ended the game by itself.

        If that move was irregular, the opponent may still object to it.
        """
        result = self.result
        return bool(result and self.plays and result.by == "service" and result.at == self.plays[-1].at)

    def position_after(self, ply: int) -> Position:
        """Return the position after *ply* plies."""
        position = self.start
        for number, play in enumerate((None, *self.plays[:ply])):
            position = position if play is None else position.played(play.path, play.taken, play.crowned)
            position = self._ruled(number, position)
        return position

    def tally_after(self, ply: int, rows: tuple[Ending, ...] | None = None) -> Tally:
        """Return the counts of moves and repetitions that can end the game, after *ply* plies.

        They are counted for the endings *rows* if given, otherwise for the endings of the game.
        """
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
        """Return the position after *ply* plies, with the rulings made at that ply: pieces huffed, positions set up."""
        for after, square in self.huffed:
            position = without(position, square) if after == ply else position
        here = self._set_up_at(ply)
        return here.position if here else position

    def _set_up_at(self, ply: int) -> SetUp | None:
        """Return the position that was set up after *ply* plies and still counts; None if there is none."""
        return next((one for one in self.set_ups if one.ply == ply and one.until is None), None)


def without(position: Position, square: int) -> Position:
    """Return the position without the piece on *square*, which was removed (huffed) because it failed to capture."""
    keep = ~(1 << square)
    men, kings, idle = (
        bits.map(lambda squares: squares & keep) for bits in (position.men, position.kings, position.good_for_nothings)
    )
    return Position.of(position.turn, men, kings, idle, position.walks)
