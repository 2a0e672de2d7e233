"""The named time controls: those of draughts, and those of chess that the notation can express, one row each."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.clock.control import Control, parse_controls
from arbiter.sides import Both
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Preset:
    """One time control with a name, which can be chosen for a tournament.

    `notation` is as in `clock.control`. `source` cites where the control is published. `sure` is False if we know the
    source only from somebody who cites it.
    """

    key: str
    notation: str
    source: str
    sure: bool = True
    offered: bool = False
    """Whether the form for a new tournament lists this control."""

    @property
    def name(self) -> str:
        return f"control {self.key}"

    @property
    def controls(self) -> Both[Control]:
        """The control of both sides."""
        return parse_controls(self.notation)


PRESETS: Mapping[str, Preset] = {
    row.key: row
    for row in (
        Preset("book", "50/7200:25/3600", "000 X; FMJD Annex 1", offered=True),
        Preset("fmjd-increment", "4800+60", "FMJD Annex 1", offered=True),
        Preset("fmjd-six-hours", "50/7200:3600", "FMJD Annex 1", sure=False),
        Preset("fmjd-five-hours", "50/7200:1800", "FMJD Annex 1", sure=False),
        Preset("fmjd-64", "30/5400:20/3600", "FMJD section 64", sure=False),
        Preset("hourly-25", "25/3600", "custom of federations before 2000", sure=False),
        Preset("acf", "30/3600", "ACF tournament rules", sure=False),
        Preset("wcdf", "30/3600:15/1800", "WCDF rules of play", sure=False, offered=True),
        Preset("kndb-45", "2700+30", "custom of Dutch opens", sure=False),
        Preset("rapid-20", "1200+5", "FMJD rapid", sure=False),
        Preset("rapid-15", "900+10", "FMJD rapid", sure=False, offered=True),
        Preset("blitz", "300+3", "FMJD blitz", sure=False, offered=True),
        Preset("lehmann-georgiev", "300+2", "FMJD tie-break by Lehmann and Georgiev", sure=False),
        Preset("quick-15", "900", "custom"),
        Preset("quick-5", "300", "custom"),
        Preset("club", "3600+10", "custom"),
        Preset("delay", "600+5d", "chess, USCF"),
        Preset("bronstein", "600+5b", "chess, after Bronstein"),
        Preset("minute-a-move", "1@60", "custom where no long clock is kept"),
        Preset("glass", "*180", "chess; PGN and PDN TimeControl"),
        Preset("none", "-", "PDN TimeControl", offered=True),
    )
}
