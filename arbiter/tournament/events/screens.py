"""Events of the screens in the hall, and of announcements."""

from __future__ import annotations

from arbiter.sides import Instant
from arbiter.tournament.events.event import Event, TournamentAct
from arbiter.tournament.screens import Announcement, Screen
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenAssigned(TournamentAct):
    """A screen was assigned the pages that it shows in turn, each for `seconds` seconds.

    Without pages the screen is no longer used. `called`: how many of the people who win something its page of prizes
    shows, the last prize first; None for all.
    """

    screen: int
    shows: tuple[str, ...]
    seconds: int
    called: int | None = None

    def after(self, state: Tournament) -> Tournament:
        others = (one for one in state.screens if one.number != self.screen)
        own = Screen(number=self.screen, shows=self.shows, seconds=self.seconds, called=self.called)
        return replace(
            state, screens=tuple(sorted((*others, *([own] if self.shows else ())), key=lambda one: one.number))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementMade(TournamentAct):
    """The office made an announcement. `until` is the instant of a countdown shown with it; 0 means no countdown."""

    text: str
    until: Instant

    def after(self, state: Tournament) -> Tournament:
        told = Announcement(number=state.version, at=self.at, text=self.text, until=self.until)
        return replace(state, announcements=(*state.announcements, told))


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementEnded(TournamentAct):
    """An announcement was ended and is no longer shown."""

    announcement: int

    def after(self, state: Tournament) -> Tournament:
        kept = tuple(one for one in state.announcements if one.number != self.announcement)
        return replace(state, announcements=kept)


EVENTS: tuple[type[Event], ...] = (ScreenAssigned, AnnouncementMade, AnnouncementEnded)
