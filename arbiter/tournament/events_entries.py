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


EntryEvent: TypeAlias = TournamentOpened | PlayerEntered | PlayerWithdrew
