"""The requests that wait at a desk: their order, and the ruling on a group of them before any of it is written.

Requests at a board are ruled on in the order in which they were received. The web code takes a ticket for a request as
soon as the request's last byte has been read; the request may then wait for a thread. The ticket is released when the
request ends in any way. A request counts at the instant of its ticket, so that nobody loses time in a queue, and so
that a flag waits for moves received before it. If the service hung while a request lay unread, the ticket has the
instant at which the machine received the request.
The lock of the desk has a queue too: the thread that gets the lock writes the requests of all waiting threads. A disk
syncs many lines as fast as one. While one group of requests is being written, the next one gathers. It is then ruled on
in the order of arrival, each request with the state after the one before it, and written together. A thread that needs
the desk for itself takes the lock (`with`). Requests of that thread are then written at once, before all that wait.
"""

from __future__ import annotations

import hmac
import threading
from bisect import insort
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import field

from arbiter.desk.recorded import Recorded, unwritten
from arbiter.fields import LONGEST_KEY
from arbiter.journal.lines import DIGEST, Line, Unwritten, bare, with_digest
from arbiter.journal.people import Person
from arbiter.journal.register import CredentialEnded
from arbiter.journal.same_person import Roll
from arbiter.refused import Refused
from arbiter.rulings.board.late_acts import ConfirmedAct
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.bounds.may import ruled
from arbiter.rulings.bounds.rights import SERVICE, Asker, Here
from arbiter.rulings.finding_encryption import FindingSeals
from arbiter.rulings.request import Request
from arbiter.rulings.signing import Ruling
from arbiter.rulings.time.flags import RingFlag, RingFlags
from arbiter.rulings.time.provisional_flags import InformedRequest
from arbiter.sides import SECOND, Instant, Span
from arbiter.tournament.events.entries import PlayerEntered
from arbiter.tournament.events.event import Place
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

LATE_MS: Span = SECOND
"""A move counts as recorded late if it is recorded more than this many milliseconds after its receipt."""
PATIENCE_SECONDS = 2.0
"""A request, or a flag, waits at most this many seconds for earlier requests at its board."""


@dataclass(frozen=True, slots=True, eq=False)
class Ticket:
    """The place of a request in the queue of its board, with its instant of receipt.

    *board*: the number of the board; None if the request is about no single board and waits in no queue.
    """

    turns: Turns
    board: int | None
    at: Instant

    def release(self) -> None:
        """Give up the request's place in the queue of its board.

        The requests behind it need not wait for it any more.
        """
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


@dataclass(eq=False, slots=True)
class Pending:
    """A waiting request and its result: one of `recorded`, `line` and `failed` is set once the request was ruled on.

    *asker*: the person, tablet or service that made the request. *at*: the instant for which the request counts; None
    means the instant at which its turn comes. *people*: the people that a request enters. `line`: the journal line that
    was recorded before under the same key.
    """

    request: Request
    at: Instant | None = None
    key: str | None = None
    asker: Asker = SERVICE
    people: Sequence[Person] = ()
    recorded: Recorded | None = None
    line: Line | None = None
    failed: Exception | None = None
    settled: bool = False
    gone: bool = False
    """Whether the asker's session, token or device has ended since the request was checked."""
    called: threading.Event = field(default_factory=threading.Event)
    """An event that wakes the waiting thread: its request is done, or the thread has to rule on all that wait."""

    @property
    def done(self) -> Recorded:
        """The result of a request that was ruled on here. Not to be read before the ruling."""
        assert self.recorded is not None
        return self.recorded

    @property
    def place(self) -> Place | None:
        """The round and board that the request is about, or None."""
        round, board = (getattr(self.request, name, None) for name in ("round", "board"))
        return None if round is None or board is None else (round, board)


@dataclass(frozen=True, slots=True)
class Staging:
    """A group of requests after the ruling: those to be written, and those refused. `state`: the tournament afterwards.

    `people`: the people that the requests to be written enter, by entry number.
    """

    state: Tournament
    taken: Sequence[tuple[Pending, Recorded]]
    refused: Sequence[tuple[Pending, Exception]]
    people: Mapping[int, Person]

    @property
    def lines(self) -> list[Unwritten]:
        """The journal lines of all requests that are to be written."""
        return [line for asked, recorded in self.taken for line in unwritten(recorded.events, asked.key)]

    @property
    def credentials(self) -> tuple[list[int], list[int]]:
        """The numbers of the credentials (officials) and the devices (tablets) that made the requests, both sorted."""
        askers = {asked.asker for asked, _ in self.taken if asked.asker.credential}
        officials, tablets = ({one.credential for one in askers if bool(one.seat) is seat} for seat in (False, True))
        return sorted(officials), sorted(tablets)

    @property
    def about(self) -> dict[Place, Instant]:
        """The boards that the requests are about, by round and board, each with the instant of its request."""
        return {
            place: recorded.at
            for _, recorded in self.taken
            for event in recorded.events
            for place in event.about(recorded.state)
        }


