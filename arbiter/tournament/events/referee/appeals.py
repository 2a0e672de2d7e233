"""Events of appeals against rulings."""

from __future__ import annotations

from dataclasses import field

from arbiter.pairing.table.points import Outcome
from arbiter.sides import Both, Instant, Side
from arbiter.tournament.events.event import EMPTY, BoardAct, Event, OnAppeal
from arbiter.tournament.officials import Appeal, Panel, Vote
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealFiled(BoardAct):
    """A player appealed against a ruling at their board. Until the appeal is decided, the result is provisional.

    `white` and `black` are the result that the player asks for; both are None if the player asks for none. `paper` says
    that the appeal was written by hand.
    """

    side: Side
    grounds: str
    white: Outcome | None = field(metadata=EMPTY)
    black: Outcome | None = field(metadata=EMPTY)
    paper: bool
    admitted: str = ""
    """The reason why the director admitted the appeal although it came too late; empty otherwise."""
    ruled: Instant = 0
    """The instant of the ruling that the appeal is against; 0 in journals of older releases."""

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
            ruled=self.ruled,
        )
        game = game.noted(replace(self.note(game, "appeal"), reason=self.grounds))
        return replace(state, appeals=(*state.appeals, appeal)).put(game)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelNamed(OnAppeal):
    """The panel that decides an appeal was named: its members, its substitutes, and the people excused, with reasons.

    The new panel replaces a panel that was named before.
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
    """One member of the panel voted. `by` is the member, or the chief arbiter who entered the vote from paper.

    `white` and `black` are the result that shall replace the ruled one; both are None if the member wants no new
    result.
    """

    member: str
    overturned: bool
    white: Outcome | None = field(metadata=EMPTY)
    black: Outcome | None = field(metadata=EMPTY)
    written: str
    by: str
    reason: str
    nothing: bool = False
    """Whether the member wants the ruling taken back without restoring clocks, position or game."""

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
            nothing=self.nothing,
        )
        return self.put(state, lambda one: replace(one, votes=(*one.votes, vote)))


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDecided(OnAppeal):
    """An appeal was decided: the ruling is upheld or overturned.

    If something replaces the ruling, another journal line records it. `members` made the decision, and `by` recorded
    the vote that completed the majority. If `members` is empty, the official `by` decided alone.
    """

    overturned: bool
    by: str
    reason: str
    members: tuple[str, ...] = ()
    nothing: bool = False
    """Whether the ruling is taken back without restoring clocks, position or game."""

    def after(self, state: Tournament) -> Tournament:
        return self.put(
            state,
            lambda one: replace(
                one,
                decided="overturned" if self.overturned else "stands",
                decided_at=self.at,
                nothing=self.nothing,
                reason=self.reason,
                decided_by=self.members or (self.by,),
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchChosen(OnAppeal):
    """The director chose what the pairing assumes while an appeal waits: the ruling "stands" or is "overturned"."""

    branch: str
    by: str

    def after(self, state: Tournament) -> Tournament:
        return self.put(state, lambda one: replace(one, branch=self.branch))


EVENTS: tuple[type[Event], ...] = (AppealFiled, PanelNamed, AppealVoted, AppealDecided, BranchChosen)
