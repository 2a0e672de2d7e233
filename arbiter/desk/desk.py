"""Where requests become history: request, ruling, journal, state, news. The only lock, and the only wall clock.

A desk is one tournament's. It is told when it takes a request, waits for its turn, rules, writes, and only then is
the state another one; what cannot be written has not happened. Whoever follows is told in the order of the journal,
before the next request is ruled on.
"""

from __future__ import annotations

import logging
import re
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from arbiter.instants import HallClock, Pulse
from arbiter.journal.heartbeat import Heartbeat
from arbiter.journal.lines import Entry, Line
from arbiter.journal.people import Person, readable
from arbiter.journal.sqlite.database import CannotWrite
from arbiter.journal.sqlite.journal import Journal, VersionConflict
from arbiter.journal.sqlite.register import Register
from arbiter.journal.sqlite.writer import one_writer
from arbiter.refused import Refused
from arbiter.rulings.entries import EnterPlayers, OpenTournament, next_entry
from arbiter.rulings.request import Request
from arbiter.rulings.time.flags import NoteInterruption
from arbiter.sides import HOUR, Instant
from arbiter.tournament.events import Event, event_text, parse_event
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament

log = logging.getLogger(__name__)

LONGEST_KEY = 200
"""Characters that an idempotency key may have."""
BELIEVED = 12 * HOUR
"""How much later than the last line of a journal a heartbeat may be, and be believed against the wall clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What came of a request: its last line, the events, and the tournament after it.

    `again`: it had been recorded before under its key.
    """

    seq: int
    at: Instant
    events: Sequence[Event]
    state: Tournament
    again: bool = False

    @property
    def last(self) -> Event:
        """The event that the request came to in the end."""
        return self.events[-1]


Follower = Callable[[str, Recorded], None]


