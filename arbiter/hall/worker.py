"""A second process that pairs large rounds, so that no move has to wait.

Pairing a thousand players takes seconds of Python. In a thread of the service it would delay every other request by a
fifth of a second or more. The process has a low priority and uses the processor time that moves leave.
"""

from __future__ import annotations

import logging
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context

from arbiter.pairing.system import Drawn
from arbiter.refused import Fact, Refused
from arbiter.rulings.rounds.pairing_input import Basis
from arbiter.values import dataclass

log = logging.getLogger(__name__)

SMALL_FIELD_ENTRIES = 60
"""Entries up to which a round is paired in this process, because starting another one takes longer."""


@dataclass(frozen=True, slots=True)
class No:
    """A refusal with its facts, in a form that can be sent from one process to another."""

    code: str
    article: str | None
    facts: dict[str, Fact]


class Worker:
    """Pairs rounds, large ones in a second process, which is started when it is first needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None

    def draw(self, basis: Basis) -> Drawn:
        """Return the round paired from *basis*. Raise Refused if the pairing system finds no pairing."""
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
        """End the second process. It is started again when it is next needed."""
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
    """Pair the round from *basis*, in the second process. Return the round, or the refusal as a `No`."""
    try:
        return basis.draw()
    except Refused as refused:
        return No(refused.code, refused.article, dict(refused.facts))


def stand_back() -> None:
    """Lower this process's CPU priority, so that it uses only what the service leaves idle."""
    with suppress(AttributeError, OSError):
        os.nice(10)
