"""The files of an instance, read beside a running service."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from arbiter.journal.lines import Line
from arbiter.journal.people import Person
from arbiter.journal.sqlite.archive import journal_path
from arbiter.journal.sqlite.journal import lines_in
from arbiter.journal.sqlite.register import beside, people_in, setting_in


class FilesBeside:
    """The folder of an instance; without a register nobody has a name."""

    def __init__(self, instance: Path) -> None:
        self.instance = instance
        self.register = instance / "register.sqlite"

    def lines(self, tournament: str) -> list[Line]:
        return lines_in(journal_path(self.instance, tournament))

    def read(self, tournament: str, after: int, limit: int) -> list[Line]:
        return lines_in(journal_path(self.instance, tournament), after, limit)

    def people(self, tournament: str) -> dict[int, Person]:
        return people_in(self.register, tournament) if self.register.exists() else {}

    def officials(self) -> Mapping[int, str]:
        if not self.register.exists():
            return {}
        with beside(self.register) as register:
            return register.accounts.names()

    def setting(self, name: str) -> str | None:
        return setting_in(self.register, name) if self.register.exists() else None

    def epoch(self, tournament: str, board: int) -> int:
        with beside(self.register) as register:
            return register.epoch(tournament, board)
