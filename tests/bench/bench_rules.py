"""How fast the rules are: leaves of the tree of legal moves and plies of real games, each a CPU second.

    python -m tests.bench.bench_rules [--seconds 5] [--json]

A ply is one move text of a real game, judged as a tablet's is: read, found among the legal moves, played.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import count, cycle

from arbiter.rules.moves import perft
from arbiter.rules.notation import parse_move
from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.rules.verdict import judge
from tests.bench.figures import machine
from tests.games import RealGame, real_games

MEASURED = ("international", "american")


@dataclass(frozen=True, slots=True)
class Row:
    """One variant: how much of either in a CPU second."""

    variant: str
    depth: int
    leaves: float
    plies: float


def bench(seconds: float) -> list[Row]:
    """A row for every variant that is measured; about so many seconds for each of its two figures."""
    return [row(VARIANTS[key], seconds) for key in MEASURED]


def row(variant: Variant, seconds: float) -> Row:
    """Leaves of trees from the opening position, as deep as the time allows, and plies of real games."""
    position = start(variant)
    depth = next(depth for depth in count(3) if time_of(partial(perft, position, variant, depth)) > seconds / 8)
    games = cycle(real_games(variant.key))
    return Row(
        variant.key,
        depth,
        rate(partial(perft, position, variant, depth), seconds),
        rate(lambda: plies(next(games), variant), seconds),
    )


def rate(deed: Callable[[], int], seconds: float) -> float:
    """What *deed* gets done in a CPU second, over so many of them."""
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += deed()
    return done / spent


def time_of(deed: Callable[[], int]) -> float:
    """The CPU seconds that it takes once."""
    began = time.process_time()
    deed()
    return time.process_time() - began


def plies(game: RealGame, variant: Variant) -> int:
    """Plays a real game over; the number of its plies."""
    position = start(variant)
    for text in game.moves:
        move = judge(position, parse_move(text, variant), variant).move
        if move is None:
            raise ValueError(f"{text} of a real game is not legal")
        position = position.played(move.path, move.taken, move.crowned)
    return len(game.moves)


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--seconds", type=float, default=5)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    rows = bench(given.seconds)
    if given.json:
        json.dump({"machine": machine(), "rows": [asdict(row) for row in rows]}, sys.stdout, indent=2)
        sys.stdout.write("\n")
        return
    lines = [f"{'variant':16} {'leaves / CPU s':>16} {'(depth)':>8} {'plies / CPU s':>16}"]
    lines += [f"{row.variant:16} {row.leaves:16,.0f} {row.depth:8} {row.plies:16,.0f}" for row in rows]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
