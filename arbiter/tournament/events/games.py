"""Events of play: what the players do at the board, and how their game ends."""

from __future__ import annotations

from arbiter.clock.clock import Clock
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Fact
from arbiter.rules.endings.draws import RunningTally
from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.events.event import BoardAct, Event
from arbiter.tournament.game import OF_PLAYERS, Attempt, Call, Game, Play, Reported, Result
from arbiter.tournament.lapsed_proposals import settled
from arbiter.tournament.state import Tournament
from arbiter.tournament.stored.packed import packed
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePlayed(BoardAct):
    """A legal move was played, and the press of the clock charged its time.

    Times are in milliseconds. `charged` is the time charged for the move. `left` is the mover's time after the press,
    with the time of a new period if one began. `overtime` is the overtime count (see `Clock`). `lag` is the part of
    the time until `at` that the network caused; nobody is charged for it. Three fields come from the tablet and are
    only evidence: `pressed` is the instant of the press by the tablet's measured offset, `round_trip` the precision of
    that offset, and `device` the tablet's own monotonic clock.
    """

    ply: int
    side: Side
    move: str
    path: tuple[int, ...]
    taken: tuple[int, ...]
    crowned: bool
    charged: Span
    left: Span
    overtime: int | None = None
    lag: Span = 0
    pressed: Instant | None = None
    round_trip: Span | None = None
    device: int | None = None
    gained: Span = 0
    """The milliseconds that the press added: the increment, and the time of the next period.

    They are taken back with the move.
    """
    seal: str = ""
    """The salted hash of the finding, if the regulations keep findings secret; otherwise empty.

    A finding tells whether a move was irregular, and why.
    """
    sealed: str = ""
    """The finding about the move (irregular or not) and its salt, encrypted with a key that is not in the journal."""
    irregular: str | None = None
    """The code of the rule that the move breaks, before the desk encrypts the finding; None for a legal move.

    The next fields are of the same finding: the article, the facts, the correct moves, and the square of the bound
    piece.
    """
    irregular_article: str | None = None
    irregular_facts: tuple[tuple[str, Fact], ...] = ()
    irregular_corrections: tuple[str, ...] = ()
    irregular_piece: int | None = None
    to_crown: bool = False
    """Whether the opponent has to crown the king before they may move (000 V)."""
    late: Span = 0
    """The milliseconds between press and acceptance of a move after the flag; only older releases wrote this field."""
    beside: bool = False
    """Whether an official entered the move although the tablet of the side that moved was in touch."""

    def after(self, state: Tournament) -> Tournament:
        playing = Playing(self.game(state))
        playing.move(self, state.version)
        return settled(state, playing.game())

    def play(self, line: int) -> Play:
        """Return the move as a cell of the score sheet. *line* is the number of its journal line."""
        return Play(
            ply=self.ply,
            side=self.side,
            move=self.move,
            path=self.path,
            taken=self.taken,
            crowned=self.crowned,
            at=self.at,
            charged=self.charged,
            left=self.left,
            lag=self.lag,
            gained=self.gained,
            line=line,
            seal=self.seal,
            kept=self.sealed,
            entered=self.by if self.beside else "",
            sealed=self._irregular(line),
        )

    def _irregular(self, line: int) -> Attempt | None:
        if self.irregular is None:
            return None
        return Attempt(
            line=line,
            at=self.at,
            ply=self.ply - 1,
            side=self.side,
            move=self.move,
            code=self.irregular,
            article=self.irregular_article,
            facts=self.irregular_facts,
            bound=self.irregular_piece,
            corrections=self.irregular_corrections,
        )


