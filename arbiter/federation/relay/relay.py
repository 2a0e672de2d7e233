"""Sends a journal's public lines to a hub, until it is told to end or the hub finally refuses.

The hub says which line is its last, and gets the public lines after that line. So no line is lost or sent twice, even
if the relay or the hub was out of reach for a while. If the hub does not answer, the relay tries again after growing
pauses.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from hashlib import sha256
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any

from arbiter.federation.relay.disclosure import Allowed
from arbiter.federation.relay.hub_connection import Silent, Uplink
from arbiter.federation.relay.status import RelayTold, tell
from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import BEGINNING, Line
from arbiter.journal.people import Person
from arbiter.journal.read_only import ReadBeside
from arbiter.journal.register import staff_of
from arbiter.machine.keys import KNOWN
from arbiter.refused import Refused
from arbiter.values import replace
from arbiter.view import INITIALS, at_hub, staff_in_public

log = logging.getLogger(__name__)

POLL_SECONDS = 0.25
"""The seconds between two reads of the journal."""
PIECE_LINES = 500
"""The most lines that are read, or sent, at a time."""
LARGEST_PIECE_BYTES = 500_000
"""The most bytes of lines that are sent at a time."""
NAMES_SECONDS = 2.0
"""The seconds between two reads of the register."""
REPORT_SECONDS = 20.0
"""If there is no new line for this many seconds, the relay tells the hub that it is still running."""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 60.0
"""The first and the longest pause before a silent hub is asked again. Each pause is twice as long as the one before."""


def mark_of(source: ReadBeside, place: str) -> str:
    """Return the text by which a hub tells this relay from others of the hall. It is the same after each start.

    *place*: the computer and the folder of the journals; empty for a database, which all its nodes read.
    """
    return sha256(f"relay {source.setting(KNOWN)} {place}".encode()).hexdigest()


class Relay:
    """The sending of one tournament to one hub, step by step."""

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
        longest: float = LONGEST_PAUSE_SECONDS,
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
        """The tournament's id at the hub; empty if the hub must be asked for it (again)."""
        self.fed = 0
        self.named: object = None
        """The people that were last sent to the hub."""
        self.told = RelayTold(tournament=tournament, hub=uplink.address)
        self.ended = threading.Event()
        self._silent = 0
        """The number of times in a row that the hub has not answered."""
        self._asks = self._names = self._spoke = 0.0

    def run(self) -> None:
        """Send lines until `ended` is set. Raise Refused if the hub finally refuses, or if a hash is wrong."""
        try:
            while not self.ended.is_set():
                if not self.step():
                    self.ended.wait(POLL_SECONDS)
        except Refused as refused:
            self._say(ended=refused.code, facts=refused.facts)
            raise
        finally:
            self.uplink.close()

    def step(self) -> bool:
        """Read new journal lines and send what may be published. Return whether the next step is due at once."""
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

    def _read(self) -> bool:
        """Read new lines of the journal. Return whether there may be more of them."""
        try:
            lines = self.source.read(self.tournament, self.allowed.state.version, PIECE_LINES)
        except CannotWrite:
            return False  # the hall's disk or database is out of reach, which the service reports
        for line in lines:
            self.allowed.take(line)
        self.allowed.until(int(self.now() * 1_000))
        return len(lines) == PIECE_LINES

    def _feed(self) -> bool:
        """Send the lines and the names that may be published. Return whether lines were sent."""
        if not self.id or time.monotonic() - self._spoke > REPORT_SECONDS:
            self._begin()
        lines = self._next()
        if lines:
            self._push(lines)
        self._name()
        return bool(lines)

    def _push(self, lines: Sequence[Line]) -> None:
        """Send journal lines. If the hub then has another last line than these, ask the hub anew at the next step."""
        try:
            self.fed, head = self.uplink.push(self.id, lines)
        except Refused as refused:
            if refused.facts.get("answer") != "relay_gap":
                raise
            head = ""  # the hub has fewer lines, because an older backup was restored there
        self._spoke = time.monotonic()
        if head != lines[-1].hash:
            self.id = ""

    def _begin(self) -> None:
        """Ask the hub for its last line of this tournament. Raise Refused if that line is not in the journal."""
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
        """Read the journal to its end without sending anything."""
        while self._read():
            pass

    def _next(self) -> list[Line]:
        """Return the lines to send next: only those that may be published, and no more than a hub accepts at a time."""
        room = min(PIECE_LINES, self.allowed.told - self.fed)
        if room <= 0:
            return []
        lines = self.source.read(self.tournament, self.fed, room)
        sizes = accumulate(len(line.body) + 300 for line in lines)
        fits = sum(1 for _ in takewhile(lambda size: size <= LARGEST_PIECE_BYTES, sizes))
        return list(lines[: max(1, fits)])

    def _name(self) -> None:
        """Send the hub the names that may be published, if they have changed."""
        now = time.monotonic()
        if not self.fed or (self.named is not None and now < self._names):
            return
        self._names = now + NAMES_SECONDS
        people = self.people()
        staff = staff_in_public(staff_of(self.source.setting(f"staff {self.tournament}")))
        if self.named != (people, staff):
            self.uplink.name(self.id, people, staff)
            self.named = people, staff

    def people(self) -> Mapping[int, Person]:
        """Return the people whose names may be sent to the hub: those entered by the lines published so far."""
        today = self.today()
        known = self.source.people(self.tournament)
        entered = self.allowed.state.entries
        return {entry: at_hub(known[entry], entry, today, self.minors) for entry in entered if entry in known}

    def _wait(self, why: str) -> None:
        wait = min(self.longest, FIRST_PAUSE_SECONDS * 2 ** min(self._silent, 16)) * random.uniform(0.7, 1.3)  # noqa: S311  # no secret
        self._asks = time.monotonic() + wait
        self.id, self.named = "", None
        if not self._silent:
            log.warning("the hub does not answer: %s", why)
        self._silent += 1
        self._say(since=self.told.since or int(self.now()), why=why)

    def _say(self, **what: Any) -> None:
        """Write the relay's status to its file: at once if it has changed, otherwise every five seconds."""
        version, now = self.allowed.state.version, int(self.now())
        told = replace(self.told, lines=version, fed=self.fed, held=version - self.allowed.told, **what)
        if replace(told, at=self.told.at) != self.told or now - self.told.at >= 5:
            self.told = replace(told, at=now)
            tell(self.instance, self.told)
