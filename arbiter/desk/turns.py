"""Whose turn it is at a board: its requests are ruled on in the order in which they were received.

The door takes a ticket as soon as a request's last byte has been read, however long it then waits for a thread; every
ending of the request gives the ticket back. A request has the instant of its ticket, so that nobody loses time in a
queue, and a flag can tell whether a move that was received before it fell is still on its way. Where the service stood
still and a request lay unread meanwhile, the instant of its ticket is the one at which the machine had it.
"""

from __future__ import annotations

import threading
from bisect import insort
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from arbiter.sides import Instant, Span

PATIENCE = 2.0
"""Seconds that a request, or a flag, waits at the most for what was received before it at its board."""


@dataclass(frozen=True, slots=True, eq=False)
class Ticket:
    """The place of a request in the order of its board, and when it was received; *board* None: it is about none."""

    turns: Turns
    board: int | None
    at: Instant

    def release(self) -> None:
        """The request has ended, in whatever way; whoever waited for it goes on."""
        self.turns.release(self)


RECEIVED: ContextVar[Ticket | None] = ContextVar("received", default=None)
"""The ticket of the request that is being answered, where a door took one."""


class Turns:
    """The tickets of one tournament; any thread may take and release them."""

    def __init__(self, now: Callable[[], Instant]) -> None:
        self.now = now
        self._tickets: dict[int, list[Ticket]] = {}
        self._change = threading.Condition()

    def take(self, board: int | None, unread: Span = 0) -> Ticket:
        """A ticket behind all of the board that were received before; *unread*: for how long it had lain there."""
        with self._change:
            ticket = Ticket(self, board, self.now() - unread)
            if board is not None:
                insort(self._tickets.setdefault(board, []), ticket, key=lambda one: one.at)
            return ticket

    def release(self, ticket: Ticket) -> None:
        """Gives a ticket back; one that has been given back already stays so."""
        with self._change:
            tickets = self._tickets.get(ticket.board or 0, [])
            if ticket in tickets:
                tickets.remove(ticket)
                if not tickets:
                    del self._tickets[ticket.board or 0]
                self._change.notify_all()

    @contextmanager
    def turn(self, board: int | None) -> Iterator[Instant]:
        """The board's turn, and when the request was received: by the door's ticket, else by one taken now.

        After `PATIENCE` a request is ruled on out of its turn. A ticket's place counts for the first ruling that comes
        of its request, its instant for all of them.
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
        """Whether something about the board was received before that instant and has not been ruled on yet.

        The answer cannot become yes any more once all is read that had come in by that instant (`Watch.all_read`).
        """
        with self._change:
            return any(ticket.at < than for ticket in self._tickets.get(board, ()))

    def _wait(self, ticket: Ticket) -> None:
        if ticket.board is None:
            return
        with self._change:
            self._change.wait_for(lambda: self._first(ticket), PATIENCE)

    def _first(self, ticket: Ticket) -> bool:
        """Also of a ticket that has been given back: it waits for nobody."""
        tickets = self._tickets.get(ticket.board or 0, [])
        return ticket not in tickets or tickets[0] is ticket
