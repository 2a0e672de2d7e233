"""What happens to the clocks besides moves. See `events.py` for what an event is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arbiter.sides import Instant, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagFell:
    """The time of *side* expired at `at` before it had made the moves of its period (000 X).

    The board stands still until a ruling.

    `noticed` is when the service found it, never before `at`. `provisional`: why it may only be proposed ("tablet":
    the board's tablet was out of touch, "outage": this life of the service did not see the whole thinking time).
    """

    at: Instant
    round: int
    board: int
    side: str
    noticed: Instant
    provisional: str = ""


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
    """The clocks of a board were stopped; `why` says by what: "arbiter", or "call" of a player where that stops them.

    `stood` is the instant at which they stopped where it is not `at`: the arbiter's tablet was slow.
    """

    at: Instant
    round: int
    board: int
    by: str
    reason: str
    why: str = "arbiter"
    stood: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HallStopped:
    """The clocks of all these boards, as (round, board), were stopped at one instant: a section, or the whole hall."""

    at: Instant
    boards: tuple[tuple[int, int], ...]
    by: str
    reason: str
    article: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterCorrected:
    """An arbiter corrected the moves that one side has to go in that period; the times stay."""

    at: Instant
    round: int
    board: int
    side: str
    period: int
    to_go: int
    by: str
    article: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SidesSwapped:
    """What stood on the wrong side was put right: the "times" on the clock, or the "players" and their colours."""

    at: Instant
    round: int
    board: int
    what: str
    by: str
    article: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlSet:
    """Another time control than the tournament's: of an entry from now on, or of a board that has not been started.

    On a board it is of one `side`, or of both. What it is not about is 0.
    """

    at: Instant
    control: str
    by: str
    reason: str
    entry: int = 0
    round: int = 0
    board: int = 0
    side: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceNoted:
    """Somebody saw that a player is at the board, or is not."""

    at: Instant
    round: int
    board: int
    side: str
    here: bool
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LateNoticed:
    """The limit for players who are late passed at `due`: `side` has not come, "both" where neither has."""

    at: Instant
    round: int
    board: int
    side: str
    due: Instant


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAdjourned:
    """A game is to be finished another time; the clocks stand as they stood at `at`.

    `side` sealed its next move in the envelope of that name, as `sealed` where it was told to the service, and has
    pressed its clock; without an envelope whoever is to move will move first. `until` is to when, in words.
    """

    at: Instant
    round: int
    board: int
    side: str
    envelope: str
    sealed: str
    white_left: Span
    black_left: Span
    by: str
    reason: str
    until: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjournmentEnded:
    """An adjourned game goes on; a sealed move is played in the line that follows."""

    at: Instant
    round: int
    board: int
    by: str
    reason: str


ClockEvent: TypeAlias = (
    FlagFell
    | TimeCorrected
    | ClockStopped
    | HallStopped
    | ClocksResumed
    | ServiceInterrupted
    | CounterCorrected
    | SidesSwapped
    | ControlSet
    | AttendanceNoted
    | LateNoticed
    | GameAdjourned
    | AdjournmentEnded
)
