"""A long tournament after a kill: how soon the service is there, its whole chain looked through."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.bench.long_journal import long_tournament
from tests.desk.club import in_office
from tests.promises import found
from tests.service import Service

SOON = 10.0


@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_a_service_with_two_hundred_thousand_lines_is_there_within_ten_seconds(tmp_path: Path) -> None:
    with in_office(tmp_path / "instance") as desks:
        desk = long_tournament(desks, players=998, rounds=9, plies=44)
        lines = desk.state.version
    served = Service(tmp_path, {})
    try:
        served.start()
        served.wait()
        served.kill()
        served.start()
        served.wait()
        took = time.monotonic() - served.started
        with served.caller() as reader:
            assert reader.get("/tournaments/long")["version"] >= lines
    finally:
        served.stop()
    found(
        "G9",
        "test_a_service_with_two_hundred_thousand_lines_is_there_within_ten_seconds",
        f"{lines} lines: {took:.1f} s",
    )

    assert took < SOON
