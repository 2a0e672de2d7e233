"""Officials, conduct and appeals as values."""

from __future__ import annotations

import re
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
    """What binds an official here: the entry that they play as, and the boards of their sector; none: all of them.

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
