"""Following the tournaments that other nodes write, and taking over the writing of a tournament.

Every node asks the shared storage at regular intervals for the last line of each journal, and also at once after a
notification. Tournaments announced by other nodes appear by themselves. A tournament is written by the node that
announced it, until that node's lease ends. Then another node takes it over: the first one that is asked to write, or
that sees a clock run without a writer.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from arbiter.desk.desk import Desk, Forked
from arbiter.desk.desks import Desks
from arbiter.desk.stands import Follows
from arbiter.journal.journal import CannotWrite, Obstacle
from arbiter.journal.store import Leadership, SharedStore
from arbiter.refused import Refused
from arbiter.rulings.time.flags import NoteInterruption
from arbiter.sides import Instant, Span

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
"""Seconds between two checks of all journals."""
BEHIND_SECONDS = 2.0
"""Seconds that a desk may be behind before it is logged."""
RETRY_SECONDS = 60.0
"""Seconds after which taking over a tournament is tried again."""
FREE_JUMP_MS: Span = 250
"""Milliseconds that a clock may be set forward without a charge to anybody's thinking time."""


class Followed(NamedTuple):
    """A tournament that another node writes, and how far this node is behind it, in journal `lines` and in `seconds`.

    `leader` is the writer's address; it is empty if no node writes the tournament at present.
    """

    tournament: str
    name: str
    leader: str
    lines: int
    seconds: int


