"""Play that goes on and on leaves memory and log as they are."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.promises import found
from tests.service import service
from tests.test_junk import memory
from tests.test_kill import Players

MINUTES = float(os.environ.get("SOAK_MINUTES", "60"))
BOARDS = 100
THOUGHT = 0.2
"""Seconds between two moves of each of five threads: some twenty moves a second in the hall."""
LOG = 64 << 20
"""Bytes that the write-ahead log of a journal may have."""


@pytest.mark.slow
@pytest.mark.timeout(7_200)
def test_memory_and_log_stay_flat_while_people_play(tmp_path: Path) -> None:
    with service(tmp_path) as served:
        players = Players(served, boards=BOARDS, thought=THOUGHT)
        end = time.monotonic() + 60 * MINUTES
        sizes, log = list[float](), 0
        with players.playing():
            while time.monotonic() < end and not players.mishaps:
                time.sleep(5)
                sizes.append(memory(served.process))
                wal = served.instance / "tournaments" / f"{players.tournament}.sqlite-wal"
                log = max(log, wal.stat().st_size)
        early, late = sizes[len(sizes) // 4], sizes[-1]

        assert players.mishaps == []
        assert log < LOG
        assert late < early * 1.1 + 20 * MINUTES / 60 + 10  # the journal's states grow with it
        played = f"{MINUTES:g} min, {len(players.told):,} moves in {players.round} rounds"
        grown = f"memory {early:.0f} to {late:.0f} MiB, log {log >> 10} KiB"
        found("soak", "test_memory_and_log_stay_flat_while_people_play", f"{played}: {grown}")
