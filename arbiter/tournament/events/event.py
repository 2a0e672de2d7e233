"""What an event is: one frozen value of what was decided, with what it does to the tournament beside it.

An event records what was decided (squares taken, time charged, pairs made), never what would have to be decided
again, so that next year's program cannot change last year's tournament. Fields are numbers, words, sides, outcomes,
and tuples of them. People are entry numbers; whoever acted for the tournament is named by office ("chief",
"tablet 7", "service").
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from arbiter.sides import Instant, Side
from arbiter.tournament.game import Game, Note
from arbiter.tournament.officials import Appeal
from arbiter.tournament.state import Proposal, Tournament

Place: TypeAlias = tuple[int, int]
"""A board in a round: (round, board), both from 1 on."""

EMPTY: Mapping[str, str] = {"none": ""}
"""Of a field that may be None: its line in the journal says "" for that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(ABC):
    """The face of every event. A field that a kind of event does not name itself is not in its line of the journal.

    `side` is None where it is about both players or about neither; `article` is what the decision rests on.
    """

    at: Instant
    by: str = field(default="service", init=False)
    side: Side | None = field(default=None, init=False)
    reason: str = field(default="", init=False)
    article: str | None = field(default=None, init=False)

    def about(self, state: Tournament) -> tuple[Place, ...]:
        """The boards that it is about, in the tournament before or after it; none: about the tournament."""
        return ()

    @abstractmethod
    def after(self, state: Tournament) -> Tournament:
        """The tournament after it, never refused; the version of *state* is the number of its line already."""

    def noted(self, game: Game, what: str, *, span: int | None = None, step: str | None = None) -> Game:
        """The game with the note that it leaves there, for the sheets."""
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
    """Something that happened at one board."""

    round: int
    board: int

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return ((self.round, self.board),)

    def game(self, state: Tournament) -> Game:
        return state.game(self.round, self.board)

    def proposed(
        self, state: Tournament, kind: str, ground: str, *, step: str = "", move: str = "", provisional: str = ""
    ) -> Tournament:
        """The tournament with something put before an arbiter; its number is the line of this event."""
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
    """Something that happened at several boards of a round at one instant."""

    round: int
    boards: tuple[int, ...]

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return tuple((self.round, board) for board in self.boards)

    def games(self, state: Tournament) -> tuple[Game, ...]:
        return tuple(state.game(self.round, board) for board in self.boards)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnProposal(Event):
    """Something that was decided about the proposal of that journal line."""

    proposal: int

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return tuple((one.round, one.board) for one in state.proposals if one.number == self.proposal)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnAppeal(Event):
    """Something that was decided about the appeal of that journal line."""

    appeal: int

    def about(self, state: Tournament) -> tuple[Place, ...]:
        return tuple((one.round, one.board) for one in state.appeals if one.number == self.appeal)

    def put(self, state: Tournament, change: Callable[[Appeal], Appeal]) -> Tournament:
        appeals = tuple(change(one) if one.number == self.appeal else one for one in state.appeals)
        return replace(state, appeals=appeals)