class Following:
    """A thread that checks what other nodes have written.

    *leads*: whether this node may become the writer of a tournament.
    """

    def __init__(self, desks: Desks, shared: SharedStore, *, leads: bool = True, look: float = LOOK_SECONDS) -> None:
        self.desks = desks
        self.shared = shared
        self.leads = leads
        self.look_every = look
        self.leaderships: Mapping[str, Leadership] = {}
        """The writer of each journal at the last check."""
        self.obstacle: Obstacle | None = None
        """The reason why the storage gives no answer at present, or None."""
        self.asked = time.monotonic()
        """The last answer of the storage, in seconds of the monotonic clock."""
        desks.storage.lead = self.lead
        self._behind: dict[str, float] = {}
        """The monotonic second since when a desk has been behind, by tournament."""
        self._said: set[str] = set()
        """The tournaments whose delay is in the log."""
        self._unable: dict[str, float] = {}
        """The monotonic second until which taking over a tournament is not tried again."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="following", daemon=True)

    def start(self) -> None:
        """Become the writer of the tournaments that an earlier process of this node wrote, and start the checks."""
        self.shared.start(self.desks.clock.now)
        self.look()
        for desk in self.desks:
            leadership = self.leaderships.get(desk.id)
            if leadership is not None and self._own(leadership) and (leadership.owner or desk.playing):
                self.lead(desk)
        self._thread.start()

    def stop(self) -> None:
        """Stop the regular checks."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def look(self) -> None:
        """Check the journals of all tournaments once for new lines."""
        try:
            self.leaderships = self.shared.leaderships()
        except CannotWrite as cause:
            if self.obstacle is None:
                log.warning("the store does not answer, what others write is not seen: %s", cause.reason)
            self.obstacle = cause.reason
            return
        if self.obstacle is not None:
            log.info("the store answers again")
        self.obstacle, self.asked = None, time.monotonic()
        here = {desk.id: desk for desk in self.desks}
        self.desks.register.refresh()
        for id, leadership in self.leaderships.items():
            if id not in here and leadership.head:
                log.info("%s appears, led by %s", id, leadership.address if leadership.live else "nobody")
                self.desks.appear(id)
        for id in here.keys() - self.leaderships.keys():
            self._gone(here[id])
        for id, leadership in self.leaderships.items():
            if id in here and id not in self.desks.shut:
                self._see(here[id], leadership)

    def _see(self, desk: Desk, leadership: Leadership) -> None:
        self._note(desk, leadership.head - desk.state.version)
        if leadership.head < desk.state.version and desk.stands.follows:
            self._begin_again(desk)
        elif leadership.head > desk.state.version:
            self.catch_up(desk)
        if leadership.owner != self.shared.owner and not desk.journal.follows:
            self._step_back(desk, leadership)
        if desk.stands.follows and not leadership.live and desk.playing:
            self.lead(desk)

    def _note(self, desk: Desk, lines: int) -> None:
        """Note how many lines the desk is behind. If this lasts, log it once, and once more when it has caught up."""
        since = self._behind.get(desk.id)
        if lines <= 0:
            if self._behind.pop(desk.id, None) is not None and desk.id in self._said:
                self._said.discard(desk.id)
                log.info("%s is up to date again", desk.id)
        elif since is None:
            self._behind[desk.id] = time.monotonic()
        elif time.monotonic() - since > BEHIND_SECONDS and desk.id not in self._said:
            self._said.add(desk.id)
            log.info("%s is %d lines behind", desk.id, lines)

    def followed(self) -> list[Followed]:
        """Return the tournaments that this node follows, with how far behind this node is in each."""
        quiet = 0 if self.obstacle is None else int(time.monotonic() - self.asked)
        told = []
        for desk in self.desks:
            if desk.stands.follows and (found := self.leaderships.get(desk.id)):
                lines = max(0, found.head - desk.state.version)
                since = self._behind.get(desk.id)
                seconds = int(time.monotonic() - since) if lines and since is not None else 0
                leader = found.address if found.live else ""
                told.append(Followed(desk.id, desk.state.name, leader, lines, max(quiet, seconds)))
        return told

    def lead(self, desk: Desk) -> bool:
        """Return whether this node is the writer of the tournament, after becoming the writer if no node is."""
        if not desk.stands.follows or not self.leads or time.monotonic() < self._unable.get(desk.id, 0):
            return self.leads and not desk.stands.follows
        try:
            self.leaderships = self.shared.leaderships()
            leadership = self.leaderships[desk.id]
            if leadership.live and leadership.owner != self.shared.owner and not self._own(leadership):
                return False
            self.catch_up(desk)
            self._reach(max(leadership.alive, 0 if desk.stands.fed else desk.state.at))
            with desk.lock:
                if desk.stands.follows:
                    self._lead(desk, leadership)
                    log.info("this node leads %s from line %d on", desk.id, desk.state.version)
        except (CannotWrite, Refused, KeyError) as cause:
            log.info("%s is not led here: %s", desk.id, cause)
            return False
        desk.note_gap()
        return True

    def _lead(self, desk: Desk, leadership: Leadership) -> None:
        try:
            self.desks.lead(desk, self._gap(desk, leadership))
        except (Refused, FileExistsError) as damage:
            if isinstance(damage, Refused) and damage.code not in ("journal_damaged", "medium_differs"):
                raise
            log.exception("%s cannot be led here: its witness knows lines that the database has lost", desk.id)
            self._unable[desk.id] = time.monotonic() + RETRY_SECONDS
            desk.only_follow(desk.journal, Follows("damaged"))
            self.shared.give_up(desk.id)  # so that another node, whose witness does not differ, may take over
            raise Refused("journal_damaged", tournament=desk.id) from damage

    def leader(self, desk: Desk) -> str:
        """Return the address of the tournament's writer at the last check; empty if there is none or it has none."""
        found = self.leaderships.get(desk.id)
        return found.address if found is not None and found.live and not self._own(found) else ""

    def _own(self, leadership: Leadership) -> bool:
        """Return whether the last writer of the journal was an earlier process of this node."""
        return bool(leadership.address) and leadership.address == self.shared.address

    def _gap(self, desk: Desk, leadership: Leadership) -> NoteInterruption:
        """Return the event that a new writer writes first: since when there was no writer, and who it is now."""
        alive, before = max(leadership.alive, desk.state.at), leadership.address
        if not before or self._own(leadership):
            return NoteInterruption(alive=alive)
        return NoteInterruption(alive=alive, node=self.shared.address or self.shared.owner, before=before)

    def _reach(self, instant: Instant) -> None:
        """Set this node's clock forward to that instant, if it is behind.

        If it is far behind, running clocks are stopped for the difference, so that no player is charged for it.
        """
        clock = self.desks.clock
        late = instant - clock.now()
        if late > FREE_JUMP_MS:
            log.warning("the clock of this node is %d ms late; running clocks are stopped, and it is set", late)
            for desk in self.desks.led:
                desk.was_away(clock.now())
        clock.reach(instant)
        for desk in self.desks.led if late > FREE_JUMP_MS else ():
            desk.note_gap()

    def catch_up(self, desk: Desk) -> None:
        """Load every new journal line into the desk, and from the register the people whom these lines name."""
        try:
            self.desks.register.refresh()
            desk.catch_up()
        except Forked:
            self._begin_again(desk)
        except CannotWrite:
            raise
        except Exception as cause:  # one journal that fails must not stop the others
            log.exception("%s cannot be followed behind line %d", desk.id, desk.state.version)
            self.desks.shut[desk.id] = (
                cause if isinstance(cause, Refused) else Refused("journal_damaged", tournament=desk.id)
            )

    def _step_back(self, desk: Desk, leadership: Leadership) -> None:
        """Stop writing a tournament, because another node has become its writer."""
        with desk.lock:
            now = self.shared.leaderships().get(desk.id, leadership)
            if now.owner == self.shared.owner:
                return  # another node has taken it over since
            log.warning("%s is led by %s from now on, this node follows it", desk.id, now.address or now.owner)
            before = desk.journal
            desk.only_follow(self.shared.watched(desk.id))
        before.close()

    def _begin_again(self, desk: Desk) -> None:
        log.error("the journal of %s is another one than was followed up to line %d", desk.id, desk.state.version)
        desk.begin_again(self.shared.watched(desk.id))

    def _gone(self, desk: Desk) -> None:
        """Handle a tournament that the storage did not list: close it, unless it has been announced here meanwhile."""
        if desk.stands.follows:
            log.info("%s is no more", desk.id)
            self.desks.vanish(desk.id)

    def _watch(self) -> None:
        due = 0.0
        while not self._ended.is_set():
            if time.monotonic() >= due:
                due = time.monotonic() + self.look_every
                self._guarded(self.look)
            for id in self.shared.wait(max(0.0, due - time.monotonic())):
                self._guarded(partial(self._hear, id))

    def _hear(self, id: str) -> None:
        self.desks.appear(id)
        with suppress(Refused):
            desk = self.desks.desk(id)
            if desk.stands.follows:
                self.catch_up(desk)

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except CannotWrite as cause:
            log.debug("what others have written could not be read: %s", cause.reason)
        except Exception:  # the next check tries again
            log.exception("the journals could not be looked at")
