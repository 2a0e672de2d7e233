"""A long tournament after a kill: what the service does until a move is accepted, its whole chain looked through."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bench.figures import cpu_of
from tests.bench.long_journal import long_tournament, script
from tests.desk.club import in_office
from tests.promises import found
from tests.service import Service

PLIES = 44
BEHIND = 24
"""Moves of each board that the snapshot has not: a sixteenth of the journal, after which the next snapshot is made."""


@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_with_two_hundred_thousand_lines_a_start_takes_less_than_twenty_times_the_work(tmp_path: Path) -> None:
    """The floor is the start of a service that has no tournament, on the same machine."""
    (tmp_path / "empty").mkdir()
    with restarted(tmp_path / "empty") as served:
        floor = cpu_of(served.process)
    with in_office(tmp_path / "instance") as desks:
        lines = long_tournament(desks, players=998, rounds=9, plies=PLIES, behind=BEHIND).state.version
    with restarted(tmp_path) as served, served.caller(served.token()) as caller:
        move = {"move": script(PLIES)[PLIES], "ply": PLIES, "key": "back"}
        answer = caller.send("POST", "/tournaments/long/rounds/9/boards/1/moves", move)
        while answer.status == 503:
            time.sleep(0.05)
            answer = caller.send("POST", "/tournaments/long/rounds/9/boards/1/moves", move)
        board = answer.body
        worked = cpu_of(served.process)

    assert board["ply"] == PLIES + 1
    assert board["seq"] > lines
    times = worked / floor
    told = f"{worked:.1f} s of processor time, {times:.1f} times the {floor:.2f} s of an empty start"
    found("G9", lines, f"{told}; the snapshot as old as may be", measured=times)


@contextmanager
def restarted(folder: Path) -> Iterator[Service]:
    """A service that was killed once, and answers again."""
    served = Service(folder, {})
    try:
        served.start()
        served.wait()
        served.kill()
        served.start()
        served.wait()
        yield served
    finally:
        served.stop()
