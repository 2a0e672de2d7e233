"""The tournaments of an instance: they are opened, created and deleted by the one process that may write them."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path

from arbiter.desk.current_asker import ASKER
from arbiter.desk.desk import Desk
from arbiter.desk.downtime import Gaps
from arbiter.desk.receiving import opening, receive
from arbiter.desk.receiving import unwritten as as_written
from arbiter.desk.recorded import Follower, Head, Recorded, unwritten
from arbiter.desk.snapshots import Snapshot, line_of, snapshot_path
from arbiter.desk.storage import DeskMode, SharedStorage, Storage
from arbiter.instants import HallClock, Watch
from arbiter.journal.fed_tournaments import elsewhere
from arbiter.journal.heartbeat import Heartbeat
from arbiter.journal.journal import CannotWrite, Journal, Obstacle
from arbiter.journal.lines import Line, Unwritten, bare
from arbiter.journal.people import Person
from arbiter.journal.register import Register
from arbiter.journal.sqlite.folder import Folder
from arbiter.journal.sqlite.register import SqliteRegister
from arbiter.journal.sqlite.writer import one_writer
from arbiter.journal.store import Announced, Archive
from arbiter.refused import Refused
from arbiter.rules.moves import warm
from arbiter.rulings.bounds.may import ruled
from arbiter.rulings.bounds.rights import Here
from arbiter.rulings.entries import OpenTournament
from arbiter.sides import Instant
from arbiter.tournament.events.terms import RegulationsChanged, TournamentMended
from arbiter.tournament.state import Tournament

log = logging.getLogger(__name__)

SAID = frozenset({"file_of_a_later_version", "event_of_a_later_release", "medium_differs"})
"""The codes of refusals whose own sentence is shown if a journal cannot be opened.