class Desk:
    """One tournament: its journal, and the state that the journal comes to."""

    def __init__(
        self,
        id: str,
        journal: Journal,
        register: Register,
        now: Callable[[], Instant],
        awake: Callable[[], None] = lambda: None,
    ) -> None:
        self.id = id
        self.journal = journal
        self.register = register
        self.now = now
        self.awake = awake
        self.touched: dict[int, Instant] = {}
        """When the tablet of each board was last heard of, in this life of the process."""
        self.lock = threading.RLock()
        self._followers: list[Follower] = []
        self._received: list[Instant] = []
        """When the requests were received that have not been ruled on yet."""
        self._gap: NoteInterruption | None = None
        self.state = replay(events_of(journal.read()))

    def submit(self, request: Request, *, key: str | None = None) -> Recorded:
        """Rules on *request* and writes down what it comes to; `Refused` leaves no trace.

        A *key* that has been used gives what was recorded then, and records nothing. `CannotWrite` when the disk
        takes nothing.
        """
        self.awake()
        at = self.now()
        self._received.append(at)
        try:
            return self._submit(request, at, key)
        finally:
            self._received.remove(at)

    def ask(self, request: Request) -> Recorded:
        """Rules on what an alarm asks, once everything has been ruled on that was received before."""
        self.awake()
        at = self.now()
        while True:
            with self.lock:
                if not any(received < at for received in self._received):
                    return self._submit(request, at, None)
            time.sleep(0.001)

    def _submit(self, request: Request, at: Instant, key: str | None) -> Recorded:
        if key is not None and not 0 < len(key) <= LONGEST_KEY:
            raise Refused("text_too_long", field="key", length=len(key), longest=LONGEST_KEY)
        if key is not None and not key.isprintable():
            raise Refused("text_unreadable", field="key")
        with self.lock:
            if key is not None and (line := self.journal.by_key(key)) is not None:
                return self._recorded_before(line)
            self._note_gap()
            try:
                events, lines = self._written(request, at, key)
            except (VersionConflict, Refused):
                if not self._catch_up():
                    raise
                events, lines = self._written(request, at, key)  # somebody else wrote to the journal: ruled on again
            self.state = replay(events, self.state)
            recorded = Recorded(seq=lines[-1].seq, at=at, events=events, state=self.state)
            self._tell(recorded)
            return recorded

    def enter(self, person: Person, by: str, *, key: str | None = None) -> Recorded:
        """Enters *person*: the name into the register, the entry number into the journal; neither without the other."""
        return self.enter_all((person,), by, key=key)

    def enter_all(self, people: Sequence[Person], by: str, *, key: str | None = None) -> Recorded:
        """Enters everybody of a list, in its order: all of them, or none."""
        with self.lock:
            people, request = [readable(person) for person in people], EnterPlayers(count=len(people), by=by)
            if key is not None and self.journal.by_key(key) is not None:
                return self.submit(request, key=key)
            self._catch_up()
            for person in people:
                same = self.register.find(self.id, person.name)
                if same is not None and same in self.state.entries:
                    raise Refused("entered_twice", entry=same)
            request.rule(self.state, self.now())  # refused before the register is touched
            entries = dict(enumerate(people, start=next_entry(self.state)))
            self.register.enter(self.id, entries)
            try:
                return self.submit(request, key=key)
            except CannotWrite:
                for entry in entries:
                    self.register.erase(self.id, entry)
                raise

    def interrupted(self, alive: Instant) -> None:
        """The service comes back and was last there at *alive*. Until that can be written nothing else is."""
        self.was_away(alive)
        self.note_gap()

    def was_away(self, alive: Instant) -> None:
        """The service was last there at *alive*: that is the next thing that is written here."""
        self._gap = NoteInterruption(alive=max(alive, self.state.at))

    def note_gap(self) -> None:
        """Writes the gap, if there is one; it waits while nothing can be written."""
        try:
            with self.lock:
                self._note_gap()
        except CannotWrite as cause:
            log.warning("the interruption of %s could not be written yet: %s", self.id, cause)

    def preview(self, request: Request) -> Recorded:
        """What *request* would come to now, and the tournament after it; nothing is recorded, and nobody is told."""
        at = self.now()
        with self.lock:
            events = request.rule(self.state, at)
            return Recorded(seq=self.state.version, at=at, events=events, state=replay(events, self.state))

    def touch(self, board: int) -> None:
        """The tablet of that board has been heard of."""
        self.touched[board] = self.now()

    def follow(self, follower: Follower) -> Callable[[], None]:
        """Tells *follower* of everything recorded from now on; calling what is returned ends it."""
        self._followers.append(follower)
        return lambda: self._followers.remove(follower)

    def state_at(self, seq: int) -> Tournament:
        """The tournament as it was after that line."""
        if seq == self.state.version:
            return self.state
        return replay(events_of(self.journal.read(limit=seq)))

    def _note_gap(self) -> None:
        if self._gap is None:
            return
        gap, self._gap = self._gap, None
        try:
            self.submit(gap)
        except CannotWrite:
            self._gap = gap
            raise
        except Refused as nothing:
            log.debug("%s: %s", self.id, nothing)

    def _written(self, request: Request, at: Instant, key: str | None) -> tuple[Sequence[Event], Sequence[Line]]:
        events = request.rule(self.state, at)
        return events, self._append(events, key)

    def _append(self, events: Sequence[Event], key: str | None) -> Sequence[Line]:
        last = len(events) - 1
        entries = [
            Entry(at=event.at, kind=type(event).__name__, body=event_text(event), key=key if number == last else None)
            for number, event in enumerate(events)
        ]
        return self.journal.append(entries, self.state.version)

    def _catch_up(self) -> bool:
        """Whether the journal held lines that this desk had not written."""
        lines = self.journal.read(after=self.state.version)
        if lines:
            self.state = replay(events_of(lines), self.state)
        return bool(lines)

    def _recorded_before(self, line: Line) -> Recorded:
        event = parse_event(line.kind, line.at, line.body)
        return Recorded(seq=line.seq, at=line.at, events=[event], state=self.state_at(line.seq), again=True)

    def _tell(self, recorded: Recorded) -> None:
        for follower in tuple(self._followers):
            try:
                follower(self.id, recorded)
            except Exception:  # a broken wire must never keep a move from being recorded
                log.exception("a follower of %s stumbled at line %d", self.id, recorded.seq)


