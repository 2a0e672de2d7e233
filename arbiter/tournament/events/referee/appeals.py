"""Appeals against rulings, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from arbiter.pairing.table.points import Outcome
from arbiter.sides import Both, Side
from arbiter.tournament.events.event import EMPTY, AtBoard, Event, OnAppeal
from arbiter.tournament.officials import Appeal
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealFiled(AtBoard):
    """A player appeals against what was ruled at their board; until it is decided the result is provisional.

    `white` and `black` are the result that they ask for, None where they ask for none. `paper`: it was written by hand.
    """

    side: Side
    grounds: str
    white: Outcome | None = field(metadata=EMPTY)
    black: Outcome | None = field(metadata=EMPTY)
    paper: bool
    by: str
    admitted: str = ""
    """Why the director admitted it although it came too late."""

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        appeal = Appeal(
            number=state.version,
            at=self.at,
            round=self.round,
            board=self.board,
            side=self.side,
            entry=game.entries[self.side],
            grounds=self.grounds,
            asks=Both(self.white, self.black) if self.white and self.black else None,
            paper=self.paper,
            by=self.by,
            admitted=self.admitted,
        )
        game = game.noted(replace(self.note(game, "appeal"), reason=self.grounds))
        return replace(state, appeals=(*state.appeals, appeal)).put(game)


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDecided(OnAppeal):
    """The committee let the ruling of an appeal stand, or overturned it; another line then has what takes its place."""

    overturned: bool
    by: str
    reason: str

    def after(self, state: Tournament) -> Tournament:
        decided = "overturned" if self.overturned else "stands"
        return self.put(state, lambda one: replace(one, decided=decided, decided_at=self.at, reason=self.reason))


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchChosen(OnAppeal):
    """The director pairs on as if the appeal were decided so: "stands" or "overturned"."""

    branch: str
    by: str

    def after(self, state: Tournament) -> Tournament:
        return self.put(state, lambda one: replace(one, branch=self.branch))


EVENTS: tuple[type[Event], ...] = (AppealFiled, AppealDecided, BranchChosen)