Any other cause is shown as damage.
"""


class Desks:
    """The desks of all tournaments of an instance, in the one process that may write their journals."""

    def __init__(
        self,
        instance: Path,
        clock: HallClock,
        *,
        max_pages: int | None = None,
        medium: Path | None = None,
        reading: Obstacle | None = None,
        kept: Archive | None = None,
        marks: Callable[[Register], bytes] | None = None,
        later: bool = False,
    ) -> None:
        """Open the tournaments of an instance.

        *kept*: the journals and the register, if they are not in the instance's folder. *marks*: a function that
        returns the key which signs snapshots; if None, snapshots are neither used nor made. *later*: whether
        tournaments with a long journal are left for `open_long`, so that all others can be used meanwhile.
        """
        (instance / "tournaments").mkdir(parents=True, exist_ok=True, mode=0o700)
        self.instance = instance
        self.medium = medium
        """The folder on another disk for further copies of journals and backups, or None."""
        self.reading = reading
        """The reason why nothing is recorded, if this is a read-only copy of an instance; otherwise None."""
        self.clock = clock
        self.watch = Watch(clock)
        if kept is not None and kept.shared is not None:
            self.storage: Storage = SharedStorage(instance, kept.shared, reading)
        else:
            self.storage = Storage(instance, kept.store if kept else Folder(instance, max_pages), medium, reading)
        with ExitStack() as opened:
            opened.enter_context(one_writer(instance))
            if kept is None and self.storage.ids() and not (instance / "register.sqlite").exists():
                raise Refused("register_lost", file=str(instance / "register.sqlite"))
            register: Register = kept.register if kept else SqliteRegister.open(instance / "register.sqlite")
            self.register = opened.enter_context(closing(register))
            self.register.refuse(reading)
            self._marks = marks(register) if marks is not None else None
            self._closing = opened.pop_all()
        self.shut: dict[str, Refused] = {}
        """For each tournament that cannot be opened, the reason: its journal is damaged, or from a later release."""
        self.uncopied: set[str] = set()
        """The ids of the tournaments that the last backup could not copy."""
        self._lock = threading.RLock()
        self._followers: list[Follower] = []
        self._desks: dict[str, Desk] = {}
        self.rank: Callable[[str], int] = lambda _: 0
        """A function that returns how many other nodes act before this one in a tournament. `Following` sets it."""
        self.unruled: Callable[[Instant], bool] = lambda _: False
        """A function that returns whether another node may hold a request received before an instant.

        `Following` sets it.
        """
        self.gaps = Gaps(Heartbeat(instance / "alive"), clock, self, shared=self.storage.several)
        self._resting = self.storage.resting()
        """The ids of tournaments that are not open yet. They are opened on request, or once the service has started."""
        long = {id: at for id, at in self.storage.long().items() if id not in self._resting} if later else {}
        self.opening = dict.fromkeys(long, 0)
        """The ids of tournaments that wait for `open_long`, each with the percentage of its journal that was read."""
        self._resting |= long.keys()
        self._waking = {id: threading.Lock() for id in self._resting}
        self._welcomes: list[Callable[[Desk], None]] = []
        for id in sorted(self.storage.at_start() - self._resting):
            self._open(id)
        self.gaps.note_absence(long.values())

    def _open(self, id: str) -> Desk | None:
        with ExitStack() as opened:
            try:
                journal = self.storage.open(id, lambda done, total: self._told(id, 50 * done // max(1, total)))
                opened.callback(journal.close)
                desk = self._take(id, journal, self.reading)
                opened.pop_all()
            except Exception as cause:  # one journal that fails must not close the others
                log.exception("the journal of %s cannot be used", id)
                self.shut[id] = Refused("journal_damaged", tournament=id)
                if isinstance(cause, Refused) and cause.code in SAID:
                    self.shut[id] = cause
                return None
            return desk

    def appear(self, id: str) -> None:
        """Open a tournament that another node has announced."""
        with self._lock:  # so that a tournament being announced here is not mistaken for another node's
            desk = None if id in self._desks or id in self.shut else self._open(id)
        if desk is not None:
            self.welcome_anew(desk)

    def vanish(self, id: str) -> None:
        """Close a tournament that another node has deleted."""
        self._desks.pop(id, None)
        self.storage.forget_snapshot(id)

    def wake(self, id: str) -> None:
        """Open a tournament that was left closed at the start. Call the functions given to `welcome` with its desk."""
        with self._waking[id]:
            if id not in self._resting:
                return
            desk = self._open(id)
            if desk is not None:
                # before anybody else uses the desk, so that no clock is charged for the time in which the service did
                # not run
                self.gaps.note_absence_of(desk)
            self._resting.discard(id)
            self.opening.pop(id, None)
        if desk is not None:
            self.welcome_anew(desk)

    def open_long(self) -> None:
        """Open the tournaments with a long journal that were left closed at the start, one after the other."""
        for id in tuple(self.opening):
            self.wake(id)

    def _told(self, id: str, percent: int) -> None:
        """Note what percentage of a tournament's journal has been read while the tournament is opened."""
        if id in self.opening:
            self.opening[id] = percent

    def _awake(self, id: str) -> None:
        """Open the tournament if it was left closed at the start. Raise Refused while a long journal is being read."""
        if id in self._resting:
            if (percent := self.opening.get(id)) is not None:
                raise Refused("tournament_opening", tournament=id, percent=percent)
            self.wake(id)

    def wake_all(self) -> None:
        """Open every tournament, one after the other."""
        for id in sorted(self._resting):
            self.wake(id)

    def welcome(self, welcome: Callable[[Desk], None]) -> None:
        """Call *welcome* with every desk that is opened after the start, or in which this node becomes the first."""
        self._welcomes.append(welcome)

    def welcome_anew(self, desk: Desk) -> None:
        """Call the functions that were given to `welcome`, with *desk* as their argument."""
        for welcome in self._welcomes:
            welcome(desk)

    def __iter__(self) -> Iterator[Desk]:
        return iter(tuple(self._desks.values()))

    @property
    def tournaments(self) -> list[Desk]:
        """Return the desks of all tournaments except practice games."""
        return [desk for desk in self if not desk.state.practice]

    @property
    def first(self) -> list[Desk]:
        """Return the desks of tournaments in which this node does what a single node has to do, such as alarms."""
        return [desk for desk in self if self.acts(desk)]

    def acts(self, desk: Desk) -> bool:
        """Return whether this node does what a single node has to do in the tournament, such as alarms."""
        return not desk.stands.fed and not self.rank(desk.id)

    def holds(self) -> Instant | None:
        """Return the instant of receipt of the oldest request that waits here for its ruling; None if none waits."""
        return min((at for desk in self if (at := desk.turns.oldest()) is not None), default=None)

    def desk(self, id: str) -> Desk:
        """Return the desk of the tournament *id*. Raise Refused if there is none."""
        self._awake(id)
        if id in self.shut:
            raise self.shut[id].with_traceback(None)
        desk = self._desks.get(id)
        if desk is None:
            raise Refused("no_tournament", tournament=id[:80])
        return desk

    def shut_terms(self, id: str) -> tuple[str, str]:
        """Return the name and the variant of a tournament that cannot be opened.

        If its first line is not readable, return its id and an empty text.
        """
        for line in self.storage.first_lines(id):
            if line.seq == 1:
                with suppress(ValueError, KeyError, TypeError):
                    announced = json.loads(line.body)
                    return str(announced["name"]), str(announced["variant"])
        return id, ""

    def open(self, request: OpenTournament, *, key: str | None = None) -> Desk:
        """Announce a tournament: its journal begins with a line for this request, which stores the *key*.

        The tournament's id is its name in lower-case ASCII letters. If a request with this *key* has opened a
        tournament before, that tournament is returned.
        """
        at, key = self.clock.now(), key and bare(key)
        events = ruled(ASKER.get(), request, Here(None, Tournament()), at)
        self.storage.check_writable()
        with self._lock:
            return self._announced(key) or self._opened(request.name, unwritten(events, key), key)

    def _announced(self, key: str | None) -> Desk | None:
        """Return the desk of the tournament that the request with the key *key* announced; None if there is none."""
        if key is None or not self.storage.several:
            found = next((desk for desk in self if key is not None and desk.journal.by_key(key)), None)
            if found is None and key is not None:
                for id in tuple(self.opening):  # one of them may be the tournament that the request has announced
                    self._awake(id)
            return found
        there = self.storage.announced(key)
        return None if there is None else self._of_other(there)

    def _of_other(self, id: str) -> Desk:
        self.appear(id)
        return self.desk(id)

    def _opened(self, name: str, lines: Sequence[Unwritten], key: str | None) -> Desk:
        id = self.storage.free_id(name)
        try:
            journal = self.storage.create(id, lines, key)
        except FileExistsError:  # another node used that id first
            return self._opened(name, lines, key)
        except Announced as before:
            return self._of_other(before.there)
        return self._take(id, journal)

    def bring(
        self, name: str, lines: Sequence[Unwritten], people: Mapping[int, Person], *, key: str | None = None
    ) -> Desk:
        """Import a tournament that was recorded elsewhere, line by line, under a free id.

        If a tournament was imported with this *key* before, that tournament is returned. The register stores the key,
        because the imported lines stay as they are.
        """
        self.storage.check_writable()
        kept = None if key is None else f"brought {bare(key)}"
        with self._lock:
            if kept is not None and (brought := self.register.setting(kept)):
                if self.storage.several:
                    self.appear(brought)
                if brought in self._desks or brought in self.opening:
                    return self.desk(brought)
            id = self.storage.free_id(name)
            try:
                with self.register.together():
                    journal = self.storage.create(id, lines, kept)
                    self._name(id, people, kept)
            except Announced as before:
                return self._of_other(before.there)
            return self._take(id, journal)

    def _name(self, id: str, people: Mapping[int, Person], kept: str | None) -> None:
        """Store the people of an imported tournament, and the key of its import."""
        try:
            self.register.enter(id, people)
            if kept is not None:
                self.register.set_setting(kept, id)
        except (CannotWrite, Refused):
            self.storage.remove(id)
            raise

    def receive(self, id: str, lines: Sequence[Line]) -> Head:
        """Store journal lines that another service sends for the tournament of that id. Return the last line here."""
        if id not in self._desks:
            with self._lock:
                if id not in self.storage.ids() | self.shut.keys():
                    self.storage.check_writable()
                    opening(lines)
                    with suppress(FileExistsError):  # another node made the journal first
                        self._take(id, self.storage.create(id, [as_written(line) for line in lines]))
            if id not in self._resting:
                self.appear(id)
        return receive(self.desk(id), lines)

    def check_here(self, id: str) -> None:
        """Raise Refused if the tournament is played on another service and only shown here."""
        self._awake(id)
        if id in self._desks:
            self._desks[id].check_here()

    def remove(self, id: str) -> None:
        """Delete the journal and the people of a tournament that was fed by another service."""
        desk = self.desk(id)
        with self._lock, desk.lock:
            self._drop(desk)

    def put_away(self, id: str) -> Path:
        """Close a practice tournament, move its journal to the folder `practice`, and return the journal's path."""
        with self._lock:
            desk = self._desks.pop(id)
            with desk.lock:
                desk.journal.close()
            return self.storage.put_away(id)

    def archived(self, id: str) -> bool:
        """Return whether the tournament is archived: it cannot change, and is listed apart from current ones."""
        return bool(self.register.setting(f"archived {id}"))

    def archive(self, id: str, *, away: bool) -> None:
        """Archive a tournament, or with *away* False take it out of the archive."""
        self.register.set_setting(f"archived {self.desk(id).id}", "yes" if away else "")

    def delete(self, id: str) -> None:
        """Delete a tournament with its journal, people and tablets. Refused once a game was started."""
        desk = self.desk(id)
        with self._lock, desk.lock:
            if desk.state.begun:
                raise Refused("tournament_begun", tournament=desk.state.name)
            self._drop(desk)

    def follow(self, follower: Follower) -> None:
        """Call *follower* with everything recorded at any desk, including desks that are opened later."""
        with self._lock:
            self._followers.append(follower)
            for desk in self._desks.values():
                desk.follow(follower)

    def close(self) -> None:
        """Close all desks. A request after this is a bug in the program."""
        self.gaps.end()
        for desk in self:
            desk.keep(last=True)
            with desk.lock:
                desk.journal.close()
        self._closing.close()

    def _drop(self, desk: Desk) -> None:
        del self._desks[desk.id]
        desk.journal.close()
        with self.register.together():
            self.storage.remove(desk.id)
            self.register.forget(desk.id)

    def _take(self, id: str, journal: Journal, why: Obstacle | None = None) -> Desk:
        path, key = snapshot_path(self.instance, id), self._marks
        snapshot = None if key is None else Snapshot(path, lambda seq: line_of(journal, seq), key)
        desk = Desk(
            *(id, journal, self.register, self.clock.now, self.gaps.pulse.look, self.watch, snapshot),
            stands=DeskMode(why, elsewhere(self.register, id)),
            ready=self.storage.ready,
            passed=lambda done, total: self._told(id, 50 + 50 * done // max(1, total)),
        )
        desk.shared = self.storage.several
        warm(desk.state.variant)
        desk.follow(_warmed)
        for follower in self._followers:
            desk.follow(follower)
        self._desks[id] = desk
        return desk


def _warmed(_: str, recorded: Recorded) -> None:
    """Prepare the move tables of the tournament's game. The game may be edited before play, so this is done again."""
    if any(isinstance(event, TournamentMended | RegulationsChanged) for event in recorded.events):
        warm(recorded.state.variant)
