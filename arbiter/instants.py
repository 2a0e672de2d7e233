"""What instant it is in the hall, and whether the service has been there all the time.

Within one life of the process only the monotonic clock measures: a wall clock that is set changes nothing. A machine
that slept shows as a jump of its boot-time clock against the monotonic one, a process that stood still as a heartbeat
that is overdue; either is an interruption, like a crash. A process that stood still for a moment only is no
interruption, and yet somebody may have pressed meanwhile: its stalls are kept, for flags that fell in them.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from arbiter.sides import HOUR, SECOND, Instant, Span

log = logging.getLogger(__name__)

STALL = 5.0
"""Seconds without a heartbeat after which the process is taken to have stood still."""
NAP = 2.0
"""Where the machine has slept for so many seconds, running clocks are stopped; a shorter sleep is not noticed."""
STILL = 0.25
"""Seconds without a tick that are a stall: the process may have been away for so long."""
TICK = 0.05
"""Seconds between two ticks."""
TICKS_A_LOOK = 20
"""Ticks from one look at the machine's own clock to the next."""
SET: Span = SECOND
"""A step of the machine's own clock by less is no news: whatever keeps it right makes such steps."""
TOLD: Span = 24 * HOUR
"""For how long it is told that the machine's clock was set."""
AT_ONCE_NS = 50_000_000
"""Two clocks that were read within so many nanoseconds were read at one instant."""
ROUNDS = 5
"""Ticks of the event loop in which it takes up whatever had come in before them: connects, reads, hands on."""
KEPT = 1_000
"""Stalls that are remembered, the latest ones: more of them in one thinking time are more than enough."""


def _boot_ns() -> int:
    """Nanoseconds since the machine was started, its sleep included where the system tells."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)


@dataclass(frozen=True, slots=True)
class Sources:
    """The machine's wall clock and its monotonic clock, both in nanoseconds."""

    wall: Callable[[], int] = time.time_ns
    monotonic: Callable[[], int] = time.monotonic_ns
    boot: Callable[[], int] = _boot_ns


class HallClock:
    """The time of the hall.

    The wall time once at the start, and the monotonic time since, so that a wall clock that is set changes nothing.

    `speed` is how many seconds of the hall pass in one of the world; the demonstration alone makes it another than 1.
    """

    def __init__(self, speed: float = 1, start: Instant | None = None, sources: Sources | None = None) -> None:
        self.speed = speed
        self.sources = sources or Sources()
        self._start = self.sources.wall() // 1_000_000 if start is None else start
        self._since = self.sources.monotonic()

    def now(self) -> Instant:
        return self._start + int((self.sources.monotonic() - self._since) * self.speed) // 1_000_000

    def reach(self, instant: Instant) -> None:
        """From here on it says *instant* or later: a wall clock set back between two starts undoes nothing written."""
        self._start += max(0, instant - self.now())

    def agree(self, instant: Instant) -> None:
        """It is that instant now, by the clock that this machine shares with others; before anything is measured."""
        self._start += instant - self.now()

    def seconds_until(self, instant: Instant) -> float:
        """Seconds of the world until that instant of the hall; below zero once it is past."""
        return (instant - self.now()) / 1_000 / self.speed


class Pulse:
    """The last heartbeat of this life, and whether the next has been missed; it beats from its making on."""

    def __init__(self, clock: HallClock) -> None:
        self.clock = clock
        self.lock = threading.RLock()
        self._at = clock.now()
        self._monotonic = clock.sources.monotonic()
        self._awake = self._ahead()

    def beat(self) -> None:
        """Notes that the process is alive, so that a sleep of the machine can be told from a beat."""
        with self.lock:
            self._at = self.clock.now()
            self._monotonic = self.clock.sources.monotonic()

    def missed(self) -> Instant | None:
        """The last instant at which the process is known to have been there, if it has been away since; otherwise None.

        After a sleep the hall's clock is set on by so long, so that it tells the time of day again.
        """
        with self.lock:
            slept = (self._ahead() - self._awake) / 1_000_000_000
            overdue = (self.clock.sources.monotonic() - self._monotonic) / 1_000_000_000
            if slept < NAP and overdue < STALL:
                return None
            if slept >= NAP:
                span: Span = int(slept * 1_000 * self.clock.speed)
                self.clock.reach(self.clock.now() + span)
            self._awake = self._ahead()
            return self._at

    def _ahead(self) -> int:
        """By how much the boot-time clock is ahead of the monotonic one: the sleep of the machine until now."""
        return self.clock.sources.boot() - self.clock.sources.monotonic()


