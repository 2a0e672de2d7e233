"""Officials, conduct and appeals as values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arbiter.pairing.table.points import Outcome
from arbiter.sides import Both, Instant, Side

NUMBERED = re.compile(r"([a-z]+) (\d{6})", re.ASCII)
"""Who acted, where they had an account: its role at the time, and its number, which stays when the role changes."""


def identity(by: str) -> str:
    """What stays the same of whoever acted: the number of their account; without one the word that stands there."""
    found = NUMBERED.fullmatch(by)
    return found[2] if found else by


def same_hand(one: str, other: str) -> bool:
    """Whether both may have been one person: one without a number may be anybody of that office."""
    first, second = NUMBERED.fullmatch(one), NUMBERED.fullmatch(other)
    if bool(first) == bool(second):
        return identity(one) == identity(other)
    numbered, bare = (first, other) if first else (second, one)
    return numbered is not None and numbered[1] == bare


@dataclass(frozen=True, slots=True, kw_only=True)
class Official:
    """Bounds of an official: the entry that they play as, and the boards of their sector; none: all of them.

    `family`: the entries of their family.
    """

    name: str
    entry: int | None
    boards: tuple[int, ...]
    family: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """How an entry behaved, and what the ladder proposed for it."""

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
    """Who hears an appeal: members, substitutes in their order, and who is excused with the reason."""

    members: tuple[str, ...]
    substitutes: tuple[str, ...] = ()
    excused: tuple[tuple[str, str], ...] = ()
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """The decision of one member of a panel; its `line` is the journal line that it was recorded with.

    `outcome` is the result that takes the place of the ruling, None if there is none. `by` recorded the vote: the
    member, or the chief arbiter who entered it from paper.
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
        """The parts of a vote that agreeing votes have in common."""
        return self.overturned, self.outcome, self.written

    @property
    def on_paper(self) -> bool:
        """Whether somebody else recorded it for the member."""
        return identity(self.by) != identity(self.member)


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal:
    """An appeal; its number is the journal line that it was filed with."""

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
    """While it waits the director pairs on as if it were decided so: "stands" or "overturned"."""
    decided: str | None = None
    """ "stands" or "overturned"; None while it waits."""
    decided_at: Instant | None = None
    reason: str = ""
    admitted: str = ""
    """Why the director admitted it although it came too late."""
    panel: Panel | None = None
    votes: tuple[Vote, ...] = ()
    decided_by: tuple[str, ...] = ()
    """The people who decided it; none while it waits."""

    @property
    def entered_by(self) -> tuple[str, ...]:
        """The chief who entered votes of others from paper; none if everybody has voted themselves."""
        return tuple(dict.fromkeys(vote.by for vote in self.votes if vote.on_paper))

    @property
    def sitting(self) -> tuple[str, ...]:
        """The members of the panel who have a vote.

        A substitute sits for each member who is excused, in their order. The next one joins if everybody has voted and
        no majority agrees.
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
        """Whether everybody on the panel has voted, and no majority agrees."""
        return self.panel is not None and self.split_among(self.sitting)

    def split_among(self, seats: Sequence[str]) -> bool:
        """Whether all of these have voted, and no majority of them agrees."""
        return all(map(self.voted, seats)) and not self.agreed(len(seats))

    def voted(self, who: str) -> bool:
        """Whether that official has voted."""
        return any(identity(vote.member) == identity(who) for vote in self.votes)

    def agreed(self, seats: int) -> tuple[Vote, ...]:
        """The votes of the majority of so many seats; none if no majority agrees."""
        for vote in self.votes:
            same = tuple(one for one in self.votes if one.decision == vote.decision)
            if 2 * len(same) > seats:
                return same
        return ()
