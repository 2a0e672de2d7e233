"""The computer player: its level, or the engine that plays for it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePlayer:
    """The settings of an entry for which the computer plays."""

    level: int
    """The level from 1 to 9: a higher one looks further ahead and errs less often."""
    engine: str = ""
    """The name of the engine that plays, as the club has set it up; empty for the computer's own search."""
    chance: int = 0
    """The random number that decides its errors."""
