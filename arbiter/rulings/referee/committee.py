"""Deciding an appeal: a panel is named, each member votes in their own session, and the majority decides.

An official who has ruled at the board or has an interest in the game may not decide. A chief arbiter may also enter a
decision made on paper, with the names of at least two members.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from arbiter.fields import Sent
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.referee.appeals import DIRECTORS, RULED, appeal_of, waiting
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.referee.restoring import restorable
from arbiter.rulings.request import (
    LONGEST_TEXT,
    By,
    Loser,
    OfAppeal,
    OfResult,
    Why,
    article,
    outcome_told,
    plain_text,
)
from arbiter.sides import Both, Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.halts import ClockStopped
from arbiter.tournament.events.referee.appeals import AppealDecided, AppealVoted, PanelNamed
from arbiter.tournament.events.referee.proposals import RulingProposed
from arbiter.tournament.game import Game
from arbiter.tournament.officials import Appeal, identity, same_hand
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

LEAST_MEMBERS = 2
MOST_MEMBERS = 9
LONGEST_NAME = 80
BY_HAND = (
    *RULED,
    "late_accepted",
    "counter",
    "control",
    "lost_entered",
    "lost_sent",
    "swapped_times",
    "swapped_players",
)
"""The kinds of notes in a game that name an official who acted in the game.

Some of these acts cannot be appealed against.
"""
COMMITTEE = "committee"
"""The name that the journal has for the author of a result decided by a panel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Excused:
    """A member or substitute of an appeal's panel who is excused from hearing the appeal, with the reason."""

    member: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamePanel:
    """Name the panel that hears an appeal. A substitute takes the place of each member who is excused.

    Refused after the first vote.
    """

    appeal: OfAppeal
    members: Annotated[
        tuple[str, ...],
        Sent(
            "who decides: officials, by the number or the name of their account", ("Anna", "Piet", "Joke"), longest=80
        ),
    ]
    by: By
    substitutes: Annotated[
        tuple[str, ...], Sent("who takes the place of a member, in their order", ("Kees",), longest=LONGEST_NAME)
    ] = ()
    excused: Annotated[
        tuple[Excused, ...],
        Sent("who of these does not hear it, and why", [{"member": "Joke", "reason": "family of a player"}]),
    ] = ()

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        appeal = waiting(state, self.appeal)
        if appeal.votes:  # after the first vote, so that no voter can be put under pressure
            refuse_hearing(state, self.by, appeal)
        everybody = (*self.members, *self.substitutes)
        refuse_twice(everybody)
        excused = tuple((one.member, _why(one)) for one in self.excused)
        away = [identity(who) for who, _ in excused]
        refuse_twice([who for who, _ in excused])
        for who, _ in excused:
            if identity(who) not in map(identity, everybody):
                raise Refused("not_on_panel", who=who)
        for who in everybody:
            if identity(who) not in away:
                refuse_hearing(state, who, appeal)
        named = PanelNamed(
            at=at, appeal=appeal.number, members=self.members, substitutes=self.substitutes, excused=excused, by=self.by
        )
        after = appeal_of(named.after(state), appeal.number)
        if appeal.panel is not None and after.panel == replace(appeal.panel, by=self.by):
            raise Refused("nothing_changed")
        refuse_size(len(after.sitting), len(everybody))
        for vote in appeal.votes:
            if identity(vote.member) not in map(identity, after.sitting):
                raise Refused("member_has_voted", who=vote.member)
        return [named, *_decided(state, after, at, self.by)]


