"""The search processes, which compute moves outside the service's own process.

They run at low CPU priority, one fewer than the machine has cores, so that no request waits for them. For each search
process, one thread of this process waits and does nothing else. A process that has died is started again.
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
from arbiter.engines.search_request import Advice, Task, advice_of, lookup
from arbiter.values import dataclass

if TYPE_CHECKING:
    from arbiter.thinking.transposition_table import Sights

log = logging.getLogger(__name__)
T = TypeVar("T")

LOOK_SECONDS = 0.01
"""The time between two checks whether the caller wants the search to stop, in seconds."""
MOST_NODES = 400_000
"""The most positions that are searched for one move, which takes a few seconds."""
MOST_ENTRIES = 200_000
"""A transposition table with more entries than this is not used for another search. They take about 80 MB of memory."""
SPAWN = get_context("spawn")


def never() -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The limits of a search: the positions searched (`nodes`), the seconds (0: no limit), and the level.

    `level` None means full strength. `chance` is the random number that decides which errors a level makes.
    """

    level: int | None = None
    chance: int = 0
    nodes: int = MOST_NODES
    seconds: float = 0


class Thinkers:
    """All search processes of the service. Each is started when it is first needed. `close` ends all of them.

    *count* is their number; 0 means one fewer than the machine has cores, but at least one.
    """

    def __init__(self, count: int = 0) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self.closed = False
        self._threads = ThreadPoolExecutor(self.count, thread_name_prefix="thinking")
        self._idle: LifoQueue[Thinker] = LifoQueue()  # last in, first out: a game's next search finds its table
        self._all = [Thinker(self) for _ in range(self.count)]
        for thinker in self._all:
            self._idle.put(thinker)

    def take(self, work: Callable[[Thinker], T]) -> Future[T]:
        """Call *work* with a search process as soon as one is free. Calls are served in their order."""

        def taken() -> T:
            thinker = self._idle.get()
            try:
                return work(thinker)
            finally:
                self._idle.put(thinker)

        return self._threads.submit(taken)

    def think(self, task: Task, effort: Effort, enough: Callable[[], bool] = never) -> Future[Advice | None]:
        """Search for a move in a process as soon as one is free. The result is None if there is no legal move.

        If *enough* returns True, the search stops, and its result is the best move found so far.
        """
        return self.take(lambda thinker: thinker.think(task, effort, enough))

    def close(self) -> None:
        """End all processes, even during a search."""
        self.closed = True
        self._threads.shutdown(wait=True, cancel_futures=True)
        for thinker in self._all:
            thinker.end()


class Thinker:
    """One search process. It searches one position at a time."""

    def __init__(self, all: Thinkers) -> None:
        self.all = all
        self._pipe: Connection | None = None
        self._stop: Event = SPAWN.Event()
        self._process: SpawnProcess | None = None

    def think(self, task: Task, effort: Effort, enough: Callable[[], bool] = never) -> Advice | None:
        """Search for a move, and return it; None if there is no legal move.

        If *enough* returns True or the time is over, return the best move found so far. If the process has died, start
        it again and repeat the search.
        """
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
    """Return the transposition table that *task* names, from *tables*, which holds at most one table.

    Return a new, empty table if the task names no table, if *tables* holds another one, or if the table is too large.
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
    """Search in this process, and return the move that the computer would play; None if there is no legal move.

    *tables* holds the transposition table of earlier searches, for tasks that name one.
    """
    from arbiter.thinking import search  # imported late, because the service's own process never searches

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
