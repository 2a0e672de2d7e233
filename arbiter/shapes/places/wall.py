"""The pages that a wall screen shows in turn, and the layout of boards on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from arbiter.prizes.awards import AwardTold, in_ceremony, prizes_shape
from arbiter.shapes.players import seats_of
from arbiter.shapes.tables import standings_shape
from arbiter.shapes.tournament import round_shape
from arbiter.sides import Instant
from arbiter.tournament.screens import Announcement, Screen
from arbiter.view import View

COLUMNS = {1: 1, 2: 2, 4: 2, 6: 3, 9: 3, 12: 4, 16: 4, 20: 5, 25: 5, 30: 6, 36: 6, 42: 7, 56: 8, 72: 9, 90: 10}
"""The columns of a screen by the number of boards on it, for screens that are wider than high."""
LINES_PER_COLUMN = 11
"""The most lines of a list in one column, so that they can be read from five metres away on a television of 43 inches.

Capitals need 16 minutes of arc (ISO 9241-303), which is 23.3 mm at five metres. Such a television is 535 mm high, so
that is 4.35 % of its height. The capitals of the font are 0.73 of its size, which comes to 6 % of the height. Eleven
such lines fill what the head of the screen leaves.
"""
BESIDE = {"pairings": 2, "results": 1, "standings": 2, "categories": 2, "prizes": 1}
"""The most columns of lines on one page, by the list shown: as many as leave room for the longest names."""
LONG, LONGER = 20, 26
"""The characters from which a name is set narrower, and from which it is set smaller in two lines. No name is cut."""


class ScreenPage(NamedTuple):
    """One page of a wall screen: the name of its list, its lines, and the page number within that list.

    `title` is the heading, if it is not the name of the list.
    """

    shows: str
    page: int
    pages: int
    lines: Sequence[Any]
    title: str = ""

    @property
    def columns(self) -> int:
        """The columns in which the lines fill the screen: no more than needed, so that a short list is set large."""
        return -(-len(self.lines) // LINES_PER_COLUMN)

    @property
    def rows(self) -> int:
        """The lines in each of these columns."""
        return -(-len(self.lines) // (self.columns or 1))


def length(name: str) -> str:
    """Return the class of a name by its length: empty, "long" or "longer"."""
    return "longer" if len(name) > LONGER else "long" if len(name) > LONG else ""


def across(boards: int) -> int:
    """Return the number of columns in which *boards* boards fill the screen best."""
    return next((wide for most, wide in COLUMNS.items() if boards <= most), max(COLUMNS.values()))


def slides(view: View, screen: Screen) -> list[ScreenPage]:
    """Return the pages of a wall screen in turn.

    Empty lists are left out. If all are empty, the only page is the list of entries.
    """
    found = [slide for shows in screen.shows for slide in _slides(view, shows)]
    return found or [ScreenPage("entries", 1, 1, view.state.entries)]


def _slides(view: View, shows: str) -> Iterator[ScreenPage]:
    """Yield the pages of one list, with nearly equal numbers of lines on each."""
    if shows == "categories" and view.state.rounds:
        for one in view.state.categories:
            yield from _paged(shows, standings_shape(view, category=one.name)["standings"], one.name)
    elif shows != "categories":
        yield from _paged(shows, _lines(view, shows))


def _paged(shows: str, lines: Sequence[Any], title: str = "") -> Iterator[ScreenPage]:
    fits = LINES_PER_COLUMN * BESIDE[shows] if shows in BESIDE else max(1, len(lines))
    pages = -(-len(lines) // fits)
    size = -(-len(lines) // pages) if pages else 1
    for page in range(pages):
        yield ScreenPage(shows, page + 1, pages, lines[page * size : (page + 1) * size], title)


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
    if shows == "prizes":
        return _ceremony(view)
    if shows == "standings":
        return standings_shape(view)["standings"]
    return round_shape(view, round)["boards"]


def _ceremony(view: View) -> Sequence[AwardTold]:
    """Return the awards of everybody in the order of the ceremony, once two officials have signed them."""
    told = prizes_shape(view, official=False)
    return [award for _, awards in in_ceremony(told["awards"]) for award in awards] if told["signed"] else ()


def _awaited(view: View) -> Iterator[Announcement]:
    """Yield the countdowns still running: to the end of an announcement, and to a round with a known time."""
    for told in view.state.announcements:
        if told.until > view.at:
            yield told
    for round, time in view.state.details.times:
        until = round_begins(view, time)
        if until > view.at:
            yield Announcement(number=0, at=view.at, text=view.text("Round {round}", round=round), until=until)


def round_begins(view: View, time: str) -> Instant:
    """Return the instant of a local date and time in the hall's time zone."""
    begins = datetime.fromisoformat(time).replace(tzinfo=view.zone)
    return view.at + (begins - view.local(view.at)) // timedelta(milliseconds=1)
