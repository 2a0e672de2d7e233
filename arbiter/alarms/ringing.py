"""Alarms: the service notices flags that fall, late players and slow players by itself.

One thread sleeps until the next alarm is due. It uses the monotonic clock, so that setting the wall clock has no
effect. An alarm that rings submits a request, such as "has the flag of board 7 fallen?"; the ruling on the request
decides. Alarms are not stored: after a restart they are set again from the clocks.

If several nodes (services over the same journals) run, each of them rings all alarms. The journal accepts the request
of one of them.
"""

from __future__ import annotations

import heapq
import logging
import threading

from arbiter.alarms.due import KINDS, Alarm, boards_in, due_at, requests
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Recorded
from arbiter.desk.request_queue import PATIENCE_SECONDS
from arbiter.refused import Refused
from arbiter.rulings.time.provisional_flags import still_at
from arbiter.sides import Instant, Span
from arbiter.tournament.events.clocks import FlagFell
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.0
"""The time between two heartbeats (records that the service is alive), and the thread's longest sleep, in seconds."""
NODES_APART_MS: Span = 300
"""Each node rings an alarm this many milliseconds later than the node before it.

By then the first node has usually dealt with the alarm, so that only one node rings it.
"""
AGAIN_MS: Span = 100
"""The time after which an alarm rings again if its request changed nothing, in milliseconds."""


