"""Everything periodic goes on in time, also when the machine's clock is set while people play."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta, tzinfo
from threading import Event
from typing import Self

import pytest
from apscheduler.schedulers import base
from apscheduler.triggers import interval

from arbiter.instants import HallClock, WallClock
from arbiter.periodic import Job, Periodic
from tests.waiting import until

HOUR = timedelta(hours=1)


class ClockOnTheWall(datetime):
    """The machine's clock as the scheduler reads it, set by hand."""

    by = timedelta(0)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return super().now(tz) + cls.by


@pytest.mark.parametrize("by", [HOUR, -HOUR], ids=["forth", "back"])
def test_jobs_go_on_in_time_when_the_machine_s_clock_is_set(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
    for part in (base, interval):
        monkeypatch.setattr(part, "datetime", ClockOnTheWall)
    monkeypatch.setattr(ClockOnTheWall, "by", timedelta(0))
    ran = Event()
    periodic = Periodic(Job("copies", 0.2, ran.set), start_seconds=0)
    periodic.start()
    try:
        assert ran.wait(60)
        monkeypatch.setattr(ClockOnTheWall, "by", by)
        periodic.count_anew()
        ran.clear()

        assert ran.wait(60)
        due = periodic.scheduler.get_jobs()[0].next_run_time if periodic.scheduler else None
        assert due is not None
        assert abs(due - ClockOnTheWall.now(due.tzinfo)) < HOUR / 2
    finally:
        periodic.stop()


def test_whoever_counts_seconds_is_told_that_the_machine_s_clock_was_set(caplog: pytest.LogCaptureFixture) -> None:
    clock, told = HallClock(), []
    wall = WallClock(clock)
    wall.when_set.append(lambda: told.append("set"))
    wall.look()
    assert told == []
    wall._ahead -= 3_600 * 1_000_000_000  # as if the clock had been an hour behind at the last look
    wall.look()

    assert told == ["set"]
    assert "the machine's clock was set by +3600.0 s; the hall's clock goes on as before" in caplog.text


def test_a_fault_in_a_job_keeps_neither_it_nor_another_from_its_next_turn(caplog: pytest.LogCaptureFixture) -> None:
    turns = [0, 0]

    def fails() -> None:
        turns[0] += 1
        raise LookupError

    def works() -> None:
        turns[1] += 1

    caplog.set_level(logging.ERROR)
    periodic = Periodic(Job("backups", 0.05, fails), Job("guard", 0.05, works), start_seconds=0)
    periodic.start()
    until(lambda: min(turns) >= 2)
    periodic.stop()

    assert "backups has failed; it is tried again at its next turn" in caplog.text


def test_a_job_of_no_interval_runs_once_when_the_scheduler_begins() -> None:
    once, often = [0], [0]
    periodic = Periodic(
        Job("opened", 0, lambda: once.__setitem__(0, once[0] + 1)),
        Job("guard", 0.05, lambda: often.__setitem__(0, often[0] + 1)),
        start_seconds=0,
    )
    periodic.start()
    until(lambda: often[0] >= 3)
    periodic.stop()

    assert once == [1]


def test_a_service_that_ends_before_it_has_answered_has_run_nothing() -> None:
    ran = Event()
    periodic = Periodic(Job("backups", 0.01, ran.set))
    periodic.start()
    periodic.stop()

    assert periodic.scheduler is None
    assert not ran.is_set()
