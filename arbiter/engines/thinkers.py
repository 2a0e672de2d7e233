"""The search processes: they run at low priority, as many as there are spare cores, so that no request waits for them.

For each search process one thread of this process waits and does nothing else. A process that has died is started
again.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from queue import LifoQueue
from typing import TYPE_CHECKING, TypeVar

from arbiter.engines.niceness import give_way
from arbiter.engines.task import Advice, Task, advice_of, lookup
from arbiter.values import dataclass

if TYPE_CHECKING:
    from arbiter.thinking.scores import Sights

log = logging.getLogger(__name__)
T = TypeVar("T")

LOOK_SECONDS = 0.01
"""The seconds between two checks whether the caller wants to stop."""
MOST_NODES = 400_000
"""The most positions searched for one move: a few seconds of work."""
MOST_ENTRIES = 200_000
"""The most entries of a transposition table that the next search may use: about eighty megabytes."""
SPAWN = get_context("spawn")


def never() -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The limits of a search: nodes, seconds (0: no limit of time), and the level (None: full strength)."""

    level: int | None = None
    chance: int = 0
    nodes: int = MOST_NODES
    seconds: float = 0


class Thinkers:
    """The search processes. Each is started when it is first needed; `close` ends all of them."""

    def __init__(self, count: int = 0) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self.closed = False
        self._threads = ThreadPoolExecutor(self.count, thread_name_prefix="thinking")
        self._idle: LifoQueue[Thinker] = LifoQueue()  # the next search of a game finds the table of the one before
        self._all = [Thinker(self) for _ in range(self.count)]
        for thinker in self._all:
            self._idle.put(thinker)

    def take(self, work: Callable[[Thinker], T]) -> Future[T]:
        """Call *work* with one of the processes as soon as one is free, in the order of the calls."""

        def taken() -> T:
            thinker = self._idle.get()
            try:
                return work(thinker)
            finally:
                self._idle.put(thinker)

        return self._threads.submit(taken)

    def think(self, task: Task, effort: Effort, enough: Callable[[], bool] = never) -> Future[Advice | None]:
        """Search for a move in a free process. The result is None if there is no legal move."""
        return self.take(lambda thinker: thinker.think(task, effort, enough))

    def close(self) -> None:
        """End all processes, even during a search."""
        self.closed = True
        self._threads.shutdown(wait=True, cancel_futures=True)
        for thinker in self._all:
            thinker.end()


class Thinker:
    """One search process, which searches one position at a time."""

    def __init__(self, all: Thinkers) -> None:
        self.all = all
        self._pipe: Connection | None = None
        self._stop: Event = SPAWN.Event()
        self._process: SpawnProcess | None = None

    def think(self, task: Task, effort: Effort, enough: Callable[[], bool] = never) -> Advice | None:
        """Search for a move; if *enough* returns True, stop with the best so far. None if there is no legal move."""
        until = time.monotonic() + effort.seconds if effort.seconds else None

        def ended() -> bool:
            return self.all.closed or enough() or (until is not None and time.monotonic() >= until)

        try:
            return self._asked(task, effort, ended)
        except (EOFError, OSError) as cause:
            log.warning("a process that thinks has gone, and begins anew: %s", cause)
            self.end()
            return self._asked(task, effort, ended)

    def end(self) -> None:
        """End the process. The next search starts it again."""
        if self._pipe is not None and self._process is not None:
            self._pipe.close()
            self._process.kill()
            self._process.join()
        self._pipe = self._process = None

    def _asked(self, task: Task, effort: Effort, ended: Callable[[], bool]) -> Advice | None:
        pipe = self._pipe or self._begin()
        self._stop.clear()
        pipe.send((task, effort))
        while not pipe.poll(LOOK_SECONDS):
            if ended():
                self._stop.set()
        found: Advice | None = pipe.recv()
        return found

    def _begin(self) -> Connection:
        self._pipe, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=work, args=(theirs, self._stop), name="thinking", daemon=True)
        self._process.start()
        theirs.close()
        return self._pipe


def work(pipe: Connection, stop: Event) -> None:
    """Serve search requests from *pipe* until it is closed; this is the main function of a search process."""
    give_way()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the service, and the service ends this process
    tables: dict[str, Sights] = {}
    with suppress(EOFError, OSError):
        while True:
            task, effort = pipe.recv()
            pipe.send(thought(task, effort, stop.is_set, tables))


def table_of(task: Task, tables: dict[str, Sights]) -> Sights:
    """Return the transposition table that *task* names, from *tables*, which holds one table at most.

    It is new and empty if the task names no table or another one, or if the table has grown too large.
    """
    seen = tables.get(task.table)
    if seen is None or sum(map(len, seen)) > MOST_ENTRIES:
        tables.clear()
        seen = [{}, {}]
        if task.table:
            tables[task.table] = seen
    return seen


def thought(
    task: Task, effort: Effort, enough: Callable[[], bool] = never, tables: dict[str, Sights] | None = None
) -> Advice | None:
    """Return the move that the computer would play; None if there is no legal move.

    *tables* holds the table of earlier searches, for a task that names one.
    """
    from arbiter.thinking import search  # the service itself never searches

    position, variant = task.position, task.variant
    found = search(
        position,
        variant,
        tally=task.tally,
        nodes=effort.nodes,
        enough=enough,
        level=effort.level,
        chance=effort.chance,
        seen=table_of(task, {} if tables is None else tables),
        after=task.after,
        table=lookup(variant),
    )
    return None if found is None else advice_of(position, variant, found)
