"""What happens to the clocks besides moves. See `events.py` for what an event is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arbiter.sides import Instant, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagFell:
    """The time of *side* expired at `at` before it had made the moves of its period (000 X).

    The board stands still until a ruling.

    `noticed` is when the service found it, never before `at`.
    """

    at: Instant
    round: int
    board: int
    side: str
    noticed: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCorrected:
    """An arbiter gave one side another time: `left` as of `at`."""

    at: Instant
    round: int
    board: int
    side: str
    left: Span
    by: str
    article: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStopped:
    """An arbiter stopped the clocks of a board."""

    at: Instant
    round: int
    board: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksResumed:
    """Clocks that stood still go on at one instant, for the side to move."""

    at: Instant
    round: int
    boards: tuple[int, ...]
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceInterrupted:
    """The service was not there from `alive` to `at`.

    These boards, as (round, board), stopped at `alive`, and nobody pays for the gap.
    """

    at: Instant
    alive: Instant
    boards: tuple[tuple[int, int], ...]


ClockEvent: TypeAlias = FlagFell | TimeCorrected | ClockStopped | ClocksResumed | ServiceInterrupted
