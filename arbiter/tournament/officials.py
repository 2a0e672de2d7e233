"""Officials, conduct and appeals as values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arbiter.pairing.table.points import Outcome
from arbiter.sides import Both, Instant, Side

NUMBERED = re.compile(r"([a-z]+) (\d{6})", re.ASCII)
"""The name of an actor with an account: its role at the time, and its number, which stays when the role changes."""


def identity(by: str) -> str:
    """The part of an actor's name that never changes: the account number, or the whole name if there is none."""
    found = NUMBERED.fullmatch(by)
    return found[2] if found else by


def same_hand(one: str, other: str) -> bool:
    """Whether both names may be the same person: a name without a number may be anybody of that office."""
    first, second = NUMBERED.fullmatch(one), NUMBERED.fullmatch(other)
    if bool(first) == bool(second):
        return identity(one) == identity(other)
    numbered, bare = (first, other) if first else (second, one)
    return numbered is not None and numbered[1] == bare


@dataclass(frozen=True, slots=True, kw_only=True)
class Official:
    """The restrictions of an official: the entry as which they play, and the boards of their sector (none: all).

    `family` are the entries of their family.
    """

    name: str
    entry: int | None
    boards: tuple[int, ...]
    family: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """The recorded behaviour of an entry, with the penalty proposed by the ladder."""

    line: int
    at: Instant
    round: int
    board: int
    entry: int
    side: Side
    category: str
    step: str
    count: int
    by: str
    article: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The panel of an appeal: members, substitutes in order, and excused people with the reason."""

    members: tuple[str, ...]
    substitutes: tuple[str, ...] = ()
    excused: tuple[tuple[str, str], ...] = ()
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """The vote of one member of a panel; `line` is its journal line.

    `outcome` is the result that replaces the ruling, None if there is none. `by` recorded the vote: the member, or the
    chief arbiter who entered it from paper.
    """

    line: int
    at: Instant
    member: str
    overturned: bool
    outcome: Both[Outcome] | None
    written: str
    reason: str
    by: str

    @property
    def decision(self) -> tuple[bool, Both[Outcome] | None, str]:
        """The parts of a vote that are equal in agreeing votes."""
        return self.overturned, self.outcome, self.written

    @property
    def on_paper(self) -> bool:
        """Whether somebody else recorded the vote for the member."""
        return identity(self.by) != identity(self.member)


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal:
    """An appeal; its number is its journal line."""

    number: int
    at: Instant
    round: int
    board: int
    side: Side
    entry: int
    grounds: str
    asks: Both[Outcome] | None
    paper: bool
    by: str
    branch: str = "stands"
    """How the director pairs while the appeal waits: as if the ruling "stands" or is "overturned"."""
    decided: str | None = None
    """The decision, "stands" or "overturned"; None while the appeal waits."""
    decided_at: Instant | None = None
    reason: str = ""
    admitted: str = ""
    """The reason why the director admitted the appeal although it came too late; empty otherwise."""
    panel: Panel | None = None
    votes: tuple[Vote, ...] = ()
    decided_by: tuple[str, ...] = ()
    """The people who decided the appeal; empty while the appeal waits."""

    @property
    def entered_by(self) -> tuple[str, ...]:
        """The chief arbiters who entered votes from paper; empty if all members voted themselves."""
        return tuple(dict.fromkeys(vote.by for vote in self.votes if vote.on_paper))

    @property
    def sitting(self) -> tuple[str, ...]:
        """The members of the panel who have a vote.

        A substitute replaces each excused member, in order. The next substitute joins if all have voted and no majority
        agrees.
        """
        if self.panel is None:
            return ()
        excused = {identity(who) for who, _ in self.panel.excused}
        reserve = [who for who in self.panel.substitutes if identity(who) not in excused]
        seats: list[str] = []
        for member in self.panel.members:
            if identity(member) not in excused:
                seats.append(member)
            elif reserve:
                seats.append(reserve.pop(0))
        while reserve and self.split_among(seats):
            seats.append(reserve.pop(0))
        return tuple(seats)

    @property
    def split(self) -> bool:
        """Whether all voters have voted and no majority agrees."""
        return self.panel is not None and self.split_among(self.sitting)

    def split_among(self, seats: Sequence[str]) -> bool:
        """Whether all of *seats* have voted and no majority of them agrees."""
        return all(map(self.voted, seats)) and not self.agreed(len(seats))

    def voted(self, who: str) -> bool:
        """Whether that official has voted."""
        return any(identity(vote.member) == identity(who) for vote in self.votes)

    def agreed(self, seats: int) -> tuple[Vote, ...]:
        """The votes of the majority of *seats* voters; empty if no majority agrees."""
        for vote in self.votes:
            same = tuple(one for one in self.votes if one.decision == vote.decision)
            if 2 * len(same) > seats:
                return same
        return ()
