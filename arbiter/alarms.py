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

from apscheduler.schedulers.background import BackgroundScheduler

from arbiter.desk import Desks, Recorded
from arbiter.journal.journal import Journal
from arbiter.journal.register import Register
from arbiter.refused import Refused
from arbiter.rulings.flags import RingFlag
from arbiter.sides import Instant
from arbiter.tournament.game import Game

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between heartbeats, and the longest sleep: whatever a sleeping alarm might miss is found within it."""
REGISTER = "_register"
"""What the copies of the register are called: no tournament has such a name."""


class Alarms:
    """The flags of all boards of all desks, the heartbeat, and the copies."""

    def __init__(self, desks: Desks, *, backup_minutes: int = 0, backups: int = 24) -> None:
        self.desks = desks
        self._due: list[tuple[Instant, str, int, int]] = []
        self._change = threading.Condition()
        self._going = False
        self._thread = threading.Thread(target=self._watch, name="flags", daemon=True)
        self._backups = backups
        self._scheduler = BackgroundScheduler(job_defaults={"misfire_grace_time": None, "coalesce": True})
        if backup_minutes:
            self._scheduler.add_job(self.back_up, "interval", minutes=backup_minutes, id="copies")

    def start(self) -> None:
        """Sets every alarm from the clocks as they are, and follows the desks from now on."""
        self._going = True
        self.desks.beat()
        self.desks.follow(self._set)
        for desk in self.desks:
            for game in desk.state.games():
                self._set_game(desk.id, game)
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
        for event in recorded.events:
            round, board = getattr(event, "round", None), getattr(event, "board", None)
            boards = getattr(event, "boards", ())
            if round is not None and board is not None:
                self._set_game(id, recorded.state.game(round, board))
            elif round is not None and boards:
                for number in boards:
                    self._set_game(id, recorded.state.game(round, number))

    def _set_game(self, id: str, game: Game) -> None:
        """An alarm for the flag that this clock will drop as it stands.

        Earlier alarms of the board stay; their question will be answered no.
        """
        due = game.clock.flag_at
        if due is None or game.clock.running is None or not game.running:
            return
        with self._change:
            heapq.heappush(self._due, (due, id, game.round, game.board))
            if self._due[0][0] == due:
                self._change.notify()

    def _watch(self) -> None:
        beaten = time.monotonic()
        while True:
            ringing: list[tuple[str, int, int]] = []
            with self._change:
                if not self._going:
                    return
                wait = beaten + BEAT - time.monotonic()
                if self._due:
                    wait = min(wait, self.desks.clock.seconds_until(self._due[0][0]))
                if wait > 0:
                    self._change.wait(wait)
                while self._due and self.desks.clock.seconds_until(self._due[0][0]) <= 0:
                    _, id, round, board = heapq.heappop(self._due)
                    ringing.append((id, round, board))
            for id, round, board in dict.fromkeys(ringing):
                self._ring(id, round, board)
            now = time.monotonic()
            if now - beaten >= BEAT:
                self.desks.beat()
                beaten = now

    def _ring(self, id: str, round: int, board: int) -> None:
        try:
            self.desks.desk(id).submit(RingFlag(round=round, board=board))
        except Refused as no:
            log.debug("no flag at %s board %d: %s", id, board, no)
            if no.code.startswith("cannot_write"):  # the flag has fallen and could not be written: ask again
                with self._change:
                    heapq.heappush(self._due, (self.desks.clock.now() + 1_000, id, round, board))
        except Exception:  # one board's fault must not silence the others' flags
            log.exception("the flag of %s board %d could not be asked for", id, board)
