"""Play that goes on and on leaves memory and log as they are."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.promises import found
from tests.service import service
from tests.test_junk import memory
from tests.test_kill import Players

MOVES = 10_000
BOARDS = 100
THOUGHT = 0.2
"""Seconds between two moves of each of five threads: some twenty moves a second in the hall."""
STATE = 1.5
"""KiB by which a move may make the memory grow: a play, its clock and its score sheet take nine tenths of one."""
LOG = 64 << 20
"""Bytes that the write-ahead log of a journal may have."""


@pytest.mark.slow
@pytest.mark.timeout(7_200)
def test_memory_and_log_stay_flat_while_people_play(tmp_path: Path) -> None:
    with service(tmp_path) as served:
        players = Players(served, boards=BOARDS, thought=THOUGHT)
        sizes, log = list[tuple[float, int]](), 0
        with players.playing():
            while len(players.told) < MOVES and not players.mishaps:
                time.sleep(5)
                sizes.append((memory(served.process), len(players.told)))
                wal = served.instance / "tournaments" / f"{players.tournament}.sqlite-wal"
                log = max(log, wal.stat().st_size)
        (early, before), (late, told) = sizes[len(sizes) // 4], sizes[-1]
        a_move = 1_024 * (late - early) / (told - before)

        assert players.mishaps == []
        assert log < LOG
        assert late - early < STATE * (told - before) / 1_024 + 10
        grown = f"memory {early:.0f} to {late:.0f} MiB, {a_move:.1f} KiB a move that is kept; log {log >> 10} KiB"
        found("soak", len(players.told), grown)
