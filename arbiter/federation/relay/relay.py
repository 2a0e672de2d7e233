"""Feeds a hub from a hall's journal until it is told to end, or is refused for good.

The hub says how far it has come, and gets the lines behind that which may be known: so nothing is lost or doubled,
whichever of the two was away. While the hub is silent the relay asks again and again, each time a little later.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any

from arbiter.federation.relay.disclosure import Allowed
from arbiter.federation.relay.hub_connection import Silent, Uplink
from arbiter.federation.relay.status import RelayTold, tell
from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import BEGINNING, Line
from arbiter.journal.people import Person
from arbiter.journal.privacy import INITIALS, at_hub
from arbiter.journal.read_only import ReadBeside
from arbiter.journal.register import staff_of
from arbiter.refused import Refused

log = logging.getLogger(__name__)

POLL = 0.25
"""Seconds from one look at the journal to the next."""
PIECE = 500
"""Lines that are read, or pushed, at a time."""
LARGEST = 500_000
"""Bytes of the lines that are pushed at a time."""
NAMES = 2.0
"""Seconds from one look at the register to the next."""
BREATH = 20.0
"""Seconds of silence in the hall after which the hub hears that the relay is there."""
FIRST, LONGEST = 1.0, 60.0
"""Seconds until a hub that was silent is asked again: twice as long each time, up to the longest."""


class Relay:
    """One tournament on its way to one hub."""

    def __init__(
        self,
        source: ReadBeside,
        uplink: Uplink,
        tournament: str,
        instance: Path,
        *,
        minors: str = INITIALS,
        now: Callable[[], float] = time.time,
        today: Callable[[], date] = date.today,
        longest: float = LONGEST,
    ) -> None:
        self.source = source
        self.uplink = uplink
        self.tournament = tournament
        self.instance = instance
        self.minors = minors
        self.now = now
        self.today = today
        self.longest = longest
        self.allowed = Allowed()
        self.id = ""
        """The tournament's id at the hub; empty while the hub has to be asked."""
        self.fed = 0
        self.named: object = None
        """The people that the hub was told last."""
        self.told = RelayTold(tournament=tournament, hub=uplink.address)
        self.ended = threading.Event()
        self._silent = 0
        """How often the hub has not answered since it last did."""
        self._asks = self._names = self._spoke = 0.0

    def run(self) -> None:
        """Until `ended` is set; Refused where the hub refuses for good, or the journal is not what was written."""
        try:
            while not self.ended.is_set():
                if not self.step():
                    self.ended.wait(POLL)
        except Refused as refused:
            self._say(ended=refused.code, facts=refused.facts)
            raise
        finally:
            self.uplink.close()

    def step(self) -> bool:
        """Reads, and feeds what may be fed; whether there is more to be done at once."""
        more = self._read()
        now = time.monotonic()
        if now >= self._asks:
            try:
                more = self._feed() or more
                if self._silent:
                    log.info("the hub answers again; %d lines behind", self.allowed.told - self.fed)
                self._silent = 0
                self._say(since=0, why="")
            except Silent as silent:
                self._wait(str(silent))
                more = False
        return more

    def forget_pauses(self) -> None:
        """Whatever waits for its time is due now."""
        self._asks = self._names = 0.0

    def _read(self) -> bool:
        """Takes in what the journal has by now; whether there may be more of it."""
        try:
            lines = self.source.read(self.tournament, self.allowed.state.version, PIECE)
        except CannotWrite:
            return False  # the disk or the database of the hall is away just now: the service says so
        for line in lines:
            self.allowed.take(line)
        self.allowed.until(int(self.now() * 1_000))
        return len(lines) == PIECE

    def _feed(self) -> bool:
        """Brings the hub as far as it may be; whether something was pushed."""
        if not self.id or time.monotonic() - self._spoke > BREATH:
            self._begin()
        lines = self._next()
        if lines:
            self._push(lines)
        self._name()
        return bool(lines)

    def _push(self, lines: Sequence[Line]) -> None:
        """Pushes them; where the hub does not stand where it stood, it is asked anew, and refused where it forks."""
        try:
            self.fed, head = self.uplink.push(self.id, lines)
        except Refused as refused:
            if refused.facts.get("answer") != "relay_gap":
                raise
            head = ""  # it has gone back to an older copy
        self._spoke = time.monotonic()
        if head != lines[-1].hash:
            self.id = ""

    def _begin(self) -> None:
        """Asks the hub how far it has come, and holds that against the journal."""
        self.id, self.fed, head = self.uplink.begin(self.tournament)
        self._spoke = time.monotonic()
        if self.fed > self.allowed.state.version:
            self.read_all()
        if self.fed > self.allowed.state.version:
            raise Refused("hub_ahead", lines=self.fed, have=self.allowed.state.version)
        ours = self.source.read(self.tournament, self.fed - 1, 1)[0].hash if self.fed else BEGINNING
        if ours != head:
            raise Refused("hub_forked", line=self.fed)
        self._say(page=f"{self.uplink.address}/tournaments/{self.id}")

    def read_all(self) -> None:
        """Reads on to the end of the journal."""
        while self._read():
            pass

    def _next(self) -> list[Line]:
        """The lines that are pushed next: no more than may be known, and than a hub takes at a time."""
        room = min(PIECE, self.allowed.told - self.fed)
        if room <= 0:
            return []
        lines = self.source.read(self.tournament, self.fed, room)
        sizes = accumulate(len(line.body) + 300 for line in lines)
        fits = sum(1 for _ in takewhile(lambda size: size <= LARGEST, sizes))
        return list(lines[: max(1, fits)])

    def _name(self) -> None:
        """Tells the hub who plays, as far as it may know, where that has changed."""
        now = time.monotonic()
        if not self.fed or (self.named is not None and now < self._names):
            return
        self._names = now + NAMES
        people, staff = self.people(), staff_of(self.source.setting(f"staff {self.tournament}"))
        if self.named != (people, staff):
            self.uplink.name(self.id, people, staff)
            self.named = people, staff

    def people(self) -> Mapping[int, Person]:
        """Who plays, as the hub may know them: only who is entered in the part of the journal that it may know."""
        today = self.today()
        known = self.source.people(self.tournament)
        entered = self.allowed.state.entries
        return {entry: at_hub(known[entry], entry, today, self.minors) for entry in entered if entry in known}

    def _wait(self, why: str) -> None:
        wait = min(self.longest, FIRST * 2 ** min(self._silent, 16)) * random.uniform(0.7, 1.3)  # noqa: S311  # no secret
        self._asks = time.monotonic() + wait
        self.id, self.named = "", None
        if not self._silent:
            log.warning("the hub does not answer: %s", why)
        self._silent += 1
        self._say(since=self.told.since or int(self.now()), why=why)

    def _say(self, **what: Any) -> None:
        """Writes down how it is, once a second at the most where nothing but the time has changed."""
        version, now = self.allowed.state.version, int(self.now())
        told = replace(self.told, lines=version, fed=self.fed, held=version - self.allowed.told, **what)
        if replace(told, at=self.told.at) != self.told or now - self.told.at >= 5:
            self.told = replace(told, at=now)
            tell(self.instance, self.told)
