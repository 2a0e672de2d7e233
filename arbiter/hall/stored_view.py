"""A tournament as it is looked at beside its desk: out of what an engine has kept of it by now."""

from __future__ import annotations

from pathlib import Path

from arbiter.desk.recorded import events_of
from arbiter.instants import HallClock
from arbiter.journal.read_only import ReadBeside
from arbiter.journal.register import staff_of
from arbiter.journal.sqlite.read_only import FilesBeside
from arbiter.settings import Settings
from arbiter.tournament.replay import replay
from arbiter.view import View


def view_in(beside: ReadBeside, tournament: str, settings: Settings, language: str, paper: str = "A4") -> View:
    """The tournament out of its journal and the register, whether or not the service runs; with all its lines."""
    lines = tuple(beside.lines(tournament))
    return View(
        tournament=tournament,
        state=replay(events_of(lines)),
        people=beside.people(tournament),
        staff=staff_of(beside.setting(f"staff {tournament}")),
        officials=beside.officials(),
        at=HallClock().now(),
        zone=settings.zone,
        language=language,
        paper=paper,
        lines=lines,
    )


def view_of_files(instance: Path, tournament: str, settings: Settings, language: str) -> View:
    """The tournament out of the files of an instance: what was put away lies there, whichever engine keeps the rest."""
    return view_in(FilesBeside(instance), tournament, settings, language)