class Desks:
    """All tournaments of an instance, and the one process that may write them."""

    def __init__(self, instance: Path, clock: HallClock, *, max_pages: int | None = None) -> None:
        (instance / "tournaments").mkdir(parents=True, exist_ok=True)
        self.instance = instance
        self.clock = clock
        self._max_pages = max_pages
        self._closing = ExitStack()
        self._closing.enter_context(one_writer(instance))
        self.register = Register.open(instance / "register.sqlite")
        self.heartbeat = Heartbeat(instance / "alive")
        self.pulse: Pulse | None = None
        self.damaged: dict[str, str] = {}
        self._lock = threading.Lock()
        self._followers: list[Follower] = []
        self._desks: dict[str, Desk] = {}
        for path in sorted((instance / "tournaments").glob("*.sqlite")):
            with ExitStack() as opened:
                try:
                    journal = Journal.open(path, max_pages=max_pages)
                    opened.callback(journal.close)
                    self._take(path.stem, journal)
                    opened.pop_all()
                except Exception as cause:  # whatever is wrong with one journal must not close the others
                    log.exception("the journal of %s cannot be used", path.stem)
                    self.damaged[path.stem] = str(cause)
        playing = [desk for desk in self if any(game.running for game in desk.state.games())]
        written = max((desk.state.at for desk in playing), default=0)
        clock.reach(written)
        alive = self.heartbeat.last()
        if playing and alive <= max(clock.now(), written + BELIEVED):  # the wall clock may have been set back since
            clock.reach(alive)
        for desk in self:
            desk.interrupted(min(alive, clock.now()))

    def __iter__(self) -> Iterator[Desk]:
        return iter(tuple(self._desks.values()))

    def desk(self, id: str) -> Desk:
        """The desk of that tournament; refused when there is none."""
        desk = self._desks.get(id)
        if desk is None:
            raise Refused("journal_damaged" if id in self.damaged else "no_tournament", tournament=id[:80])
        return desk

    def open(self, request: OpenTournament, *, key: str | None = None) -> Desk:
        """Announces a tournament: its journal begins with that line, which has the *key*.

        Its id is its name in small plain letters. A key that has been used gives the tournament that it opened.
        """
        at = self.clock.now()
        events = request.rule(Tournament(), at)
        with self._lock:
            opened = next((desk for desk in self if key is not None and desk.journal.by_key(key)), None)
            if opened is not None:
                return opened
            id = self._free_id(request.name)
            path = self.instance / "tournaments" / f"{id}.sqlite"
            try:
                journal = Journal.create(path)
                journal.append([Entry(at, type(event).__name__, event_text(event), key) for event in events], 0)
            except CannotWrite:
                for part in path.parent.glob(f"{id}.sqlite*"):
                    part.unlink()
                raise
            return self._take(id, journal)

    def bring(self, name: str, lines: Sequence[Entry], people: Mapping[int, Person], *, key: str | None = None) -> Desk:
        """A tournament that was recorded elsewhere becomes one of this instance, line by line, under a free id.

        A key that has been used gives the tournament that it brought; the register keeps it, as lines stay as they are.
        """
        with self._lock:
            if key is not None and (brought := self.register.setting(f"brought {key}")) in self._desks:
                return self._desks[brought]
            id = self._free_id(name)
            path = self.instance / "tournaments" / f"{id}.sqlite"
            try:
                journal = Journal.create(path)
                journal.append(lines, 0)
                self.register.enter(id, people)
                if key is not None:
                    self.register.set_setting(f"brought {key}", id)
            except (CannotWrite, Refused):
                for part in path.parent.glob(f"{id}.sqlite*"):
                    part.unlink()
                raise
            return self._take(id, journal)

    def follow(self, follower: Follower) -> None:
        """Tells *follower* of everything recorded at any desk, also at those that open later."""
        with self._lock:
            self._followers.append(follower)
            for desk in self._desks.values():
                desk.follow(follower)

    def beat(self) -> None:
        """Notes that the service is alive: what a crash can charge to a running clock ends here."""
        self.awake()
        self.heartbeat.beat(self.clock.now())
        if self.pulse is not None:
            self.pulse.beat()

    def watch(self) -> None:
        """From here on somebody beats every second, and a beat that is missed is an interruption."""
        self.pulse = Pulse(self.clock)

    def awake(self) -> None:
        """Stops every running clock where this process was last there, if it has been asleep or has stood still.

        Whoever else comes meanwhile goes on: each desk notes its gap before anything else.
        """
        pulse = self.pulse
        if pulse is None or not pulse.lock.acquire(blocking=False):
            return
        try:
            alive = pulse.missed()
            if alive is None:
                return
            pulse.beat()
            log.warning("the process stood still for %d ms; running clocks are stopped", self.clock.now() - alive)
            for desk in self:
                desk.was_away(alive)
        finally:
            pulse.lock.release()
        for desk in self:
            desk.note_gap()

    def close(self) -> None:
        """Ends writing: whoever submits after this has a fault."""
        self.beat()
        self.pulse = None
        for desk in self:
            with desk.lock:
                desk.journal.close()
        self.register.close()
        self._closing.close()

    def _take(self, id: str, journal: Journal) -> Desk:
        desk = Desk(id, journal, self.register, self.clock.now, self.awake)
        for follower in self._followers:
            desk.follow(follower)
        self._desks[id] = desk
        return desk

    def _free_id(self, name: str) -> str:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "tournament"
        taken = {path.stem for path in (self.instance / "tournaments").glob("*.sqlite")}
        return next(id for id in (slug, *(f"{slug}-{n}" for n in range(2, len(taken) + 3))) if id not in taken)


def events_of(lines: Sequence[Line]) -> Iterator[Event]:
    """The events that the lines hold."""
    return (parse_event(line.kind, line.at, line.body) for line in lines)
