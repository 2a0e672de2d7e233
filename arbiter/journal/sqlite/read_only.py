"""The files of an instance, read beside a running service."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from arbiter.journal.lines import Line
from arbiter.journal.people import Person
from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite.archive import journal_path
from arbiter.journal.sqlite.journal import JOURNAL, lines_in
from arbiter.journal.sqlite.register import epoch_in, officials_in, people_in, setting_in


class FilesBeside:
    """The folder of an instance; without a register nobody has a name."""

    def __init__(self, instance: Path) -> None:
        self.instance = instance
        self.register = instance / "register.sqlite"

    def lines(self, tournament: str) -> list[Line]:
        return lines_in(journal_path(self.instance, tournament))

    def read(self, tournament: str, after: int, limit: int) -> list[Line]:
        return lines_in(journal_path(self.instance, tournament), after, limit)

    def copy_to(self, tournament: str, path: Path) -> None:
        source = journal_path(self.instance, tournament)
        with sqlite.undamaged(source), closing(sqlite.open_reading(source, JOURNAL)) as reading:
            sqlite.copy(reading, path, JOURNAL)

    def people(self, tournament: str) -> dict[int, Person]:
        return people_in(self.register, tournament) if self.register.exists() else {}

    def officials(self) -> dict[int, str]:
        return officials_in(self.register) if self.register.exists() else {}

    def setting(self, name: str) -> str | None:
        return setting_in(self.register, name) if self.register.exists() else None

    def epoch(self, tournament: str, board: int) -> int:
        return epoch_in(self.register, tournament, board)
