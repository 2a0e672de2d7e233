"""The base classes of events: frozen values of what was decided, each with its effect on the tournament.

An event records a decision (squares taken, time charged, pairs made), never something that would have to be decided
again. Therefore next year's program cannot change last year's tournament. Fields are numbers, words, sides, outcomes,
and tuples of them. People are entry numbers; whoever acted for the tournament is named by office ("chief", "tablet 7",
"service").
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TypeAlias

from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.game import Game, Note
from arbiter.tournament.officials import Appeal
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass, replace

Place: TypeAlias = tuple[int, int]
"""A board in a round: (round, board), both counted from 1."""

EMPTY: Mapping[str, str] = {"none": ""}
"""Field metadata for a field that may be None: its journal line has "" for None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(ABC):
    """The common base of all events. Its optional fields are in a journal line only if the kind of event declares them.

    `side` is None if the event concerns both players or neither. `article` is the rule that the decision rests on.
    """

    at: Instant
    by: str = field(default="service", init=False)
    side: Side | None = field(default=None, init=False)
    reason: str = field(default="", init=False)
    article: str | None = field(default=None, init=False)

    def about(self, state: Tournament) -> tuple[Place, ...]:
        """The boards that the event concerns; empty if it concerns the whole tournament."""
        return ()

    @abstractmethod
    def after(self, state: Tournament) -> Tournament:
        """Return the tournament after this event. An event that is in the journal is never refused.

        The version of *state* is already the number of this event's journal line.
        """

    def noted(self, game: Game, what: str, *, span: int | None = None, step: str | None = None) -> Game:
        """Return the game with a note of this event, which the printed sheets show."""
        return game.noted(self.note(game, what, span=span, step=step))

    def note(self, game: Game, what: str, *, span: int | None = None, step: str | None = None) -> Note:
        return Note(
            at=self.at,
            what=what,
            side=self.side,
            by=self.by,
            reason=self.reason,
            ply=game.ply,
            article=self.article,
            span=span,
            step=step,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AtBoard(Event):
    """An event at one board."""

    round: int
    board: int

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return ((self.round, self.board),)

    def game(self, state: Tournament) -> Game:
        return state.game(self.round, self.board)

    def had(self, game: Game) -> Both[Span]:
        """What both clocks of the game show just before the event."""
        return Both(*(game.clock.left(side, self.at) for side in Side))

    def proposed(
        self, state: Tournament, kind: str, ground: str, *, step: str = "", move: str = "", provisional: str = ""
    ) -> Tournament:
        """Return the tournament with one more proposal for an arbiter.

        The proposal's number is the journal line of this event.
        """
        proposal = Proposal(
            number=state.version,
            kind=kind,
            at=self.at,
            round=self.round,
            board=self.board,
            side=self.side or Side.WHITE,
            ground=ground,
            ply=self.game(state).ply,
            provisional=provisional,
            step=step,
            move=move,
        )
        return replace(state, proposals=(*state.proposals, proposal))


@dataclass(frozen=True, slots=True, kw_only=True)
class AtBoards(Event):
    """An event at several boards of a round at the same instant."""

    round: int
    boards: tuple[int, ...]

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return tuple((self.round, board) for board in self.boards)

    def games(self, state: Tournament) -> tuple[Game, ...]:
        return tuple(state.game(self.round, board) for board in self.boards)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnProposal(Event):
    """The base of events that decide on a proposal. The proposal is named by its journal line."""

    proposal: int

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return tuple((one.round, one.board) for one in state.proposals if one.number == self.proposal)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnAppeal(Event):
    """The base of events about an appeal. The appeal is named by its journal line."""

    appeal: int

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return tuple((one.round, one.board) for one in state.appeals if one.number == self.appeal)

    def put(self, state: Tournament, change: Callable[[Appeal], Appeal]) -> Tournament:
        appeals = tuple(change(one) if one.number == self.appeal else one for one in state.appeals)
        return replace(state, appeals=appeals)
