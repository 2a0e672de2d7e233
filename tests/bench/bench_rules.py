"""How fast the rules are, beside the two libraries on PyPI: leaves of the tree of legal moves, and plies of real games.

    python -m tests.bench.bench_rules [--seconds 2] [--rounds 3] [--alone] [--json]

The libraries get environments of their own under `build/peers`, made when they are missing; they are no dependency. All
take turns, each in a process of its own, and CPU time is what counts. A ply is one move of a real game, picked out of
all the legal moves found for it; games are read once for the first time, then over and over.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from arbiter.rules.moves import legal_moves
from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS
from tests.bench.figures import machine
from tests.games import real_games

ROOT = Path(__file__).parent.parent.parent
BUILD = ROOT / "build" / "peers"
DEPTHS = {"international": 6, "frisian": 6, "brazilian": 7, "russian": 7, "american": 7}
PEERS = {"py_draughts": "py-draughts==1.10.1", "pydraughts": "pydraughts==0.6.7"}
ENGINES = {"dame_rs": "dame-rs==0.2.0"}
"""Fetched as these are, for `bench_search` to play against."""
OURS = "ours"


@dataclass(frozen=True, slots=True)
class Row:
    """What one library gets done in one variant in a CPU second; None what it does not have."""

    variant: str
    library: str
    leaves: float | None
    first: float | None
    """Plies of games never read before."""
    again: float | None
    """Plies of the same games over and over."""
    each: float | None
    """Of 10,000 different positions, each met for the first time: its legal moves found and one of them made."""


LONGEST = 100
"""Plies of a game that is drawn by lot."""


class NotFetched(Exception):
    """A library could not be had."""


def interpreter(runner: str, build: Path, index: str | None = None) -> str:
    """The Python of that library's own environment, made if it is missing."""
    package = (PEERS | ENGINES)[runner]
    folder = build / package
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not (folder / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        asked = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
        asked += ["--retries", "0", "--index-url", index] if index else []
        done = subprocess.run(asked, check=False, capture_output=True, text=True)
        if done.returncode:
            raise NotFetched(f"{package} could not be fetched from PyPI; it is left out.")
        (folder / "ready").touch()
    return str(python)


def measured(python: str, runner: str, variant: str, seconds: float) -> dict[str, Any]:
    """What that library says of that variant."""
    games = [game.moves for game in real_games(variant)] or drawn_games(variant)
    wanted = {"variant": variant, "depth": DEPTHS[variant], "seconds": seconds, "games": games}
    done = subprocess.run(
        [python, "-m", f"tests.bench.peers.{runner}"],
        input=json.dumps(wanted),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=ROOT,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def drawn_games(variant: str, games: int = 150) -> list[list[str]]:
    """Games whose moves are drawn by lot, for a variant of which we have no real ones."""
    row, chance, played = VARIANTS[variant], random.Random(7), list[list[str]]()
    for _ in range(games):
        position, texts = start(row), list[str]()
        while len(texts) < LONGEST and (legal := legal_moves(position, row)):
            move = chance.choice(legal)
            texts.append(f"{move.origin}-{move.destination}")
            position = position.played(*move)
        played.append(texts)
    return played


def bench(pythons: Mapping[str, str], seconds: float, rounds: int = 1) -> list[Row]:
    """A row for every variant and library: the middle one of so many rounds in which they take turns."""
    rows = []
    for variant in DEPTHS:
        told: dict[str, list[dict[str, Any]]] = {runner: [] for runner in pythons}
        for _ in range(rounds):
            for runner, python in pythons.items():
                told[runner].append(measured(python, runner, variant, seconds))
        rows += [row(variant, runner, answers) for runner, answers in told.items()]
    return rows


def row(variant: str, runner: str, answers: Iterable[Mapping[str, Any]]) -> Row:
    """The middle of what was measured."""

    def middle(numbers: Iterable[float | None]) -> float | None:
        known = [number for number in numbers if number is not None]
        return statistics.median(known) if known else None

    answers = list(answers)
    plies = [answer.get("plies") or {} for answer in answers]
    return Row(
        variant,
        runner,
        middle(answer.get("leaves") for answer in answers),
        middle(counted.get("first") for counted in plies),
        middle(counted.get("again") for counted in plies),
        middle(answer.get("each") for answer in answers),
    )


def table(rows: Iterable[Row]) -> str:
    """Everything side by side, and how many times as fast ours is."""
    rows = list(rows)
    ours = {row.variant: row for row in rows if row.library == OURS}

    def cell(number: float | None, mine: float | None) -> str:
        if number is None or not mine:
            return f"{'-':>12} {'':8}"
        return f"{number:12,.0f} {f'1 : {mine / number:.1f}':>8}" if mine is not number else f"{number:12,.0f} {'':8}"

    head = f"{'variant':14} {'library':12} {'leaves':>12} {'':8} {'plies, first':>12} {'':8} {'plies, again':>12}"
    head += f" {'':8} {'each':>12}"
    lines = [
        f"{row.variant:14} {row.library:12} {cell(row.leaves, ours[row.variant].leaves)} "
        f"{cell(row.first, ours[row.variant].first)} {cell(row.again, ours[row.variant].again)} "
        f"{cell(row.each, ours[row.variant].each)}".rstrip()
        for row in rows
    ]
    return "\n".join([head, *lines])


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--seconds", type=float, default=2, help="CPU seconds for each figure")
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--alone", action="store_true", help="without the other libraries")
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    pythons = {OURS: sys.executable}
    for runner in () if given.alone else PEERS:
        try:
            pythons[runner] = interpreter(runner, BUILD)
        except NotFetched as missing:
            sys.stderr.write(f"{missing}\n")
    rows = bench(pythons, given.seconds, given.rounds)
    if given.json:
        json.dump({"machine": machine(), "rows": [asdict(row) for row in rows]}, sys.stdout, indent=2)
        sys.stdout.write("\n")
        return
    here = machine()
    sys.stdout.write(f"Python {here['python']}, {here['system']}, {here['cpus']} CPUs, load {here['load']}\n\n")
    sys.stdout.write(table(rows) + "\n")


if __name__ == "__main__":
    main()
