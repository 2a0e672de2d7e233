"""Openings that were drawn, and endings that fell due. See `events.py` for what an event is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arbiter.sides import Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotDrawn:
    """These boards begin with that opening: from the position `begin`, with the moves told, which count as played.

    One that was drawn before for such a board is put aside.
    """

    at: Instant
    round: int
    boards: tuple[int, ...]
    table: str
    ballot: str
    text: str
    """The opening as its table has it."""
    begin: str
    """The position from which the moves go, as FEN."""
    moves: tuple[str, ...]
    paths: tuple[tuple[int, ...], ...]
    taken: tuple[tuple[int, ...], ...]
    crowned: tuple[bool, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingDue:
    """A count of the game came to its limit with the last play, and an arbiter has to look at it.

    `row` is the key of the rule, `plies` its proof: after which plies the position stood, or which plies were counted.
    """

    at: Instant
    round: int
    board: int
    row: str
    side: str
    """The side to move."""
    number: int
    limit: int
    plies: tuple[int, ...]
    outcome: str
    """"draw", or "strength": the referee names the winner."""
    article: str | None


EndingEvent: TypeAlias = BallotDrawn | EndingDue
