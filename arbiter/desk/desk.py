"""Where requests become history: request, ruling, journal, state, news. The only lock, and the only wall clock.

A desk is one tournament's. It is told when it takes a request, waits for its turn, rules, writes, and only then is
the state another one; what cannot be written has not happened. Requests that wait at the same time are ruled on one
after the other and written together: one that is refused harms no other, and where the disk does not take them none
of them has happened. Whoever follows is told in the order of the journal, before the next group is ruled on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from arbiter.desk.current_asker import ASKER, asking, with_witness
from arbiter.desk.history import Bygone
from arbiter.desk.lock import Lock
from arbiter.desk.recorded import Follower, Head, Recorded, events_of
from arbiter.desk.snapshots import Snapshot
from arbiter.desk.staging import Pending, Staging, check_key, staged
from arbiter.desk.stands import FOLLOWS, WRITES, DeskMode, FedBy, Follows, ReadOnly
from arbiter.desk.tablet_evidence import Vouched
from arbiter.desk.turns import Turns
from arbiter.instants import Watch
from arbiter.journal.journal import CannotWrite, Journal, VersionConflict
from arbiter.journal.lines import Line, Unwritten
from arbiter.journal.people import Person, Roll, readable
from arbiter.journal.register import Register
from arbiter.refused import Refused
from arbiter.rulings.bounds.asker import SERVICE, Here
from arbiter.rulings.bounds.may import ruled
from arbiter.rulings.entries import EnterPlayers
from arbiter.rulings.request import Request
from arbiter.rulings.time.flags import NoteInterruption
from arbiter.rulings.time.provisional_flags import Heard, LifeSigns, Seat
from arbiter.sides import Instant, Side
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.entries import next_entry
from arbiter.tournament.events.event import Place
from arbiter.tournament.events.games import MovePlayed
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament

log = logging.getLogger(__name__)
TOGETHER = 500
"""Lines written by others of which those who follow are told at once."""


class Forked(Exception):
    """The journal goes on from another line than the last one that is known here."""


class Desk:
    """One tournament: its journal, and the state that the journal comes to."""

    def __init__(
        self,
        id: str,
        journal: Journal,
        register: Register,
        now: Callable[[], Instant],
        awake: Callable[[], None] = lambda: None,
        watch: Watch | None = None,
        snapshot: Snapshot | None = None,
        stands: DeskMode = WRITES,
        take_over: Callable[[Desk], bool] = lambda _: False,
    ) -> None:
        """*take_over* tries to write at a desk that follows, and says whether it may."""
        self.id = id
        self.journal = journal
        self.register = register
        self.now = now
        self.awake = awake
        self.watch = watch
        self.tablets: dict[Seat, Heard] = {}
        """What was last heard of the tablets of each board, in this life of the process."""
        self.vouched = Vouched(id, journal)
        self.unwritten: dict[Place, Instant] = {}
        """When a write about a board was last refused."""
        self.stands = stands
        self._take_over = take_over
        self.lock = Lock(self._settle)
        self._followers: list[Follower] = []
        self.turns = Turns(now)
        self._gap: NoteInterruption | None = None
        self.bygone = Bygone(journal)
        self.snapshot = snapshot
        self.state = self.bygone.opened(snapshot.read() if snapshot else None)
        self.head = Head(self.state.version, "")
        """The last line that was acknowledged; without its hash before the first of this life."""
        self.listed = self.state.version
        """The last line that was more than a move: lists of boards and standings are as they were then."""

    @property
    def people(self) -> dict[int, Person]:
        return self.register.people(self.id)

    @property
    def roll(self) -> Roll:
        """Everybody who is entered."""
        people = self.people
        return Roll({entry: people[entry] for entry in self.state.entries if entry in people})

    @property
    def here(self) -> Here:
        """The tournament as a place where something is asked."""
        return Here(self.id, self.state)

    def submit(self, request: Request, *, key: str | None = None) -> Recorded:
        """Rules on *request* and writes down what it comes to; `Refused` leaves no trace.

        Refused also where `may` says that whoever asks may not.

        A *key* that has been used gives what was recorded then, and records nothing. `CannotWrite` when the disk
        takes nothing.
        """
        self.check_here()
        self.awake()
        check_key(key)
        self.check_recording()
        with self.turns.turn(getattr(request, "board", None)) as at:
            asked = self._settled(self._witnessed(Pending(request, at, key, ASKER.get())))
        if asked.line is not None:
            return self._recorded_before(asked.line)  # what is long past takes its time, and keeps nobody waiting
        assert asked.recorded is not None
        return asked.recorded

    def ask(self, request: Request) -> Recorded:
        """Rules on what an alarm asks now; `turns` says whether something received before is still on its way."""
        self.check_here()
        self.awake()
        self.check_recording()
        asked = self._settled(Pending(request))
        assert asked.recorded is not None
        return asked.recorded

    def hold(self, recorded: Recorded, hash: str) -> None:
        """What has been written, up to the line with that *hash*, holds from now on, and whoever follows is told."""
        self.state = recorded.state
        self.head = Head(recorded.seq, hash)
        self.bygone.keep(self.state)
        self._tell(recorded)

    def enter(self, person: Person, by: str, *, key: str | None = None) -> Recorded:
        """Enters *person*: the name into the register, the entry number into the journal; neither without the other."""
        return self.enter_all((person,), by, key=key)

    def enter_all(self, people: Sequence[Person], by: str, *, key: str | None = None) -> Recorded:
        """Enters everybody of a list, in its order: all of them, or none."""
        self.check_here()
        self.check_recording()
        people, request = [readable(person) for person in people], EnterPlayers(count=len(people), by=by)
        with self.lock:
            if key is not None and self.journal.by_key(key) is not None:
                return self.submit(request, key=key)
            self._catch_up()
            roll = self.roll
            for person in people:
                same = roll.same(person)
                if same is not None:
                    raise Refused("entered_twice", entry=same)
            ruled(ASKER.get(), request, self.here, self.now())  # refused before the register is touched
            entries = dict(enumerate(people, start=next_entry(self.state)))
            self.register.enter(self.id, entries)
            try:
                return self.submit(request, key=key)
            except CannotWrite:
                for entry in entries:
                    self.register.erase(self.id, entry)
                raise

    @property
    def playing(self) -> bool:
        """Whether a clock runs that is this service's."""
        return not self.stands.fed and any(game.clock.running for game in self.state.games())

    def catch_up(self) -> bool:
        """Whether the journal held lines that others had written; whoever follows this desk is told of them."""
        with self.lock:
            return self._catch_up()

    def write_to(self, journal: Journal, gap: NoteInterruption) -> None:
        """From here on what is asked is recorded in that journal; *gap*: since whoever wrote it before was there."""
        with self.lock:
            self.journal = self.bygone.journal = journal
            self._catch_up()
            self.stands = self.stands.with_lines(WRITES)
            self._gap = gap if self.stands.rules else None

    def only_follow(self, journal: Journal, follows: Follows = FOLLOWS) -> None:
        """From here on another one records, and this desk reads it in that journal."""
        with self.lock:
            self.stands, self._gap = self.stands.with_lines(follows), None
            self.journal = self.bygone.journal = journal

    def begin_again(self, journal: Journal) -> None:
        """The tournament as that journal has it, from its first line: what was known of it is not what holds."""
        with self.lock:
            self.journal, self.bygone = journal, Bygone(journal)
            self.state = self.bygone.opened()
            self.head, self.listed = Head(self.state.version, ""), self.state.version

    def was_away(self, alive: Instant) -> None:
        """The service is back, and was last there at *alive*; until that can be written, nothing else is.

        Whoever only follows, or shows what is played elsewhere, was not missed.
        """
        if self.stands.rules:
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
        at, state = self.now(), self.state
        events = ruled(ASKER.get(), request, self.here, at)
        return Recorded(seq=state.version, at=at, events=events, state=replay(events, state))

    def touch(self, board: int, side: Side | None = None, *, seen: int = 0, waiting: int | None = None) -> None:
        """A tablet of that board has been heard of: the last line that it knows, and how many messages it holds."""
        heard = Heard(at=self.now(), seen=seen, waiting=waiting)
        before = self.tablets.get((board, side))
        if before is not None and (waiting is None or seen < before.seen):
            heard = replace(before, at=heard.at)  # it says nothing of that, or said it before: the network is no queue
        self.tablets[board, side] = heard

    def known(self) -> LifeSigns:
        """What is known of this service and its tablets just now."""
        stalls, speed = (self.watch.stalls(), self.watch.clock.speed) if self.watch else ((), 1)
        return LifeSigns(stalls=stalls, tablets=self.tablets, refused=self.unwritten, speed=speed)

    def keep(self, *, rest: float = 0, last: bool = False) -> None:
        """Makes a snapshot where one is due, resting *rest* times as long as it takes; *last*: the service ends."""
        snapshot, state = self.snapshot, self.state
        if snapshot is None or not snapshot.due(state, last=last):
            return
        try:
            snapshot.write(state, rest)
        except Exception:  # a start takes longer without it, and nothing else is lost
            log.exception("no snapshot of %s could be made at line %d", self.id, state.version)

    def follow(self, follower: Follower) -> Callable[[], None]:
        """Tells *follower* of everything recorded from now on; calling what is returned ends it."""
        self._followers.append(follower)
        return lambda: self._followers.remove(follower)

    def state_at(self, seq: int) -> Tournament:
        """The tournament as it was after that line."""
        if seq == self.state.version:
            return self.state
        return self.bygone.at(seq)

    def check_here(self) -> None:
        """Refused where the tournament is played in another hall, and only shown here."""
        if isinstance(self.stands, FedBy):
            raise self.stands.hall.with_traceback(None)

    def _note_gap(self) -> None:
        if self._gap is None:
            return
        gap, self._gap = self._gap, None
        try:
            with asking(SERVICE):
                self.submit(gap)
        except CannotWrite:
            self._gap = gap
            raise
        except Refused as nothing:
            log.debug("%s: %s", self.id, nothing)

    def _witnessed(self, asked: Pending) -> Pending:
        """The request with its witness in the register, which is touched once the request is known to be right."""
        if asked.asker.new_witness and (asked.key is None or self.journal.by_key(asked.key) is None):
            self.catch_up()
            staging = staged([asked], self.here, self.now, self.known)
            for _, cause in staging.refused:
                raise cause
            asked.asker = with_witness(asked.asker, staging.taken[0][1].events, self.register.accounts)
        return asked

    def _settled(self, asked: Pending) -> Pending:
        self.lock.settle(asked)
        if asked.failed is not None:
            raise asked.failed
        return asked

    def _settle(self, group: Sequence[Pending]) -> Sequence[Pending]:
        """Rules on each in its order, and writes all that comes of them with one sync.

        A key that comes twice is left for the next group, which knows what has become of the first.
        """
        first = {asked.key: asked for asked in reversed(group) if asked.key is not None}
        now = [asked for asked in group if asked.key is None or first[asked.key] is asked]
        try:
            staging = self._appended(now)
        except (CannotWrite, VersionConflict, Refused) as cause:
            for asked in now:
                asked.failed = cause if asked.line is None else None
        except Exception as fault:  # noqa: BLE001  # of one of them, perhaps, and the others go on without it
            alone = len(now) > 1 and not self._catch_up()
            for asked in now:
                asked.failed = None if alone else fault
                if alone:
                    self._settle((asked,))
        else:
            self._take(staging)
        return [asked for asked in group if asked not in now]

    def _appended(self, group: Sequence[Pending]) -> Staging:
        """What the group comes to, on the disk; ruled on again where somebody else has written to the journal."""
        for asked in group:
            asked.line = None if asked.key is None else self.journal.by_key(asked.key)
        if any(asked.line is not None and asked.line.seq > self.state.version for asked in group):
            self._catch_up()  # it was recorded, though its answer was lost on the way here
        new = [asked for asked in group if asked.line is None]
        if new:
            self._note_gap()
        staging = staged(new, self.here, self.now, self.known)
        if staging.refused and self._catch_up():
            return self._appended(group)
        try:
            self._append(staging)
        except VersionConflict:
            if not self._catch_up():
                raise
            return self._appended(group)
        return staging

    def append(self, fresh: Sequence[Unwritten]) -> Sequence[Line]:
        """Write these lines behind the last one that is known here; the state stays as it is."""
        if isinstance(lines := self.stands.lines, ReadOnly):
            raise CannotWrite(lines.why)
        return self.journal.append(fresh, self.state.version)

    def _append(self, staging: Staging) -> None:
        if not staging.taken:
            return
        try:
            last = self.append(staging.lines)[-1]
        except CannotWrite as cause:
            if cause.reason == "overtaken":
                self.stands = self.stands.with_lines(FOLLOWS)
            self.unwritten.update(staging.about)
            raise
        self.head = Head(last.seq, last.hash)

    def _take(self, staging: Staging) -> None:
        """What is on the disk has happened: the state is another one, and whoever follows is told."""
        for asked, cause in staging.refused:
            asked.failed = cause
        self.state = staging.state
        for asked, recorded in staging.taken:
            self.bygone.keep(recorded.state)
            asked.recorded = recorded
        for _, recorded in staging.taken:
            self._tell(recorded)

    def _catch_up(self) -> bool:
        """Whether the journal held lines that this desk had not written."""
        found = False
        while lines := self.journal.read(after=self.state.version, limit=TOGETHER):
            if self.head.hash and self.head.seq == self.state.version and lines[0].before != self.head.hash:
                raise Forked(f"line {lines[0].seq} of {self.id} does not follow on {self.head}")
            events, found = tuple(events_of(lines)), True
            self.state = replay(events, self.state)
            self.head = Head(lines[-1].seq, lines[-1].hash)
            self.bygone.keep(self.state)
            self._tell(Recorded(seq=lines[-1].seq, at=self.now(), events=events, state=self.state))
        return found

    def check_recording(self) -> None:
        """Refused where this desk only follows, and may do no more."""
        if isinstance(lines := self.stands.lines, Follows) and not self._take_over(self):
            raise CannotWrite(lines.why)

    def _recorded_before(self, line: Line) -> Recorded:
        event = parse_event(line.kind, line.at, line.body)
        return Recorded(seq=line.seq, at=line.at, events=[event], state=self.state_at(line.seq), again=True)

    def _tell(self, recorded: Recorded) -> None:
        if not all(isinstance(event, MovePlayed) for event in recorded.events):
            self.listed = recorded.seq
        for follower in tuple(self._followers):
            try:
                follower(self.id, recorded)
            except Exception:  # a broken wire must never keep a move from being recorded
                log.exception("a follower of %s stumbled at line %d", self.id, recorded.seq)
