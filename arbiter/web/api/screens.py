"""The API of what hangs in the hall: screens and announcements."""

from __future__ import annotations

from typing import TypedDict

from arbiter.rulings.screens import Announce, AssignScreen, EndAnnouncement
from arbiter.shapes.places.screens import AnnouncementTold, ScreenTold, announcement_shape, screen_shape
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold

screens = Api("screens", __name__, url_prefix=ROOT)
T = "/tournaments/<t>"


class Screens(TypedDict):
    """The screens that the office has assigned."""

    screens: list[ScreenTold]


class Announcements(TypedDict):
    """What everybody is told now, the oldest first."""

    announcements: list[AnnouncementTold]


@screens.ask("GET", f"{T}/screens", who=ANYBODY, answers=Screens)
def list_screens(asked: Asked) -> Screens:
    """The screens that the office has assigned, and what each shows in turn."""
    return {"screens": [screen_shape(screen) for screen in asked.view().state.screens]}


@screens.ask("POST", f"{T}/screens", AssignScreen, answers=LineTold)
def assign_screen(asked: Asked) -> LineTold:
    """A screen shows these in turn from now on; nothing takes it down."""
    return {"seq": asked.submit().seq}


@screens.ask("GET", f"{T}/announcements", who=ANYBODY, answers=Announcements)
def list_announcements(asked: Asked) -> Announcements:
    """What everybody in the hall is told now."""
    return {"announcements": [announcement_shape(told) for told in asked.view().state.announcements]}


@screens.ask("POST", f"{T}/announcements", Announce, answers=LineTold, status=201)
def announce(asked: Asked) -> LineTold:
    """Everybody is told something, on every wall, tablet and public page, until it is ended."""
    return {"seq": asked.submit().seq}


@screens.ask("DELETE", f"{T}/announcements/<int:announcement>", EndAnnouncement, answers=LineTold)
def end_announcement(asked: Asked) -> LineTold:
    """What was announced is shown no more."""
    return {"seq": asked.submit().seq}
