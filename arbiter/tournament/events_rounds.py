"""Who meets whom, and when it begins. See `events.py` for what an event is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arbiter.sides import Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired:
    """Who meets whom: `pairs` are (White's entry, Black's entry) from board 1 on; `byes` sit out."""

    at: Instant
    round: int
    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundUndone:
    """The pairing of a round in which no board had been started was taken back."""

    at: Instant
    round: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesStarted:
    """The clocks of these boards were set going at one instant, for the side that begins."""

    at: Instant
    round: int
    boards: tuple[int, ...]
    side: str
    by: str


RoundEvent: TypeAlias = RoundPaired | RoundUndone | GamesStarted
