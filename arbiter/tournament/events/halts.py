"""Clocks that stand still, and go on: stopped by a person or an outage, of an adjourned game, or of one on paper."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.events.event import AtBoard, AtBoards, Event, Place
from arbiter.tournament.game import Adjournment, Game, Note
from arbiter.tournament.lapsing import settled
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStopped(AtBoard):
    """The clocks of a board were stopped; `why` says by what: "arbiter", or "call" of a player where that stops them.

    `stood` is the instant at which they stopped where it is not `at`: the arbiter's tablet was slow.
    """

    by: str
    reason: str
    why: str = "arbiter"
    stood: Instant | None = None

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        note = self.note(game, "stopped" if self.why == "arbiter" else f"stopped_{self.why}")
        return settled(state, _stopped(game, note, self.at if self.stood is None else self.stood, self.why))


@dataclass(frozen=True, slots=True, kw_only=True)
class HallStopped(Event):
    """The clocks of all these boards, as (round, board), were stopped at one instant: a section, or the whole hall."""

    boards: tuple[Place, ...]
    by: str
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
class StopExplained(Event):
    """Why the clocks of these boards, as (round, board), had been stopped: they were stopped first."""

    boards: tuple[Place, ...]
    by: str
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
    """Whether an official stopped the clocks, and has not said why yet."""
    return note.what in ("stopped", "stopped_hall") and not note.reason


def _stopped(game: Game, note: Note, at: Instant, why: str) -> Game:
    """The clocks stand from *at*; a flag that fell later has not fallen."""
    clock = game.clock_before(at)
    flag = None if clock is not game.clock else game.flag
    return replace(game.noted(note), clock=clock.stop(at), halted=why, flag=flag)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksResumed(AtBoards):
    """Clocks that stood still go on at one instant, for the side to move."""

    by: str
    reason: str

    def after(self, state: Tournament) -> Tournament:
        for game in self.games(state):
            clock = game.clock.start(game.position.turn, self.at)
            state = settled(state, replace(self.noted(game, "resumed"), halted=None, clock=clock))
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesOnPaper(AtBoards):
    """These games are played without a tablet, from their start or from now on: no clock, no flag, a result by slip."""

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
    """The service was not there from `alive` to `at`.

    These boards, as (round, board), stopped at `alive`, and nobody pays for the gap.
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
    """Another node leads the tournament from now on, after one that was there last at `alive`."""

    node: str
    before: str
    alive: Instant

    def after(self, state: Tournament) -> Tournament:
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAdjourned(AtBoard):
    """A game is to be finished another time; the clocks stand as they stood at `at`.

    `side` sealed its next move in the envelope of that name, as `sealed` where it was told to the service, and has
    pressed its clock; without an envelope whoever is to move will move first. `until` is to when, in words. `kept` is
    the sealed move under the key of its envelope, `digest` what both may see of it.
    """

    side: Side
    envelope: str
    sealed: str
    white_left: Span
    black_left: Span
    by: str
    reason: str
    until: str = ""
    kept: str = ""
    digest: str = ""

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "adjourned")
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
class AdjournmentEnded(AtBoard):
    """An adjourned game goes on; a sealed move is played in the line that follows.

    `lost`: the envelope was, by ruling; without a move that was told, whoever is to move thinks on.
    """

    by: str
    reason: str
    lost: str = ""
    """ "played" or "thinks": what followed from a lost envelope."""

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
