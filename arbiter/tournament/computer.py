"""The computer as a player: how far it thinks, or which engine thinks for it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePlayer:
    """An entry for which the house plays."""

    level: int
    """From 1 to 9: how far it looks ahead, and how seldom it errs."""
    engine: str = ""
    """The engine that thinks for it, by the name that the club has given it; empty: the house itself."""
    chance: int = 0
    """The number from which its errors follow."""
