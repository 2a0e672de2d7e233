"""What happens although nobody asks: flags on a real clock, and signs of life."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arbiter.alarms.ringing import Alarms
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Recorded
from arbiter.instants import HallClock
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.referee.corrections import CorrectTime
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.rulings.rounds.pairing import PairRound, StartRound, UndoRound
from arbiter.sides import Side
from tests.hall import BY, person

PATIENCE = 30.0
"""Seconds that a busy machine may take to ring."""


@contextmanager
def going(instance: Path, clock: HallClock | None = None) -> Iterator[tuple[Desks, Alarms]]:
    """The desks of a folder with their alarms, for as long as the block runs."""
    desks = Desks(instance, clock or HallClock(speed=10))
    alarms = Alarms(desks)
    alarms.start()
    try:
        yield desks, alarms
    finally:
        alarms.stop()
        desks.close()


def opened(
    desks: Desks,
    control: str = "1/1",
    name: str = "Club open",
    flags: str = "propose",
    switches: tuple[tuple[str, object], ...] = (),
) -> Desk:
    """Two boards on which the clocks have begun to run."""
    desk = desks.open(OpenTournament(name=name, control=control, flags=flags, switches=switches))
    for number in (1, 2, 3, 4):
        desk.enter(person(number), BY)
    desk.submit(PairRound(by=BY))
    desk.submit(StartRound(round=1, by=BY))
    return desk


def wait_for(what: Callable[[], object]) -> None:
    """Waits until it is so."""
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_flags_ring_by_themselves(tmp_path: Path) -> None:
    with going(tmp_path, HallClock()) as (desks, _):
        heard: list[Recorded] = []
        desk = opened(desks)
        desk.follow(lambda _, recorded: heard.append(recorded))
        wait_for(lambda: len(desk.state.waiting) == 2)

    flags = [game.flag for game in desk.state.games()]
    assert [flag and flag.side for flag in flags] == [Side.WHITE, Side.WHITE]
    for game in desk.state.games():
        assert game.started is not None
        assert game.flag is not None
        assert game.flag.at == game.started + 1_000
    assert all(recorded.at >= event.at for recorded in heard for event in recorded.events)
    assert sum(len(recorded.events) for recorded in heard) == 2


def test_a_flag_rings_for_whoever_s_clock_runs(tmp_path: Path) -> None:
    with going(tmp_path) as (desks, _):
        desk = opened(desks)
        desk.submit(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY))
        wait_for(lambda: len(desk.state.waiting) == 2)

        assert {(p.board, p.side) for p in desk.state.waiting} == {(1, Side.BLACK), (2, Side.WHITE)}


def test_a_flag_that_was_given_time_rings_later(tmp_path: Path) -> None:
    with going(tmp_path) as (desks, _):
        desk = opened(desks)
        desk.submit(CorrectTime(round=1, board=1, side=Side.WHITE, left=3_600_000, by=BY, reason="late start"))
        wait_for(lambda: desk.state.waiting)
        time.sleep(0.2)

        assert [proposal.board for proposal in desk.state.waiting] == [2]


def test_where_the_tournament_says_so_the_alarm_ends_the_game(tmp_path: Path) -> None:
    with going(tmp_path) as (desks, _):
        desks.watch.stop()  # a busy machine may stand still for a moment, which makes a flag provisional
        desk = opened(desks, flags="auto")
        wait_for(lambda: desk.state.round(1).closed)

        assert [desk.state.result_text(game) for game in desk.state.games()] == ["0-2", "0-2"]


def test_alarms_of_a_round_that_is_no_more_keep_no_other_from_ringing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with going(tmp_path) as (desks, _):
        opened(desks).submit(UndoRound(round=1, by=BY, confirmed=True, reason="drawn anew"))
        other = opened(desks, "1/2", "Next door")
        wait_for(lambda: len(other.state.waiting) == 2)

    assert "could not be asked for" not in caplog.text


def test_what_cannot_be_asked_of_one_tournament_keeps_no_other_from_ringing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with going(tmp_path) as (desks, alarms):
        desk = opened(desks)
        alarms._ring("flag", "nowhere", [])
        wait_for(lambda: len(desk.state.waiting) == 2)

    assert "the alarms of nowhere could not be asked for" in caplog.text


def test_thinking_long_rings_by_itself_where_no_clock_runs(tmp_path: Path) -> None:
    with going(tmp_path, HallClock(speed=600)) as (desks, _):
        switches = (("inactivity_warning", 5), ("inactivity_loss", 1))
        desk = opened(desks, "-", switches=switches)
        wait_for(lambda: len(desk.state.waiting) == 2)
        assert {(one.kind, one.step) for one in desk.state.waiting} == {("inactivity", "warning")}
        desk.submit(SignProposal(proposal=desk.state.waiting[0].number, by=BY))
        wait_for(lambda: any(one.outcome for one in desk.state.waiting))

    assert all(game.result is None for game in desk.state.games())


def test_alarms_ring_again_after_a_restart(tmp_path: Path) -> None:
    with going(tmp_path) as (desks, _):
        opened(desks, "1/20")
    with going(tmp_path) as (desks, _):
        desk = desks.desk("club-open")
        assert not desk.state.waiting
        desk.submit(StartRound(round=1, by=BY))
        wait_for(lambda: len(desk.state.waiting) == 2)


def test_clocks_that_run_when_the_alarms_start_ring_too(tmp_path: Path) -> None:
    desks = Desks(tmp_path, HallClock(speed=10))
    desk = opened(desks)
    alarms = Alarms(desks)
    alarms.start()
    wait_for(lambda: len(desk.state.waiting) == 2)
    alarms.stop()
    desks.close()


def test_in_a_faster_hall_flags_ring_sooner(tmp_path: Path) -> None:
    began = time.monotonic()
    with going(tmp_path, HallClock(speed=60)) as (desks, _):
        desk = opened(desks, "1/60")
        wait_for(lambda: len(desk.state.waiting) == 2)

    assert 1 <= time.monotonic() - began < PATIENCE


def test_the_alarms_tell_that_the_service_is_alive(tmp_path: Path) -> None:
    with going(tmp_path) as (desks, _):
        first = desks.gaps.heartbeat.last()
        wait_for(lambda: desks.gaps.heartbeat.last() > first)

        assert first > 0


def test_alarms_that_were_stopped_ring_no_more(tmp_path: Path) -> None:
    desks = Desks(tmp_path, HallClock(speed=10))
    alarms = Alarms(desks)
    alarms.start()
    alarms.stop()
    desk = opened(desks)
    time.sleep(0.4)

    assert not desk.state.waiting
    desks.close()


def test_a_sign_of_life_is_a_second_apart_however_often_alarms_are_set(tmp_path: Path) -> None:
    """Shortly before a beat a clock is set going whose flag is the next to fall, which wakes the alarms."""
    with going(tmp_path, HallClock()) as (desks, _):
        beats = [desks.gaps.heartbeat.last()]
        shortly_before = beats[0] + 900
        wait_for(lambda: desks.clock.now() >= shortly_before)
        opened(desks, control="60")
        wait_for(lambda: desks.gaps.heartbeat.last() > beats[0])
        beats.append(desks.gaps.heartbeat.last())

    assert 1_000 <= beats[1] - beats[0] < 1_700


def test_the_game_ends_as_soon_as_the_tablet_says_that_it_holds_nothing_back(tmp_path: Path) -> None:
    with going(tmp_path, HallClock()) as (desks, _):
        desks.watch.stop()
        desk = opened(desks, flags="auto")
        desk.touch(1)
        wait_for(lambda: desk.state.game(1, 1).flag and desk.state.game(1, 2).result)
        flag = desk.state.game(1, 1).flag
        assert flag is not None
        desk.touch(1, seen=flag.proposal, waiting=1)
        time.sleep(0.3)
        assert desk.state.game(1, 1).result is None

        desk.touch(1, seen=flag.proposal, waiting=0)
        began = time.monotonic()
        wait_for(lambda: desk.state.game(1, 1).result)

        assert time.monotonic() - began < 1
        assert flag.provisional == ""


def test_a_tablet_that_is_not_heard_of_after_the_flag_makes_it_provisional(tmp_path: Path) -> None:
    with going(tmp_path, HallClock()) as (desks, _):
        desks.watch.stop()
        desk = opened(desks, flags="auto")
        desk.touch(1)
        wait_for(lambda: any(one.provisional for one in desk.state.waiting))
        (flag,) = desk.state.waiting

        assert (flag.board, flag.provisional) == (1, "unheard")
        assert 5_000 <= desks.clock.now() - flag.at < 5_000 + 1_000 * PATIENCE
        assert desk.state.game(1, 1).result is None
