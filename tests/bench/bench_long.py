"""A long tournament: its pages for the first reader and the next, its start again, and a request sent again.

    python -m tests.bench.bench_long [--players 998] [--rounds 9] [--plies 45]

`start, replayed`: without a snapshot; `start, snapshot`: with the one that the service has left when it ended. The
pages are compressed, as a browser takes them; the bytes are those sent. `sent again`: a request with the key of the
first one of the tournament, and of the last one.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.instants import HallClock
from arbiter.rulings.entries import EnterPlayer
from tests.bench.long_journal import long_tournament
from tests.hall import BY
from tests.web.front import front

PAGES = (
    "/tournaments/long/standings",
    "/tournaments/long/rounds/{rounds}",
    "/api/v1/tournaments/long/standings",
    "/api/v1/tournaments/long/crosstable",
    "/api/v1/tournaments/long/rounds/{rounds}",
)


def bench(folder: Path, *, players: int, rounds: int, plies: int) -> dict[str, float]:
    """Seconds, and bytes of pages."""
    told: dict[str, float] = {}
    desks = Desks(folder, HallClock())
    desk = long_tournament(desks, players=players, rounds=rounds, plies=plies)
    desk.submit(EnterPlayer(by=BY), key="last")
    told["lines"] = desk.state.version
    told["the end of the service, a snapshot made (s)"] = taking(desks.close)
    told["start, snapshot (s)"], desk = started(folder)
    told["sent again, the last request (s)"] = taking(lambda: desk.submit(EnterPlayer(by=BY), key="last"))
    told["the state after line 1,000 (s)"] = taking(lambda: desk.state_at(1_000))
    ended(desk)
    shutil.rmtree(folder / "snapshots", ignore_errors=True)
    told["start, replayed (s)"], desk = started(folder)
    ended(desk)
    with front(folder) as hall:
        while hall.get(PAGES[0]).status == 503:
            time.sleep(0.1)
        for page in PAGES:
            address = page.format(rounds=rounds)
            for reader in ("first", "next"):
                began = time.perf_counter()
                got = hall.get(address, accept_encoding="gzip")
                told[f"{address}, the {reader} reader (s)"] = time.perf_counter() - began
                told[f"{address}, sent (bytes)"] = len(got.body)
    return told


DESKS: dict[str, Desks] = {}


def started(folder: Path) -> tuple[float, Desk]:
    """How long a start takes."""
    began = time.perf_counter()
    desks = Desks(folder, HallClock())
    took = time.perf_counter() - began
    DESKS["long"] = desks
    return took, desks.desk("long")


def ended(desk: Desk) -> None:
    """The service of that desk ends."""
    DESKS.pop(desk.id).close()


def taking(deed: Callable[[], object]) -> float:
    began = time.perf_counter()
    deed()
    return time.perf_counter() - began


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--players", type=int, default=998)
    asked.add_argument("--rounds", type=int, default=9)
    asked.add_argument("--plies", type=int, default=45)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        told = bench(Path(folder), players=given.players, rounds=given.rounds, plies=given.plies)
    sys.stdout.writelines(f"{name:62} {value:12,.{0 if value == int(value) else 4}f}\n" for name, value in told.items())


if __name__ == "__main__":
    main()
