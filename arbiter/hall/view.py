"""A tournament as it is looked at: at its desk while the service runs, and out of the files as they lie there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from arbiter.desk.recorded import events_of
from arbiter.instants import HallClock
from arbiter.journal.sqlite.archive import journal_path
from arbiter.journal.sqlite.journal import lines_in
from arbiter.journal.sqlite.register import officials_in, people_in, setting_in, staff_of
from arbiter.tournament.replay import replay
from arbiter.view import View


def view_in(instance: Path, tournament: str, settings: Mapping[str, Any], language: str, paper: str = "A4") -> View:
    """The tournament out of its journal and the register, whether or not the service runs; with all its lines."""
    lines = tuple(lines_in(journal_path(instance, tournament)))
    return View(
        tournament=tournament,
        state=replay(events_of(lines)),
        people=people_in(instance / "register.sqlite", tournament),
        staff=staff_of(setting_in(instance / "register.sqlite", f"staff {tournament}")),
        officials=officials_in(instance / "register.sqlite"),
        at=HallClock().now(),
        zone=zone_of(settings),
        language=language,
        paper=paper,
        lines=lines,
    )


def zone_of(settings: Mapping[str, Any]) -> tzinfo:
    """The hall's time zone: the one set, or this machine's."""
    name = str(settings["timezone"])
    return ZoneInfo(name) if name else datetime.now(UTC).astimezone().tzinfo or UTC
