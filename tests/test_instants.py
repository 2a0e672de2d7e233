"""The hall's time while the wall clock is stepped, the machine sleeps, and the process stands still."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from arbiter.alarms.ringing import Alarms
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.instants import NAP_SECONDS, STALL_SECONDS, HallClock, Pulse, Sources
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.regulations import ChangeRegulations
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.attendance import NoteAttendance
from arbiter.rulings.time.clocks import ResumeHall
from arbiter.rulings.time.flags import RingFlag
from arbiter.rulings.time.provisional_flags import Heard
from arbiter.sides import HOUR, MINUTE, SECOND, Side
from tests.alarms.test_ringing import opened
from tests.hall import BY, MORNING, person
from tests.service import service
from tests.test_kill import eventually
from tests.waiting import until

WHITE = Side.WHITE


@dataclass
class Machine:
    """A computer whose clocks the test winds: the wall's, the one that stops in sleep, and the one that does not."""

    wall: int = MORNING
    uptime: int = 0
    slept: int = 0

    def wait(self, ms: int) -> None:
        self.wall += ms
        self.uptime += ms

    def sleep(self, ms: int) -> None:
        """The lid is closed for so long."""
        self.wall += ms
        self.slept += ms

    def clock(self) -> HallClock:
        ns = 1_000_000
        return HallClock(
            sources=Sources(
                wall=lambda: self.wall * ns,
                monotonic=lambda: self.uptime * ns,
                boot=lambda: (self.uptime + self.slept) * ns,
            )
        )


@contextmanager
def office(instance: Path, machine: Machine, *, watched: bool = True) -> Iterator[tuple[Desks, Desk]]:
    """A life of the service on that machine: two boards whose clocks run, in the first life."""
    desks = Desks(instance, machine.clock())
    if watched:
        desks.gaps.watch()
    desk = next(iter(desks), None) or began(desks)
    try:
        yield desks, desk
    finally:
        desks.gaps.pulse.watched = False
        for one in desks:
            one.journal.close()
        desks.register.close()
        desks._closing.close()  # killed: nobody says goodbye


def began(desks: Desks) -> Desk:
    desk = desks.open(OpenTournament(name="Club open"))
    for number in (1, 2, 3, 4):
        desk.enter(person(number), BY)
    desk.submit(PairRound(by=BY))
    desk.submit(StartRound(round=1, by=BY))
    return desk


def left(desks: Desks, desk: Desk, board: int = 1) -> int:
    return desk.state.game(1, board).clock.left(WHITE, desks.clock.now())


# the wall clock


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_wall_clock_that_is_stepped_changes_no_time_left(tmp_path: Path, step: int) -> None:
    machine = Machine()
    with office(tmp_path, machine) as (desks, desk):
        machine.wait(3 * SECOND)
        machine.wall += step
        machine.wait(1 * SECOND)

        assert left(desks, desk) == 2 * HOUR - 4 * SECOND
        desk.submit(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY))
        assert desk.state.game(1, 1).plays[0].charged == 4 * SECOND


@pytest.mark.parametrize("step", [HOUR, -HOUR, 30 * HOUR, -30 * HOUR, -MORNING + HOUR])
def test_between_two_lives_it_charges_nobody_for_more_or_less(tmp_path: Path, step: int) -> None:
    """Killed while clocks run: the whole seconds until the last heartbeat are charged, whatever the wall clock says."""
    machine = Machine()
    with office(tmp_path, machine) as (desks, _):
        for _ in range(12):
            machine.wait(SECOND)
            desks.gaps.beat()
        machine.wait(340)
    machine.wall += 95 * SECOND + step
    machine.uptime, machine.slept = 7, 0
    with office(tmp_path, machine) as (desks, desk):
        assert [game.halted for game in desk.state.games()] == ["outage"] * 2
        assert left(desks, desk) == 2 * HOUR - 12 * SECOND
        machine.wait(SECOND)
        desk.submit(ResumeHall(by=BY))
        machine.wait(SECOND)
        assert left(desks, desk) == 2 * HOUR - 13 * SECOND
        assert desks.clock.now() >= MORNING + 12 * SECOND


