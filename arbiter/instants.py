"""The time in the hall, and the detection of interruptions of the service.

While a process lives, only the monotonic clock measures time: setting the wall clock changes nothing. An interruption
is treated like a crash. It is detected in two ways. If the machine slept, its boot-time clock has run further than the
monotonic one. If the process was stopped, its heartbeat is overdue.

A stop of only a moment is no interruption, but somebody may have pressed a clock meanwhile. Such a stall is recorded,
because it puts a flag that fell during it in doubt.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from arbiter.sides import HOUR, SECOND, Instant, Span
from arbiter.values import dataclass

log = logging.getLogger(__name__)

STALL_SECONDS = 5.0
"""If there is no heartbeat for this many seconds, the process counts as interrupted."""
NAP_SECONDS = 2.0
"""If the machine sleeps for at least this many seconds, running clocks are stopped. A shorter sleep is ignored."""
QUESTIONS = 5
"""How often a clock on another machine is asked for the time; the quickest answer counts."""
STILL_SECONDS = 0.25
"""If no tick comes for this many seconds, a stall of the process is recorded."""
TICK_SECONDS = 0.05
"""The seconds between two ticks, by which a process shows that it runs."""
TICKS_A_LOOK = 20
"""After this many ticks the machine's wall clock is checked."""
SET_MS: Span = SECOND
"""A change of the wall clock is reported from this many milliseconds on. Time synchronisation makes smaller changes."""
TOLD_MS: Span = 24 * HOUR
"""The milliseconds for which the office is told that the wall clock was changed."""
AT_ONCE_NS = 50_000_000
"""Two readings of clocks count as simultaneous if they are at most this many nanoseconds apart."""
LOOP_TICKS = 5
"""After this many ticks the event loop has handled all earlier input: it has connected, read and passed it on."""
MOST_STALLS = 1_000
"""The number of stalls that are remembered; older ones are dropped. Far fewer can occur during one move."""


def _boot_ns() -> int:
    """Return the nanoseconds since the machine was started, with its sleep included if the system provides that."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)


@dataclass(frozen=True, slots=True)
class Sources:
    """The clocks of the machine, in nanoseconds: wall clock, monotonic clock and boot-time clock."""

    wall: Callable[[], int] = time.time_ns
    monotonic: Callable[[], int] = time.monotonic_ns
    boot: Callable[[], int] = _boot_ns


class HallClock:
    """The time in the hall: the wall time at the start plus the monotonic time since.

    Setting the wall clock therefore changes nothing. `speed` is the number of seconds in the hall for each real second;
    only the demonstration uses a value other than 1.
    """

    def __init__(self, speed: float = 1, start: Instant | None = None, sources: Sources | None = None) -> None:
        self.speed = speed
        self.sources = sources or Sources()
        self._start = self.sources.wall() // 1_000_000 if start is None else start
        self._since = self.sources.monotonic()

    def now(self) -> Instant:
        return self._start + int((self.sources.monotonic() - self._since) * self.speed) // 1_000_000

    def reach(self, instant: Instant) -> None:
        """Move the hall's time forward to *instant* if it is earlier. It never moves back.

        So if the wall clock was set back between two starts, no time before the last recorded line is given.
        """
        self._start += max(0, instant - self.now())

    def agree(self, asked: Callable[[], Instant]) -> None:
        """Set the time by a clock that several machines share.

        *asked*: a function that asks that clock for the present instant.

        The clock is asked several times, and the quickest answer is used. Its error is half its round trip at most.
        This must happen before any time is measured.
        """
        _, ahead = min(self._compared(asked) for _ in range(QUESTIONS))
        self._start += ahead

    def _compared(self, asked: Callable[[], Instant]) -> tuple[Span, Span]:
        """Return two spans in milliseconds: how long another clock took to answer, and how far it is ahead of this one.

        *asked*: a function that asks the other clock for the present instant.
        """
        before = self.now()
        told, after = asked(), self.now()
        return after - before, told - (before + after) // 2

    def seconds_until(self, instant: Instant) -> float:
        """Return the real seconds until an instant of the hall's time; negative if it is past."""
        return (instant - self.now()) / 1_000 / self.speed


class Pulse:
    """The last heartbeat of this process, for detecting that the next one was missed. It begins with one beat.

    *interrupted*: a function that is called after an interruption with the last instant at which the process surely
    ran. The thread that notices the interruption calls it.
    """

    def __init__(self, clock: HallClock, interrupted: Callable[[Instant], None] = lambda _: None) -> None:
        self.clock = clock
        self.watched = False
        """Whether a missed heartbeat counts as an interruption."""
        self._interrupted = interrupted
        self._lock = threading.RLock()
        self.begin()

    def begin(self) -> None:
        """Record the first heartbeat. An earlier sleep of the machine does not count as an interruption."""
        self.beat()
        self._awake = self._ahead()

    def beat(self) -> None:
        """Record a heartbeat: the process is alive."""
        with self._lock:
            self._at = self.clock.now()
            self._monotonic = self.clock.sources.monotonic()

    def look(self) -> None:
        """If the process was interrupted since the last heartbeat, report it.

        Do nothing while another thread does this check.
        """
        if not self.watched or not self._lock.acquire(blocking=False):
            return
        try:
            alive = self.missed()
            if alive is not None:
                self.beat()
        finally:
            self._lock.release()
        if alive is not None:
            self._interrupted(alive)

    def missed(self) -> Instant | None:
        """Return the last instant at which the process surely ran, if it was interrupted since; otherwise None.

        After a sleep of the machine the hall's clock is moved forward by the length of the sleep, so that it shows the
        time of day again.
        """
        with self._lock:
            slept = (self._ahead() - self._awake) / 1_000_000_000
            overdue = (self.clock.sources.monotonic() - self._monotonic) / 1_000_000_000
            if slept < NAP_SECONDS and overdue < STALL_SECONDS:
                return None
            if slept >= NAP_SECONDS:
                span: Span = int(slept * 1_000 * self.clock.speed)
                self.clock.reach(self.clock.now() + span)
            self._awake = self._ahead()
            return self._at

    def _ahead(self) -> int:
        """Return the boot-time clock minus the monotonic clock in nanoseconds: how long the machine has slept."""
        return self.clock.sources.boot() - self.clock.sources.monotonic()


