"""Long work in a process of its own, so that nobody's move waits for it.

Drawing a thousand players takes seconds of pure Python. In a thread that would cost every other request a fifth of a
second and more; here it costs them a part of the machine, and the process is content with what the moves leave over.
"""

from __future__ import annotations

import logging
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context

from arbiter.pairing.system import Drawn
from arbiter.refused import Fact, Refused
from arbiter.rulings.rounds.pairing_input import Basis

log = logging.getLogger(__name__)

SMALL = 60
"""Entries that are drawn where they are: a process takes longer to begin than they do."""


@dataclass(frozen=True, slots=True)
class No:
    """A refusal on its way back from another process, its facts with it."""

    code: str
    article: str | None
    facts: dict[str, Fact]


class Worker:
    """The process, from the first time that it is needed until it is closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None

    def draw(self, basis: Basis) -> Drawn:
        """The round of that basis; refused as the system refuses."""
        if len(basis.field) <= SMALL:
            return basis.draw()
        try:
            done = self._process().submit(drawn, basis).result()
        except BrokenProcessPool:
            log.exception("the process that draws rounds has gone; this one is drawn here")
            self.close()
            return basis.draw()
        if isinstance(done, No):
            raise Refused(done.code, article=done.article, **done.facts)
        return done

    def close(self) -> None:
        """Ends the process; it begins anew when it is needed again."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _process(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=stand_back)
            return self._pool


def drawn(basis: Basis) -> Drawn | No:
    """What the other process runs: the round, or the refusal in a form that can be sent back."""
    try:
        return basis.draw()
    except Refused as refused:
        return No(refused.code, refused.article, dict(refused.facts))


def stand_back() -> None:
    """The other process takes what the hall leaves over."""
    with suppress(AttributeError, OSError):
        os.nice(10)