class Lock:
    """The lock of a desk. *settle*: a function that rules on a list of requests, in order of arrival, and writes them.

    It returns the requests that have to wait until another one is recorded.
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
        """Wait until the request *asked* is done: recorded, refused, or failed by an error."""
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


def staged(
    group: Sequence[Pending],
    here: Here,
    now: Callable[[], Instant],
    seals: FindingSeals,
    people: Callable[[], Mapping[int, Person]],
    *,
    shared: bool = False,
) -> Staging:
    """Rule on each request in order. A request that is refused or fails does not affect the others.

    *people*: a function that returns the people of the tournament, by entry number. *shared*: whether other nodes may
    have shown the board while a move could not be recorded.
    """
    taken, refused, entered = [], [], dict[int, Person]()
    state = here.state
    assert state is not None
    for asked in group:
        request, at = asked.request, now() if asked.at is None else asked.at
        if isinstance(request, InformedRequest | RingFlag | RingFlags):
            request = replace(request, known=here.known())
        elif isinstance(request, Ruling) and isinstance(request.request, InformedRequest):
            request = replace(request, request=replace(request.request, known=here.known()))
        late = now() - at
        if shared and late > LATE_MS:
            request, at = recorded_late(request, at, late)
        try:
            if asked.gone:
                raise Refused("link_revoked" if asked.asker.seat else "sign_in_first")
            if asked.people:
                check_new(asked.people, roll({**people(), **entered}, state))
            secret = state.regulations.irregular_policy != "block"  # whether a move was irregular
            seen = Here(here.tournament, seals.seen_by(request, state) if secret else state, here.known)
            events = ruled(asked.asker, request, seen, at)
            events = seals.sealed(events, state) if secret else events
            after = replay(events, state)
        except Exception as cause:  # noqa: BLE001  # raised again for the thread that asked
            refused.append((asked, cause))
        else:
            taken.append((asked, Recorded(seq=after.version, at=at, events=events, state=after)))
            entries = (event.entry for event in events if isinstance(event, PlayerEntered))
            entered |= dict(zip(entries, asked.people, strict=False))
            state = after
    return Staging(state, taken, refused, entered)


def recorded_late(request: Request, at: Instant, late: Span) -> tuple[Request, Instant]:
    """Return a move with the time in which it could not be recorded, and the instant at which it is recorded now.

    The mover's clock is charged until the receipt of the move, the opponent's clock from now on. Other requests are
    returned unchanged.
    """
    if isinstance(request, PlayMove):
        return replace(request, late=late), at + late
    if isinstance(request, ConfirmedAct) and isinstance(request.act, PlayMove):
        return replace(request, act=replace(request.act, late=late)), at + late
    return request, at


def mark_gone(group: Sequence[Pending], ended: CredentialEnded) -> None:
    """Mark the requests whose askers' credentials or devices have ended, so that they are refused."""
    for asked in group:
        numbers = ended.devices if asked.asker.seat else ended.credentials
        asked.gone = asked.gone or asked.asker.credential in numbers


def roll(people: Mapping[int, Person], state: Tournament) -> Roll:
    """Return the people entered in the tournament, so that a person who is entered again is found."""
    return Roll({entry: people[entry] for entry in state.entries if entry in people})


def check_new(people: Sequence[Person], known: Roll) -> None:
    """Raise Refused if one of the *people* is entered already."""
    for person in people:
        same = known.same(person)
        if same is not None:
            raise Refused("entered_twice", entry=same)


def check_key(key: str | None) -> None:
    """Raise Refused if the idempotency key of a request is empty, too long or not printable."""
    key = key and bare(key)
    told = key and (key.partition("#")[2] or key)  # the key alone: the web code puts an address before it
    if told is not None and not 0 < len(told) <= LONGEST_KEY:
        raise Refused("text_too_long", field="key", length=len(told), longest=LONGEST_KEY)
    if key is not None and not key.isprintable():
        raise Refused("text_unreadable", field="key")


def sealed_key(key: str | None, secret: Callable[[], str]) -> str | None:
    """Return the *key* with a digest of the request's content, made with *secret*; None without a key.

    Without the secret nobody can find a sealed move by trying all moves.
    """
    told, _, digest = (key or "").partition(DIGEST)
    return with_digest(told, hmac.digest(secret().encode(), digest.encode(), "sha256")[:16].hex()) if digest else key


def check_same(key: str | None, recorded: str | None) -> None:
    """Raise Refused if the *key* of a request is already recorded (*recorded*) with the digest of another content.

    A key that was recorded without a digest, as in older journals, matches any content.
    """
    if key and recorded and DIGEST in key and DIGEST in recorded and key != recorded:
        raise Refused("key_used")
