"""What must happen although nobody asks.

Flags go by one thread on the monotonic clock that sleeps until the next one is due: wall time that is set changes
nothing. It only asks, "has the flag of board 7 fallen?"; the ruling decides. What happens by the wall clock (copies
of the journals) is APScheduler's, which stores nothing: after a restart both are set again from the clocks.
"""

from __future__ import annotations

import heapq
import logging
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from apscheduler.schedulers.background import BackgroundScheduler

from arbiter.desk.desk import Desk, Desks, Recorded
from arbiter.journal.sqlite.journal import Journal
from arbiter.journal.sqlite.register import Register
from arbiter.refused import Refused
from arbiter.rulings.request import Request
from arbiter.rulings.time.attendance import RingLate, late_at
from arbiter.rulings.time.flags import RingFlag, RingFlags
from arbiter.rulings.time.inactivity import RingInactivity, rings_at
from arbiter.sides import Instant, Side, Span
from arbiter.tournament.events import ProposalDismissed
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between heartbeats, and the longest sleep: whatever a sleeping alarm might miss is found within it."""
AGAIN: Span = 100
"""Milliseconds of the hall until an alarm that came to nothing asks again."""
TOGETHER = 100
"""Flags that are asked for at once: their lines are one transaction."""
REGISTER = "_register"
"""What the copies of the register are called: no tournament has such a name."""


KINDS = ("flag", "late", "idle")
"""A flag, the limit for who comes late, and the limits for thinking long where no clock runs."""


class Alarm(NamedTuple):
    """What rings: one of `KINDS` at a board."""

    kind: str
    tournament: str
    round: int
    board: int


class Alarms:
    """The flags, the late and the slow players of all boards of all desks, the heartbeat, and the copies."""

    def __init__(self, desks: Desks, *, backup_minutes: int = 0, backups: int = 24) -> None:
        self.desks = desks
        self._due: list[tuple[Instant, Alarm]] = []
        self._set_for: dict[Alarm, Instant] = {}
        self._change = threading.Condition()
        self._going = False
        self._beaten = time.monotonic()
        self._thread = threading.Thread(target=self._watch, name="flags", daemon=True)
        self._backups = backups
        self._scheduler = BackgroundScheduler(job_defaults={"misfire_grace_time": None, "coalesce": True})
        if backup_minutes:
            self._scheduler.add_job(self.back_up, "interval", minutes=backup_minutes, id="copies")

    def start(self) -> None:
        """Sets every alarm from the clocks as they are, and follows the desks from now on."""
        self._going = True
        self.desks.watch()
        self.desks.beat()
        self.desks.follow(self._set)
        for desk in self.desks:
            for game in desk.state.games():
                self._set_game(desk.id, desk.state, game)
        self._thread.start()
        self._scheduler.start()

    def stop(self) -> None:
        """Rings nothing any more."""
        with self._change:
            self._going = False
            self._change.notify()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)

    def back_up(self) -> None:
        """Copies every journal and the register into the folder `backups`, and removes the oldest."""
        folder = self.desks.instance / "backups"
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        files: dict[str, Journal | Register] = {desk.id: desk.journal for desk in self.desks}
        for name, what in {**files, REGISTER: self.desks.register}.items():
            try:
                folder.mkdir(exist_ok=True)
                what.copy_to(folder / f"{name}.{stamp}.sqlite")
                self._thin(folder, name)
            except (OSError, Refused) as cause:
                log.warning("%s could not be copied: %s", name, cause)

    def _thin(self, folder: Path, id: str) -> None:
        for old in sorted(folder.glob(f"{id}.*.sqlite"))[: -max(1, self._backups)]:
            old.unlink()

    def _set(self, id: str, recorded: Recorded) -> None:
        for round, board in boards_in(recorded):
            self._set_game(id, recorded.state, recorded.state.game(round, board))

    def _set_game(self, id: str, state: Tournament, game: Game) -> None:
        """The alarms that this board needs as it stands; those that it had before ring no more."""
        with self._change:
            for kind in KINDS:
                self._put(Alarm(kind, id, game.round, game.board), due_at(kind, state, game))

    def _put(self, alarm: Alarm, due: Instant | None) -> None:
        if due is None:
            self._set_for.pop(alarm, None)
        elif self._set_for.get(alarm) != due:
            self._set_for[alarm] = due
            heapq.heappush(self._due, (due, alarm))
            if self._due[0][0] == due:
                self._change.notify()

    def _watch(self) -> None:
        while True:
            with self._change:
                if not self._going:
                    return
                ringing = self._wait()
            self._beat()
            for kind, id in dict.fromkeys((alarm.kind, alarm.tournament) for alarm in ringing):
                boards = [alarm for alarm in ringing if (alarm.kind, alarm.tournament) == (kind, id)]
                self._ring(kind, id, boards)
                self._beat()

    def _wait(self) -> list[Alarm]:
        """Sleeps until the next alarm or the next heartbeat is due; what rings now."""
        wait = self._beaten + BEAT - time.monotonic()
        if self._due:
            wait = min(wait, self.desks.clock.seconds_until(self._due[0][0]))
        if wait > 0:
            self._change.wait(wait)
        ringing = []
        while self._due and self.desks.clock.seconds_until(self._due[0][0]) <= 0:
            due, alarm = heapq.heappop(self._due)
            if self._set_for.get(alarm) == due:
                del self._set_for[alarm]
                ringing.append(alarm)
        return ringing

    def _beat(self) -> None:
        now = time.monotonic()
        if now - self._beaten >= BEAT:
            self.desks.beat()
            self._beaten = now

    def _ring(self, kind: str, id: str, alarms: list[Alarm]) -> None:
        """Asks about those boards of one tournament together; what was refused is asked again when it may be so."""
        try:
            desk = self.desks.desk(id)
            boards = [(alarm.round, alarm.board) for alarm in alarms]
            for request in requests(kind, desk, boards):
                try:
                    desk.ask(request)
                except Refused as no:
                    log.debug("no alarm at %s %s: %s", id, boards, no)
            self._again(desk, alarms)
        except Exception:  # one tournament's fault must not silence the others' flags
            log.exception("the alarms of %s could not be asked for", id)

    def _again(self, desk: Desk, alarms: list[Alarm]) -> None:
        """Alarms that came to nothing: too early, a move may be on its way, or nothing could be written."""
        soon = self.desks.clock.now() + AGAIN
        with self._change:
            for alarm in alarms:
                state = desk.state
                try:
                    game = state.game(alarm.round, alarm.board)
                except Refused:  # its round has been taken back
                    continue
                due = due_at(alarm.kind, state, game)
                self._put(alarm, None if due is None else max(soon, due))


def boards_in(recorded: Recorded) -> set[tuple[int, int]]:
    """The boards that were written about, as (round, board)."""
    found: set[tuple[int, int]] = set()
    for event in recorded.events:
        round, board = getattr(event, "round", 0), getattr(event, "board", 0)
        boards = getattr(event, "boards", ())
        found |= {(round, board)} if round and board else set()
        found |= {(round, one) if isinstance(one, int) else one for one in boards}
        if isinstance(event, ProposalDismissed):
            proposal = recorded.state.proposal(event.proposal)
            found.add((proposal.round, proposal.board))
    return found


def due_at(kind: str, state: Tournament, game: Game) -> Instant | None:
    """When the alarm of that kind is due at the board as it stands; None: it is not."""
    match kind:
        case "flag":
            return game.clock.flag_at if game.running else None
        case "late":
            return min((due for side in Side if (due := late_at(state, game, side)) is not None), default=None)
        case _:
            return rings_at(state, game)


def requests(kind: str, desk: Desk, boards: list[tuple[int, int]]) -> list[Request]:
    """What an alarm of that kind asks about those boards."""
    match kind:
        case "flag":
            return flag_requests(desk, boards)
        case "late":
            return [RingLate(round=round, board=board) for round, board in boards]
        case _:
            return [RingInactivity(round=round, board=board) for round, board in boards]


def flag_requests(desk: Desk, boards: list[tuple[int, int]]) -> list[Request]:
    """Have these flags fallen? All asked at once, so that a hall whose flags fall together has them together."""
    rings = tuple(RingFlag(round=round, board=board, touched=desk.touched.get(board)) for round, board in boards)
    return [RingFlags(rings=rings[first : first + TOGETHER]) for first in range(0, len(rings), TOGETHER)]
