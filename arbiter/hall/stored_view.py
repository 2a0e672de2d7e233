"""Views of a tournament read from the store, for programs outside the service."""

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
    """Return a view of a tournament with all journal lines, read from the store, whether the service runs or not."""
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
    """Return a view of a tournament read from the files of an instance. Finished practice games are always in files."""
    return view_in(FilesBeside(instance), tournament, settings, language)
