"""Who takes part, under what. See `events.py` for what an event is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arbiter.refused import Fact
from arbiter.sides import Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentOpened:
    """The director announced the tournament and what it is played under."""

    at: Instant
    name: str
    variant: str
    system: str
    rounds: int
    control: str
    regulations: str
    flags: str
    points: str
    tiebreaks: tuple[str, ...]
    switches: tuple[tuple[str, Fact], ...] = ()
    """Every switch of the regulations with its value; nothing in journals begun before they were written down."""
    turned: tuple[str, ...] = ()
    """The switches that were turned away from the profile."""
    settings: tuple[tuple[str, int | str], ...] = ()
    endings: tuple[str, ...] | None = None
    """The rows of endings that are counted; those of the regulations in journals begun before they were written."""
    ballots: str = ""
    """The table from which openings are drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEntered:
    """Somebody takes part from now on; the register knows who."""

    at: Instant
    entry: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWithdrew:
    """An entry is paired no more; what it has played stands."""

    at: Instant
    entry: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReturned:
    """An entry that had withdrawn is paired again; the rounds in between stay missed."""

    at: Instant
    entry: int
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsChanged:
    """The director changed what the tournament is played under; None: that stays as it was."""

    at: Instant
    by: str
    reason: str
    rounds: int | None = None
    tiebreaks: tuple[str, ...] | None = None
    settings: tuple[tuple[str, int | str], ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersGiven:
    """The pairing numbers: number 1 is the first of `order`.

    `how`: by "rating", "lot", "restricted" lot, "hand", or as "entered".
    """

    at: Instant
    order: tuple[int, ...]
    how: str
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByeSet:
    """An entry does not play in that round and gets what `kind` says; an empty kind takes that back."""

    at: Instant
    entry: int
    round: int
    kind: str
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsForbidden:
    """No two of these entries meet in rounds `first` to `last`; `weak`: unless there is no other way."""

    at: Instant
    entries: tuple[int, ...]
    first: int
    last: int
    weak: bool
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsAllowed:
    """What the journal line `ban` had forbidden is forbidden no more."""

    at: Instant
    ban: int
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFixed:
    """An entry always sits at that board; board 0: wherever the pairing puts it."""

    at: Instant
    entry: int
    board: int
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryGrouped:
    """An entry plays in that group, or for that side of a match of two teams; an empty group: in none."""

    at: Instant
    entry: int
    group: str
    by: str


EntryEvent: TypeAlias = (
    TournamentOpened
    | PlayerEntered
    | PlayerWithdrew
    | PlayerReturned
    | TermsChanged
    | NumbersGiven
    | ByeSet
    | PairsForbidden
    | PairsAllowed
    | BoardFixed
    | EntryGrouped
)
