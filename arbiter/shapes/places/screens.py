"""Answers about wall screens and announcements."""

from __future__ import annotations

from typing import TypedDict

from arbiter.shapes.json_answers import told
from arbiter.tournament.screens import Announcement, Screen
from arbiter.tournament.state import Tournament


class ScreenTold(TypedDict):
    """A wall screen: the pages that it shows in turn, and the seconds for each.

    `called`: the number of people whose prizes it shows, in the order of the ceremony; null for all, or if it shows no
    prizes.
    """

    screen: int
    shows: list[str]
    seconds: int
    called: int | None


class AnnouncementTold(TypedDict):
    """An announcement. `at` and `until` are Unix milliseconds; `until` is null if there is no countdown."""

    announcement: int
    at: int
    text: str
    until: int | None


def screen_shape(screen: Screen) -> ScreenTold:
    return told(ScreenTold, screen, screen=screen.number)


def announcement_shape(told: Announcement) -> AnnouncementTold:
    return {"announcement": told.number, "at": told.at, "text": told.text, "until": told.until or None}


def screen_of(state: Tournament, number: int) -> Screen:
    """Return what the office assigned to a wall screen. A screen without an assignment shows the boards."""
    return next((one for one in state.screens if one.number == number), Screen(number=number))
