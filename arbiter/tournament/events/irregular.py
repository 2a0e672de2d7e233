"""Objections to moves that were played, moves taken back, kings crowned, pieces huffed. See `events.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arbiter.refused import Fact
from arbiter.sides import Instant, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionRaised:
    """A side says that the move of ply `ply` was irregular; `code` is what the sealed finding says, None: nothing.

    `proposes`: an arbiter decides what becomes of it; otherwise the side itself does.
    """

    at: Instant
    round: int
    board: int
    side: str
    ply: int
    code: str | None
    by: str
    proposes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionDropped:
    """The side that objected lets the move stand."""

    at: Instant
    round: int
    board: int
    side: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRetracted:
    """An irregular move that had been played was taken back, whole, with all that it had earned on the clock.

    The game stands after `ply` plies; the offender is to put it right and their clock goes. `step`: the penalty that
    the ladder of the regulations proposes.
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
    white_left: Span
    black_left: Span
    by: str
    step: str = ""
    white_skew: int = 0
    black_skew: int = 0
    white_overtime: int | None = None
    black_overtime: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KingCrowned:
    """The opponent crowned the king on that square, and may move now (000 V)."""

    at: Instant
    round: int
    board: int
    side: str
    square: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceHuffed:
    """A piece that failed to capture was taken off the board instead of the move being put right."""

    at: Instant
    round: int
    board: int
    side: str
    square: int
    by: str


IrregularEvent: TypeAlias = ObjectionRaised | ObjectionDropped | MoveRetracted | KingCrowned | PieceHuffed
