"""The screens in the hall with the pages that they show in turn, and the announcements."""

from __future__ import annotations

from arbiter.sides import Instant
from arbiter.values import dataclass

SHOWN = ("boards", "pairings", "results", "standings", "categories", "prizes", "announcements", "countdown")
"""The pages that a screen can show."""
PAGE_SECONDS = 15
"""The default number of seconds for which a screen shows one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """One screen: the pages that it shows in turn, each for `seconds` seconds.

    `called`: how many of the people who win something its page of prizes shows, the last prize first; None for all.
    """

    number: int
    shows: tuple[str, ...] = ("boards",)
    seconds: int = PAGE_SECONDS
    called: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """An announcement by the office.

    Its number is its journal line; `until` is the instant of its countdown, 0 for none.
    """

    number: int
    at: Instant
    text: str
    until: Instant = 0
