"""What the players do at the board, and how their game ends."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.pairing.table.points import Outcome
from arbiter.refused import Fact
from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.events.event import AtBoard, Event
from arbiter.tournament.game import OF_PLAYERS, Attempt, Call, Game, Play, Reported, Result
from arbiter.tournament.lapsing import settled
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePlayed(AtBoard):
    """A legal move, and what its press did to the clock.

    `charged` was thought, `left` remains once the period is credited, `overtime` is how much of that has been used.
    `lag` of the time until `at` was the network's and is charged to nobody. What the tablet said is evidence and
    decides nothing by itself: `pressed` the instant of the press by its measured offset, `round_trip` how good that
    is, `device` its own monotonic clock.
    """

    ply: int
    side: Side
    move: str
    path: tuple[int, ...]
    taken: tuple[int, ...]
    crowned: bool
    charged: Span
    left: Span
    by: str
    overtime: int | None = None
    lag: Span = 0
    pressed: Instant | None = None
    round_trip: Span | None = None
    device: int | None = None
    gained: Span = 0
    """What the press brought besides: the increment, and the allotment of the next period. It goes with the move."""
    irregular: str | None = None
    """The finding that was sealed with the move: its code, article, facts, what would have been right, the piece."""
    irregular_article: str | None = None
    irregular_facts: tuple[tuple[str, Fact], ...] = ()
    irregular_corrections: tuple[str, ...] = ()
    irregular_piece: int | None = None
    to_crown: bool = False
    """The opponent has to crown the king before they may move (000 V)."""
    late: Span = 0
    """So much of the time until `at` lay between the press and the arbiter who let it stand after the flag."""

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        play = Play(
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
            sealed=self._sealed(state.version),
        )
        clock = game.flag.clock if game.flag else game.clock
        clock = clock.pressed(self.side, self.left, self.at, lag=self.lag + self.late, overtime=self.overtime)
        now = game.position.played(self.path, self.taken, self.crowned)
        game = replace(
            game,
            position=now,
            tally=game.tally.after(self, now),
            plays=(*game.plays, play),
            clock=clock,
            shown=(*game.shown, clock),
            here=game.here.put(self.side, True),
            offer=game.offer if game.offer is self.side else None,
            reported=None,
            owed=None,
            bound=None,
            objection=None,
            uncrowned=self.path[-1] if self.to_crown else None,
            flag=None,
            halted=None,
        )
        return settled(state, game)

    def _sealed(self, line: int) -> Attempt | None:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered(AtBoard):
    """One side proposes a draw; the offer stands until the other answers or moves."""

    side: Side
    by: str

    def after(self, state: Tournament) -> Tournament:
        return settled(state, replace(self.noted(self.game(state), "offer"), offer=self.side))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAnswered(AtBoard):
    """The side that a draw was offered to said yes or no."""

    side: Side
    accepted: bool
    by: str

    def after(self, state: Tournament) -> Tournament:
        return settled(state, replace(self.game(state), offer=None))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawClaimed(AtBoard):
    """One side says that the game is drawn, on a ground that an arbiter has to look at."""

    side: Side
    ground: str
    by: str
    move: str = ""
    """The move that is to bring the ground about, announced and not yet played."""

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        state = state.put(game.noted(replace(self.note(game, "claim"), reason=self.ground)))
        return self.proposed(state, "claim", self.ground, move=self.move)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterCalled(AtBoard):
    """Somebody at the board wants the arbiter."""

    side: Side | None
    reason: str
    by: str

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        call = Call(at=self.at, side=self.side, reason=self.reason)
        return settled(state, replace(game, calls=(*game.calls, call)))


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAnswered(AtBoard):
    """The arbiter came: every call from that board is dealt with."""

    by: str

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        calls = tuple(call if call.answered is not None else replace(call, answered=self.at) for call in game.calls)
        return settled(state, replace(game, calls=calls))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultReported(AtBoard):
    """One side says what a game without moves was for `white` and for `black`; the other has not said so yet."""

    side: Side
    white: Outcome
    black: Outcome
    by: str
    written: str = ""

    def after(self, state: Tournament) -> Tournament:
        said = Reported(at=self.at, side=self.side, outcome=Both(self.white, self.black), written=self.written)
        return state.put(replace(self.game(state), reported=said))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultObjected(AtBoard):
    """The other side says that the result that was reported is not right."""

    side: Side
    by: str

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        return state.put(replace(game, reported=game.reported and replace(game.reported, objected=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(AtBoard):
    """A result, and because of what: what the game was for `white` and for `black`.

    `written`: the result as it was given, where the scheme of points has more of them than three (9-1, 1+-1-).
    """

    white: Outcome
    black: Outcome
    because: str
    by: str
    article: str | None = None
    reason: str = ""
    written: str = ""

    def after(self, state: Tournament) -> Tournament:
        return settled(state, _ended(self.game(state), self, corrected=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected(AtBoard):
    """An arbiter put another result in the place of the one that stood; the old one stays in the journal."""

    white: Outcome
    black: Outcome
    because: str
    by: str
    article: str | None
    reason: str
    written: str = ""

    def after(self, state: Tournament) -> Tournament:
        return settled(state, _ended(self.game(state), self, corrected=True))


def _ended(game: Game, event: GameEnded | ResultCorrected, *, corrected: bool) -> Game:
    """The game with that result; nothing of what was going on is left open."""
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
