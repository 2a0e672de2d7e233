"""The emergency kit: while a round is played, a recent emergency sheet of it is in the folder `emergency`.

The sheet is written when clocks are started, and every few minutes while moves are made. If it was not printed before a
power cut, it can be printed afterwards from a computer with a battery.
"""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import NamedTuple

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.hall.printing import Printer
from arbiter.hall.worker import RunElsewhere, here
from arbiter.machine.signed_heads import Heads
from arbiter.refused import Refused
from arbiter.settings import Settings
from arbiter.view import View

log = logging.getLogger(__name__)
FOLDER = "emergency"
LOOK_SECONDS = 2.0
"""The seconds between two checks of all tournaments."""
AGAIN_SECONDS = 5 * 60.0
"""An emergency sheet is written again after this many seconds, if any line was recorded meanwhile."""


class Lying(NamedTuple):
    """The emergency sheet written last: its journal line, the boards running then, and when (monotonic seconds)."""

    line: int
    going: tuple[int, ...]
    at: float


class EmergencyKit:
    """Regularly checks every tournament, and writes an emergency sheet if the last one is out of date."""

    def __init__(
        self,
        desks: Desks,
        settings: Settings,
        heads: Heads | None = None,
        *,
        run: RunElsewhere = here,
        again_seconds: float = AGAIN_SECONDS,
    ) -> None:
        self.desks = desks
        self.heads = heads
        self.run = run
        self.settings = settings
        self._again_seconds = again_seconds
        self._written: dict[str, Lying] = {}

    def make(self) -> None:
        """Write every emergency sheet that is due. If that fails, log the reason and try again at the next check."""
        for desk in (desk for desk in self.desks.first if not desk.state.practice):
            try:
                self._make(desk)
            except (OSError, Refused) as cause:
                log.warning("the emergency sheet of %s could not be written: %s", desk.id, cause)

    def _make(self, desk: Desk) -> None:
        state = desk.state
        round = state.announced.rounds[-1] if state.announced.rounds else None
        going = tuple(game.board for game in round.games if game.running) if round is not None else ()
        if not going or round is None:
            return
        written = self._written.get(desk.id, Lying(0, (), 0))
        now = time.monotonic()
        begun = not set(going) <= set(written.going)
        if not begun and (state.version == written.line or now - written.at < self._again_seconds):
            return
        view = View(
            tournament=desk.id,
            state=state,
            people=desk.people,
            at=self.desks.clock.now(),
            zone=self.settings.zone,
            lines=tuple(desk.journal.read(after=state.version - 1, limit=1)),
        )
        made = Printer(heads=self.heads, run=self.run).print("emergency", view, round=round.number)
        folder = self.desks.instance / FOLDER
        folder.mkdir(mode=0o700, exist_ok=True)
        replace(folder / f"{desk.id}.pdf", made)
        if self.heads is not None:
            signed = self.heads.sign(desk.id, state.version, view.head)
            told = f"{signed.text}\nPublic key of the hall (Ed25519): {self.heads.public}\n"
            replace(folder / f"{desk.id}.head", told.encode("ascii"))
        self._written[desk.id] = Lying(state.version, going, now)


def replace(file: Path, data: bytes) -> None:
    """Replace the content of *file* by *data* in one step, so that the file is never incomplete."""
    fresh = file.with_suffix(f"{file.suffix}.new")
    fresh.write_bytes(data)
    fresh.chmod(0o600)
    fresh.replace(file)