def _why(excused: Excused) -> str:
    """Return the reason why this panel member is excused."""
    if len(excused.reason) > LONGEST_TEXT:
        raise Refused("text_too_long", field="reason", length=len(excused.reason), longest=LONGEST_TEXT)
    return plain_text(excused.reason, "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideAppeal:
    """Decide an appeal as one member of its panel: the ruling stays valid, or it is overturned.

    The appeal is decided once the majority of the panel agrees. If the ruling is overturned, `result` replaces its
    result; without `result`, the result that the appeal asked for does. If there is neither, the service proposes to
    restore the clocks, the position or the game as they were before the ruling. An official signs that proposal; until
    then the clocks are stopped. With `nothing` true, nothing is restored.

    With `members` a chief arbiter enters what these members have decided on paper. If the regulations let the
    tournament management hear appeals, a director decides alone.
    """

    appeal: OfAppeal
    overturned: Annotated[bool, Sent("whether the ruling falls", True)]
    by: By
    reason: Why
    result: OfResult = ""
    loser: Loser = ""
    nothing: Annotated[bool, Sent("the ruling falls, and nothing follows from it")] = False
    members: Annotated[
        tuple[str, ...], Sent("who has decided, where it was on paper: their names", longest=LONGEST_NAME)
    ] = ()

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        appeal = waiting(state, self.appeal)
        reason = plain_text(self.reason, "reason")
        if self.members and role(self.by) != "chief":
            raise Refused("paper_of_chief")
        voters = self.members or (self.by,)
        refuse_twice(voters)
        for who in voters:
            refuse_hearing(state, who, appeal)
        outcome, written = self.new_result(state, appeal)
        nothing, restores = self.overturned and self.nothing, self.overturned and not self.nothing
        game = state.game(appeal.round, appeal.board)
        if restores and outcome is None and not restorable(game, appeal):
            raise Refused("consequence_needed", board=appeal.board)
        if appeal.panel is None and not self.members:
            refuse_alone(state, self.by)
            return [
                AppealDecided(
                    at=at, appeal=self.appeal, overturned=self.overturned, nothing=nothing, by=self.by, reason=reason
                ),
                *_result(state, appeal, outcome, written, at, self.by, reason, restores=restores),
            ]
        if appeal.panel is None:
            refuse_size(len(voters), len(voters))
        events: list[Event] = []
        for who in voters:
            refuse_vote(appeal, who)
            vote = AppealVoted(
                at=at,
                appeal=self.appeal,
                member=who,
                overturned=self.overturned,
                white=outcome.white if outcome else None,
                black=outcome.black if outcome else None,
                written=written,
                by=self.by,
                reason=reason,
                nothing=nothing,
            )
            events.append(vote)
            state = vote.after(state)
            appeal = appeal_of(state, self.appeal)
        return [*events, *_decided(state, appeal, at, self.by)]

    def new_result(self, state: Tournament, appeal: Appeal) -> tuple[Both[Outcome] | None, str]:
        """Return the new result by the decision, and its text; None if the decision gives no new result.

        The text is empty unless it says more than who has won, such as a score in points.
        """
        if not self.overturned or self.nothing:
            return None, ""
        if self.result or self.loser:
            return outcome_told(state, self.result, self.loser)
        return appeal.asks, ""


def _decided(state: Tournament, appeal: Appeal, at: Instant, by: str) -> Sequence[Event]:
    """Return the events of the decision and its result once the majority of the panel agrees; before that, nothing.

    If no panel was named, the members who decided on paper are the panel.
    """
    agreed = appeal.agreed(len(appeal.sitting) or len(appeal.votes))
    if not agreed:
        return []
    vote = agreed[-1]
    decided = AppealDecided(
        at=at,
        appeal=appeal.number,
        overturned=vote.overturned,
        nothing=vote.nothing,
        by=by,
        reason=vote.reason,
        members=tuple(one.member for one in agreed),
    )
    restores = vote.overturned and not vote.nothing
    then = _result(state, appeal, vote.outcome, vote.written, at, COMMITTEE, vote.reason, restores=restores)
    return [decided, *then]


def _result(
    state: Tournament,
    appeal: Appeal,
    outcome: Both[Outcome] | None,
    written: str,
    at: Instant,
    by: str,
    reason: str,
    *,
    restores: bool,
) -> Sequence[Event]:
    """Return the event of the result that replaces the ruling's result; nothing if the game has that result already.

    *restores*: whether the ruling falls without a new result. Then the return of the state before the ruling is
    proposed to an official, and the clocks are stopped.
    """
    game = state.game(appeal.round, appeal.board)
    stands = game.result and (game.result.outcome, game.result.written)
    if outcome is None and restores:
        where: dict[str, Any] = {"at": at, "round": game.round, "board": game.board}
        none: dict[str, Any] = {"white": None, "black": None}
        offered = RulingProposed(
            **where, **none, kind="restore", side=appeal.side, because=reason, offence=appeal.number,
            article=article(state, "appeal"),
        )  # fmt: skip
        stopped = ClockStopped(**where, by=by, reason=reason, why="arbiter")
        return [stopped, offered] if game.clock.running is not None else [offered]
    if outcome is None or stands == (outcome, written):
        return []
    ruled = RuleResult(
        round=appeal.round,
        board=appeal.board,
        outcome=None if written else outcome,
        result=written,
        by=by,
        reason=reason,
        article=article(state, "appeal"),
        decided=True,
    )
    return ruled.rule(state, at)


def ruled_before(state: Tournament, by: str, game: Game) -> bool:
    """Return whether the official *by* has made or signed a ruling at the board."""
    return any(same_hand(one, by) for one in rulers(state, game))


def rulers(state: Tournament, game: Game) -> tuple[str, ...]:
    """Return the officials who have ruled at the board: by a result, a note, a proposal or an admitted appeal."""
    place = (game.round, game.board)
    appeals = [one for one in state.appeals if (one.round, one.board) == place]
    found = (
        *game.rulers,
        *(hand for note in game.notes if note.what in BY_HAND for hand in (note.first, note.by)),
        *(p.signed_by or "" for p in state.proposals if (p.round, p.board) == place),
        *(one.by for one in state.conduct if (one.round, one.board) == place),
        *(one.by for one in appeals if one.admitted),
        *(who for one in appeals for who in one.decided_by),
    )
    return tuple(dict.fromkeys(filter(None, found)))


def interested(state: Tournament, by: str, round: int, board: int) -> bool:
    """Return whether that official plays the game, or somebody of their family does."""
    return bool(state.stakes(by) & set(state.game(round, board).entries))


def refuse_hearing(state: Tournament, who: str, appeal: Appeal) -> None:
    """Raise Refused if the official *who* may not hear the appeal: they ruled there or have an interest in the game."""
    if ruled_before(state, who, state.game(appeal.round, appeal.board)):
        raise Refused("ruled_before", who=who, board=appeal.board)
    if interested(state, who, appeal.round, appeal.board):
        raise Refused("interested", who=who, board=appeal.board)


def refuse_alone(state: Tournament, by: str) -> None:
    """Raise Refused unless the regulations let a director decide an appeal alone."""
    if state.regulations.appeal_to != "management":
        raise Refused("panel_needed")
    if role(by) not in DIRECTORS:
        raise Refused("not_yours")


def refuse_vote(appeal: Appeal, who: str) -> None:
    """Raise Refused if the official *who* is not on the panel, or has already voted."""
    if appeal.voted(who):
        raise Refused("voted_twice", who=who)
    if appeal.panel is not None and identity(who) not in map(identity, appeal.sitting):
        raise Refused("not_on_panel", who=who)


def refuse_decision(state: Tournament, by: str, appeal: Appeal) -> None:
    """Raise Refused unless the asker may decide the appeal in their own session."""
    refuse_hearing(state, by, appeal)
    if appeal.panel is None:
        refuse_alone(state, by)
    refuse_vote(appeal, by)


def refuse_twice(named: Sequence[str]) -> None:
    """Raise Refused if a name occurs twice among the members."""
    for at, who in enumerate(named):
        if identity(who) in map(identity, named[:at]):
            raise Refused("member_twice", who=who)


def refuse_size(seats: int, named: int) -> None:
    """Raise Refused if a panel of *named* members has too few of them or too many."""
    if seats < LEAST_MEMBERS or named > MOST_MEMBERS:
        raise Refused("panel_size", least=LEAST_MEMBERS, most=MOST_MEMBERS)


def role(by: str) -> str:
    """Return the role of an official from their name in the journal, *by* ("arbiter" for "arbiter 481516")."""
    return by.partition(" ")[0]
