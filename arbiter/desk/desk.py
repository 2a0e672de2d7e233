"""The desk of one tournament: it receives requests, rules on them, records the events, and changes the state.

The desk holds the tournament's only lock, and it alone reads the clock. A request is stamped with its instant, waits
for its turn, is ruled on and written; only then does the state change. A request that cannot be written has no effect.
Requests that wait at the same time are ruled on one after the other and written together. A refused request does not
affect the others. If the disk refuses the write, no request of the group has any effect. Followers (functions
registered with `follow`) get the events in the order of the journal, before the next group is ruled on.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial

from arbiter.desk.current_asker import ASKER, asking, with_witness
from arbiter.desk.recorded import Bygone, Follower, Head, Recorded, events_of, other_boards
from arbiter.desk.request_queue import (
    Lock,
    Pending,
    Staging,
    Turns,
    check_key,
    check_same,
    mark_gone,
    once,
    roll,
    sealed_key,
    staged,
)
from arbiter.desk.snapshots import Snapshot
from arbiter.desk.storage import WRITES, DeskMode
from arbiter.desk.tablet_evidence import Vouched
from arbiter.instants import Watch
from arbiter.journal.journal import CannotWrite, Journal, VersionConflict
from arbiter.journal.lines import Line, Unwritten, bare
from arbiter.journal.people import Person, readable
from arbiter.journal.register import SEALS, CredentialEnded, Register
from arbiter.journal.same_person import Roll
from arbiter.journal.store import JournalEnd
from arbiter.refused import Refused
from arbiter.rulings.bounds.may import ruled
from arbiter.rulings.bounds.rights import SERVICE, Here
from arbiter.rulings.entries import EnterPlayers
from arbiter.rulings.finding_encryption import FindingSeals
from arbiter.rulings.request import Request
from arbiter.rulings.time.flags import NoteInterruption
from arbiter.rulings.time.provisional_flags import Heard, LifeSigns, Seat
from arbiter.sides import Instant, Side
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.event import Place
from arbiter.tournament.events.games import MovePlayed
from arbiter.tournament.replay import replay
from arbiter.tournament.sealed_findings import NONCE_DIGITS
from arbiter.tournament.state import Tournament
from arbiter.values import replace

log = logging.getLogger(__name__)
MOST_LINES_TOGETHER = 500
"""At most this many lines of other nodes are passed at once to the functions that follow the desk."""
AGAIN_SECONDS = 2.0
"""A failed write is tried again at once, unless it has already taken longer than this many seconds."""
MOST_CONFLICTS = 3
"""After this many conflicts with other nodes, a group of requests is ruled on while the journal is locked."""


class Desk:
    """The desk of a tournament: it holds the journal, and the state that results from replaying the journal."""

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
        ready: Callable[[], None] | None = None,
        key: Callable[[], str] | None = None,
        passed: Callable[[int, int], None] = lambda _, __: None,
    ) -> None:
        """Open the tournament of *journal*.

        *key*: a function that returns the key with which findings about moves (whether they were irregular) are
        encrypted; if None, the register stores the key. *ready* is called before requests are ruled on, and raises
        CannotWrite if nothing can be written now. *passed* is called with two line numbers: the one up to which the
        journal has been read, and the last one.
        """
        self.id = id
        self.journal = journal
        self.register = register
        self.now = now
        self.awake = awake
        self.watch = watch
        self.tablets: dict[Seat, Heard] = {}
        """The last message of the tablets at each board since this process started."""
        self.vouched = Vouched(id, journal)
        self.unwritten: dict[Place, Instant] = {}
        """The instant at which the disk last refused a line about a board, by round and board."""
        self.stands = stands
        self._ready = ready
        self.seals = FindingSeals(once(key or self._key), partial(secrets.token_hex, NONCE_DIGITS // 2))
        self.lock = Lock(self._settle)
        self._followers: list[Follower] = []
        self.turns = Turns(now)
        self._gaps: list[NoteInterruption] = []
        self.conflicts = 0
        """The number of times that requests were ruled on again because another node had written first."""
        self.bygone = Bygone(journal, passed)
        self.snapshot = snapshot
        self.state = self.bygone.opened(snapshot.read) if snapshot else self.bygone.opened()
        self.shared = False
        """Whether other nodes may write the same journal."""
        self.end = JournalEnd(0, "")
        """The last line of the journal, as read from the storage that several nodes share."""
        self._history = 0
        """How often the journal had lost lines up to the moment at which the present state was read from it."""
        self.head = Head(self.state.version, "")
        """The last acknowledged line; its hash is empty until this process has written one."""
        self.listed = self.state.version
        """The number of the last line that changed more than a move.

        Lists of boards and standings are the same since then.
        """

    @property
    def people(self) -> dict[int, Person]:
        return self.register.people(self.id)

    @property
    def roll(self) -> Roll:
        """The people entered in the tournament, so that a person who is entered again is found."""
        return roll(self.people, self.state)

    @property
    def here(self) -> Here:
        """The tournament in the form that the permission check needs: its id, its state and its tablets."""
        return Here(self.id, self.state, self.known)

    def submit(self, request: Request, *, key: str | None = None, people: Sequence[Person] = ()) -> Recorded:
        """Rule on *request*, record its events and return them. If `Refused` is raised, nothing has changed.

        A request for which the asker has no permission is refused too. If a request with this *key* was recorded
        before, its result is returned and nothing is written. If that request had another content, Refused is raised.
        *people*: the people whom the request enters. Raise CannotWrite if the disk refuses the write.
        """
        self.check_here()
        self.awake()
        check_key(key)
        with self.turns.turn(getattr(request, "board", None)) as at:
            asked = Pending(request, at, sealed_key(key, self.seals.key), ASKER.get(), people)
            asked = self._settled(self._witnessed(asked))
        if asked.line is not None:
            check_same(asked.key, asked.line.key)
            # replaying to an old line takes long, so it happens outside the lock
            return self._recorded_before(asked.line)
        return asked.done

    def ask(self, request: Request) -> Recorded:
        """Rule at once on a request that an alarm makes, without waiting for earlier requests at its board."""
        self.check_here()
        self.awake()
        return self._settled(Pending(request)).done

    def hold(self, recorded: Recorded, hash: str) -> None:
        """Update the state with events that are written already, and tell the followers.

        *hash*: the hash of the last of their lines.
        """
        self.state, self.head = recorded.state, Head(recorded.seq, hash)
        self.bygone.keep(self.state)
        self._tell(recorded)

    def enter(self, person: Person, by: str, *, key: str | None = None) -> Recorded:
        """Enter *person*: write the name into the register and the entry number into the journal, both or neither."""
        return self.enter_all((person,), by, key=key)

    def enter_all(self, people: Sequence[Person], by: str, *, key: str | None = None) -> Recorded:
        """Enter all people of a list in its order: either all of them or none."""
        readied = [readable(person) for person in people]
        first = frozenset(place for place, one in enumerate(readied) if not self.register.elsewhere(self.id, one))
        asked = EnterPlayers(count=len(readied), first_timers=first, by=by)
        return self.submit(asked, key=key, people=readied)

    @property
    def playing(self) -> bool:
        """Return whether a clock runs at any board of a tournament that is played on this service."""
        return not self.stands.fed and any(game.clock.running for game in self.state.games())

    def ends(self, end: JournalEnd) -> bool:
        """Return whether *end* is the last line that this desk knows, so that no other node has written since."""
        self.end = end
        same = end.seq == self.state.version and self.head.hash in ("", end.hash)
        self._history = end.history if same else self._history
        return same

    def catch_up(self) -> bool:
        """Read journal lines that others have written, and tell the followers. Return whether there were any."""
        with self.lock:
            return self._catch_up() or self._met()

    def _met(self) -> bool:
        """Return whether the journal has lost lines that this desk had read.

        In that case the whole journal is read again.
        """
        known = self.state.version
        if not known or any(self.head.hash in ("", line.hash) for line in self.journal.read(known - 1, 1)):
            return False
        log.error("%s has lost lines: it goes on from line %d, not %d", self.id, self.journal.version, known)
        self._begin_again()
        return True

    def _begin_again(self) -> None:
        """Discard the present state, and read the journal from its first line.

        Record in the journal which boards differ now, unless another node has recorded them.
        """
        before, self.bygone = self.state, Bygone(self.journal)
        self.state = self.bygone.opened()
        self.head, self.listed = Head(self.state.version, ""), self.state.version
        if self._history == self.end.history:
            boards = other_boards(before, self.state)
            self.journal.lose(self._history, before.version, boards)
            self.end = self.end._replace(history=self._history + 1, lost=before.version, boards=boards)
        self._history = self.end.history
        self._tell(Recorded(seq=self.state.version, at=self.now(), events=(), state=self.state))

    def was_away(self, alive: Instant, until: Instant | None = None) -> None:
        """Note that nothing could be written since *alive*. The note becomes the next line that is written.

        *until*: the instant from which lines could be written again; None if only this process writes the journal.
        Clocks that were started after *until* go on, because another node may have noted the same gap and restarted
        them.
        """
        if until is not None and not self.stands.fed:
            self._gaps.append(NoteInterruption(alive=alive, until=until))
        elif not self.stands.fed:
            self._gaps = [NoteInterruption(alive=max(alive, self.state.at))]

    def note_gap(self) -> None:
        """Write the noted gap (a time in which the service did not run), if there is one.

        If that fails, it is tried again later.
        """
        try:
            with self.lock:
                self._note_gap()
        except CannotWrite as cause:
            log.warning("the interruption of %s could not be written yet: %s", self.id, cause)

    def preview(self, request: Request) -> Recorded:
        """Return the events of *request* and the tournament after it, without recording or announcing them."""
        at, state = self.now(), self.state
        events = self.seals.sealed(ruled(ASKER.get(), request, self.here, at), state)
        return Recorded(seq=state.version, at=at, events=events, state=replay(events, state))

    def touch(self, board: int, side: Side | None = None, *, seen: int = 0, waiting: int | None = None) -> None:
        """Note a message from a tablet at the board *board*.

        *seen*: the last line that the tablet knows. *waiting*: how many of its messages are not sent yet.
        """
        heard = Heard(at=self.now(), seen=seen, waiting=waiting)
        before = self.tablets.get((board, side))
        if before is not None and (waiting is None or seen < before.seen):
            # the message has no line number, or an older one because the network may reorder messages
            heard = replace(before, at=heard.at)
        self.tablets[board, side] = heard

    def known(self) -> LifeSigns:
        """Return what is known of this service and its tablets, for deciding whether a fallen flag is in doubt."""
        stalls, speed = (self.watch.stalls(), self.watch.clock.speed) if self.watch else ((), 1)
        sent = {seat: (game.round, game.moves, game.left) for seat, game in self.vouched.kept.items()}
        return LifeSigns(stalls=stalls, tablets=self.tablets, refused=self.unwritten, speed=speed, sent=sent)

    def keep(self, *, rest: float = 0, last: bool = False) -> None:
        """Write a snapshot if one is due. After each piece of work, pause *rest* times as long as the work took.

        *last*: whether the service is ending.
        """
        snapshot, state = self.snapshot, self.state
        if snapshot is None or not snapshot.due(state, last=last):
            return
        try:
            snapshot.write(state, rest)
        except Exception:  # a start without a snapshot takes longer, and nothing else is lost
            log.exception("no snapshot of %s could be made at line %d", self.id, state.version)

    def follow(self, follower: Follower) -> Callable[[], None]:
        """Call *follower* with the tournament's id and each recorded request from now on.

        Calling the returned function ends this.
        """
        self._followers.append(follower)
        return lambda: self._followers.remove(follower)

    def state_at(self, seq: int) -> Tournament:
        """Return the tournament as it was after the line *seq*."""
        return self.state if seq == self.state.version else self.bygone.at(seq)

    def line_of(self, key: str) -> Line | None:
        """Return the line that was written for the request with this *key*, whatever the request's content, or None."""
        return self.journal.by_key(bare(key))

    def check_here(self) -> None:
        """Raise Refused if the tournament is played on another service and only shown here."""
        if self.stands.fed is not None:
            raise self.stands.fed.with_traceback(None)

    def _key(self) -> str:
        """Return the key with which findings about moves (whether they were irregular) are encrypted.

        If the tournament has no key, a new one is stored first.
        """
        return self.register.settled(f"{SEALS} {self.id}", secrets.token_hex(32))

    def _note_gap(self) -> None:
        gaps, self._gaps = self._gaps, []  # the earliest gap is noted before any request
        for number, gap in enumerate(gaps):
            try:
                with asking(SERVICE):
                    self.ask(gap)
            except CannotWrite:
                self._gaps = gaps[number:] + self._gaps
                raise
            except Refused as nothing:
                log.debug("%s: %s", self.id, nothing)

    def _witnessed(self, asked: Pending) -> Pending:
        """Return the request after its new witness (a person named by the official) was stored in the register.

        The request is first ruled on in trial, without being recorded, so that a refused request stores no witness.
        """
        if asked.asker.new_witness and (asked.key is None or self.line_of(asked.key) is None):
            self.catch_up()
            staging = self._staged([asked])
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
        """Rule on the requests in order, and write all their events with one sync of the disk.

        Return the requests that have to wait. A request waits if an earlier one in the group has the same key.
        """
        first = {bare(asked.key): asked for asked in reversed(group) if asked.key is not None}
        now = [asked for asked in group if asked.key is None or first[bare(asked.key)] is asked]
        try:
            staging = self._surely_appended(now)
        except (CannotWrite, VersionConflict, Refused) as cause:
            for asked in now:
                asked.failed = cause if asked.line is None else None
                if isinstance(cause, CannotWrite) and (place := asked.place) is not None:
                    self.unwritten[place] = self.now() if asked.at is None else asked.at
        except Exception as fault:  # noqa: BLE001  # the others are tried again without the one that fails
            alone = len(now) > 1 and not self._catch_up()
            for asked in now:
                asked.failed = None if alone else fault
                if alone:
                    self._settle((asked,))
        else:
            self._take(staging)
        return [asked for asked in group if asked not in now]

    def _surely_appended(self, group: Sequence[Pending]) -> Staging:
        """Rule on a group of requests and write their events.

        If the connection broke and can be made again, do so twice.

        The requests keep their instants of receipt, so no player loses time. A request without a key is not tried
        again, because nobody could tell whether it was recorded. A request that has waited long is not tried again
        either: it is answered, and its sender sends it again.
        """
        began = time.monotonic()
        try:
            return self._appended(group)
        except CannotWrite as cause:
            keyless, waited = any(asked.key is None for asked in group), time.monotonic() - began
            if cause.reason != "unreachable" or keyless or waited > AGAIN_SECONDS:
                raise
            return self._appended(group)

    def _appended(self, group: Sequence[Pending], conflicts: int = 0) -> Staging:
        """Rule on a group of requests, write their events, and return the result.

        If another node has written to the journal meanwhile, its lines are read and the group is ruled on again.
        """
        if self._ready is not None:
            self._ready()
        self._note_gap()
        try:
            with self.journal.alone() if conflicts >= MOST_CONFLICTS else nullcontext():
                if conflicts or any(asked.people for asked in group):
                    self._catch_up()  # the people that other nodes have entered are needed for comparing names
                new = self._unrecorded(group)
                staging = self._staged(new)
                if not staging.refused or not self._catch_up():
                    self._append(staging)
                    return staging
        except VersionConflict:
            if not self._catch_up() and not self._met():
                raise
        except CredentialEnded as ended:
            mark_gone(group, ended)
        self.conflicts += 1
        return self._appended(group, conflicts + 1)

    def _unrecorded(self, group: Sequence[Pending]) -> list[Pending]:
        """Return the requests of the group that no journal line answers yet.

        Each of the other requests is given the journal line that answers it.
        """
        keys = {bare(asked.key) for asked in group if asked.key is not None}
        found = self.journal.by_keys(keys) if keys else {}
        for asked in group:
            asked.line = None if asked.key is None else found.get(bare(asked.key))
        if any(asked.line is not None and asked.line.seq > self.state.version for asked in group) and self._catch_up():
            return self._unrecorded(group)  # others of the group may have been recorded since
        return [asked for asked in group if asked.line is None]

    def _staged(self, group: Sequence[Pending]) -> Staging:
        return staged(group, self.here, self.now, self.seals, lambda: self.people, shared=self.shared)

    def append(self, fresh: Sequence[Unwritten]) -> Sequence[Line]:
        """Write these lines after the last line that this desk knows. The desk's state stays as it is."""
        if self.stands.why is not None:
            raise CannotWrite(self.stands.why)
        return self.journal.append(fresh, self.state.version)

    def _append(self, staging: Staging) -> None:
        if not staging.taken:
            return
        entering = self.register.entering(self.id, staging.people) if staging.people else nullcontext()
        try:
            with self.register.in_force(*staging.credentials) if self.shared else nullcontext(), entering:
                last = self.append(staging.lines)[-1]
        except CannotWrite:
            self.unwritten.update(staging.about)
            raise
        self.head = Head(last.seq, last.hash)

    def _take(self, staging: Staging) -> None:
        """Apply the written events to the desk's state, and tell the followers."""
        for asked, cause in staging.refused:
            asked.failed = cause
        self.state = staging.state
        for asked, recorded in staging.taken:
            self.bygone.keep(recorded.state)
            asked.recorded = recorded
        for _, recorded in staging.taken:
            self._tell(recorded)

    def _catch_up(self) -> bool:
        """Read journal lines that this desk has not written. Return whether there were any."""
        found = False
        while lines := self.journal.read(after=self.state.version, limit=MOST_LINES_TOGETHER):
            if self.head.hash and self.head.seq == self.state.version and lines[0].before != self.head.hash:
                return self._met()
            events, found = tuple(events_of(lines)), True
            self.state = replay(events, self.state)
            self.head = Head(lines[-1].seq, lines[-1].hash)
            self.bygone.keep(self.state)
            self._tell(Recorded(seq=lines[-1].seq, at=self.now(), events=events, state=self.state))
        return found

    def _recorded_before(self, line: Line) -> Recorded:
        event = parse_event(line.kind, line.at, line.body)
        return Recorded(seq=line.seq, at=line.at, events=[event], state=self.state_at(line.seq), again=True)

    def _tell(self, recorded: Recorded) -> None:
        if not all(isinstance(event, MovePlayed) for event in recorded.events):
            self.listed = recorded.seq
        for follower in tuple(self._followers):
            try:
                follower(self.id, recorded)
            except Exception:  # a failing event stream must never keep a move from being recorded
                log.exception("a follower of %s stumbled at line %d", self.id, recorded.seq)