class ClockSet(NamedTuple):
    """A change of the machine's wall clock: its instant in the hall, and the change in milliseconds.

    The change is negative if the clock was set back.
    """

    at: Instant
    by: Span


class WallClock:
    """A monitor that notices when somebody sets the machine's wall clock; it is called about once a second.

    The wall clock is compared with the boot-time clock, so that a sleep of the machine is not taken for a change.
    """

    def __init__(self, clock: HallClock) -> None:
        self.clock = clock
        self._settings: deque[ClockSet] = deque(maxlen=5)
        self._ahead = self._reading()
        self.when_set: list[Callable[[], None]] = []
        """Functions that are called after the clock was set."""

    def look(self) -> ClockSet | None:
        """Return the change of the machine's wall clock since the last call; None if it was not changed."""
        before, self._ahead = self._ahead, self._reading()
        by = (self._ahead - before) // 1_000_000
        if abs(by) < SET_MS:
            return None
        setting = ClockSet(self.clock.now(), by)
        self._settings.append(setting)
        log.warning("the machine's clock was set by %s s; the hall's clock goes on as before", f"{by / 1_000:+.1f}")
        for told in self.when_set:
            told()
        return setting

    def settings(self) -> tuple[ClockSet, ...]:
        """Return the changes of the wall clock in the last day, at most the five latest."""
        since = self.clock.now() - TOLD_MS
        return tuple(one for one in tuple(self._settings) if one.at >= since)

    def _reading(self) -> int:
        """Return the machine's wall clock minus its boot-time clock, in nanoseconds."""
        sources = self.clock.sources
        while True:
            before, wall, after = sources.boot(), sources.wall(), sources.boot()
            if after - before <= AT_ONCE_NS:  # if not, the process was stopped between the two readings
                return wall - before


class Stall(NamedTuple):
    """A period in which the process did not run, from the last tick to the next, as instants of the hall."""

    since: Instant
    until: Instant


class Watch:
    """The record of moments in which this process did not run: late ticks of a thread or of the event loop.

    The event loop reads the messages of tablets. While it is busy, messages stay unread as if the process had stopped.
    The thread also checks `wall`, the machine's wall clock, about once a second.
    """

    def __init__(self, clock: HallClock) -> None:
        self.clock = clock
        self.wall = WallClock(clock)
        self._stalls: deque[Stall] = deque(maxlen=MOST_STALLS)
        self._ticked: dict[str, tuple[int, Instant]] = {}
        self._rounds: deque[Instant] = deque(maxlen=LOOP_TICKS)
        self._lock = threading.Lock()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._tick_on, name="watch", daemon=True)

    def start(self) -> None:
        """Start the ticking thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the ticking thread."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self.leave("thread")

    async def tick_in_loop(self) -> None:
        """Tick in the event loop until cancelled."""
        try:
            while True:
                self.tick("loop")
                await asyncio.sleep(TICK_SECONDS)
        finally:
            self.leave("loop")

    def tick(self, who: str) -> None:
        """Record a tick of *who*: "thread" or "loop". If the tick is late, record a stall since the last tick."""
        with self._lock:
            stall = self._late(who)
            self._ticked[who] = (self.clock.sources.monotonic(), self.clock.now())
            if who == "loop":
                self._rounds.append(self._ticked[who][1])
            if stall is not None:
                self._stalls.append(stall)

    def leave(self, who: str) -> None:
        """Stop expecting ticks of *who* ("thread" or "loop"), because it has ended on purpose."""
        with self._lock:
            self._ticked.pop(who, None)

    def stalls(self) -> tuple[Stall, ...]:
        """Return the recorded stalls. A stall that is still going on is included."""
        with self._lock:
            late = (self._late(who) for who in self._ticked)
            return (*self._stalls, *(stall for stall in late if stall is not None))

    def all_read(self, by: Instant) -> bool:
        """Return whether the event loop has handled all input that arrived before the instant *by*.

        True if no loop ticks.
        """
        with self._lock:
            return "loop" not in self._ticked or (len(self._rounds) == LOOP_TICKS and self._rounds[0] >= by)

    def _late(self, who: str) -> Stall | None:
        if who not in self._ticked:
            return None
        ticked, at = self._ticked[who]
        late = (self.clock.sources.monotonic() - ticked) / 1_000_000_000 > STILL_SECONDS
        return Stall(at, self.clock.now()) if late else None

    def _tick_on(self) -> None:
        for ticks in count(1):
            if self._ending.wait(TICK_SECONDS):
                return
            self.tick("thread")
            if ticks % TICKS_A_LOOK == 0:
                self.wall.look()
