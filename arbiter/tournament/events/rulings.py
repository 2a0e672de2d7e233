"""What an arbiter decides. See `events.py` for what an event is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arbiter.sides import Instant, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalSigned:
    """An arbiter made the proposal of that journal line their ruling."""

    at: Instant
    proposal: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalDismissed:
    """An arbiter decided otherwise; a board that stood still for it stays stopped until they set its clock going."""

    at: Instant
    proposal: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected:
    """An arbiter put another result in the place of the one that stood; the old one stays in the journal."""

    at: Instant
    round: int
    board: int
    white: str
    black: str
    because: str
    by: str
    article: str | None
    reason: str
    written: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionRestored:
    """An arbiter took the game back to the position after `ply` plies.

    The plays since are struck through, and the clocks stand. `skew` is how many more moves count for the periods than
    have been made, `overtime` how much of that has been used.
    """

    at: Instant
    round: int
    board: int
    ply: int
    white_left: Span
    black_left: Span
    by: str
    article: str | None
    reason: str
    white_skew: int = 0
    black_skew: int = 0
    white_overtime: int | None = None
    black_overtime: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven:
    """An arbiter penalised one side; `step` says how far up the ladder."""

    at: Instant
    round: int
    board: int
    side: str
    step: str
    by: str
    article: str | None
    reason: str


RulingEvent: TypeAlias = ProposalSigned | ProposalDismissed | ResultCorrected | PositionRestored | PenaltyGiven
