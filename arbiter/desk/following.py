"""Several nodes over one database: each has every tournament open, and reads what the others have written.

No node leads. A thread reads the end of each journal at short intervals, and at once when another node says that it has
written. Another thread commits a heartbeat each second. From the heartbeats every node knows when nothing could be
written, and whether other nodes hold requests that they have not ruled on yet. Work that a single node has to do is
done by the first of the running nodes.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Recorded
from arbiter.journal.journal import CannotWrite, Obstacle
from arbiter.journal.store import NodeSeen, Presence, SharedStore, Silence, StoreSeen
from arbiter.refused import Refused
from arbiter.rulings.time.provisional_flags import Heard
from arbiter.sides import HOUR, SECOND, Instant, Side, Span
from arbiter.tournament.events.entries import PlayerEntered

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.2
"""The seconds between two checks of all journals for new lines."""
BEAT_SECONDS = 1.0
"""Seconds between two heartbeats."""
SURE_SECONDS = 2.0
"""If the last write is this many seconds old, the node writes a heartbeat before it writes anything else."""
AGAIN_SECONDS = 0.5
"""If a heartbeat fails, further ones fail with the same error for this many seconds, without being tried."""
REMEMBERED_MS: Span = 24 * HOUR
"""The age up to which a silence (nothing could be written) is noted at tournaments that are opened later."""
HEARD_MS: Span = 10 * SECOND
"""Each check reads the tablets' messages since the last check, and again those of this many milliseconds before it.

