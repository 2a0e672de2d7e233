"""A service that stood still: what had come in before a flag fell is read first, and is played as of its receipt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arbiter.alarms.due import Alarm
from arbiter.alarms.ringing import Alarms
from arbiter.desk.desk import Desk
from arbiter.desk.request_queue import RECEIVED
from arbiter.instants import LOOP_TICKS, Watch
from arbiter.tournament.events.clocks import FlagFell
from arbiter.tournament.events.games import MovePlayed
from tests.desk.club import move
from tests.test_flags_always import TICK, board, there
from tests.test_instants import Machine


@contextmanager
def stood_still(folder: Path, still: int = 3_000) -> Iterator[tuple[Machine, Desk, Alarms, int]]:
    """A board whose flag fell while the service stood still for so many milliseconds; when the flag fell.

    It goes on now, and its event loop has not come round yet. Flags end games by themselves.
    """
    machine = Machine()
    with board(folder, machine) as (desks, desk):
        flag_at = desk.state.game(1, 1).clock.flag_at
        assert flag_at is not None
        there(desks)
        while desks.clock.now() < flag_at - TICK:
            machine.wait(TICK)
            there(desks)
        machine.wait(still)
        desks.watch.tick("thread")
        yield machine, desk, Alarms(desks), flag_at


def ring(alarms: Alarms, desk: Desk) -> None:
    alarms._ring("flag", desk.id, [Alarm("flag", desk.id, 1, 1)])


def read(machine: Machine, alarms: Alarms, times: int = LOOP_TICKS) -> None:
    """The event loop comes round so often."""
    for _ in range(times):
        machine.wait(1)
        alarms.desks.watch.tick("loop")


def press(desk: Desk, received: int) -> None:
    """White's move, which is read now and had come in at that instant."""
    held = RECEIVED.set(desk.turns.take(1, desk.now() - received))
    try:
        assert isinstance(desk.submit(move(0, "32-28")).last, MovePlayed)
    finally:
        RECEIVED.reset(held)


def test_a_press_that_lay_unread_while_the_service_stood_still_is_played(tmp_path: Path) -> None:
    with stood_still(tmp_path) as (machine, desk, alarms, flag_at):
        ring(alarms, desk)
        press(desk, flag_at - 1)
        read(machine, alarms)
        ring(alarms, desk)
        game = desk.state.game(1, 1)

        assert (game.flag, game.result, game.plays[0].left) == (None, None, 1)
        assert game.clock.since == flag_at - 1
        assert not any(line.kind == "FlagFell" for line in desk.journal.read())


def test_a_flag_that_fell_while_the_service_stood_still_waits_until_all_before_it_has_been_read(tmp_path: Path) -> None:
    with stood_still(tmp_path, still=1_000) as (machine, desk, alarms, _):
        ring(alarms, desk)
        read(machine, alarms, LOOP_TICKS - 1)
        ring(alarms, desk)
        early = desk.state.game(1, 1).flag
        read(machine, alarms, 1)
        ring(alarms, desk)
        flag = desk.state.game(1, 1).flag

        assert early is None
        assert flag is not None
        assert flag.provisional == "stall"


def test_a_flag_waits_no_longer_than_its_two_seconds_for_a_loop_that_is_stuck(tmp_path: Path) -> None:
    with stood_still(tmp_path, still=1_000) as (machine, desk, alarms, flag_at):
        ring(alarms, desk)
        assert desk.state.game(1, 1).flag is None
        machine.wait(2_001)
        alarms.desks.watch.tick("thread")
        ring(alarms, desk)
        flag = desk.state.game(1, 1).flag
        assert flag is not None
        press(desk, flag_at - 1)
        game = desk.state.game(1, 1)

        assert flag.provisional == "stall"
        assert (game.flag, game.ply, game.plays[0].left) == (None, 1, 1)
        assert [line.kind for line in desk.journal.read()][-2:] == [FlagFell.__name__, MovePlayed.__name__]
        assert not desk.state.waiting


def test_a_flag_that_ends_the_game_by_itself_falls_once_the_loop_has_come_round_since(tmp_path: Path) -> None:
    machine = Machine()
    with board(tmp_path, machine) as (desks, desk):
        alarms, flag_at = Alarms(desks), desk.state.game(1, 1).clock.flag_at
        assert flag_at is not None
        there(desks)
        while desks.clock.now() < flag_at:
            machine.wait(TICK)
            there(desks)
        ring(alarms, desk)
        early = desk.state.game(1, 1).result
        read(machine, alarms)
        ring(alarms, desk)

        assert early is None
        assert desk.state.game(1, 1).result is not None


@pytest.mark.parametrize("ticks", [0, LOOP_TICKS - 1])
def test_all_is_read_only_after_so_many_rounds_of_the_loop(ticks: int) -> None:
    machine = Machine()
    watch = Watch(machine.clock())
    assert watch.all_read(machine.wall)  # no loop is there to read anything
    watch.tick("loop")
    machine.wait(1)
    for _ in range(ticks):
        watch.tick("loop")

    assert not watch.all_read(machine.wall)
    watch.tick("loop")
    assert watch.all_read(machine.wall) is (ticks == LOOP_TICKS - 1)
