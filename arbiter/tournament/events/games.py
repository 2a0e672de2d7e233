"""What the players do at the board, and how their game ends. See `events.py` for what an event is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arbiter.refused import Fact
from arbiter.sides import Instant, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePlayed:
    """A legal move, and what its press did to the clock.

    `charged` was thought, `left` remains once the period is credited, `overtime` is how much of that has been used.
    `lag` of the time until `at` was the network's and is charged to nobody. What the tablet said is evidence and
    decides nothing by itself: `pressed` the instant of the press by its measured offset, `round_trip` how good that
    is, `device` its own monotonic clock.
    """

    at: Instant
    round: int
    board: int
    ply: int
    side: str
    move: str
    path: tuple[int, ...]
    taken: tuple[int, ...]
    crowned: bool
    charged: Span
    left: Span
    by: str
    overtime: int | None = None
    lag: Span = 0
    pressed: Instant | None = None
    round_trip: Span | None = None
    device: int | None = None
    gained: Span = 0
    """What the press brought besides: the increment, and the allotment of the next period. It goes with the move."""
    irregular: str | None = None
    """The finding that was sealed with the move: its code, article, facts, what would have been right, the piece."""
    irregular_article: str | None = None
    irregular_facts: tuple[tuple[str, Fact], ...] = ()
    irregular_corrections: tuple[str, ...] = ()
    irregular_piece: int | None = None
    to_crown: bool = False
    """The opponent has to crown the king before they may move (000 V)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularMove:
    """A move that may not stand was attempted, and has to be put right; the mover's clock went on.

    `bound` is the square of the piece with which the correct move has to be made (000 VII), if that piece has one.
    """

    at: Instant
    round: int
    board: int
    ply: int
    side: str
    move: str
    code: str
    article: str | None
    facts: tuple[tuple[str, Fact], ...]
    bound: int | None
    corrections: tuple[str, ...]
    by: str
    step: str = ""
    """The penalty that the ladder of the regulations proposes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered:
    """One side proposes a draw; the offer stands until the other answers or moves."""

    at: Instant
    round: int
    board: int
    side: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAnswered:
    """The side that was asked said yes or no."""

    at: Instant
    round: int
    board: int
    side: str
    accepted: bool
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawClaimed:
    """One side says that the game is drawn, on a ground that an arbiter has to look at."""

    at: Instant
    round: int
    board: int
    side: str
    ground: str
    by: str
    move: str = ""
    """The move that is to bring the ground about, announced and not yet played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterCalled:
    """Somebody at the board wants the arbiter."""

    at: Instant
    round: int
    board: int
    side: str | None
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAnswered:
    """The arbiter came: every call from that board is dealt with."""

    at: Instant
    round: int
    board: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """A result, and because of what: `white` and `black` are each won, drawn or lost.

    `written`: the result as it was given, where the scheme of points has more of them than three (9-1, 1+-1-).
    """

    at: Instant
    round: int
    board: int
    white: str
    black: str
    because: str
    by: str
    article: str | None = None
    reason: str = ""
    written: str = ""


GameEvent: TypeAlias = (
    MovePlayed | IrregularMove | DrawOffered | DrawAnswered | DrawClaimed | ArbiterCalled | CallAnswered | GameEnded
)
