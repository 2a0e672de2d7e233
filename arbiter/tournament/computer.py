"""The computer player of an entry: the level at which it plays, or the external engine that plays for it."""

from __future__ import annotations

from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePlayer:
    """The settings of an entry for which the computer plays: its level, or the engine that chooses its moves."""

    level: int
    """The level from 1 to 9: a higher one looks further ahead and errs less often."""
    engine: str = ""
    """The name of the engine that plays, as the club has set it up; empty for the computer's own search."""
    chance: int = 0
    """A random number from which the computer player's errors are computed, so that they can be reproduced."""
