"""Processes for work that takes long: large sheets, large rounds, long lists. No move has to wait for such work.

It takes seconds of computing. In a thread of the service it would delay every other request by a fifth of a second or
more. A process has a low priority and uses the processor time that moves leave. The process writes no file, so it
leaves nothing half written, however it ends.
"""

from __future__ import annotations

import copyreg
import io
import logging
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import Empty, LifoQueue
from types import MappingProxyType
from typing import Any, Protocol

from arbiter.pairing.system_interface import Drawn
from arbiter.progress import LISTENER, ProgressRecipient
from arbiter.refused import Refused
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.rulings.rounds.pairing_input import Basis

log = logging.getLogger(__name__)

SMALL_FIELD_ENTRIES = 60
"""With at most this many entries, a round or a sheet is made in this process: to start another takes longer."""
PROCESSES = 2
"""The most processes at one time: a round can be paired while a sheet is being made."""
LOOK_SECONDS = 0.05
"""The seconds between two checks whether the result is still wanted."""
APART_SECONDS = 0.1
"""A process tells its progress at most once in this many seconds."""
SPAWN = get_context("spawn")
SENT = {
    **copyreg.dispatch_table,
    Variant: lambda variant: (variant_named, (variant.key,)),
    MappingProxyType: lambda mapping: (fixed, (dict(mapping),)),
}
"""For each type that cannot be pickled as it is: a function that reduces its values for another process."""


class RunElsewhere(Protocol):
    """A function that calls *function* with the arguments *given* and returns its result.

    The call is made in this process or in another one.
    """

    def __call__(self, function: Callable[..., Any], *given: Any) -> Any: ...


class Patient:
    """A recipient without a deadline that ignores the progress and waits for the end of the work."""

    def told(self, done: int, of: int) -> None: ...
    def check(self) -> None: ...


def here(function: Callable[..., Any], *given: Any) -> Any:
    """Call *function* in this process."""
    return function(*given)


def draw(basis: Basis, run: RunElsewhere) -> Drawn:
    """Return the round drawn from *basis*; a large one is drawn by *run*. Raise Refused if there is no pairing."""
    if len(basis.field) <= SMALL_FIELD_ENTRIES:
        return basis.draw()
    drawn: Drawn = run(Basis.draw, basis)
    return drawn


class Worker:
    """A pool of processes. Each is started when it is first needed, and does one piece of work at a time."""

    def __init__(self) -> None:
        self._idle: LifoQueue[Process] = LifoQueue()
        self._all = [Process() for _ in range(PROCESSES)]
        for one in self._all:
            self._idle.put(one)

    def run(self, function: Callable[..., Any], *given: Any, recipient: ProgressRecipient | None = None) -> Any:
        """Call *function*, a function at the top level of a module, in a process that is free. Return its result.

        If no process is free, wait for one. *recipient*: is told the progress, and can say that the result is no longer
        wanted; the process is then killed. Raise Refused if the function or the recipient refuses, or if the process
        ends before it is done (`work_lost`).
        """
        who = recipient or Patient()
        one = self._taken(who)
        try:
            return one.run(function, given, who)
        finally:
            self._idle.put(one)

    def close(self) -> None:
        """End all processes, even during their work. They start again when they are next needed."""
        for one in self._all:
            one.end()

    def _taken(self, who: ProgressRecipient) -> Process:
        while True:
            who.check()
            with suppress(Empty):
                return self._idle.get(timeout=LOOK_SECONDS)


class Process:
    """One process of the pool, started when it is first needed."""

    def __init__(self) -> None:
        self._pipe: Connection | None = None
        self._process: SpawnProcess | None = None
        self._lock = threading.RLock()

    @property
    def pid(self) -> int | None:
        """The number of the running process; None if there is none."""
        return self._process.pid if self._process is not None and self._process.is_alive() else None

    def run(self, function: Callable[..., Any], given: tuple[Any, ...], who: ProgressRecipient) -> Any:
        """Call *function* with the arguments *given* in the process, and return its result (see `Worker.run`)."""
        try:
            pipe = self._pipe if self._pipe is not None and self.pid is not None else self._begin()
            pipe.send_bytes(sent((function, given)))
            while True:
                while not pipe.poll(LOOK_SECONDS):
                    who.check()
                what, value = pipe.recv()
                if what == "share":
                    who.told(*value)
                    who.check()
                elif what == "fault":
                    raise RuntimeError(f"long work has failed in its process:\n{value}")
                elif isinstance(value, Refused):
                    raise value
                else:
                    return value
        except (EOFError, OSError) as cause:
            log.warning("a process for long work has ended before it was done: %s", cause)
            self.end()
            raise Refused("work_lost") from cause
        except Refused as refused:
            if refused.code in ("work_cancelled", "work_late"):
                self.end()
            raise

    def end(self) -> None:
        """Kill the process, if there is one."""
        with self._lock:
            pipe, process = self._pipe, self._process
            self._pipe = self._process = None
            if process is not None and pipe is not None:
                process.kill()
                process.join()
                pipe.close()

    def _begin(self) -> Connection:
        with self._lock:
            self.end()
            self._pipe, theirs = SPAWN.Pipe()
            self._process = SPAWN.Process(target=work, args=(theirs,), name="long work", daemon=True)
            self._process.start()
            theirs.close()
            return self._pipe


def work(pipe: Connection) -> None:
    """Do the work that comes through *pipe* until the pipe is closed. This is the main function of a process."""
    stand_back()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the service, and the service ends this process
    with suppress(EOFError, OSError):
        while True:
            function, given = pickle.loads(pipe.recv_bytes())  # noqa: S301  # the service itself has sent it
            token = LISTENER.set(_teller(pipe))
            try:
                pipe.send(("done", function(*given)))
            except Refused as refused:
                pipe.send(("done", refused))
            except Exception:  # noqa: BLE001  # it is logged by whoever waits for the result
                pipe.send(("fault", _trace()))
            finally:
                LISTENER.reset(token)


def load() -> None:
    """Import the modules that sheets and pairings need, so that the first of them does not wait for the import."""
    import_module("arbiter.sheets.catalogue").letters()


def _trace() -> str:
    import traceback  # imported late, because little work fails

    return traceback.format_exc()


def _teller(pipe: Connection) -> Callable[[int, int], None]:
    next_at = time.monotonic()

    def tell(done: int, of: int) -> None:
        nonlocal next_at
        if time.monotonic() >= next_at:
            pipe.send(("share", (done, of)))
            next_at = time.monotonic() + APART_SECONDS

    return tell


def sent(value: object) -> bytes:
    """Return *value* pickled for another process. Python code does the pickling, so that other threads can run."""
    to = io.BytesIO()
    pickler = pickle.Pickler(to, protocol=5)
    pickler.dispatch_table = SENT
    pickler.dump(value)
    return to.getvalue()


def variant_named(key: str) -> Variant:
    """Return the variant with the key *key*: the one object that all tournaments of a process share."""
    return VARIANTS[key]


def fixed(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Return a read-only view of *mapping*."""
    return MappingProxyType(mapping)


def stand_back() -> None:
    """Lower this process's CPU priority, so that it uses only what the service leaves idle."""
    with suppress(AttributeError, OSError):
        os.nice(10)
