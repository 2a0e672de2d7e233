"""How fast a Swiss round is paired, beside another program if there is one.

    python -m tests.bench.bench_pairing [--players 20,100,300,1000] [--against PYTHON] [--json]

Round 5 of 9 is paired, and before it rounds 1 to 4 of the same tournament, which is played by lot as draughts is: two
games in five are drawn. PYTHON is the interpreter of an environment in which py4swiss is installed (`python -m venv`,
`pip install py4swiss`): it pairs the same file, by the rules until January 2026, in the same run. Both are asked for
the pairing alone; reading the file is counted for neither.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from arbiter.pairing import swiss
from arbiter.pairing.swiss.situation_from_trf import situation
from arbiter.pairing.trf import Trf, TrfCell, TrfPlayer
from arbiter.pairing.trf.write import trf_text
from tests.bench.figures import machine

ROUND, ROUNDS = 5, 9
OTHER = """\
import sys, time
from pathlib import Path
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser
took = []
for _ in range(int(sys.argv[2])):
    trf = TrfParser.parse(Path(sys.argv[1]))
    began = time.process_time()
    pairs = DutchEngine.generate_pairings(trf)
    took.append(time.process_time() - began)
print(min(took))
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One size: seconds of processor time of the pairing here and there, the least of the tries."""

    players: int
    seconds: float
    other: float | None
    slowest_round: float
    """The slowest of rounds 1 to 5 here."""


def tournament(players: int, rounds: int, seed: int = 5) -> Iterator[Trf]:
    """The file before each round, as a tournament is played by lot; the first number is the strongest."""
    lot = random.Random(seed)
    cells: dict[int, list[TrfCell | None]] = {number: [] for number in range(1, players + 1)}
    while True:
        trf = Trf(
            head={"012": f"{players} players", "092": "Individual: Swiss-System"},
            rounds=ROUNDS,
            initial="w",
            players=tuple(
                TrfPlayer(number=number, name=f"Player {number}", rating=2400 - number, rank=number, cells=tuple(row))
                for number, row in cells.items()
            ),
        )
        scored = tuple(_with_points(trf, player) for player in trf.players)
        trf = Trf(head=trf.head, rounds=ROUNDS, initial="w", players=scored)
        yield trf
        if trf.next_round() > rounds:
            return
        made = swiss.pair(situation(trf, trf.next_round()))
        for white, black in made.numbers():
            stronger = lot.random() < 0.5 + (black - white) / (2 * players)
            result = "=" if lot.random() < 0.4 else "1" if stronger else "0"
            cells[white].append(TrfCell(black, "w", result))
            cells[black].append(TrfCell(white, "b", {"1": "0", "0": "1", "=": "="}[result]))
        if made.bye is not None:
            cells[made.bye].append(TrfCell(0, "-", "U"))


def _with_points(trf: Trf, player: TrfPlayer) -> TrfPlayer:
    return TrfPlayer(
        number=player.number,
        name=player.name,
        rating=player.rating,
        rank=player.number,
        points=trf.score(player),
        cells=player.cells,
    )


def bench(sizes: list[int], against: str | None) -> list[Row]:
    """A row for every size."""
    return [row(players, against) for players in sizes]


def row(players: int, against: str | None) -> Row:
    """Rounds 1 to 5 here, and round 5 there."""
    tries = 3 if players <= 100 else 1
    took: list[float] = []
    last: Trf | None = None
    for trf in tournament(players, ROUND - 1):
        took.append(min(_here(trf) for _ in range(tries)))
        last = trf
    assert last is not None
    return Row(players, took[-1], _there(last, against, tries) if against else None, max(took))


def _here(trf: Trf) -> float:
    asked = situation(trf, trf.next_round())
    began = time.process_time()
    swiss.pair(asked)
    return time.process_time() - began


def _there(trf: Trf, python: str, tries: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "round.trf"
        file.write_text(trf_text(trf, "16"), encoding="utf-8")
        done = subprocess.run([python, "-c", OTHER, str(file), str(tries)], capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stderr)
        return float(done.stdout)


def table(rows: list[Row]) -> str:
    """The rows as they are read."""
    lines = [f"{'players':>8} {'round 5':>10} {'py4swiss':>10} {'ratio':>8} {'slowest of 1 to 5':>20}"]
    for each in rows:
        other = f"{each.other:8.3f} s" if each.other is not None else f"{'-':>10}"
        ratio = f"{each.other / each.seconds:8.1f}" if each.other is not None else f"{'-':>8}"
        lines.append(f"{each.players:8} {each.seconds:8.3f} s {other} {ratio} {each.slowest_round:18.3f} s")
    return "\n".join(lines)


def main() -> None:
    """Prints what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="20,100,300,1000")
    parser.add_argument("--against", metavar="PYTHON")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = bench([int(size) for size in asked.players.split(",")], asked.against)
    if asked.json:
        json.dump({"machine": machine(), "rows": [asdict(each) for each in rows]}, sys.stdout, indent=2)
    else:
        here = machine()
        sys.stdout.write(f"Python {here['python']}, {here['system']}, {here['cpus']} CPUs, load {here['load']}\n\n")
        sys.stdout.write(table(rows) + "\n")


if __name__ == "__main__":
    main()
