"""How soon a service answers after its start, and what an installation takes on the disk.

    python -m tests.bench.bench_start [--tournaments 10] [--times 5]

Each tournament has fifty players, seven rounds played and an eighth going; one more is the same size, so that what a
tournament adds can be seen from the two figures.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from importlib.metadata import distribution, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from arbiter.desk.desks import Desks
from arbiter.instants import HallClock
from tests.bench.figures import Figure, figure, show
from tests.bench.long_journal import long_tournament
from tests.service import Service

NAME = "draughts-arbiter"


def prepared(folder: Path, tournaments: int) -> Service:
    """A service over so many tournaments, which has been started and ended once."""
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}  # as an installation is
    served = Service(folder, compiled)
    desks = Desks(served.instance, HallClock())
    for number in range(tournaments):
        long_tournament(desks, players=50, rounds=8, plies=40, name=f"Open {number}")
    desks.close()
    started(served)
    return served


def started(served: Service) -> tuple[int, int]:
    """Nanoseconds from the start to the first answer of `/healthz`, and those that a core was busy for it."""
    began = time.perf_counter_ns()
    served.start()
    served.wait()
    took = time.perf_counter_ns() - began
    before = os.times()
    served.stop()
    after = os.times()
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    return took, int(busy * 1_000_000_000)


def bench(folder: Path, *, tournaments: int, times: int) -> dict[str, Figure]:
    """To the first answer, and the CPU time of a start and its end; without a tournament, and with so many."""
    told = {}
    for count in (0, tournaments):
        served = prepared(folder / str(count), count)
        starts = [started(served) for _ in range(times)]
        told[f"h{count}"] = figure(f"start to /healthz, {count} tournaments", [took for took, _ in starts])
        told[f"c{count}"] = figure(f"CPU of a start and its end, {count} tournaments", [busy for _, busy in starts])
    return told


def installed(name: str = NAME) -> dict[str, int]:
    """The bytes of a distribution and of everything that it needs; of an editable one, its files are not counted."""
    sizes: dict[str, int] = {}
    wanted = [name]
    while wanted:
        found = canonicalize_name(wanted.pop())
        if found in sizes:
            continue
        sizes[found] = sum(
            path.stat().st_size for path in map(_place, distribution(found).files or ()) if path.is_file()
        )
        wanted += [need.name for text in requires(found) or () if _needed(need := Requirement(text))]
    return sizes


def _place(file: object) -> Path:
    return Path(str(file.locate()))  # type: ignore[attr-defined]


def _needed(need: Requirement) -> bool:
    return need.marker is None or need.marker.evaluate({"extra": ""})


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--tournaments", type=int, default=10)
    asked.add_argument("--times", type=int, default=5)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        figures = bench(Path(folder), tournaments=given.tournaments, times=given.times)
    show(figures, {}, as_json=False)
    sizes = installed()
    largest = sorted(sizes, key=sizes.__getitem__, reverse=True)[:6]
    told = {**{name: sizes[name] for name in largest}, "altogether": sum(sizes.values())}
    sys.stdout.writelines(f"{name:30} {size / 1e6:8.1f} MB\n" for name, size in told.items())


if __name__ == "__main__":
    main()
