"""Events of conduct: notices to players, behaviour, penalties, and an arbiter's question to the computer player."""

from __future__ import annotations

from arbiter.sides import Side
from arbiter.tournament.events.event import BoardAct, Event
from arbiter.tournament.lapsed_proposals import settled
from arbiter.tournament.officials import Conduct
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeGiven(BoardAct):
    """An arbiter warned both players that a certain ruling may soon be made at their board."""

    matter: str

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "notice", step=self.matter)
        return state.put(replace(game, tally=game.tally.noticed()) if self.matter == "slow" else game)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductNoted(BoardAct):
    """An arbiter recorded a player's behaviour.

    `step` is the proposed penalty, from the regulations' list of penalties.
    """

    side: Side
    category: str
    step: str
    count: int
    article: str | None
    reason: str

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        conduct = Conduct(
            line=state.version,
            at=self.at,
            round=self.round,
            board=self.board,
            entry=game.entries[self.side],
            side=self.side,
            category=self.category,
            step=self.step,
            count=self.count,
            by=self.by,
            article=self.article,
            reason=self.reason,
        )
        state = state.put(self.noted(game, "conduct", step=self.category))
        state = replace(state, conduct=(*state.conduct, conduct))
        return self.proposed(state, "penalty", self.category, step=self.step) if self.step else state


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven(BoardAct):
    """An arbiter penalised one side. `step` is the penalty, from the regulations' list of penalties."""

    side: Side
    step: str
    article: str | None
    reason: str

    def after(self, state: Tournament) -> Tournament:
        return settled(state, self.noted(self.game(state), "penalty", step=self.step))


@dataclass(frozen=True, slots=True, kw_only=True)
class OpinionAsked(BoardAct):
    """An arbiter asked the computer for its evaluation of the position.

    The evaluation itself is not recorded, because the game may go on and its players may read the journal.
    """

    def after(self, state: Tournament) -> Tournament:
        return state.put(self.noted(self.game(state), "opinion"))


EVENTS: tuple[type[Event], ...] = (NoticeGiven, ConductNoted, PenaltyGiven, OpinionAsked)
