"""What a screen in the hall shows: its pages in turn, and how the boards of a round are laid out on one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from arbiter.shapes.players import seats_of
from arbiter.shapes.tables import standings_shape
from arbiter.shapes.tournament import round_shape
from arbiter.sides import Instant
from arbiter.tournament.screens import Announcement, Screen
from arbiter.view import View

COLUMNS = {1: 1, 2: 2, 4: 2, 6: 3, 9: 3, 12: 4, 16: 4, 20: 5, 25: 5, 30: 6, 36: 6, 42: 7, 56: 8, 72: 9, 90: 10}
"""Up to so many boards: so many columns, for a screen that is wider than high."""
DEEP = 20
"""Lines of a list under each other, so that they are read from five metres."""
BESIDE = {"pairings": 3, "results": 1, "standings": 2}
"""Columns of such lines on one page."""


class ScreenPage(NamedTuple):
    """One page of a screen: what it shows, which of its pages it is, and its lines."""

    shows: str
    page: int
    pages: int
    lines: Sequence[Any]


def across(boards: int) -> int:
    """In how many columns that many boards fill the screen."""
    return next((wide for most, wide in COLUMNS.items() if boards <= most), max(COLUMNS.values()))


def slides(view: View, screen: Screen) -> list[ScreenPage]:
    """The pages of a screen in turn; what there is nothing of yet is left out, as long as anything is there."""
    found = [slide for shows in screen.shows for slide in _slides(view, shows)]
    return found or [ScreenPage("entries", 1, 1, view.state.entries)]


def _slides(view: View, shows: str) -> Iterator[ScreenPage]:
    """The pages of one thing that is shown, as even as they can be."""
    lines = _lines(view, shows)
    fits = DEEP * BESIDE[shows] if shows in BESIDE else max(1, len(lines))
    pages = -(-len(lines) // fits)
    size = -(-len(lines) // pages) if pages else 1
    for page in range(pages):
        yield ScreenPage(shows, page + 1, pages, lines[page * size : (page + 1) * size])


def _lines(view: View, shows: str) -> Sequence[Any]:
    state = view.state
    round = state.rounds[-1] if state.rounds else None
    if shows == "announcements":
        return state.announcements
    if shows == "countdown":
        return sorted(_awaited(view), key=lambda told: told.until)[:1]
    if round is None:
        return ()
    if shows == "pairings":
        return seats_of(view, round)
    if shows == "standings":
        return standings_shape(view)["standings"]
    return round_shape(view, round)["boards"]


def _awaited(view: View) -> Iterator[Announcement]:
    """What is counted down to: announcements that say so, and rounds whose times are known."""
    for told in view.state.announcements:
        if told.until > view.at:
            yield told
    for round, time in view.state.details.times:
        until = round_begins(view, time)
        if until > view.at:
            yield Announcement(number=0, at=view.at, text=view.text("Round {round}", round=round), until=until)


def round_begins(view: View, time: str) -> Instant:
    """The instant at which a clock in the hall shows that day and time."""
    begins = datetime.fromisoformat(time).replace(tzinfo=view.zone)
    return view.at + (begins - view.local(view.at)) // timedelta(milliseconds=1)
