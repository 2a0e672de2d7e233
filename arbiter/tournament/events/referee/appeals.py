"""Appeals against rulings, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from arbiter.pairing.table.points import Outcome
from arbiter.sides import Both, Side
from arbiter.tournament.events.event import EMPTY, AtBoard, Event, OnAppeal
from arbiter.tournament.officials import Appeal, Panel, Vote
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
class PanelNamed(OnAppeal):
    """The panel that hears an appeal: members, substitutes, and who is excused with the reason.

    It takes the place of the panel that was named before.
    """

    members: tuple[str, ...]
    substitutes: tuple[str, ...]
    excused: tuple[tuple[str, str], ...]
    by: str

    def after(self, state: Tournament) -> Tournament:
        panel = Panel(members=self.members, substitutes=self.substitutes, excused=self.excused, by=self.by)
        return self.put(state, lambda one: replace(one, panel=panel))


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealVoted(OnAppeal):
    """One member of the panel decided; `by` is the member, or the chief arbiter who entered the vote from paper.

    `white` and `black` are the result that takes the place of the ruling, None if there is none.
    """

    member: str
    overturned: bool
    white: Outcome | None = field(metadata=EMPTY)
    black: Outcome | None = field(metadata=EMPTY)
    written: str
    by: str
    reason: str

    def after(self, state: Tournament) -> Tournament:
        vote = Vote(
            line=state.version,
            at=self.at,
            member=self.member,
            overturned=self.overturned,
            outcome=Both(self.white, self.black) if self.white and self.black else None,
            written=self.written,
            reason=self.reason,
            by=self.by,
        )
        return self.put(state, lambda one: replace(one, votes=(*one.votes, vote)))


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDecided(OnAppeal):
    """The ruling of an appeal stands, or it was overturned; another line then has what takes its place.

    `members` have decided it, and `by` recorded what made the majority; without members `by` has decided it alone.
    """

    overturned: bool
    by: str
    reason: str
    members: tuple[str, ...] = ()

    def after(self, state: Tournament) -> Tournament:
        return self.put(
            state,
            lambda one: replace(
                one,
                decided="overturned" if self.overturned else "stands",
                decided_at=self.at,
                reason=self.reason,
                decided_by=self.members or (self.by,),
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchChosen(OnAppeal):
    """The director pairs on as if the appeal were decided so: "stands" or "overturned"."""

    branch: str
    by: str

    def after(self, state: Tournament) -> Tournament:
        return self.put(state, lambda one: replace(one, branch=self.branch))


EVENTS: tuple[type[Event], ...] = (AppealFiled, PanelNamed, AppealVoted, AppealDecided, BranchChosen)
