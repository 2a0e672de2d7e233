"""The order of the requests at a board: they are ruled on in the order in which they were received.

The web code takes a ticket for a request as soon as the request's last byte has been read, however long it then waits
for a thread. The ticket is released when the request ends in any way. A request counts at the instant of its ticket, so
that nobody loses time in a queue, and so that a flag waits for moves received before it. If the service hung while a
request lay unread, the ticket has the instant at which the machine received the request.
"""

from __future__ import annotations

import threading
from bisect import insort
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from arbiter.sides import Instant, Span
from arbiter.values import dataclass

PATIENCE_SECONDS = 2.0
"""The most seconds that a request, or a flag, waits for earlier requests at its board."""


@dataclass(frozen=True, slots=True, eq=False)
class Ticket:
    """The place of a request in the queue of its board, and its instant of receipt. *board* None: no queue."""

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
        """Return a new ticket for the board. *unread*: for how many milliseconds the request lay unread.

        The ticket's instant, which is the present one less *unread*, decides its place in the queue.
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

        The ticket that the web code took is used, or a new one if there is none. After a limited wait a request is
        ruled on out of turn. If a request is ruled on several times, its ticket's place counts only the first time, its
        instant every time.
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
        """Return whether a request about the board was received before that instant and still waits for its ruling.

        Once all requests received by that instant are read (`Watch.all_read`), the answer can only change from yes to
        no.
        """
        with self._change:
            return any(ticket.at < than for ticket in self._tickets.get(board, ()))

    def oldest(self) -> Instant | None:
        """Return when the oldest request about a board was received that waits for its ruling; None if none waits."""
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