The commit of a message may take so long, and before the commit the message cannot be read.
"""


class Behind(NamedTuple):
    """A tournament in which this node does not have the newest `lines` of the journal, since `seconds` seconds ago."""

    tournament: str
    name: str
    lines: int
    seconds: int


class Following:
    """The threads that read what other nodes have written, and that commit this node's heartbeats.

    *writes*: whether this node writes. A node that only shows tournaments has no heartbeat.
    """

    def __init__(self, desks: Desks, shared: SharedStore, *, writes: bool = True, look: float = LOOK_SECONDS) -> None:
        self.desks = desks
        self.shared = shared
        self.writes = writes
        self.look_every = look
        self.obstacle: Obstacle | None = None
        """The reason why the storage gives no answer at present, or None."""
        self.silent: Obstacle | None = None
        """The reason why this node's last heartbeat was refused, or None."""
        self.nodes: Sequence[NodeSeen] = ()
        """The nodes that ran at the last check."""
        self._asked = time.monotonic()
        self._beating = threading.Lock()
        self._began = float("-inf")
        """The start of the last write that was committed, in seconds of the monotonic clock."""
        self._sure: Instant = 0
        """The start of the last write that was committed, as an instant of the hall's clock."""
        self._failed: tuple[float, CannotWrite] | None = None
        self._told: dict[tuple[str, int, Side | None], Heard] = {}
        """The last message of each tablet that this node has passed on to the other nodes."""
        self._since: Instant = 0
        """The instant from which messages of tablets are read at the next check."""
        self._silences: list[Silence] = []
        self._first: set[str] = set()
        """The ids of the tournaments in which this node does the work that a single node has to do."""
        self._ended = threading.Event()
        works = (self._watch, self._beat_on) if writes else (self._watch,)
        self._threads = [threading.Thread(target=work, name="following", daemon=True) for work in works]
        desks.rank, desks.unruled = self.rank, self.unruled
        desks.follow(self._name)
        if writes:
            desks.storage.ready = self.ready
            desks.welcome(self._opened)

    def start(self) -> None:
        """Open all tournaments, note until when nothing could be written, and start the checks."""
        if self.writes:
            self.beat()
        self.look()
        for desk in self.desks:
            desk.note_gap()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop the checks and the heartbeats."""
        self._ended.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    # reading what other nodes have written

    def look(self) -> None:
        """Check the journals of all tournaments once for new lines."""
        here, now = {desk.id: desk for desk in self.desks}, self.desks.clock.now()
        try:
            found = self.shared.found(self._since)
            self.desks.register.refresh()
        except CannotWrite as cause:
            if self.obstacle is None:
                log.warning("the store does not answer, what others write is not seen: %s", cause.reason)
            self.obstacle = cause.reason
            return
        if self.obstacle is not None:
            log.info("the store answers again")
        self.obstacle, self._asked, self._since = None, time.monotonic(), now - HEARD_MS
        self.nodes = found.nodes
        for id in found.ends.keys() - here.keys():
            self.desks.appear(id)
        for id in here.keys() - found.ends.keys():
            log.info("%s is no more", id)
            self.desks.vanish(id)
        for desk in self.desks:
            end = found.ends.get(desk.id)
            if end is not None and desk.id not in self.desks.shut and not desk.ends(end):
                self.catch_up(desk)
        self._hear(found)
        self._rank_anew()

    def catch_up(self, desk: Desk) -> None:
        """Load every new journal line into the desk."""
        try:
            desk.catch_up()
        except CannotWrite:
            raise
        except Exception as cause:  # one journal that fails must not stop the others
            log.exception("%s cannot be followed behind line %d", desk.id, desk.state.version)
            self.desks.shut[desk.id] = (
                cause if isinstance(cause, Refused) else Refused("journal_damaged", tournament=desk.id)
            )

    def behind(self) -> list[Behind]:
        """Return the tournaments whose newest lines this node may not have, because the storage does not answer."""
        quiet = 0 if self.obstacle is None else int(time.monotonic() - self._asked)
        ends = ((desk, max(0, desk.end.seq - desk.state.version)) for desk in self.desks)
        return [Behind(desk.id, desk.state.name, lines, quiet) for desk, lines in ends if quiet or lines]

    def age(self) -> float:
        """Return the age of the last committed heartbeat in seconds, from its start; 0 if this node has none."""
        return time.monotonic() - self._began if self._began > 0 else 0.0

    def _hear(self, found: StoreSeen) -> None:
        """Tell the desks of messages that tablets have sent to other nodes."""
        desks = {desk.id: desk for desk in self.desks} if found.tablets else {}
        for one in found.tablets:
            desk = desks.get(one.tournament)
            if desk is not None:
                seat = (one.board, Side(one.side) if one.side else None)
                before = desk.tablets.get(seat)
                if before is None or before.at < one.at:
                    heard = Heard(at=one.at, seen=one.seen, waiting=one.waiting)
                    desk.tablets[seat] = self._told[desk.id, *seat] = heard

    def _name(self, _: str, recorded: Recorded) -> None:
        """Load the names of newly entered people before any other follower learns of the entry."""
        if any(isinstance(event, PlayerEntered) for event in recorded.events):
            self.desks.register.refresh()

    # the node that acts first

    def rank(self, id: str) -> int:
        """Return how many running nodes come before this one in a tournament, by a hash of the node and the tournament.

        The node with rank 0 does what a single node has to do.
        """
        others = [self._draw(node.name, id) for node in self.nodes if node.live and node.name != self.shared.name]
        own = self._draw(self.shared.name, id)
        return sum(other < own for other in others)

    @staticmethod
    def _draw(name: str, id: str) -> bytes:
        return hashlib.sha256(f"{name}\n{id}".encode()).digest()

    def _rank_anew(self) -> None:
        """Compute the ranks again, and announce the desks in which this node has become the first."""
        first = {desk.id for desk in self.desks if not self.rank(desk.id)}
        fresh, self._first = first - self._first, first
        for desk in self.desks:
            if desk.id in fresh:
                self.desks.welcome_anew(desk)

    def unruled(self, falls: Instant) -> bool:
        """Return whether another running node may hold a request that it received before *falls* and has not ruled on.

        *falls* is the instant at which a flag fell.
        """
        return any(
            node.alive < falls or (node.holds is not None and node.holds < falls)
            for node in self.nodes
            if node.live and node.name != self.shared.name
        )

    # heartbeats

    def ready(self) -> None:
        """Raise CannotWrite unless this node knows every time in which nothing could be written.

        If its last heartbeat is too old, the node commits a new one first.
        """
        if time.monotonic() - self._began > SURE_SECONDS:
            self.beat()

    def beat(self) -> None:
        """Commit a heartbeat.

        If the database gave no answer for some time before, stop the clocks at the last write.
        """
        asked = time.monotonic()
        with self._beating:
            if self._began > asked:
                return
            if self._failed is not None and time.monotonic() - self._failed[0] < AGAIN_SECONDS:
                raise self._failed[1].with_traceback(None)
            while self._beat():
                pass  # beat once more, so that the other nodes learn that the silence has ended

    def _beat(self) -> bool:
        """Commit one heartbeat. Return whether it ended a time in which nothing could be written."""
        began, at = time.monotonic(), self.desks.clock.now()
        heard = self._heard()
        told = [
            Presence(id, board, side.value if side else "", self.shared.name, one.at, one.seen, one.waiting)
            for (id, board, side), one in heard.items()
        ]
        try:
            silences = self.shared.beat(self.desks.clock.now, self._sure, self.desks.holds(), told)
        except CannotWrite as cause:
            self._failed = time.monotonic(), cause
            if self.silent is None:
                log.warning("no heartbeat can be written, and nothing else: %s", cause.reason)
            self.silent = cause.reason
            raise
        if self.silent is not None:
            log.info("heartbeats are written again")
        self._failed, self.silent = None, None
        self._told.update(heard)
        for silence in silences:
            log.warning("nothing could be written for %d ms", silence.until - silence.since)
            # two silences that follow each other directly count as one, in whatever order they are noted
            before = [one.since for one in self._silences if one.since < silence.since <= one.until]
            self._silences.append(Silence(min([*before, silence.since]), silence.until))
            for desk in self.desks:
                desk.was_away(*self._silences[-1])
        self._sure = max([at, *(silence.until for silence in silences)])
        self._began = began
        return bool(silences)

    def _heard(self) -> dict[tuple[str, int, Side | None], Heard]:
        """Return the last message of each tablet, if the other nodes have not been told of it yet."""
        return {
            (desk.id, *seat): heard
            for desk in self.desks
            for seat, heard in tuple(desk.tablets.items())
            if self._told.get((desk.id, *seat)) != heard
        }

    def _opened(self, desk: Desk) -> None:
        """Note, at a desk that was opened later, the times in which nothing could be written."""
        for silence in self._silences:
            if silence.until > self.desks.clock.now() - REMEMBERED_MS:
                desk.was_away(*silence)

    # the threads

    def _watch(self) -> None:
        while not self._ended.is_set():
            self._guarded(self.look)
            self.shared.wait(self.look_every)

    def _beat_on(self) -> None:
        while not self._ended.wait(BEAT_SECONDS):
            self._guarded(self.beat)
            for desk in self.desks:
                self._guarded(desk.note_gap)

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except CannotWrite as cause:
            log.debug("the other nodes are not seen, or do not see this one: %s", cause.reason)
        except Exception:  # the next check tries again
            log.exception("the journals could not be looked at")
