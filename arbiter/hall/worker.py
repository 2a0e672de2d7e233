"""Long work in a process of its own, so that no move waits for it.

Pairing a thousand players takes seconds of Python. In a thread it would delay every other request by a fifth of a
second or more. The process has a low priority and uses the processor time that moves leave.
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

SMALL_FIELD_ENTRIES = 60
"""Entries up to which a round is paired in this process, because starting another one takes longer."""


@dataclass(frozen=True, slots=True)
class No:
    """A refusal with its facts, in a form that another process can send back."""

    code: str
    article: str | None
    facts: dict[str, Fact]


class Worker:
    """The other process, from when it is first needed until it is closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None

    def draw(self, basis: Basis) -> Drawn:
        """Return the paired round of that basis. Refused if the pairing system refuses."""
        if len(basis.field) <= SMALL_FIELD_ENTRIES:
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
        """End the process. It starts again when it is next needed."""
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
    """Pair the round in the other process. Return it, or its refusal."""
    try:
        return basis.draw()
    except Refused as refused:
        return No(refused.code, refused.article, dict(refused.facts))


def stand_back() -> None:
    """Lower this process's CPU priority, so that it uses only what the service leaves idle."""
    with suppress(AttributeError, OSError):
        os.nice(10)
