"""What a move costs while the house thinks at ten other boards, beside the same without it, in turn.

    python -m tests.bench.bench_computer [--seconds 20] [--rate 20] [--json]

Twenty boards are played by people; at ten more the house is to move and thinks as long as it may, at level 9. The
figures are those of the people's moves, from the POST to the durable answer; the ratios are of one run on one machine.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.bench.bench_moves import Hall
from tests.bench.figures import Figure, figure, show
from tests.service import ARBITER, Caller, service

THINKING = 10
PARTS = 8
"""Stretches of play, every second one with a house that thinks."""


def bench(folder: Path, *, seconds: float, rate: float) -> tuple[dict[str, Figure], dict[str, float]]:
    """The figures: median and 99th percentile without the house and with it, and by how much each grows."""
    with service(folder, ARBITER) as served, served.caller(served.token()) as caller:
        hall = Hall(caller)
        times: dict[bool, list[int]] = {False: [], True: []}
        for part in range(PARTS):
            thinking = part % 2 == 1
            house = begun(caller) if thinking else None
            times[thinking] += play(hall, seconds=seconds / PARTS, rate=rate)
            if house is not None:
                caller.post(f"/tournaments/{house}/pause", {"reason": "enough"})
    figures = {
        "alone": figure("a move, nobody thinks", times[False]),
        "house": figure("a move, ten think", times[True]),
    }
    p99 = {thinking: sorted(taken)[round(0.99 * (len(taken) - 1))] / 1e6 for thinking, taken in times.items()}
    return figures, {
        "p99 alone (ms)": p99[False],
        "p99 house (ms)": p99[True],
        "median house / alone": figures["house"].median / figures["alone"].median,
        "p99 house / alone": p99[True] / p99[False],
    }


def begun(caller: Caller) -> str:
    """A simultaneous that the house gives at ten boards, at which it is to move; its id."""
    terms = {"system": "simultaneous", "control": "-", "settings": {"house": "yes"}}
    id = str(caller.post("/tournaments", {"name": "Simultaneous", **terms})["id"])
    caller.post(f"/tournaments/{id}/house", {"level": 9})
    for number in range(THINKING):
        caller.post(f"/tournaments/{id}/entries", {"name": f"Player {number}"})
    caller.post(f"/tournaments/{id}/rounds")
    caller.post(f"/tournaments/{id}/rounds/1/start")
    return id


def play(hall: Hall, *, seconds: float, rate: float) -> list[int]:
    """Moves at that rate for so long: what each took, in nanoseconds."""
    taken, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        due = time.monotonic() + 1 / rate
        played = hall.play()
        if played is None:
            break
        taken.append(played[1] - played[0])
        time.sleep(max(0.0, due - time.monotonic()))
    return taken


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--rate", type=float, default=20)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        show(*bench(Path(name), seconds=given.seconds, rate=given.rate), as_json=given.json)
