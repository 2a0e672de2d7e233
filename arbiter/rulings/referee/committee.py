"""Who decides an appeal: a panel is named, each member votes in their own session, and the majority decides.

Nobody decides who has ruled at the board, or who has an interest in the game. Sheets of paper with the names of at
least two members are as good, if a chief arbiter enters them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from arbiter.fields import Sent
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.referee.appeals import DIRECTORS, RULED, appeal_of, waiting
from arbiter.rulings.referee.corrections import RuleResult
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
from arbiter.rulings.signing import stakes
from arbiter.sides import Both, Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.referee.appeals import AppealDecided, AppealVoted, PanelNamed
from arbiter.tournament.game import Game
from arbiter.tournament.officials import Appeal, identity, same_hand
from arbiter.tournament.state import Tournament

LEAST_MEMBERS = 2
MOST_MEMBERS = 9
LONGEST_NAME = 80
BY_HAND = (*RULED, "late_accepted", "counter", "control", "lost_entered", "swapped_times", "swapped_players")
"""The notes of a game that name somebody who ruled there, with those that nobody can appeal against."""
COMMITTEE = "committee"
"""In the place of who acted: the result that a panel has given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Excused:
    """A member or a substitute who does not hear the appeal, and why."""

    member: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamePanel:
    """Name the panel that hears an appeal; a substitute takes the place of each member who is excused."""

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
        if appeal.votes:  # whoever could lean on them names no other panel
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
    """The reason that somebody is excused for."""
    if len(excused.reason) > LONGEST_TEXT:
        raise Refused("text_too_long", field="reason", length=len(excused.reason), longest=LONGEST_TEXT)
    return plain_text(excused.reason, "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideAppeal:
    """Decide an appeal as one member of its panel: the ruling stands, or it is overturned.

    Overturned, `result` is the result instead; without it the one that was asked for. The appeal is decided once the
    majority of the panel agrees. With `members` a chief arbiter enters what these have decided on paper. Where the
    regulations let the tournament management hear appeals, a director decides alone.
    """

    appeal: OfAppeal
    overturned: Annotated[bool, Sent("whether the ruling falls", True)]
    by: By
    reason: Why
    result: OfResult = ""
    loser: Loser = ""
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
        outcome, written = self._outcome(state, appeal)
        if appeal.panel is None and not self.members:
            refuse_alone(state, self.by)
            return [
                AppealDecided(at=at, appeal=self.appeal, overturned=self.overturned, by=self.by, reason=reason),
                *_result(state, appeal, outcome, written, at, self.by, reason),
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
            )
            events.append(vote)
            state = vote.after(state)
            appeal = appeal_of(state, self.appeal)
        return [*events, *_decided(state, appeal, at, self.by)]

    def _outcome(self, state: Tournament, appeal: Appeal) -> tuple[Both[Outcome] | None, str]:
        """The result that takes the place of the ruling, None if there is none; and its text if it says more."""
        if not self.overturned:
            return None, ""
        if self.result or self.loser:
            return outcome_told(state, self.result, self.loser)
        return appeal.asks, ""


def _decided(state: Tournament, appeal: Appeal, at: Instant, by: str) -> Sequence[Event]:
    """The decision of the appeal with its result, once the majority of the panel agrees; before that nothing.

    Whoever decided on paper without a panel that was named is the panel.
    """
    agreed = appeal.agreed(len(appeal.sitting) or len(appeal.votes))
    if not agreed:
        return []
    vote = agreed[-1]
    decided = AppealDecided(
        at=at,
        appeal=appeal.number,
        overturned=vote.overturned,
        by=by,
        reason=vote.reason,
        members=tuple(one.member for one in agreed),
    )
    return [decided, *_result(state, appeal, vote.outcome, vote.written, at, COMMITTEE, vote.reason)]


def _result(
    state: Tournament,
    appeal: Appeal,
    outcome: Both[Outcome] | None,
    written: str,
    at: Instant,
    by: str,
    reason: str,
) -> Sequence[Event]:
    """The result that takes the place of the ruling; nothing if there is none, or it stands already."""
    game = state.game(appeal.round, appeal.board)
    stands = game.result and (game.result.outcome, game.result.written)
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
    )
    return ruled.rule(state, at)


def ruled_before(state: Tournament, by: str, game: Game) -> bool:
    """Whether that official has made or signed a ruling at the board."""
    return any(same_hand(one, by) for one in rulers(state, game))


def rulers(state: Tournament, game: Game) -> tuple[str, ...]:
    """Everybody who has made or signed a ruling at the board: results, notes, proposals, appeals that were admitted."""
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
    """Whether that official has an interest in the game: they play it, or their family does."""
    return bool(stakes(state, by) & set(state.game(round, board).entries))


def refuse_hearing(state: Tournament, who: str, appeal: Appeal) -> None:
    """Refused if that official has ruled at the board of the appeal, or has an interest in the game."""
    if ruled_before(state, who, state.game(appeal.round, appeal.board)):
        raise Refused("ruled_before", who=who, board=appeal.board)
    if interested(state, who, appeal.round, appeal.board):
        raise Refused("interested", who=who, board=appeal.board)


def refuse_alone(state: Tournament, by: str) -> None:
    """Refused unless the regulations let a director decide an appeal alone."""
    if state.regulations.appeal_to != "management":
        raise Refused("panel_needed")
    if role(by) not in DIRECTORS:
        raise Refused("not_yours")


def refuse_vote(appeal: Appeal, who: str) -> None:
    """Refused if that official has no vote in the appeal, or has voted."""
    if appeal.voted(who):
        raise Refused("voted_twice", who=who)
    if appeal.panel is not None and identity(who) not in map(identity, appeal.sitting):
        raise Refused("not_on_panel", who=who)


def refuse_decision(state: Tournament, by: str, appeal: Appeal) -> None:
    """Refused if whoever asks cannot decide the appeal in their own session."""
    refuse_hearing(state, by, appeal)
    if appeal.panel is None:
        refuse_alone(state, by)
    refuse_vote(appeal, by)


def refuse_twice(named: Sequence[str]) -> None:
    """Refused where somebody is named twice."""
    for at, who in enumerate(named):
        if identity(who) in map(identity, named[:at]):
            raise Refused("member_twice", who=who)


def refuse_size(seats: int, named: int) -> None:
    """Refused where too few have a seat, or too many are named."""
    if seats < LEAST_MEMBERS or named > MOST_MEMBERS:
        raise Refused("panel_size", least=LEAST_MEMBERS, most=MOST_MEMBERS)


def role(by: str) -> str:
    """The office of whoever acts."""
    return by.partition(" ")[0]
