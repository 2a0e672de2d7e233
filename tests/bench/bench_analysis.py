"""How often the analysis of a game is right: its mistakes beside those that dame-rs finds with many more nodes.

    python -m tests.bench.bench_analysis [--games 20] [--from 1] [--seed 30] [--nodes 3000000]

The games are real ones that somebody lost, drawn by lot. A mistake that the analysis marks is confirmed if the move
loses half a man or more by dame-rs. A large mistake loses one and a half men or more by dame-rs; it is found if the
analysis marks it. dame-rs looks at every position with 150,000 nodes, and again with all nodes where a move was marked
or seems to lose three quarters of a man. What it finds is kept under `build/analyses`, so an interrupted run goes on
with `--from` the game that it had not finished.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import dame

from arbiter.engines.analyses import WHOLE_EFFORT
from arbiter.engines.analysis_order import backwards
from arbiter.engines.search_processes import Effort, thought
from arbiter.engines.search_request import Advice
from arbiter.rulings.board.claims import Resign
from arbiter.sides import Side
from arbiter.thinking.transposition_table import Sights
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import DECIDED, Analysis, Weighed, judged, within
from arbiter.values import replace
from tests.bench.bench_rules import ROOT
from tests.bench.figures import machine
from tests.games import RealGame, real_games
from tests.hall import BY, Hall

KEPT = ROOT / "build" / "analyses"
MAN = 77
"""The value of a man for dame-rs, in positions of real games."""
SCREEN = 150_000
CONFIRMED, LARGE = 50, 150
"""The least losses, in hundredths of a man."""
LONGEST = 90


@dataclass(frozen=True, slots=True)
class Compared:
    """The marks in one game: how many the analysis made, how many are confirmed, how many large ones it found."""

    marked: int
    confirmed: int
    large: int
    found: int
    seconds: float


def chosen(games: int, seed: int) -> Sequence[RealGame]:
    able = [game for game in real_games() if game.loser and len(game.moves) <= LONGEST and _readable(game)]
    return random.Random(seed).sample(able, min(games, len(able)))


def _readable(game: RealGame) -> bool:
    board = dame.Board()
    try:
        for text in game.moves:
            board.push(text)
    except (dame.IllegalMoveError, ValueError):
        return False
    return True


class Judge:
    """dame-rs on one game. What it finds is kept in a file."""

    def __init__(self, game: RealGame) -> None:
        self.boards = [dame.Board()]
        for text in game.moves:
            board = dame.Board(self.boards[-1].fen())
            board.push(text)
            self.boards.append(board)
        name = hashlib.sha256(" ".join(game.moves).encode()).hexdigest()[:16]
        self.path = KEPT / f"{name}.json"
        self.known: dict[str, int] = json.loads(self.path.read_text("utf-8")) if self.path.exists() else {}

    def loss(self, ply: int, nodes: int) -> int:
        """How much the move after *ply* plies loses, in hundredths of a man."""
        had, has = (within(100 * self._score(at, nodes) // MAN, DECIDED) for at in (ply, ply + 1))
        return had + has

    def _score(self, ply: int, nodes: int) -> int:
        key, board = f"{nodes}.{ply}", self.boards[ply]
        if key not in self.known:
            found = dame.Engine(hash_mb=64).search(board, nodes=nodes) if board.legal_moves else None
            self.known[key] = found.score if found else -9_999
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(self.known), "utf-8")
        return self.known[key]


def finished(game: RealGame) -> tuple[Game, Any]:
    """The game as a hall has it after it was lost."""
    hall = Hall()
    hall.play(*game.moves)
    if hall.game().result is None:
        hall.submit(Resign(round=1, board=1, side=Side(game.loser), by=BY))
    return hall.game(), hall.state.variant


def analysed(game: Game, variant: Any, effort: Effort) -> Analysis:
    done: list[Weighed] = []
    looks, tables = backwards(game, variant, effort, done), dict[str, Sights]()
    found: Advice | None = None
    while True:
        try:
            task, each = looks.send(found)
        except StopIteration:
            return Analysis(tuple(play.move for play in game.plays), tuple(reversed(done)))
        found = thought(task, each, tables=tables)


def compared(game: RealGame, effort: Effort, nodes: int) -> Compared:
    at, variant = finished(game)
    began = time.process_time()
    findings = judged(at, analysed(at, variant, effort))
    seconds = time.process_time() - began
    judge = Judge(game)
    marked = {one.ply - 1 for one in findings if one.mistake}
    asked = marked | {ply for ply in range(len(game.moves)) if judge.loss(ply, SCREEN) >= LARGE // 2}
    lost = {ply: judge.loss(ply, nodes) for ply in sorted(asked)}
    large = {ply for ply, loss in lost.items() if loss >= LARGE}
    for one in findings:
        if one.ply - 1 in asked:
            told = f"{one.ply:5} {one.move:8} {one.score:6} {one.loss:5} {lost[one.ply - 1]:5}"
            sys.stderr.write(f"{told} {'marked' if one.mistake else ''} {'large' if one.ply - 1 in large else ''}\n")
    confirmed = sum(lost[ply] >= CONFIRMED for ply in marked)
    return Compared(len(marked), confirmed, len(large), len(marked & large), seconds)


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--games", type=int, default=20)
    asked.add_argument("--from", type=int, default=1, dest="first", help="the first game to look at, of those drawn")
    asked.add_argument("--seed", type=int, default=30)
    asked.add_argument("--nodes", type=int, default=3_000_000, help="of dame-rs, a position")
    asked.add_argument("--ours", type=int, default=WHOLE_EFFORT.nodes, help="of the analysis, a position on average")
    asked.add_argument("--screen", action="store_true", help="only let dame-rs look at every position")
    given = asked.parse_args()
    here = machine()
    sys.stdout.write(f"Python {here['python']}, {here['system']}, {here['cpus']} CPUs, load {here['load']}\n\n")
    effort = replace(WHOLE_EFFORT, nodes=given.ours, seconds=0)
    sums = [0, 0, 0, 0]
    for number, game in [*enumerate(chosen(given.games, given.seed), start=1)][given.first - 1 :]:
        if given.screen:
            judge = Judge(game)
            sys.stdout.write(f"{number} {[judge.loss(ply, SCREEN) for ply in range(len(game.moves))]}\n")
            sys.stdout.flush()
            continue
        one = compared(game, effort, given.nodes)
        for at, value in enumerate((one.marked, one.confirmed, one.large, one.found)):
            sums[at] += value
        sys.stdout.write(f"{number:3} {len(game.moves):3} plies {one.seconds:6.1f} s  {one.confirmed}/{one.marked}  ")
        sys.stdout.write(f"{one.found}/{one.large}   together {sums[1]}/{sums[0]}  {sums[3]}/{sums[2]}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
