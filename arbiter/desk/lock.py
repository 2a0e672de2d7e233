"""The lock of a desk with its queue: the thread that gets the lock writes the requests of all waiting threads.

A disk syncs many lines as fast as one. While one group of requests is being written, the next one gathers; it is then
ruled on in the order of arrival and written together. A thread that needs the desk for itself takes the lock (`with`).
Requests of that thread are then written at once, before all that wait.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from arbiter.desk.staging import Pending


class Lock:
    """The lock. *settle* is called with requests in order.

    It returns those requests that have to wait until another one of them is recorded.
    """

    def __init__(self, settle: Callable[[Sequence[Pending]], Sequence[Pending]]) -> None:
        self._settle = settle
        self._lock = threading.RLock()
        self._owner = 0
        """The id of the thread that holds the lock; 0 for none."""
        self._depth = 0
        self._queue: deque[Pending] = deque()

    def __enter__(self) -> None:
        self._lock.acquire()
        self._own()

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth:
            self._owner = 0
        self._lock.release()
        with suppress(IndexError):
            self._queue[0].called.set()  # called at every release, so that no request is left waiting

    def settle(self, asked: Pending) -> None:
        """Wait until the request *asked* has been recorded or refused."""
        if self._owner == threading.get_ident():
            self._settle((asked,))
            return
        self._queue.append(asked)
        while not asked.settled:
            if self._lock.acquire(blocking=False):
                self._own()
                try:
                    if not asked.settled:
                        self._settle_all()
                finally:
                    self.__exit__()
            else:
                asked.called.wait()
                asked.called.clear()

    def _own(self) -> None:
        self._depth += 1
        self._owner = threading.get_ident()

    def _settle_all(self) -> None:
        group = [self._queue.popleft() for _ in range(len(self._queue))]
        left: Sequence[Pending] = ()
        try:
            left = self._settle(group)
        finally:
            self._queue.extendleft(reversed(left))
            for asked in group:
                asked.settled = asked not in left
                asked.called.set()
