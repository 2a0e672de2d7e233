"""API of the display screens in the playing hall, and of announcements."""

from __future__ import annotations

from typing import TypedDict

from arbiter.rulings.screens import Announce, AssignScreen, EndAnnouncement
from arbiter.shapes.places.screens import AnnouncementTold, ScreenTold, announcement_shape, screen_shape
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold

screens = Api("screens", __name__, url_prefix=ROOT)
T = "/tournaments/<t>"


class Screens(TypedDict):
    """Response: the display screens in the hall, and the pages that the office has assigned to each."""

    screens: list[ScreenTold]


class Announcements(TypedDict):
    """Response: the announcements that have not been ended, the oldest first."""

    announcements: list[AnnouncementTold]


@screens.ask("GET", f"{T}/screens", who=ANYBODY, answers=Screens)
def list_screens(asked: Asked) -> Screens:
    """List the display screens in the hall, with the pages that each shows in turn."""
    return {"screens": [screen_shape(screen) for screen in asked.view().state.screens]}


@screens.ask("POST", f"{T}/screens", AssignScreen, answers=LineTold)
def assign_screen(asked: Asked) -> LineTold:
    """Assign to a screen the pages that it shows in turn. An empty `shows` removes the screen."""
    return {"seq": asked.submit().seq}


@screens.ask("GET", f"{T}/announcements", who=ANYBODY, answers=Announcements)
def list_announcements(asked: Asked) -> Announcements:
    """List the announcements that have not been ended, the oldest first."""
    return {"announcements": [announcement_shape(told) for told in asked.view().state.announcements]}


@screens.ask("POST", f"{T}/announcements", Announce, answers=LineTold, status=201)
def announce(asked: Asked) -> LineTold:
    """Show an announcement on every screen, tablet and public page, until it is ended."""
    return {"seq": asked.submit().seq}


@screens.ask("DELETE", f"{T}/announcements/<int:announcement>", EndAnnouncement, answers=LineTold)
def end_announcement(asked: Asked) -> LineTold:
    """Stop showing an announcement on screens, tablets and pages."""
    return {"seq": asked.submit().seq}
