"""What the service says of screens and announcements."""

from __future__ import annotations

from typing import TypedDict

from arbiter.tournament.screens import Announcement, Screen
from arbiter.tournament.state import Tournament


class ScreenTold(TypedDict):
    """One screen: what it shows in turn, each page for so many seconds."""

    screen: int
    shows: list[str]
    seconds: int


class AnnouncementTold(TypedDict):
    """What everybody is told; `at` and `until` are Unix milliseconds, `until` null where it counts down to nothing."""

    announcement: int
    at: int
    text: str
    until: int | None


def screen_shape(screen: Screen) -> ScreenTold:
    return {"screen": screen.number, "shows": list(screen.shows), "seconds": screen.seconds}


def announcement_shape(told: Announcement) -> AnnouncementTold:
    return {"announcement": told.number, "at": told.at, "text": told.text, "until": told.until or None}


def screen_of(state: Tournament, number: int) -> Screen:
    """That screen as the office assigned it; one that nobody has assigned shows the boards."""
    return next((one for one in state.screens if one.number == number), Screen(number=number))
