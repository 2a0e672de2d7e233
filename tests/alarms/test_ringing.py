"""What happens although nobody asks: flags on a clock that the test winds, and signs of life."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arbiter.alarms.ringing import AGAIN_MS, Alarms
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Recorded
from arbiter.instants import HallClock, Sources
from arbiter.refused import Refused
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.referee.corrections import CorrectTime
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.rulings.rounds.pairing import PairRound, StartRound, UndoRound
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import Side
from tests.hall import BY, MORNING, WoundClock, person
from tests.waiting import until


class Hall:
    """The desks of a folder with their alarms, and the clock that the test winds."""

    def __init__(self, instance: Path, clock: HallClock | None = None) -> None:
        self.clock = WoundClock()
        self.desks = Desks(instance, clock or self.clock)
        self.alarms = Alarms(self.desks)

    def wait(self, **time: int) -> None:
        """Let so much time pass; the alarms look at the clock at once."""
        with self.alarms._change:
            self.clock.wait(**time)
            self.alarms._change.notify()


@contextmanager
def going(instance: Path, clock: HallClock | None = None) -> Iterator[Hall]:
    """A hall whose alarms are set, for as long as the block runs."""
    hall = Hall(instance, clock)
    hall.alarms.start()
    hall.desks.watch.stop()  # a busy machine may stand still for a moment, which makes a flag provisional
    try:
        yield hall
    finally:
        hall.alarms.stop()
        hall.desks.close()


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


def test_flags_ring_by_themselves(tmp_path: Path) -> None:
    with going(tmp_path) as hall:
        heard: list[Recorded] = []
        desk = opened(hall.desks)
        desk.follow(lambda _, recorded: heard.append(recorded))
        hall.wait(seconds=1)
        until(lambda: len(desk.state.waiting) == 2)

    flags = [game.flag for game in desk.state.games()]
    assert [flag and flag.side for flag in flags] == [Side.WHITE, Side.WHITE]
    for game in desk.state.games():
        assert game.started is not None
        assert game.flag is not None
        assert game.flag.at == game.started + 1_000
    assert all(recorded.at >= event.at for recorded in heard for event in recorded.events)
    assert sum(len(recorded.events) for recorded in heard) == 2
    assert hall.alarms.flags()[0] == 2


def test_a_flag_rings_for_whoever_s_clock_runs(tmp_path: Path) -> None:
    with going(tmp_path) as hall:
        desk = opened(hall.desks)
        desk.submit(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY))
        hall.wait(seconds=2)
        until(lambda: len(desk.state.waiting) == 2)

        assert {(p.board, p.side) for p in desk.state.waiting} == {(1, Side.BLACK), (2, Side.WHITE)}


def test_a_flag_that_was_given_time_rings_later(tmp_path: Path) -> None:
    with going(tmp_path) as hall:
        desk = opened(hall.desks)
        desk.submit(CorrectTime(round=1, board=1, side=Side.WHITE, left=600_000, by=BY, reason="late start"))
        hall.wait(seconds=1)
        until(lambda: desk.state.waiting)
        hall.wait(minutes=10)
        until(lambda: len(desk.state.waiting) == 2)

        assert [proposal.board for proposal in desk.state.waiting] == [2, 1]


def test_where_the_tournament_says_so_the_alarm_ends_the_game(tmp_path: Path) -> None:
    with going(tmp_path) as hall:
        desk = opened(hall.desks, flags="auto")
        hall.wait(seconds=1)
        until(lambda: desk.state.round(1).closed)

        assert [desk.state.result_text(game) for game in desk.state.games()] == ["0-2", "0-2"]


def test_alarms_of_a_round_that_is_no_more_keep_no_other_from_ringing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with going(tmp_path) as hall:
        opened(hall.desks).submit(UndoRound(round=1, by=BY, confirmed=True, reason="drawn anew"))
        other = opened(hall.desks, "1/2", "Next door")
        hall.wait(seconds=2)
        until(lambda: len(other.state.waiting) == 2)

    assert "could not be asked for" not in caplog.text


def test_what_cannot_be_asked_of_one_tournament_keeps_no_other_from_ringing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with going(tmp_path) as hall:
        desk = opened(hall.desks)
        hall.alarms._ring("flag", "nowhere", [])
        hall.wait(seconds=1)
        until(lambda: len(desk.state.waiting) == 2)

    assert "the alarms of nowhere could not be asked for" in caplog.text


def test_thinking_long_rings_by_itself_where_no_clock_runs(tmp_path: Path) -> None:
    with going(tmp_path) as hall:
        switches = (("inactivity_warning", 5), ("inactivity_loss", 1))
        desk = opened(hall.desks, "-", switches=switches)
        hall.wait(minutes=5)
        until(lambda: len(desk.state.waiting) == 2)
        assert {(one.kind, one.step) for one in desk.state.waiting} == {("inactivity", "warning")}
        desk.submit(SignProposal(proposal=desk.state.waiting[0].number, by=BY))
        hall.wait(minutes=1)
        until(lambda: any(one.outcome for one in desk.state.waiting))

    assert all(game.result is None for game in desk.state.games())


def test_alarms_ring_again_after_a_restart(tmp_path: Path) -> None:
    with going(tmp_path) as hall:
        opened(hall.desks, "1/20")
    with going(tmp_path) as hall:
        desk = hall.desks.desk("club-open")
        assert not desk.state.waiting
        desk.submit(StartRound(round=1, by=BY))
        hall.wait(seconds=20)
        until(lambda: len(desk.state.waiting) == 2)


def test_clocks_that_run_when_the_alarms_start_ring_too(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    desk = opened(hall.desks)
    hall.alarms.start()
    hall.wait(seconds=1)
    until(lambda: len(desk.state.waiting) == 2)
    hall.alarms.stop()
    hall.desks.close()


def test_in_a_faster_hall_flags_ring_sooner(tmp_path: Path) -> None:
    """A flag that falls after sixty seconds of the hall is waited for for one."""
    clock = HallClock(speed=60)
    with going(tmp_path, clock) as hall:
        desk = opened(hall.desks, "1/60")
        flag_at = desk.state.game(1, 1).clock.flag_at
        assert flag_at is not None
        assert clock.seconds_until(flag_at) <= 1
        until(lambda: len(desk.state.waiting) == 2)


def test_the_alarms_tell_that_the_service_is_alive(tmp_path: Path) -> None:
    with going(tmp_path, HallClock()) as hall:
        first = hall.desks.gaps.heartbeat.last()
        until(lambda: hall.desks.gaps.heartbeat.last() > first)

        assert first > 0


def test_alarms_that_were_stopped_ring_no_more(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.alarms.start()
    hall.alarms.stop()
    desk = opened(hall.desks)
    hall.wait(hours=1)

    assert not hall.alarms._thread.is_alive()
    assert not desk.state.waiting
    hall.desks.close()


def test_a_sign_of_life_is_a_second_apart_however_often_alarms_are_set(tmp_path: Path) -> None:
    """Shortly before a beat a clock is set going whose flag is the next to fall, which wakes the alarms."""
    passed = [0]
    clock = HallClock(start=MORNING, sources=Sources(monotonic=lambda: passed[0] * 1_000_000))
    with going(tmp_path, clock) as hall:
        passed[0] = 900
        opened(hall.desks, control="60")
        passed[0] = 1_000
        until(lambda: hall.desks.gaps.heartbeat.last() > MORNING)

        assert hall.desks.gaps.heartbeat.last() == MORNING + 1_000


def test_the_game_ends_as_soon_as_the_tablet_says_that_it_holds_nothing_back(tmp_path: Path) -> None:
    with going(tmp_path) as hall:
        desk = opened(hall.desks, flags="auto")
        desk.touch(1)
        hall.wait(seconds=1)
        until(lambda: desk.state.game(1, 1).flag and desk.state.game(1, 2).result)
        flag = desk.state.game(1, 1).flag
        assert flag is not None
        desk.touch(1, seen=flag.proposal, waiting=1)
        hall.wait(ms=AGAIN_MS)
        with pytest.raises(Refused) as refused:
            desk.ask(RingFlag(round=1, board=1))
        assert refused.value.code == "flag_still_up"
        assert desk.state.game(1, 1).result is None

        desk.touch(1, seen=flag.proposal, waiting=0)
        hall.wait(ms=AGAIN_MS)
        until(lambda: desk.state.game(1, 1).result)
        assert flag.provisional == ""


def test_a_tablet_that_is_not_heard_of_after_the_flag_makes_it_provisional(tmp_path: Path) -> None:
    with going(tmp_path) as hall:
        desk = opened(hall.desks, flags="auto")
        desk.touch(1)
        hall.wait(seconds=1)
        until(lambda: desk.state.game(1, 1).flag)
        hall.wait(seconds=5)
        until(lambda: any(one.provisional for one in desk.state.waiting))
        (flag,) = desk.state.waiting

        assert (flag.board, flag.provisional) == (1, "unheard")
        assert desk.state.game(1, 1).result is None
