"""Reading the SQLite files of an instance while a service writes them."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

from arbiter.journal.read_only import ReadBeside
from arbiter.journal.sqlite.archive import journal_path
from arbiter.journal.sqlite.folder import Folder
from arbiter.journal.sqlite.journal import lines_in
from arbiter.journal.sqlite.register import beside


class FilesBeside(ReadBeside):
    """A reader of the files in an instance's folder. If there is no register file, no names of people are known."""

    def __init__(self, instance: Path) -> None:
        register = instance / "register.sqlite"
        super().__init__(
            lambda tournament, after, limit: lines_in(journal_path(instance, tournament), after, limit),
            lambda: beside(register) if register.exists() else nullcontext(),
            Folder(instance).ids,
        )
