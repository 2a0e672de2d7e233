"""What a move waits while a large field is being paired, beside the same moves while nothing is.

    python -m tests.bench.bench_pairing_moves [--players 1000] [--seconds 15] [--rate 20] [--json]

The real service over HTTP: one tournament plays on twenty boards, another of so many players is paired, taken back and
paired again by the Swiss system all the while. The two halves follow each other in one run.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.bench_moves import Hall, play
from tests.bench.figures import Figure, figure, show
from tests.service import ARBITER, Caller, Service, service

ROUNDS = 9


@dataclass
class Paired:
    """How long each pairing took, in nanoseconds, from the POST to the answer."""

    took: list[int] = field(default_factory=list)


def bench(folder: Path, *, players: int, seconds: float, rate: float) -> tuple[dict[str, Figure], dict[str, float]]:
    """The figures and the ratio of the two halves."""
    with (
        service(folder, ARBITER) as served,
        served.caller(served.token()) as caller,
        (folder / "floor").open("ab") as floor,
    ):
        hall = Hall(caller)
        large = caller.tournament(players, started=False, system="swiss", rounds=ROUNDS)
        alone = play(hall, floor.fileno(), seconds=seconds, rate=rate)
        with pairing(served, large) as paired:
            beside = play(hall, floor.fileno(), seconds=seconds, rate=rate)
    figures = {
        "c": figure("a move, to the durable answer", alone.move),
        "c'": figure(f"the same while {players} players are being paired", beside.move),
        "p": figure(f"pairing {players} players, to the durable answer", [*paired.took, *paired.took[:1]]),
    }
    return figures, {"c' / c": figures["c'"].median / figures["c"].median}


@contextmanager
def pairing(served: Service, large: str) -> Iterator[Paired]:
    """Somebody pairs and takes back, again and again, while the block runs; once at the least."""
    paired, done = Paired(), threading.Event()
    worker = threading.Thread(target=lambda: _pair(served, large, paired, done))
    worker.start()
    try:
        yield paired
    finally:
        done.set()
        worker.join()


def _pair(served: Service, large: str, paired: Paired, done: threading.Event) -> None:
    with served.caller(served.token()) as caller:
        while not (done.is_set() and paired.took):
            began = time.monotonic_ns()
            caller.post(f"/tournaments/{large}/rounds", {"draft": True})
            paired.took.append(time.monotonic_ns() - began)
            _take_back(caller, large)


def _take_back(caller: Caller, large: str) -> None:
    answer = caller.send("DELETE", f"/tournaments/{large}/rounds/1?confirm=true&reason=again")
    assert answer.status in {200, 204}, answer


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--players", type=int, default=1000)
    asked.add_argument("--seconds", type=float, default=15, help="of each half")
    asked.add_argument("--rate", type=float, default=20, help="moves a second over all boards")
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        figures, ratios = bench(Path(folder), players=given.players, seconds=given.seconds, rate=given.rate)
    show(figures, ratios, as_json=given.json)


if __name__ == "__main__":
    main()
