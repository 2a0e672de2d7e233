"""The order in which requests are ruled on: a queue at each board, and the lock of the desk.

Requests at a board are ruled on in the order in which they were received. The web code takes a ticket for a request as
soon as the request's last byte has been read; the request may then wait for a thread. The ticket is released when the
request ends in any way. A request counts at the instant of its ticket, so that nobody loses time in a queue, and so
that a flag waits for moves received before it. If the service hung while a request lay unread, the ticket has the
instant at which the machine received the request.
The lock of the desk has a queue too: the thread that gets the lock writes the requests of all waiting threads. A disk
syncs many lines as fast as one. While one group of requests is being written, the next one gathers; it is then ruled on
in the order of arrival and written together. A thread that needs the desk for itself takes the lock (`with`). Requests
of that thread are then written at once, before all that wait.
"""

from __future__ import annotations

import threading
from bisect import insort
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from arbiter.desk.staging import Pending
from arbiter.sides import Instant, Span
from arbiter.values import dataclass

PATIENCE_SECONDS = 2.0
"""The most seconds that a request, or a flag, waits for earlier requests at its board."""


@dataclass(frozen=True, slots=True, eq=False)
class Ticket:
    """The place of a request in the queue of its board, with its instant of receipt.

    *board* None: it is in no queue.
    """

    turns: Turns
    board: int | None
    at: Instant

    def release(self) -> None:
        """Give up this place because the request has ended. Requests behind it go on."""
        self.turns.release(self)


RECEIVED: ContextVar[Ticket | None] = ContextVar("received", default=None)
"""The ticket of the request that is being answered, if the web code took one."""


class Turns:
    """The tickets (places in the queues of the boards) of one tournament. Any thread may take and release them."""

    def __init__(self, now: Callable[[], Instant]) -> None:
        self.now = now
        self._tickets: dict[int, list[Ticket]] = {}
        self._change = threading.Condition()

    def take(self, board: int | None, unread: Span = 0) -> Ticket:
        """Return a new ticket for the board. *unread*: the milliseconds for which the request lay unread.

        The ticket's instant is the present one less *unread*. It decides the place in the queue.
        """
        with self._change:
            ticket = Ticket(self, board, self.now() - unread)
            if board is not None:
                insort(self._tickets.setdefault(board, []), ticket, key=lambda one: one.at)
            return ticket

    def release(self, ticket: Ticket) -> None:
        """Release a ticket. Releasing it a second time does nothing."""
        with self._change:
            tickets = self._tickets.get(ticket.board or 0, [])
            if ticket in tickets:
                tickets.remove(ticket)
                if not tickets:
                    del self._tickets[ticket.board or 0]
                self._change.notify_all()

    @contextmanager
    def turn(self, board: int | None) -> Iterator[Instant]:
        """Wait until the request may be ruled on at the board, and yield its instant of receipt.

        The ticket that the web code took is used, or a new one if there is none. After PATIENCE_SECONDS a request is
        ruled on out of turn. If a request is ruled on several times, its instant of receipt stays the same, and only
        the first ruling waits.
        """
        ticket = RECEIVED.get()
        if ticket is None or ticket.turns is not self or board not in (None, ticket.board):
            ticket = self.take(board)
        try:
            self._wait(ticket)
            yield ticket.at
        finally:
            ticket.release()

    def earlier(self, board: int, than: Instant) -> bool:
        """Return whether a request about the board, received before the instant *than*, still waits for its ruling.

        Once all requests received by that instant are read (`Watch.all_read`), the answer can only change from True to
        False.
        """
        with self._change:
            return any(ticket.at < than for ticket in self._tickets.get(board, ()))

    def oldest(self) -> Instant | None:
        """Return the instant of receipt of the oldest request about a board that waits for its ruling, or None."""
        with self._change:
            return min((tickets[0].at for tickets in self._tickets.values()), default=None)

    def _wait(self, ticket: Ticket) -> None:
        if ticket.board is None:
            return
        with self._change:
            self._change.wait_for(lambda: self._first(ticket), PATIENCE_SECONDS)

    def _first(self, ticket: Ticket) -> bool:
        """Return whether this ticket is the first of its board. A ticket that was released counts as first."""
        tickets = self._tickets.get(ticket.board or 0, [])
        return ticket not in tickets or tickets[0] is ticket


class Lock:
    """The lock of a desk. *settle* rules on and writes a list of requests, and is called with them in order of arrival.

    *settle* returns the requests that have to wait until another one is recorded.
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
        """Wait until the request *asked* has been recorded, refused or has failed."""
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


def once(make: Callable[[], str]) -> Callable[[], str]:
    """Return a function that calls *make* at its first call only, and returns the same text at every call."""
    lock, made = threading.Lock(), list[str]()

    def get() -> str:
        with lock:
            made.extend([] if made else [make()])
        return made[0]

    return get
