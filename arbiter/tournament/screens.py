"""What hangs in the hall besides the boards: the screens with what they show in turn, and what was announced."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.sides import Instant

SHOWN = ("boards", "pairings", "results", "standings", "announcements", "countdown")
"""What a screen can show."""
TURN = 15
"""Seconds for which a screen shows one page, where nobody has said otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """One screen: what it shows in turn, each page for so many seconds."""

    number: int
    shows: tuple[str, ...] = ("boards",)
    seconds: int = TURN


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What the office told everybody; its number is its journal line. `until`: the instant it counts down to, or 0."""

    number: int
    at: Instant
    text: str
    until: Instant = 0