class Alarms:
    """The alarms of all boards of all tournaments, and the heartbeat (the record that the service is alive)."""

    def __init__(self, desks: Desks) -> None:
        self.desks = desks
        self._due: list[tuple[Instant, Alarm]] = []
        self._set_for: dict[Alarm, Instant] = {}
        self._waits: dict[Alarm, tuple[Instant, Instant]] = {}
        """The alarms that wait for rulings on earlier requests: when each was due, and since when it waits."""
        self._change = threading.Condition()
        self._going = False
        self._flags = self._late = 0
        self._beaten = self._monotonic()
        self._thread = threading.Thread(target=self._watch, name="flags", daemon=True)

    def start(self) -> None:
        """Set the alarms of all boards, and start the thread. From now on each recorded request sets alarms anew."""
        self._going = True
        self.desks.gaps.watch()
        self.desks.gaps.beat()
        self.desks.watch.start()
        self.desks.follow(self._set)
        self.desks.welcome(self._set_all)
        for desk in self.desks:
            self._set_all(desk)
        self._thread.start()

    def stop(self) -> None:
        """End the thread. No alarm rings after this call."""
        with self._change:
            self._going = False
            self._change.notify()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self.desks.watch.stop()

    def _set_all(self, desk: Desk) -> None:
        for game in desk.state.games():
            self._set_game(desk.id, desk.state, game)

    def _set(self, id: str, recorded: Recorded) -> None:
        state = recorded.state
        # no event: the journal was read anew, and every board may have changed
        games = (state.game(*place) for place in boards_in(recorded)) if recorded.events else state.games()
        for game in games:
            self._set_game(id, state, game)

    def _set_game(self, id: str, state: Tournament, game: Game) -> None:
        """Set the alarms that the board of *game* needs now. Alarms that were set for this board before do not ring."""
        with self._change:
            for kind in KINDS:
                self._put(Alarm(kind, id, game.round, game.board), due_at(kind, state, game))

    def _put(self, alarm: Alarm, due: Instant | None) -> None:
        if due is None:
            self._set_for.pop(alarm, None)
            return
        due += NODES_APART_MS * self.desks.rank(alarm.tournament)
        if self._set_for.get(alarm) != due:
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
        """Sleep until the next alarm or heartbeat is due. Return the alarms that are due then."""
        wait = self._beaten + BEAT_SECONDS - self._monotonic()
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
        now = self._monotonic()
        if now - self._beaten >= BEAT_SECONDS:
            self.desks.gaps.beat()
            self._beaten = now

    def _monotonic(self) -> float:
        """Return the time of the machine's monotonic clock in seconds. The service's clock is based on it."""
        return self.desks.clock.sources.monotonic() / 1_000_000_000

    def _ring(self, kind: str, id: str, alarms: list[Alarm]) -> None:
        """Submit the requests of *alarms*, which are all of the kind *kind* and of the tournament *id*.

        An alarm whose request changed nothing is set again.
        """
        try:
            desk = self.desks.desk(id)
            if desk.stands.fed:
                return  # another service rings the alarms of this tournament
            earlier = {alarm: over for alarm in alarms if (over := self._after_earlier(desk, alarm)) is not None}
            boards = [(alarm.round, alarm.board) for alarm in alarms if earlier.get(alarm, True)]
            unruled = [(alarm.round, alarm.board) for alarm in earlier]
            for request in requests(kind, boards, unruled):
                try:
                    self._count(desk.ask(request))
                except Refused as no:
                    log.debug("no alarm at %s %s: %s", id, boards, no)
            self._again(desk, alarms)
        except Exception:  # one tournament's fault must not stop the flags of the others
            log.exception("the alarms of %s could not be asked for", id)

    def _count(self, recorded: Recorded) -> None:
        """Add to the totals of `flags` the flags that fell by the request *recorded*, and their delays."""
        late = [event.noticed - event.at for event in recorded.events if isinstance(event, FlagFell)]
        self._flags, self._late = self._flags + len(late), self._late + sum(late)

    def flags(self) -> tuple[int, Span]:
        """Return how many flags have fallen by alarms, and the sum of the times after which they were noticed.

        The times are in milliseconds.
        """
        return self._flags, self._late

    def _after_earlier(self, desk: Desk, alarm: Alarm) -> bool | None:
        """Return whether *alarm* has waited long enough for the rulings on earlier requests at its board.

        Return None if *alarm* need not wait for any request.

        A flag waits for the requests received before it fell. Any other alarm waits for all requests at the board. If
        the service stood still when the flag fell, the flag waits too, because such a request may still be unread.

        The wait is counted from the first ringing of the alarm: while the service stands still, no request is ruled on.
        """
        now, state = self.desks.clock.now(), desk.state
        try:
            due = due_at(alarm.kind, state, state.game(alarm.round, alarm.board))
        except Refused:  # its round has been withdrawn
            due = None
        before = due if alarm.kind == "flag" else now
        unread = (
            alarm.kind == "flag" and due is not None and (self._may_be_unread(state, due) or self.desks.unruled(due))
        )
        if due is None or before is None or not (unread or desk.turns.earlier(alarm.board, before)):
            self._waits.pop(alarm, None)
            return None
        was_due, since = self._waits.setdefault(alarm, (due, now))
        if was_due != due:
            self._waits[alarm] = due, now
            return False
        return now - since > PATIENCE_SECONDS * 1_000 * self.desks.clock.speed

    def _may_be_unread(self, state: Tournament, falls: Instant) -> bool:
        """Return whether a request that was received before the flag fell is possibly still unread.

        *falls*: the instant at which the flag fell. Return False without a check unless the flag ends the game by
        itself or the service stood still at that instant.
        """
        watch = self.desks.watch
        matters = state.regulations.flags == "auto" or still_at(watch.stalls(), falls) is not None
        return matters and not watch.all_read(falls)

    def _again(self, desk: Desk, alarms: list[Alarm]) -> None:
        """Set those of *alarms* again that are still due.

        An alarm is still due if its request came too early, if a move may be on its way, or if nothing could be
        written.
        """
        soon = self.desks.clock.now() + AGAIN_MS
        with self._change:
            for alarm in alarms:
                state = desk.state
                try:
                    game = state.game(alarm.round, alarm.board)
                except Refused:  # its round has been withdrawn
                    continue
                due = due_at(alarm.kind, state, game)
                self._put(alarm, None if due is None else max(soon, due))
