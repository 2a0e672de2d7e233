"""Requests about wall screens and announcements for everybody in the playing hall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Road, Sent
from arbiter.refused import Refused
from arbiter.rulings.request import By, plain_text
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.screens import AnnouncementEnded, AnnouncementMade, ScreenAssigned
from arbiter.tournament.screens import PAGE_SECONDS, SHOWN
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

MOST_SCREENS = 20
MOST_ANNOUNCED = 10
LONGEST_ANNOUNCEMENT = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignScreen:
    """Set the pages that a screen shows in turn. With an empty `shows` the screen is removed.

    A page of prizes shows the first `called` of the people who win something, the last prize first. The office raises
    `called` by one for each person who is called up.
    """

    screen: Annotated[int, Sent("the number of the screen", 1, least=1, most=MOST_SCREENS)]
    shows: Annotated[tuple[str, ...], Sent("what it shows in turn", ("pairings", "boards"), known=SHOWN)] = ()
    seconds: Annotated[int, Sent("how long it shows each page", PAGE_SECONDS, least=3, most=600, unit="s")] = (
        PAGE_SECONDS
    )
    called: Annotated[
        int, Sent("how many of those who are awarded something it shows, the last one first", 0, least=0, most=1_000)
    ] = 0
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        shows = tuple(dict.fromkeys(self.shows))
        if not shows and self.screen not in {one.number for one in state.screens}:
            raise Refused("no_screen", screen=self.screen)
        called = self.called if "prizes" in shows else None
        return [ScreenAssigned(at=at, screen=self.screen, shows=shows, seconds=self.seconds, by=self.by, called=called)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce:
    """Make an announcement, shown on every wall screen, tablet and public page until it is ended."""

    text: Annotated[
        str, Sent("what everybody is told", "Round 2 begins at 14:00", longest=LONGEST_ANNOUNCEMENT, blank=True)
    ] = ""
    until: Annotated[Instant, Sent("the instant it counts down to, in Unix milliseconds; 0: none", 0, least=0)] = 0
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if len(state.announcements) >= MOST_ANNOUNCED:
            raise Refused("announcements_full", most=MOST_ANNOUNCED)
        return [AnnouncementMade(at=at, text=plain_text(self.text, "text"), until=self.until, by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class EndAnnouncement:
    """End an announcement: it is shown no more."""

    announcement: Annotated[int, Road("the announcement")]
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if self.announcement not in {one.number for one in state.announcements}:
            raise Refused("no_announcement", announcement=self.announcement)
        return [AnnouncementEnded(at=at, announcement=self.announcement, by=self.by)]
