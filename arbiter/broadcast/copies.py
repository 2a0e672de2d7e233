"""Writes the static copy of every tournament to a folder after each publication, if the settings name a folder."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from arbiter.broadcast.publications import Publication, publications
from arbiter.broadcast.static_copy import names_shown, write_copy
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.refused import Refused
from arbiter.settings import Settings
from arbiter.view import View

log = logging.getLogger(__name__)
LOOK_SECONDS = 3.0
"""The seconds between two checks of all tournaments."""
REST_SECONDS = 0.02
"""The pause after each page, in seconds: about as long as a page takes to make, so that moves do not wait."""


class ServiceEnds(Exception):
    """Raised while a copy is being written, if the service ends."""


class CopyWritten(NamedTuple):
    """The newest copy of a tournament: the publications, the name of the tournament and the names of people in it.

    A publication is the pairings or the results of a round.
    """

    published: Mapping[Publication, str]
    name: str
    names: Mapping[int, str]


class StaticCopies:
    """Regularly checks every tournament, and writes its static copy if something was published since the last one."""

    def __init__(self, desks: Desks, settings: Settings, *, rest_seconds: float = REST_SECONDS) -> None:
        self.desks = desks
        self._rest_seconds = rest_seconds
        self._ending = threading.Event()
        self.settings = settings
        self.failed: dict[str, str] = {}
        """The reason why the last copy of a tournament could not be written, by the tournament's id."""
        self._seen: dict[str, tuple[int, int]] = {}
        self._written: dict[str, CopyWritten] = {}
        self._made: dict[str, Mapping[str, object]] = {}

    def look(self) -> None:
        """Write every copy that is out of date. If that fails, log the reason and try again at the next check."""
        if not self.settings.static_copies:
            return
        for desk in (desk for desk in self.desks.first if not desk.state.practice and desk.state.published):
            try:
                self._look(desk)
                self.failed.pop(desk.id, None)
            except ServiceEnds:
                return
            except (OSError, Refused) as cause:
                if desk.id not in self.failed:
                    log.warning("the static copy of %s could not be written: %s", desk.id, cause)
                self.failed[desk.id] = str(cause)

    def stop(self) -> None:
        """Stop writing the present copy. It is completed after the next start."""
        self._ending.set()

    def _pause(self) -> None:
        if self._ending.wait(self._rest_seconds):
            raise ServiceEnds

    def _look(self, desk: Desk) -> None:
        state, register = desk.state, self.desks.register
        seen = state.version, register.changes
        if self._seen.get(desk.id) == seen:
            return
        view = View(
            tournament=desk.id,
            state=state,
            people=desk.people,
            staff=register.staff(desk.id),
            at=self.desks.clock.now(),
            zone=self.settings.zone,
            language=self.settings.copy_language,
        )
        now = CopyWritten(publications(state), state.name, names_shown(view))
        if self._written.get(desk.id) != now:
            folder = Path(self.settings.static_copies) / desk.id
            folder.mkdir(parents=True, exist_ok=True)
            self._made[desk.id] = write_copy(view, folder, self._made.get(desk.id, {}), self._pause)
            self._written[desk.id] = now
        self._seen[desk.id] = seen
