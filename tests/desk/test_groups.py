"""Requests that wait at the same time are written together: with one sync, in their order, none at another's cost."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.desk.desk import Desk
from arbiter.desk.recorded import Recorded
from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import Line, Unwritten, first_bad
from arbiter.refused import Refused
from arbiter.rulings.board.claims import Resign
from arbiter.rulings.entries import DeleteEntry, EnterPlayer
from arbiter.rulings.request import Request
from arbiter.sides import Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.state import Tournament
from tests.desk.club import move
from tests.hall import BY, Hall, MemoryJournal

Disk: TypeAlias = Literal["takes", "refuses", "takes and says it does not"]
Outcome: TypeAlias = Recorded | Exception


class Journal(MemoryJournal):
    """What the disk does with each of the next groups; it takes those after them."""

    def __init__(self) -> None:
        super().__init__()
        self.syncs = 0
        self.disk: list[Disk] = []
        self.poison: str | None = None
        """A kind of event that it stumbles over."""
        self.gate: threading.Event | None = None
        """It takes nothing before that."""

    def append(self, entries: Sequence[Unwritten], expected_version: int) -> tuple[Line, ...]:
        if any(entry.kind == self.poison for entry in entries):
            raise UnicodeError(self.poison)
        if self.gate is not None:
            assert self.gate.wait(10)
        does = self.disk.pop(0) if self.disk else "takes"
        if does == "refuses":
            raise CannotWrite("io")
        lines = super().append(entries, expected_version)
        if does == "takes and says it does not":
            raise CannotWrite("io")
        self.syncs += 1
        return lines


@dataclass(frozen=True, slots=True)
class Faulty:
    """A request over which the program stumbles."""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:  # noqa: ARG002
        raise ZeroDivisionError


@dataclass
class Club:
    """A desk over that journal, and what those who follow have heard."""

    journal: Journal = field(default_factory=Journal)
    heard: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hall = Hall(players=8, journal=self.journal, system="swiss", rounds=3)
        self.desk.follow(lambda _, recorded: self.heard.append(recorded.seq))
        self.journal.syncs = 0

    @property
    def desk(self) -> Desk:
        return self.hall.desk

    def together(self, *asked: tuple[Request, str | None]) -> list[Outcome]:
        """What comes of requests that all wait, in this order, when the lock becomes free."""
        with ThreadPoolExecutor(len(asked)) as threads:
            with self.desk.lock:
                waiting, boards, queued = [], set(), 0
                for request, key in asked:
                    board = getattr(request, "board", None)
                    queued += board not in boards  # a second one about a board waits for its turn there
                    boards |= {board} - {None}
                    waiting.append(threads.submit(outcome, self.desk, request, key))
                    while len(self.desk.lock._queue) < queued:
                        time.sleep(0)
            return [one.result() for one in waiting]


def outcome(desk: Desk, request: Request, key: str | None) -> Outcome:
    try:
        return desk.submit(request, key=key)
    except Exception as cause:  # noqa: BLE001  # a fault is an outcome as well
        return cause


def seqs(outcomes: Sequence[Outcome]) -> list[int]:
    return [one.seq for one in outcomes if isinstance(one, Recorded)]


def test_who_waits_at_the_same_time_is_written_with_one_sync_in_order() -> None:
    club = Club()
    last = club.desk.state.version
    came = club.together(*((move(0, "32-28", board), f"k{board}") for board in (3, 1, 4, 2)))

    assert club.journal.syncs == 1
    assert seqs(came) == club.heard == [last + 1, last + 2, last + 3, last + 4]
    assert [line.key for line in club.journal.lines[last:]] == ["k3", "k1", "k4", "k2"]
    assert [one.state.version for one in came if isinstance(one, Recorded)] == seqs(came)


def test_a_refusal_or_a_fault_in_a_group_harms_no_other() -> None:
    club = Club()
    came = club.together(
        (move(0, "32-28", 1), None), (move(7, "32-28", 2), None), (Faulty(), None), (move(0, "32-28", 3), None)
    )

    assert [type(one) for one in came] == [Recorded, Refused, ZeroDivisionError, Recorded]
    assert club.journal.syncs == 1
    assert club.heard == seqs(came)


def test_what_the_journal_stumbles_over_harms_no_other() -> None:
    club = Club()
    club.journal.poison = "PlayerEntered"
    came = club.together((move(0, "32-28", 1), None), (EnterPlayer(by=BY), None), (move(0, "32-28", 3), None))

    assert [type(one) for one in came] == [Recorded, UnicodeError, Recorded]
    assert club.desk.state.version == len(club.journal.lines)


def test_where_the_disk_takes_nothing_nobody_of_a_group_is_acknowledged() -> None:
    """Nor refused for what has not happened: nobody is deleted twice."""
    club = Club()
    entered = club.desk.submit(EnterPlayer(by=BY), key="before")
    before = club.desk.state
    club.heard.clear()
    club.journal.disk = ["refuses"]
    leaving = DeleteEntry(entry=9, by=BY)
    again, *came = club.together((leaving, "before"), (move(0, "32-28", 2), "a"), (leaving, "b"), (leaving, "c"))

    assert isinstance(again, Recorded)
    assert again.last == entered.last
    assert [getattr(one, "code", None) for one in came] == ["cannot_write_io"] * 3
    assert (club.desk.state, club.heard) == (before, [])
    assert set(club.desk.unwritten) == {(1, 2)}
    assert seqs(club.together((leaving, "c"))) == [before.version + 1]


def test_a_key_that_comes_twice_at_once_is_recorded_once_and_answered_equally() -> None:
    club = Club()
    came = club.together((EnterPlayer(by=BY), "k"), (EnterPlayer(by=BY), "k"), (EnterPlayer(by=BY), None))
    first, again, _ = came

    assert isinstance(first, Recorded)
    assert isinstance(again, Recorded)
    assert (again.seq, again.events, again.again) == (first.seq, first.events, True)
    assert len(club.desk.state.entries) == 10


def test_a_key_whose_first_try_is_refused_is_ruled_on_by_itself() -> None:
    club = Club()
    came = club.together((move(9, "32-28", 1), "k"), (EnterPlayer(by=BY), "k"))

    assert [type(one) for one in came] == [Refused, Recorded]


def test_who_has_the_desk_for_themselves_is_interrupted_by_nobody() -> None:
    club = Club()
    with ThreadPoolExecutor(1) as thread:
        with club.desk.lock:
            waiting = thread.submit(outcome, club.desk, EnterPlayer(by=BY), None)
            while not club.desk.lock._queue:
                time.sleep(0)
            entered = [club.desk.submit(EnterPlayer(by=BY)).last.entry for _ in range(2)]  # type: ignore[attr-defined]
        assert isinstance(waiting.result(), Recorded)

    assert entered == [9, 10]


def test_who_is_written_is_answered_whoever_writes_by_then() -> None:
    club = Club()
    slow = threading.Event()
    with ThreadPoolExecutor(1) as thread:

        def third(*_: object) -> None:
            if not club.journal.gate:
                club.journal.gate = slow
                thread.submit(outcome, club.desk, move(0, "32-28", 3), None)
                while not club.desk.lock._queue:
                    time.sleep(0)

        club.desk.follow(third)
        came = club.together((move(0, "32-28", 1), None), (move(0, "32-28", 2), None))
        held = club.desk.state.version
        slow.set()

    assert seqs(came)[-1] == held
    assert club.desk.state.version == held + 1


REQUESTS = st.sampled_from(
    [
        EnterPlayer(by=BY),
        *(move(ply, text, board) for board in (1, 2) for ply, text in enumerate(("32-28", "19-23", "28x19"))),
        Resign(round=1, board=1, by=BY, side=Side.WHITE),
        Faulty(),
    ]
)
KEYS = st.sampled_from([None, "a", "b", "c", "d"])
DISKS = st.sampled_from(["takes", "takes", "refuses", "takes and says it does not"])


@settings(max_examples=60)
@given(st.lists(st.lists(st.tuples(REQUESTS, KEYS), min_size=1, max_size=6), max_size=5), st.lists(DISKS, max_size=6))
def test_what_is_acknowledged_is_in_the_journal_once_and_in_order(
    groups: list[list[tuple[Request, str | None]]], disk: list[Disk]
) -> None:
    """Whatever comes together and whichever sync fails; what is not acknowledged is absent or answered by its key."""
    club = Club()
    club.journal.disk = disk
    told: dict[str, Recorded] = {}
    acknowledged: list[int] = []
    for group in groups:
        for (_, key), came in zip(group, club.together(*group), strict=True):
            if not isinstance(came, Recorded):
                continue
            assert club.journal.lines[came.seq - 1].key == key
            if key is not None:
                assert came.seq == told.setdefault(key, came).seq
            if not came.again:
                acknowledged += range(came.seq - len(came.events) + 1, came.seq + 1)
    club.journal.disk = []
    for request, key in (asked for group in groups for asked in group if asked[1] is not None):
        came = outcome(club.desk, request, key)
        assert isinstance(came, Recorded) or key not in told
    keys = [line.key for line in club.journal.lines if line.key is not None]

    assert len(set(acknowledged)) == len(acknowledged)
    assert club.heard == sorted(club.heard)
    assert len(set(keys)) == len(keys)
    assert first_bad(club.journal.lines) is None
    club.desk.submit(EnterPlayer(by=BY))
    assert club.hall.again().state == club.desk.state