def test_the_gap_is_on_the_notes_of_every_board_that_it_stopped(tmp_path: Path) -> None:
    machine = Machine()
    with office(tmp_path, machine) as (desks, _):
        desks.gaps.beat()
    machine.wait(95 * SECOND)
    with office(tmp_path, machine) as (_, desk):
        notes = [game.notes for game in desk.state.games()]

        assert [(note.what, note.span) for (note,) in notes] == [("outage", 95 * SECOND)] * 2


def test_some_boards_go_on_and_the_others_later(tmp_path: Path) -> None:
    machine = Machine()
    with office(tmp_path, machine):
        pass
    with office(tmp_path, machine) as (_, desk):
        desk.submit(ResumeHall(by=BY, boards=(2,)))

        assert [game.halted for game in desk.state.games()] == ["outage", None]


# sleep and standstill


def test_a_machine_that_slept_charges_nobody_and_its_boards_stand(tmp_path: Path) -> None:
    machine = Machine()
    with office(tmp_path, machine) as (desks, desk):
        machine.wait(SECOND)
        desks.gaps.beat()
        machine.sleep(40 * MINUTE)
        machine.wait(200)
        desks.gaps.beat()

        assert [game.halted for game in desk.state.games()] == ["outage"] * 2
        assert left(desks, desk) == 2 * HOUR - SECOND
        assert [note.span for note in desk.state.game(1, 1).notes] == [40 * MINUTE + 200]
        assert abs(desks.clock.now() - machine.wall) < 10


def test_the_first_request_after_a_sleep_finds_the_boards_standing(tmp_path: Path) -> None:
    """Somebody moves before the next heartbeat: their move counts, and neither of them pays."""
    machine = Machine()
    with office(tmp_path, machine) as (desks, desk):
        machine.wait(SECOND)
        desks.gaps.beat()
        machine.sleep(40 * MINUTE)
        desk.submit(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY))

        assert desk.state.game(1, 1).plays[0].charged == SECOND
        assert [game.halted for game in desk.state.games()] == [None, "outage"]


def test_a_process_that_stood_still_is_an_interruption(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine()
    with office(tmp_path, machine) as (desks, desk):
        machine.wait(SECOND)
        desks.gaps.beat()
        machine.wait(90 * SECOND)
        desk.submit(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY))

        assert "the process stood still for 90000 ms; running clocks are stopped" in caplog.text
        assert desk.state.game(1, 1).plays[0].charged == SECOND
        assert [game.halted for game in desk.state.games()] == [None, "outage"]


def test_a_beat_that_is_a_little_late_stops_nobody(tmp_path: Path) -> None:
    machine = Machine()
    with office(tmp_path, machine) as (desks, desk):
        machine.wait(int(STALL_SECONDS * 1_000) - 1)
        machine.sleep(int(NAP_SECONDS * 1_000) - 1)
        desks.gaps.beat()
        desks.gaps.beat()

        assert [game.halted for game in desk.state.games()] == [None, None]


def test_where_nobody_beats_nobody_is_missed(tmp_path: Path) -> None:
    """The command line, and a demonstration that is being set up."""
    machine = Machine()
    with office(tmp_path, machine, watched=False) as (desks, desk):
        machine.wait(HOUR)
        desks.gaps.beat()

        assert [game.halted for game in desk.state.games()] == [None, None]


def test_a_pulse_is_missed_once() -> None:
    machine = Machine()
    pulse = Pulse(machine.clock())
    machine.sleep(MINUTE)

    assert pulse.missed() == MORNING
    pulse.beat()
    assert pulse.missed() is None


