"""How well the house player plays: matches against other engines, against itself by level, and against chance.

    python -m tests.bench.bench_search simple turbo dame levels chance [--variant V] [--games 40] [--seconds 0.1]
        [--nodes 20000] [--level N] [--against DIR] [--seed 1] [--from 1]

Each opening, a few moves drawn by lot, is played twice with colours reversed. Both think for the same CPU time, in
processes of their own; `dame` is given nodes. A win counts 1, a draw a half; the margin is of 95 %. A game ends by the
draws of its own rules, or is drawn after 200 plies. A match that was interrupted goes on with `--from` a game. The
other engines get environments of their own under `build/peers`; they are no dependency.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbiter import thinking
from arbiter.rules.endings import OF_VARIANT, endings_of
from arbiter.rules.endings.draws import begin
from arbiter.rules.endings.specials import OnTheBoard, won
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import Move
from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.sides import Side
from tests.bench.bench_rules import BUILD, ROOT, NotFetched, interpreter
from tests.bench.figures import machine

LONGEST = 200
APART = 2
"""A level meets the one that is so many below. Nodes alone limit a level, so that its games are the same anywhere."""
RUNNERS = {"simple": "py_draughts_engines", "turbo": "py_draughts_engines", "dame": "dame", "house": "house_player"}
PEER_OF = {"py_draughts_engines": "py_draughts", "dame": "dame_rs"}


class Player:
    """An opponent in a process of its own."""

    def __init__(self, python: str, runner: str, wanted: Mapping[str, Any], folder: Path = ROOT) -> None:
        self.wanted = wanted
        self.spent, self.moves = 0.0, 0
        self.process = subprocess.Popen(
            [python, "-m", f"tests.bench.peers.{runner}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
            bufsize=1,
        )

    def tell(self, **told: object) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(told) + "\n")

    def go(self) -> tuple[int, int, frozenset[int]]:
        self.tell(go=True)
        assert self.process.stdout
        answer = json.loads(self.process.stdout.readline())
        self.spent += answer["seconds"]
        self.moves += 1
        origin, destination, taken = answer["move"]
        return origin, destination, frozenset(taken)

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(10)


@dataclass(frozen=True, slots=True)
class Match:
    """How one side of a match did."""

    variant: str
    name: str
    won: int
    drawn: int
    lost: int
    plies: int
    seconds: tuple[float, float]
    """CPU seconds a move, ours and theirs."""

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        return (self.won + self.drawn / 2) / self.games

    @property
    def margin(self) -> float:
        """Half the width of the interval that holds the true score in 95 of 100 matches."""
        spread = self.won * (1 - self.score) ** 2 + self.drawn * (0.5 - self.score) ** 2 + self.lost * self.score**2
        return 1.96 * math.sqrt(spread) / self.games

    def __str__(self) -> str:
        return (
            f"{self.variant:20} {self.name:28} {100 * self.score:5.1f} % ± {100 * self.margin:4.1f}   +{self.won} "
            f"={self.drawn} -{self.lost}   {self.plies / self.games:5.1f} plies   CPU a move {self.seconds[0]:.3f} : "
            f"{self.seconds[1]:.3f} s"
        )


def opening(variant: Variant, seed: int) -> list[Move]:
    """Four to six legal moves drawn by lot, after which nothing has been taken and nobody has to take."""
    drawn = random.Random(seed)
    while True:
        position, moves = start(variant), []
        for _ in range(drawn.choice((4, 5, 6))):
            move = drawn.choice(legal_moves(position, variant))
            moves.append(move)
            position = position.played(*move)
        if not any(move.taken for move in (*moves, *legal_moves(position, variant))):
            return moves


def played(variant: Variant, opened: Sequence[Move], players: Mapping[Side, Player]) -> tuple[Side | None, int]:
    """Who won, None for a draw; and after how many plies."""
    begun = position = start(variant)
    tally = begin(position, endings_of(OF_VARIANT[variant.key]), variant.board)
    for player in players.values():
        player.tell(begin=player.wanted)
    waiting = list(opened)
    for ply in range(LONGEST):
        legal = legal_moves(position, variant)
        if not legal:
            return position.turn.other, ply
        if waiting:
            move = waiting.pop(0)
        else:
            asked = players[position.turn].go()
            found = [one for one in legal if (one.origin, one.destination, frozenset(one.taken)) == asked]
            if not found:
                raise RuntimeError(f"{players[position.turn].wanted} played {asked} in {position}")
            move = found[0]
        for player in players.values():
            player.tell(play=(move.origin, move.destination, move.taken))
        position = position.played(*move)
        tally = tally.after(move, position)
        onward = legal_moves(position, variant)
        capturing = any(one.taken for one in onward)
        if decided := won(OnTheBoard(begun, position, capturing), variant):
            return decided[1], ply + 1
        if tally.due(capturing=capturing):
            return None, ply + 1
    return None, LONGEST


def match(variant: Variant, name: str, ours: Player, theirs: Player, games: range, seed: int) -> Match:
    """These games, each opening with both colours."""
    results, plies = [], 0
    for game in games:
        mine = Side.WHITE if game % 2 == 0 else Side.BLACK
        for player in (ours, theirs):
            player.wanted = {**player.wanted, "chance": seed * 1_000 + game}
        winner, length = played(variant, opening(variant, seed * 1_000 + game // 2), {mine: ours, mine.other: theirs})
        results.append(0 if winner is None else 1 if winner is mine else -1)
        plies += length
    each = tuple(player.spent / max(1, player.moves) for player in (ours, theirs))
    return Match(variant.key, name, results.count(1), results.count(0), results.count(-1), plies, (each[0], each[1]))


@contextmanager
def playing(runner: str, wanted: Mapping[str, Any], folder: Path = ROOT) -> Iterator[Player]:
    """An opponent, for as long as it is wanted."""
    peer = PEER_OF.get(runner)
    player = Player(interpreter(peer, BUILD) if peer else sys.executable, runner, wanted, folder)
    try:
        yield player
    finally:
        player.close()


def against_chance(variant: Variant, games: int, nodes: int, seed: int) -> Match:
    """The house player against moves drawn by lot, in this process."""
    results, plies = [], 0
    drawn = random.Random(seed)
    for game in range(games):
        mine = Side.WHITE if game % 2 == 0 else Side.BLACK
        winner, length = beside_chance(variant, mine, nodes, drawn)
        results.append(0 if winner is None else 1 if winner is mine else -1)
        plies += length
    return Match(
        variant.key, f"chance, {nodes} nodes", results.count(1), results.count(0), results.count(-1), plies, (0, 0)
    )


def beside_chance(variant: Variant, mine: Side, nodes: int, drawn: random.Random) -> tuple[Side | None, int]:
    """One game; the house player's moves are looked at as anybody's are."""
    begun = position = start(variant)
    tally = begin(position, endings_of(OF_VARIANT[variant.key]), variant.board)
    for ply in range(2 * LONGEST):
        legal = legal_moves(position, variant)
        if not legal:
            return position.turn.other, ply
        if position.turn is mine:
            found = thinking.search(position, variant, tally=tally, nodes=nodes)
            assert found is not None
            assert found.move in legal
            move = found.move
        else:
            move = drawn.choice(legal)
        position = position.played(*move)
        tally = tally.after(move, position)
        capturing = any(one.taken for one in legal_moves(position, variant))
        if decided := won(OnTheBoard(begun, position, capturing), variant):
            return decided[1], ply + 1
        if tally.due(capturing=capturing):
            return None, ply + 1
    return None, 2 * LONGEST


def matches(given: argparse.Namespace) -> Iterator[Match]:
    """One after the other."""
    house: dict[str, Any] = {"seconds": given.seconds}
    games = range(given.first - 1, given.games)
    if given.house_nodes:
        house = {"nodes": given.house_nodes}
    for what in given.what:
        for key in given.variant or GAMES[what]:
            variant = VARIANTS[key]
            if what == "chance":
                yield against_chance(variant, given.games, given.nodes, given.seed)
            elif what == "levels":
                for level in given.level or range(1 + APART, thinking.HIGHEST + 1):
                    upper, lower = ({"variant": key, "level": n} for n in (level, level - APART))
                    with playing("house_player", upper) as ours, playing("house_player", lower) as theirs:
                        yield match(variant, f"level {level} : {level - APART}", ours, theirs, games, given.seed)
            else:
                wanted: dict[str, Any] = {"variant": key, "engine": what, "seconds": given.seconds}
                name, folder = what, ROOT
                if what == "dame":
                    wanted = {"nodes": given.nodes}
                    name = f"dame-rs, {given.nodes} nodes"
                elif what == "house":
                    wanted = {"variant": key, **house}
                    name, folder = f"the house of {given.against.name}", given.against
                with (
                    playing("house_player", {"variant": key, **house}) as ours,
                    playing(RUNNERS[what], wanted, folder) as theirs,
                ):
                    yield match(variant, name, ours, theirs, games, given.seed)


GAMES: Mapping[str, Sequence[str]] = {
    "simple": ("international", "russian", "frisian"),
    "turbo": ("international",),
    "dame": ("international",),
    "house": ("international", "russian", "frisian"),
    "levels": ("international", "russian", "brazilian"),
    "chance": tuple(VARIANTS),
}


def main() -> None:
    """Plays, and prints how each match ended."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("what", nargs="+", choices=tuple(GAMES))
    asked.add_argument("--variant", action="append", choices=tuple(VARIANTS))
    asked.add_argument("--games", type=int, default=40)
    asked.add_argument("--from", type=int, default=1, dest="first", help="the first game, not against chance")
    asked.add_argument("--seconds", type=float, default=0.1, help="CPU seconds a move")
    asked.add_argument("--nodes", type=int, default=20_000, help="of dame-rs; of the house against chance")
    asked.add_argument("--house-nodes", type=int, help="of the house, in the place of seconds")
    asked.add_argument("--level", type=int, action="append", help="against the one two below")
    asked.add_argument("--against", type=Path, default=ROOT, help="another checkout, for `house`")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    here = machine()
    sys.stdout.write(f"Python {here['python']}, {here['system']}, {here['cpus']} CPUs, load {here['load']}\n\n")
    try:
        for one in matches(given):
            sys.stdout.write(f"{one}\n")
            sys.stdout.flush()
    except NotFetched as missing:
        sys.stderr.write(f"{missing}\n")


if __name__ == "__main__":
    main()
