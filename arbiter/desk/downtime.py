"""Signs of life of the service (heartbeats), and the gaps between them, which are charged to no player.

A gap is a time in which the service did not run: it had been stopped or killed, the machine slept, or the process hung.
Each desk is told of a gap. It stops its clocks at the instant at which the service last ran, and writes that before
anything else.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from arbiter.desk.desk import Desk
from arbiter.instants import HallClock, Pulse
from arbiter.journal.heartbeat import Heartbeat
from arbiter.sides import HOUR, Instant

log = logging.getLogger(__name__)

BELIEVED_MS = 12 * HOUR
"""A heartbeat at most this many milliseconds after a journal's last line is believed.

It is believed even if the wall clock shows an earlier time, because the clock may have been set back.
"""


class Gaps:
    """The heartbeat of a service, by which the desks learn in which times the service did not run.

    *shared*: whether several nodes write the journals, so that a pause of this process alone stops no clock. In that
    case the heartbeats in the database tell when nothing could be written; see `Following`.
    """

    def __init__(self, heartbeat: Heartbeat, clock: HallClock, desks: Iterable[Desk], *, shared: bool = False) -> None:
        self.shared = shared
        self.heartbeat = heartbeat
        self.clock = clock
        self.desks = desks
        self.pulse = Pulse(clock, self._interrupted)
        self.alive: Instant = 0
        """The last instant at which an earlier process of this service ran."""

    def note_absence(self, later: Iterable[Instant] = ()) -> None:
        """Tell every desk when an earlier process last ran. The hall's clock starts at no earlier instant.

        *later*: the instants of the last lines of tournaments that are opened after the start.
        """
        later = tuple(later)
        here = (desk for desk in self.desks if not desk.stands.fed)
        playing = [desk for desk in here if any(game.running for game in desk.state.games())]
        written = max((*(desk.state.at for desk in playing), *later), default=0)
        self.clock.reach(written)
        alive = self.heartbeat.last()
        if (playing or later) and alive <= max(
            self.clock.now(), written + BELIEVED_MS
        ):  # the wall clock may have been set back
            self.clock.reach(alive)
        self.alive = alive
        for desk in self.desks:
            self.note_absence_of(desk)

    def note_absence_of(self, desk: Desk) -> None:
        """Tell a desk that was opened later when an earlier process of the service last ran."""
        desk.was_away(min(self.alive, self.clock.now()))
        desk.note_gap()

    def beat(self) -> None:
        """Record that the service is alive.

        If it crashes later, running clocks are charged up to this instant at most.
        """
        self.pulse.look()
        self.heartbeat.beat(self.clock.now())
        self.pulse.beat()

    def watch(self) -> None:
        """Start watching: from now on a second without a beat counts as a gap."""
        self.pulse.begin()
        self.pulse.watched = True

    def end(self) -> None:
        """Beat once more and stop watching: no later pause of this process counts as a gap."""
        self.beat()
        self.pulse.watched = False

    def _interrupted(self, alive: Instant) -> None:
        """Stop every running clock at the last heartbeat before this process slept or hung.

        Other threads may go on meanwhile, because each desk notes its gap before anything else.
        """
        if self.shared:
            return
        log.warning("the process stood still for %d ms; running clocks are stopped", self.clock.now() - alive)
        for desk in self.desks:
            desk.was_away(alive)
        for desk in self.desks:
            desk.note_gap()