class ClockSet(NamedTuple):
    """The machine's clock was set at that instant of the hall, forward by so many milliseconds; below zero: back."""

    at: Instant
    by: Span


class WallClock:
    """The machine's own clock, looked at about once a second: whether somebody has set it.

    It is held against the boot-time clock, so that a machine that slept has set nothing.
    """

    def __init__(self, clock: HallClock) -> None:
        self.clock = clock
        self._settings: deque[ClockSet] = deque(maxlen=5)
        self._ahead = self._reading()
        self.when_set: list[Callable[[], None]] = []
        """Functions that are called once the clock was set."""

    def look(self) -> ClockSet | None:
        """How the clock was set since the last look; None if it was not."""
        before, self._ahead = self._ahead, self._reading()
        by = (self._ahead - before) // 1_000_000
        if abs(by) < SET:
            return None
        setting = ClockSet(self.clock.now(), by)
        self._settings.append(setting)
        log.warning("the machine's clock was set by %s s; the hall's clock goes on as before", f"{by / 1_000:+.1f}")
        for told in self.when_set:
            told()
        return setting

    def settings(self) -> tuple[ClockSet, ...]:
        """How it was set in the last day, the latest times."""
        since = self.clock.now() - TOLD
        return tuple(one for one in tuple(self._settings) if one.at >= since)

    def _reading(self) -> int:
        """Nanoseconds by which the machine's clock is ahead of the boot-time clock."""
        sources = self.clock.sources
        while True:
            before, wall, after = sources.boot(), sources.wall(), sources.boot()
            if after - before <= AT_ONCE_NS:  # otherwise the process stood still between the two
                return wall - before


class Stall(NamedTuple):
    """The process stood still from *since*, when it was last seen, until *until*, both instants of the hall."""

    since: Instant
    until: Instant


class Watch:
    """The moments in which this process stood still: ticks that came late, in a thread or in the event loop.

    The loop reads what tablets send, so a loop that is kept busy is as deaf as a process that is stopped.
    The thread also looks at `wall`, the machine's own clock, about once a second.
    """

    def __init__(self, clock: HallClock) -> None:
        self.clock = clock
        self.wall = WallClock(clock)
        self._stalls: deque[Stall] = deque(maxlen=KEPT)
        self._ticked: dict[str, tuple[int, Instant]] = {}
        self._rounds: deque[Instant] = deque(maxlen=ROUNDS)
        self._lock = threading.Lock()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._tick_on, name="watch", daemon=True)

    def start(self) -> None:
        """The thread ticks from now on."""
        self._thread.start()

    def stop(self) -> None:
        """It ticks no more."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self.leave("thread")

    async def tick_in_loop(self) -> None:
        """Ticks in the event loop until it is cancelled."""
        try:
            while True:
                self.tick("loop")
                await asyncio.sleep(TICK)
        finally:
            self.leave("loop")

    def tick(self, who: str) -> None:
        """*who* is there; when they come late, the time since they were last there was a stall."""
        with self._lock:
            stall = self._late(who)
            self._ticked[who] = (self.clock.sources.monotonic(), self.clock.now())
            if who == "loop":
                self._rounds.append(self._ticked[who][1])
            if stall is not None:
                self._stalls.append(stall)

    def leave(self, who: str) -> None:
        """*who* ticks no more, and is not missed."""
        with self._lock:
            self._ticked.pop(who, None)

    def stalls(self) -> tuple[Stall, ...]:
        """What is remembered, and the stall that goes on just now or has ended and not been noted yet."""
        with self._lock:
            late = (self._late(who) for who in self._ticked)
            return (*self._stalls, *(stall for stall in late if stall is not None))

    def all_read(self, by: Instant) -> bool:
        """Whether the event loop has taken up all that had come in by that instant; yes where no loop ticks."""
        with self._lock:
            return "loop" not in self._ticked or (len(self._rounds) == ROUNDS and self._rounds[0] >= by)

    def _late(self, who: str) -> Stall | None:
        if who not in self._ticked:
            return None
        ticked, at = self._ticked[who]
        late = (self.clock.sources.monotonic() - ticked) / 1_000_000_000 > STILL
        return Stall(at, self.clock.now()) if late else None

    def _tick_on(self) -> None:
        for ticks in count(1):
            if self._ending.wait(TICK):
                return
            self.tick("thread")
            if ticks % TICKS_A_LOOK == 0:
                self.wall.look()
