"""Events that stop and resume clocks: by a person, an outage, an adjournment, or for a game on paper."""

from __future__ import annotations

from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.events.event import AtBoards, BoardAct, Event, Place, TournamentAct
from arbiter.tournament.game import Adjournment, Game, Note
from arbiter.tournament.lapsed_proposals import settled
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStopped(BoardAct):
    """The clocks of a board were stopped.

    `why`: "arbiter" if an arbiter stopped them, "call" if a player's call did. `stood`: the instant from which the
    clocks stood, if that was before `at` because the arbiter's tablet was slow.
    """

    reason: str
    why: str = "arbiter"
    stood: Instant | None = None

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        note = self.note(game, "stopped" if self.why == "arbiter" else f"stopped_{self.why}")
        return settled(state, _stopped(game, note, self.at if self.stood is None else self.stood, self.why))


@dataclass(frozen=True, slots=True, kw_only=True)
class HallStopped(TournamentAct):
    """The clocks of several boards (a section or the whole hall) were stopped at one instant.

    Each board is given as (round, board).
    """

    boards: tuple[Place, ...]
    reason: str
    article: str | None = None

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return self.boards

    def after(self, state: Tournament) -> Tournament:
        for round, board in self.boards:
            game = state.game(round, board)
            note = replace(self.note(game, "stopped_hall"), article=None)
            state = settled(state, _stopped(game, note, self.at, "hall"))
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class StopExplained(TournamentAct):
    """An official gave the reason for a stop of clocks after it. `boards` are pairs of round and board."""

    boards: tuple[Place, ...]
    reason: str

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return self.boards

    def after(self, state: Tournament) -> Tournament:
        for round, board in self.boards:
            game = state.game(round, board)
            notes = tuple(replace(note, reason=self.reason) if unexplained(note) else note for note in game.notes)
            state = state.put(replace(game, notes=notes))
        return state


def unexplained(note: Note) -> bool:
    """Return whether *note* records an official's stop of the clocks without any reason until now."""
    return note.what in ("stopped", "stopped_hall") and not note.reason


def _stopped(game: Game, note: Note, at: Instant, why: str) -> Game:
    """Return the game with its clocks stopped at *at*. A flag that fell later than *at* is removed."""
    clock = game.clock_before(at)
    flag = None if clock is not game.clock else game.flag
    return replace(game.noted(note), clock=clock.stop(at), halted=why, flag=flag)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksResumed(AtBoards):
    """Stopped clocks were started again, all at the same instant, for the side to move."""

    by: str
    reason: str

    def after(self, state: Tournament) -> Tournament:
        for game in self.games(state):
            clock = game.clock.start(game.position.turn, self.at)
            state = settled(state, replace(self.noted(game, "resumed"), halted=None, clock=clock))
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesOnPaper(AtBoards):
    """The games at these boards are played without a tablet, from the start or from now on.

    They have no clock and no flag, and the result is entered from a paper slip.
    """

    by: str
    reason: str = ""

    def after(self, state: Tournament) -> Tournament:
        for game in self.games(state):
            clock, started = game.clock.stop(self.at), self.at if game.started is None else game.started
            began = replace(self.noted(game, "on_paper"), started=started, clock=clock, halted="paper", offer=None)
            state = settled(state, began)
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceInterrupted(Event):
    """The service was not running from the instant `alive` to the instant `at`.

    The clocks of these boards, given as (round, board), stopped at `alive`. The time in between is charged to nobody.
    """

    alive: Instant
    boards: tuple[Place, ...]

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return self.boards

    def after(self, state: Tournament) -> Tournament:
        for round, board in self.boards:
            game = self.noted(state.game(round, board), "outage", span=max(0, self.at - self.alive))
            state = settled(state, replace(game, halted="outage", clock=game.clock.stop(self.alive)))
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderChanged(Event):
    """Another server leads the tournament from now on (only in journals of older releases).

    The server that led before was last known to run at the instant `alive`.
    """

    node: str
    before: str
    alive: Instant

    def after(self, state: Tournament) -> Tournament:
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAdjourned(BoardAct):
    """A game was adjourned, to be finished later. Its clocks stopped at `at`.

    `side` wrote down its next move, put it into an envelope named `envelope`, and pressed its clock. `sealed` is that
    move, if an official typed it in. Without an envelope, the side to move moves first later. `until` is the time of
    resumption, in words. `kept` is the sealed move, encrypted with the key that is printed on its envelope. `digest` is
    the digest of the key and the move, which both players may see.
    """

    side: Side
    envelope: str
    sealed: str
    white_left: Span
    black_left: Span
    reason: str
    until: str = ""
    kept: str = ""
    digest: str = ""

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "adjourned", step=self.envelope or None)
        adjourned = Adjournment(
            at=self.at,
            side=self.side,
            envelope=self.envelope,
            sealed=self.sealed,
            by=self.by,
            reason=self.reason,
            until=self.until,
            kept=self.kept,
            digest=self.digest,
            line=state.version,
        )
        clock = replace(game.clock.stop(self.at), had=Both(self.white_left, self.black_left))
        game = replace(game, halted="adjourned", adjourned=adjourned, postponed=self.until, clock=clock, offer=None)
        return settled(state, game)


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjournmentEnded(BoardAct):
    """An adjourned game was resumed. If a move was sealed, the next journal line plays it.

    `lost` is set if an arbiter ruled that the envelope was lost. If the sealed move is then unknown, the side to move
    goes on thinking.
    """

    reason: str
    lost: str = ""
    """The ruling on a lost envelope; empty if it was not lost.

    "played": the sealed move stands. "thinks": the side to move goes on thinking.
    """

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "envelope_lost" if self.lost else "adjournment_ended")
        sealed = game.adjourned is not None and bool(game.adjourned.envelope) and self.lost != "thinks"
        clock = game.clock if sealed else game.clock.start(game.position.turn, self.at)
        return settled(state, replace(game, halted=None, adjourned=None, postponed=None, clock=clock))


EVENTS: tuple[type[Event], ...] = (
    ClockStopped,
    HallStopped,
    StopExplained,
    ClocksResumed,
    GamesOnPaper,
    ServiceInterrupted,
    LeaderChanged,
    GameAdjourned,
    AdjournmentEnded,
)
