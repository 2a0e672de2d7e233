"""Play that goes on and on leaves memory and log as they are."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from tests.promises import found
from tests.service import service
from tests.test_junk import memory
from tests.test_kill import Players

MINUTES = float(os.environ.get("SOAK_MINUTES", "60"))
LOG = 64 << 20
"""Bytes that the write-ahead log of a journal may have."""


@pytest.mark.slow
@pytest.mark.timeout(7_200)
def test_memory_and_log_stay_flat_while_people_play(tmp_path: Path) -> None:
    with service(tmp_path) as served:
        players = Players(served)
        ending = threading.Event()
        end = time.monotonic() + 60 * MINUTES
        sizes, log = list[float](), 0
        while time.monotonic() < end and players.round < 35:
            playing = threading.Thread(target=players._guarded, args=(players._play, players.tables, ending))
            playing.start()
            while playing.is_alive() and time.monotonic() < end:
                playing.join(5)
                sizes.append(memory(served.process))
                wal = served.instance / "tournaments" / f"{players.tournament}.sqlite-wal"
                log = max(log, wal.stat().st_size)
            if playing.is_alive():
                ending.set()
                playing.join()
            else:
                players._next_round()
        early, late = sizes[len(sizes) // 4], sizes[-1]

        assert players.mishaps == []
        assert log < LOG
        assert late < early * 1.1 + 20 * MINUTES / 60 + 10  # the journal's states grow with it
        told = f"{MINUTES:g} min, {len(players.told)} moves: memory {early:.0f} to {late:.0f} MiB, log {log >> 10} KiB"
        found("soak", "test_memory_and_log_stay_flat_while_people_play", told)
