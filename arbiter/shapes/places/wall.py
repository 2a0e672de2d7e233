"""The pages that a wall screen shows in turn, and the layout of boards on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from arbiter.prizes.awards import AwardTold, in_ceremony, marks_of, prizes_shape, signed_now
from arbiter.shapes.agenda import round_now
from arbiter.shapes.board import board_shape
from arbiter.shapes.places.wall_layout import BESIDE, ListLayout, parted
from arbiter.shapes.players import seats_of
from arbiter.shapes.standings_and_crosstable import standings_shape
from arbiter.sides import SECOND, Instant
from arbiter.tournament.screens import Announcement, Screen
from arbiter.view import View

COLUMNS = {1: 1, 2: 2, 4: 2, 6: 3, 8: 4, 9: 3, 12: 4, 16: 4, 20: 5, 25: 5, 30: 6, 36: 6, 42: 7, 56: 8, 72: 9, 90: 10}
"""The number of columns of a screen by the number of boards on it, for screens that are wider than high."""
LONG, LONGER = 20, 26
"""Lengths of a name beside a board, in characters.

From `LONG` on the name is set narrower, and from `LONGER` on smaller and in two lines.
"""


MOST_BOARDS = 90
"""The most boards that share one page of a screen."""
BOARDS_A_PAGE = 8
"""The number of boards on each page, if there are more boards than fit on one page."""
MOST_LINES = 100
"""If all pages of a screen have at most this many lines together, all pages are sent with their lines.

Otherwise only the page shown now and the next one are.
"""


class ScreenPage(NamedTuple):
    """One page of a wall screen: the name of its list, its lines and their layout, the page number within that list.

    `title` is the heading, if it is not the name of the list. `turn`: "now" for the page that is shown first, "next"
    for the one after it, and "later" for a page that has no lines yet.
    """

    shows: str
    page: int
    pages: int
    lines: Sequence[Any]
    layout: ListLayout | None = None
    title: str = ""
    turn: str = "next"


def length(name: str) -> str:
    """Return the CSS class of a name by its length: "long", "longer" or, for a short name, an empty text."""
    return "longer" if len(name) > LONGER else "long" if len(name) > LONG else ""


def across(boards: int) -> int:
    """Return the number of columns in which *boards* boards fill the screen best."""
    return next((wide for most, wide in COLUMNS.items() if boards <= most), max(COLUMNS.values()))


def slides(view: View, screen: Screen, first: int | None = None) -> list[ScreenPage]:
    """Return the pages of a wall screen in the order in which they are shown.

    Empty lists are left out. If all are empty, the only page is the list of entries. *first*: the index of the page
    that is shown first. If it is None, the hall's clock decides which page has its turn. If the lists are long, only
    that page and the next one have their lines, because a thousand lines would be sent again after each result.
    """
    found = [slide for shows in screen.shows for slide in _slides(view, shows, screen.called)]
    found = found or [ScreenPage("entries", 1, 1, view.state.entries)]
    now = (view.at // (SECOND * screen.seconds) if first is None else first) % len(found)
    there = (now, (now + 1) % len(found))
    whole = sum(len(slide.lines) for slide in found) <= MOST_LINES
    return [
        slide._replace(
            lines=[board_shape(view, game, listed=True) for game in slide.lines]
            if slide.shows == "boards"
            else slide.lines,
            turn="now" if at == now else "next",
        )
        if whole or at in there
        else slide._replace(lines=[], turn="later")
        for at, slide in enumerate(found)
    ]


def _slides(view: View, shows: str, called: int | None) -> Iterator[ScreenPage]:
    """Yield the pages of the list *shows*. The standings of categories have pages for each category.

    *called*: the number of people called up for their prizes so far; only the last page of their prizes is yielded.
    None: the pages of all prizes.
    """
    if shows == "categories" and view.state.rounds:
        for one in view.state.categories:
            yield from _paged(shows, standings_shape(view, category=one.name)["standings"], one.name)
    elif shows == "prizes" and called is not None:
        awards = [award for _, own in ceremony(view)[:called] for award in own]
        yield from [*_paged(shows, awards)][-1:] or [ScreenPage(shows, 1, 1, ())]
    elif shows != "categories":
        final = shows == "standings" and signed_now(view)
        yield from _paged(shows, _lines(view, shows), view.text("Final standings") if final else "")


def _paged(shows: str, lines: Sequence[Any], title: str = "") -> Iterator[ScreenPage]:
    if shows not in BESIDE:
        if shows == "boards" and len(lines) > MOST_BOARDS:
            parts = range(0, len(lines), BOARDS_A_PAGE)
            for number, start in enumerate(parts, 1):
                yield ScreenPage(shows, number, len(parts), lines[start : start + BOARDS_A_PAGE])
        elif lines:
            yield ScreenPage(shows, 1, 1, lines)
        return
    pages = parted(shows, lines)
    for number, (part, layout) in enumerate(pages, 1):
        yield ScreenPage(shows, number, len(pages), part, layout, title)


def _lines(view: View, shows: str) -> Sequence[Any]:
    state = view.state
    round = round_now(state)
    if shows == "announcements":
        return state.announcements
    if shows == "countdown":
        return sorted(_awaited(view), key=lambda told: told.until)[:1]
    if round is None:
        return ()
    if shows == "pairings":
        return seats_of(view, round)
    if shows == "prizes":
        return [award for _, own in ceremony(view) for award in own]
    if shows == "standings":
        marks = marks_of(view)
        return [
            {**row, "marks": " ".join(mark for mark, _ in marks.get(row["entry"], ()))}
            for row in standings_shape(view)["standings"]
        ]
    return round.games if shows == "boards" else [board_shape(view, game, listed=True) for game in round.games]


def ceremony(view: View) -> Sequence[tuple[int, Sequence[AwardTold]]]:
    """Return everybody with their awards in the order of the ceremony; empty until two officials have signed them."""
    told = prizes_shape(view, official=False)
    return in_ceremony(view, told["awards"]) if told["signed"] else ()


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
