"""Officials, conduct and appeals as values in the state of a tournament."""

from __future__ import annotations

import re
from collections.abc import Sequence

from arbiter.pairing.table.points import Outcome
from arbiter.sides import Both, Instant, Side
from arbiter.values import dataclass

NUMBERED = re.compile(r"([a-z]+) (\d{6})", re.ASCII)
"""A pattern for the journal's name of an official with an account: the role at the time, and the account's number.

The number stays when the role changes.
"""


def identity(by: str) -> str:
    """Return the part of an official's name in the journal that never changes.

    It is the account number, or the whole name if the name has no number.
    """
    found = NUMBERED.fullmatch(by)
    return found[2] if found else by


def same_hand(one: str, other: str) -> bool:
    """Return whether both names in the journal may belong to the same person.

    A name without an account number, such as "chief", may be anybody who holds that office.
    """
    first, second = NUMBERED.fullmatch(one), NUMBERED.fullmatch(other)
    if bool(first) == bool(second):
        return identity(one) == identity(other)
    numbered, bare = (first, other) if first else (second, one)
    return numbered is not None and numbered[1] == bare


@dataclass(frozen=True, slots=True, kw_only=True)
class Official:
    """The restrictions of an official: the entry as which they play, and the boards assigned to them.

    Without assigned boards they may act at all boards. `family` are the entries of their relatives.
    """

    name: str
    entry: int | None
    boards: tuple[int, ...]
    family: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """The recorded behaviour of an entry, with the penalty that the regulations' list of penalties proposes for it."""

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
    overruled: bool = False
    """Whether the conduct no longer counts, because it was overruled or its penalty was dismissed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The panel that decides an appeal: members, substitutes in their order, and excused people with the reason."""

    members: tuple[str, ...]
    substitutes: tuple[str, ...] = ()
    excused: tuple[tuple[str, str], ...] = ()
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """The vote of one member of a panel. `line` is its journal line.

    `outcome` is the result that the member wants in place of the ruled one, or None. `by` recorded the vote: the
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
    nothing: bool = False
    """Whether the member wants the ruling taken back without restoring clocks, position or game."""

    @property
    def decision(self) -> tuple[bool, Both[Outcome] | None, str, bool]:
        """Return the four parts of the vote that must be equal in two votes that agree.

        In order: whether the ruling is overturned; the result to record instead, or None; the same result as it was
        written; and whether the ruling is taken back without restoring clocks, position or game.
        """
        return self.overturned, self.outcome, self.written, self.nothing

    @property
    def on_paper(self) -> bool:
        """Whether somebody other than the member recorded the vote, from paper."""
        return identity(self.by) != identity(self.member)


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal:
    """An appeal against a ruling. Its number is the number of its journal line."""

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
    """The decision that the pairing assumes while the appeal waits: the ruling "stands" or is "overturned"."""
    decided: str | None = None
    """The decision on the appeal: the ruling "stands" or is "overturned"; None while the appeal waits."""
    decided_at: Instant | None = None
    nothing: bool = False
    """Whether the decision takes the ruling back without restoring clocks, position or game."""
    reason: str = ""
    admitted: str = ""
    """The reason why the director admitted the appeal although it came too late; empty otherwise."""
    ruled: Instant = 0
    """The instant of the ruling that the appeal is against; 0 in journals of older releases."""
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
        """The members of the panel who have a vote at present.

        A substitute replaces each excused member, in order. If all of these have voted and no majority agrees, the next
        substitute gets a vote too.
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
        """Return whether everybody who has a vote at present has voted, and no majority agrees."""
        return self.panel is not None and self.split_among(self.sitting)

    def split_among(self, seats: Sequence[str]) -> bool:
        """Return whether all of the members *seats* have voted, and no majority of them agrees."""
        return all(map(self.voted, seats)) and not self.agreed(len(seats))

    def voted(self, who: str) -> bool:
        """Return whether the official *who* has voted on this appeal."""
        return any(identity(vote.member) == identity(who) for vote in self.votes)

    def agreed(self, seats: int) -> tuple[Vote, ...]:
        """Return the votes of the majority when *seats* members may vote; empty if no majority agrees."""
        for vote in self.votes:
            same = tuple(one for one in self.votes if one.decision == vote.decision)
            if 2 * len(same) > seats:
                return same
        return ()