def test_a_flag_after_an_outage_in_that_thinking_time_is_only_proposed(tmp_path: Path) -> None:
    machine = Machine()
    with office(tmp_path, machine) as (desks, _):
        desk = desks.open(OpenTournament(name="Auto", control="60", flags="auto"))
        for number in (1, 2):
            desk.enter(person(number), BY)
        desk.submit(PairRound(by=BY))
        desk.submit(StartRound(round=1, by=BY))
        machine.sleep(MINUTE)
        desks.gaps.beat()
        desk.submit(ResumeHall(by=BY))
        for _ in range(60):
            machine.wait(SECOND)
            desks.gaps.beat()
        desk.ask(RingFlag(round=1, board=1))

        assert (desk.state.game(1, 1).result, desk.state.waiting[0].provisional) == (None, "outage")


@pytest.mark.slow  # eight seconds of waiting for what the tests above tell by a machine in a variable
def test_a_service_that_stood_still_comes_back_with_its_clocks_standing(tmp_path: Path) -> None:
    """SIGSTOP for longer than a heartbeat may be late, and SIGCONT."""
    with service(tmp_path) as served:
        with served.caller(served.token()) as caller:
            id = caller.tournament(2, control="3600")
        board = f"/tournaments/{id}/rounds/1/boards/1"
        time.sleep(1.2)
        os.kill(served.process, signal.SIGSTOP)
        time.sleep(STALL_SECONDS + 1.5)
        os.kill(served.process, signal.SIGCONT)
        with served.caller() as caller:
            back = eventually(lambda: caller.get(board), lambda shape: shape["halted"] is not None, seconds=60)

    assert back["halted"] == "outage"
    assert back["clock"]["white"]["left_ms"] > 3_600_000 - 4_000


# alarms


@contextmanager
def alarmed(instance: Path, speed: float = 10) -> Iterator[Desks]:
    desks = Desks(instance, HallClock(speed=speed))
    alarms = Alarms(desks)
    alarms.start()
    desks.watch.stop()  # a busy machine may stand still for a moment
    try:
        yield desks
    finally:
        alarms.stop()
        desks.close()


def test_flags_that_fall_together_are_one_transaction(tmp_path: Path) -> None:
    with alarmed(tmp_path) as desks:
        desk = opened(desks)
        heard: list[int] = []
        desk.follow(lambda _, recorded: heard.append(len(recorded.events)))
        until(lambda: sum(heard) == 2)

        assert heard == [2]
        assert len(desk.state.waiting) == 2


def test_a_flag_is_provisional_where_the_tablet_was_out_of_touch(tmp_path: Path) -> None:
    with alarmed(tmp_path, speed=40) as desks:
        desk = desks.open(OpenTournament(name="Auto", control="40", flags="auto"))
        for number in (1, 2, 3, 4):
            desk.enter(person(number), BY)
        desk.submit(PairRound(by=BY))
        desk.tablets[1, None] = Heard(at=desk.now() - 10 * MINUTE)
        desk.submit(StartRound(round=1, by=BY))
        until(lambda: desk.state.game(1, 2).result)
        until(lambda: desk.state.waiting)

        assert [(p.board, p.provisional) for p in desk.state.waiting] == [(1, "tablet")]


def test_who_is_late_is_put_before_the_arbiter_by_itself(tmp_path: Path) -> None:
    desks = Desks(tmp_path, HallClock(speed=60))
    alarms = Alarms(desks)
    alarms.start()
    desk = desks.open(OpenTournament(name="Late", control="3600"))
    for number in (1, 2):
        desk.enter(person(number), BY)
    desk.submit(ChangeRegulations(switches=(("late", 1),), by=BY, reason="agreed"))
    desk.submit(PairRound(by=BY))
    desk.submit(StartRound(round=1, by=BY))
    desk.submit(NoteAttendance(round=1, board=1, side=Side.BLACK, here=False, by=BY))
    until(lambda: desk.state.waiting)
    alarms.stop()
    desks.close()

    assert {p.kind for p in desk.state.proposals} == {"late"}
