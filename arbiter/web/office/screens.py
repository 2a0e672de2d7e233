"""Office pages of the display screens in the hall, and of announcements."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.refused import Refused
from arbiter.rulings.request import Request
from arbiter.rulings.screens import Announce, AssignScreen, EndAnnouncement
from arbiter.shapes.places.screens import screen_of
from arbiter.shapes.places.wall import ceremony
from arbiter.sides import Instant
from arbiter.tournament.screens import SHOWN
from arbiter.view import View
from arbiter.web import access, page
from arbiter.web.request_parsing import Body, form, read, takes

screens = Blueprint("screens", __name__)
CLOCK = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)", re.ASCII)


@screens.get("/office/<t>/screens")
@access.officials_only
def show(t: str) -> ResponseReturnValue:
    """Show the announcements that have not been ended, and every screen with the pages that are assigned to it."""
    return _page(t, {})


def _page(t: str, given: Body, refused: str | None = None) -> str:
    view = page.view(t)
    numbers = sorted({1, *(screen.number for screen in view.state.screens)})
    assigned = [screen_of(view.state, number) for number in (*numbers, numbers[-1] + 1)]
    called = len(ceremony(view)) if any("prizes" in screen.shows for screen in assigned) else 0
    return page.render(
        "office/screens.html", view, form=given, refused=refused, assigned=assigned, shown=SHOWN, awarded=called
    )


@screens.post("/office/<t>/screens")
@access.officials_only
@takes(AssignScreen)
def assign(t: str) -> ResponseReturnValue:
    """Assign the ticked pages to a screen."""
    return _submit(t, lambda given: read(AssignScreen, given, by=access.reader().by))


@screens.post("/office/<t>/announcements")
@access.officials_only
@takes(Announce, also=("clock",))
def announce(t: str) -> ResponseReturnValue:
    """Show an announcement on every screen, tablet and public page, until it is ended."""
    view, by = page.view(t), access.reader().by
    return _submit(t, lambda given: read(Announce, {**given, "until": _next(view, given.get("clock"))}, by=by))


@screens.post("/office/<t>/announcements/<int:announcement>/end")
@access.officials_only
@takes()
def end(t: str, announcement: int) -> ResponseReturnValue:
    """Stop showing an announcement on screens, tablets and pages."""
    return _submit(t, lambda _given: EndAnnouncement(announcement=announcement, by=access.reader().by))


def _submit(t: str, made: Callable[[Body], Request]) -> ResponseReturnValue:
    """Submit a request made from the form. If it is refused, show the page again with the typed text.

    *made*: a function that makes the request from the fields of the form.
    """
    given = form()
    try:
        access.desk(t).submit(made(given))
    except Refused as refused:
        return _page(t, given, page.sentence(refused)), 422
    flash(_("Recorded."), "done")
    return page.see(url_for("office.screens.show", t=t))


def _next(view: View, clock: str | None) -> Instant:
    """Return the next instant at which a clock in the hall shows the time *clock*, or 0 if no time was typed."""
    if not clock:
        return 0
    typed = CLOCK.fullmatch(clock.strip())
    if typed is None:
        raise Refused("field_unreadable", field="clock", wanted="a time such as 14:00")
    now = view.local(view.at)
    then = now.replace(hour=int(typed[1]), minute=int(typed[2]), second=0, microsecond=0)
    return view.at + ((then - now) % timedelta(days=1)) // timedelta(milliseconds=1)