class Playing:
    """A game while many moves are replayed on it.

    It is one object that changes. That saves the time of making a new `Game` for each move.
    """

    def __init__(self, game: Game) -> None:
        self._before = game
        self._clock = game.flag.clock if game.flag else game.clock
        self._position = game.position
        self._counting = RunningTally(game.tally)
        self._plays: list[Play] = []
        self._shown: list[Clock] = []
        self._here = game.here
        self._offer = game.offer
        self._uncrowned: int | None = None

    def move(self, event: MovePlayed, line: int) -> None:
        """Play one more move. *line* is the number of its journal line."""
        self._clock = self._clock.pressed(
            event.side, event.left, event.at, lag=event.lag + event.late, overtime=event.overtime
        )
        self._position = self._position.played(event.path, event.taken, event.crowned)
        self._counting.move(event, self._position)
        self._plays.append(event.play(line))
        self._shown.append(self._clock)
        if self._here[event.side] is not True:
            self._here = self._here.put(event.side, True)
        self._offer = self._offer if self._offer is event.side else None
        self._uncrowned = event.path[-1] if event.to_crown else None

    def game(self) -> Game:
        """Return the game as it is after the last replayed move."""
        return replace(
            self._before,
            position=self._position,
            tally=self._counting.tally(),
            plays=(*self._before.plays, *self._plays),
            clock=self._clock,
            shown=(*self._before.shown, *self._shown),
            here=self._here,
            offer=self._offer,
            reported=None,
            owed=None,
            bound=None,
            objection=None,
            uncrowned=self._uncrowned,
            flag=None,
            halted=None,
            fallen=None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceTouched(BoardAct):
    """The side to move touched a piece. The opponent can then no longer undo a move played without confirmation."""

    side: Side

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        return state.put(replace(game, touched=game.ply))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered(BoardAct):
    """One side offers a draw. The offer is valid until the other side answers or moves."""

    side: Side

    def after(self, state: Tournament) -> Tournament:
        return settled(state, replace(self.noted(self.game(state), "offer"), offer=self.side))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAnswered(BoardAct):
    """The side that was offered a draw accepted or declined it."""

    side: Side
    accepted: bool

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "accepted" if self.accepted else "declined")
        return settled(state, replace(game, offer=None))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawClaimed(BoardAct):
    """One side claims a draw for a reason, such as a repetition, that an arbiter has to check."""

    side: Side
    ground: str
    move: str = ""
    """The announced move, not yet played, that will make the claim true; empty without one."""

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        state = state.put(game.noted(replace(self.note(game, "claim"), reason=self.ground, move=self.move)))
        return self.proposed(state, "claim", self.ground, move=self.move)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterCalled(BoardAct):
    """Somebody at the board calls the arbiter."""

    side: Side | None
    reason: str

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        call = Call(at=self.at, side=self.side, reason=self.reason)
        return settled(state, replace(game, calls=(*game.calls, call)))


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAnswered(BoardAct):
    """The arbiter came to the board, which answers all open calls from this board."""

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        calls = tuple(call if call.answered is not None else replace(call, answered=self.at) for call in game.calls)
        return settled(state, replace(game, calls=calls))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultReported(BoardAct):
    """One side reported the result of a game without moves; the other side has not confirmed it yet."""

    side: Side
    white: Outcome
    black: Outcome
    written: str = ""

    def after(self, state: Tournament) -> Tournament:
        outcome = Both(self.white, self.black)
        said = Reported(at=self.at, side=self.side, outcome=outcome, written=self.written)
        text = self.written or state.points.pair_text(outcome.map(state.points.of))
        return state.put(replace(self.noted(self.game(state), "report", step=text), reported=said))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultObjected(BoardAct):
    """The other side objected to a reported result."""

    side: Side

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "disputed")
        return state.put(replace(game, reported=game.reported and replace(game.reported, objected=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(BoardAct):
    """A game ended with the outcomes `white` and `black`, for the reason `because`.

    `written`: the result as it was written, such as 9-1 or 1+-1-, if the point scheme has more than three results.
    """

    white: Outcome
    black: Outcome
    because: str
    article: str | None = None
    reason: str = ""
    written: str = ""

    def after(self, state: Tournament) -> Tournament:
        return settled(state, _ended(self.game(state), self, corrected=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected(BoardAct):
    """An arbiter replaced the result of a game. The old result remains readable in the journal."""

    white: Outcome
    black: Outcome
    because: str
    article: str | None
    reason: str
    written: str = ""

    def after(self, state: Tournament) -> Tournament:
        return settled(state, _ended(self.game(state), self, corrected=True))


def _ended(game: Game, event: GameEnded | ResultCorrected, *, corrected: bool) -> Game:
    """Return the game with the result of *event*. Open offers, reports, objections and flags end with it.

    Its plays and clocks are packed into less memory, because few games are looked at once they are over.
    """
    game = packed(game.reopened(event.at, "corrected"))
    result = Result(
        at=event.at,
        outcome=Both(event.white, event.black),
        because=event.because,
        by=event.by,
        article=event.article,
        reason=event.reason,
        corrected=corrected,
        written=event.written,
    )
    return replace(
        game,
        result=result,
        clock=game.clock_before(event.at).stop(event.at),
        offer=None,
        reported=None,
        adjourned=None,
        owed=None,
        bound=None,
        objection=None,
        uncrowned=None,
        flag=None,
        rulers=game.rulers if event.because in OF_PLAYERS else (*game.rulers, event.by),
        fallen=game if event.because == "flag" and game.flag is not None else None,
    )


EVENTS: tuple[type[Event], ...] = (
    MovePlayed,
    PieceTouched,
    DrawOffered,
    DrawAnswered,
    DrawClaimed,
    ArbiterCalled,
    CallAnswered,
    ResultReported,
    ResultObjected,
    GameEnded,
    ResultCorrected,
)
