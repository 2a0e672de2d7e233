"""Backups: copies of the journals and of the register. Each copy is verified after it is made."""

from __future__ import annotations

import logging
import shutil
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from arbiter.desk.desks import Desks
from arbiter.journal.files import whole
from arbiter.journal.journal import Journal
from arbiter.journal.register import Register
from arbiter.refused import Refused

log = logging.getLogger(__name__)

REGISTER = "_register"
"""The name under which copies of the register are stored. No tournament can have it as its id."""
ASIDE = ("analyses", "practice")
"""The names of the folders with the computer's analyses and with finished practice games."""


class Backups:
    """The backups in the folder `backups` of an instance: the newest copies of each journal and of the register.

    *kept*: how many copies of each are kept. If a second medium is set, the copies are also written to it.
    """

    def __init__(self, desks: Desks, *, kept: int) -> None:
        self.desks = desks
        self._kept = max(1, kept)
        self._copied: dict[str, int] = {}
        """For each journal, the number of the last line in its newest copy; for the register, its count of changes."""
        self._one_at_a_time = Lock()

    @property
    def folder(self) -> Path:
        return self.desks.instance / "backups"

    def last(self) -> int | None:
        """Return when the newest copy was made, in Unix milliseconds; None if there is no copy."""
        return max((path.stat().st_mtime_ns // 1_000_000 for path in self.folder.glob("*.sqlite")), default=None)

    def make(self) -> None:
        """Copy the journals and the register that have changed since their last copy, and remove the oldest copies."""
        with self._one_at_a_time:
            self._make(self.folder)

    def _make(self, folder: Path) -> None:
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        for desk in self.desks.first:
            if not desk.state.practice:
                self._copy(folder, desk.id, stamp, desk.journal, desk.state.version)
        self._copy(folder, REGISTER, stamp, self.desks.register, self.desks.register.changes)
        for name in ASIDE:
            self._copy_aside(name)

    def _copy_aside(self, name: str) -> None:
        """Copy those files of the folder *name* that have no copy yet. They never change once they are written."""
        media = [self.desks.instance, *([self.desks.medium] if self.desks.medium is not None else [])]
        try:
            for path in (self.desks.instance / name).glob("*.*"):
                for medium in media:
                    to = medium / "backups" / name / path.name
                    if path.suffix != ".new" and not (to.exists() and to.stat().st_mtime >= path.stat().st_mtime):
                        to.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                        with whole(to) as unfinished:
                            shutil.copyfile(path, unfinished)
        except OSError as cause:
            log.warning("%s could not be copied: %s", name, cause)
            self.desks.uncopied.add(name)
        else:
            self.desks.uncopied.discard(name)

    def _copy(self, folder: Path, name: str, stamp: str, what: Journal | Register, of: int) -> None:
        if self._copied.get(name) == of:
            return
        to = folder / f"{name}.{stamp}.sqlite"
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            what.copy_to(to)
            self._thin(folder, name)
            if self.desks.medium is not None:
                away = self.desks.medium / folder.name
                away.mkdir(parents=True, exist_ok=True, mode=0o700)
                with whole(away / to.name) as unfinished:
                    shutil.copyfile(to, unfinished)
                self._thin(away, name)
        except (OSError, Refused) as cause:
            log.warning("%s could not be copied: %s", name, cause)
            self.desks.uncopied.add(name)
        else:
            self._copied[name] = of
            self.desks.uncopied.discard(name)

    def _thin(self, folder: Path, id: str) -> None:
        for old in sorted(folder.glob(f"{id}.*.sqlite"))[: -self._kept]:
            old.unlink()
