"""A long tournament after a kill: what the service does until a move is accepted, its whole chain looked through."""

from __future__ import annotations

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
def test_with_two_hundred_thousand_lines_a_start_takes_less_than_ten_seconds_of_work(tmp_path: Path) -> None:
    with in_office(tmp_path / "instance") as desks:
        lines = long_tournament(desks, players=998, rounds=9, plies=PLIES, behind=BEHIND).state.version
    served = Service(tmp_path, {})
    try:
        served.start()
        served.wait()
        served.kill()
        served.start()
        served.wait()
        with served.caller(served.token()) as caller:
            board = caller.post(
                "/tournaments/long/rounds/9/boards/1/moves", {"move": script(PLIES)[PLIES], "ply": PLIES, "key": "back"}
            )
        worked = cpu_of(served.process)
    finally:
        served.stop()

    assert board["ply"] == PLIES + 1
    assert board["seq"] > lines
    told = f"{worked:.1f} s of processor time from the start to a move that is accepted, the snapshot as old as may be"
    found("G9", lines, told, measured=worked)
