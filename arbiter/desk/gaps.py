"""Signs of life of the service, and the gaps between them: what nobody may be charged for.

A gap is the time in which the service was not there: it had been stopped or killed, the machine slept, or the process
stood still. Each desk is told of it, stops its clocks where the service was last there, and writes that before
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

BELIEVED = 12 * HOUR
"""How much later than the last line of a journal a heartbeat may be, and be believed against the wall clock."""


class Gaps:
    """The heartbeat of one service, and the desks that hear of it when one was missed."""

    def __init__(self, heartbeat: Heartbeat, clock: HallClock, desks: Iterable[Desk]) -> None:
        self.heartbeat = heartbeat
        self.clock = clock
        self.desks = desks
        self.pulse: Pulse | None = None
        self.alive: Instant = 0
        """When the service was last there before this life."""

    def note_absence(self) -> None:
        """The service comes back: every desk hears when it was last there, by a clock that goes on from there."""
        here = (desk for desk in self.desks if not desk.stands.fed)
        playing = [desk for desk in here if any(game.running for game in desk.state.games())]
        written = max((desk.state.at for desk in playing), default=0)
        self.clock.reach(written)
        alive = self.heartbeat.last()
        if playing and alive <= max(self.clock.now(), written + BELIEVED):  # the wall clock may have been set back
            self.clock.reach(alive)
        self.alive = alive
        for desk in self.desks:
            self.note_absence_of(desk)

    def note_absence_of(self, desk: Desk) -> None:
        """A desk that was opened hears when the service was last there before this life."""
        desk.was_away(min(self.alive, self.clock.now()))
        desk.note_gap()

    def beat(self) -> None:
        """Notes that the service is alive: what a crash can charge to a running clock ends here."""
        self.awake()
        self.heartbeat.beat(self.clock.now())
        if self.pulse is not None:
            self.pulse.beat()

    def watch(self) -> None:
        """From here on somebody beats every second, and a beat that is missed is a gap."""
        self.pulse = Pulse(self.clock)

    def end(self) -> None:
        """Beats once more, and watches no longer: nothing that comes after it is a gap of this life."""
        self.beat()
        self.pulse = None

    def awake(self) -> None:
        """Stops every running clock where this process was last there, if it has been asleep or has stood still.

        Whoever else comes meanwhile goes on: each desk notes its gap before anything else.
        """
        pulse = self.pulse
        if pulse is None or not pulse.lock.acquire(blocking=False):
            return
        try:
            alive = pulse.missed()
            if alive is None:
                return
            pulse.beat()
            log.warning("the process stood still for %d ms; running clocks are stopped", self.clock.now() - alive)
            for desk in self.desks:
                desk.was_away(alive)
        finally:
            pulse.lock.release()
        for desk in self.desks:
            desk.note_gap()
