"""From the POST of a move to the durable answer, and to a hundred spectators, beside the floor of the same run.

    python -m tests.bench.bench_moves [--seconds 15] [--rate 20] [--spectators 100] [--json]

The floor is what no service could do without: a small append that is synced to the same disk, and an empty request
over a kept-alive connection to the same service. The three take turns, so that whatever else the machine does meets
all of them.
"""

from __future__ import annotations

import argparse
import itertools
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.figures import Figure, figure, show
from tests.bench.spectators import spectators
from tests.games import real_games
from tests.service import ARBITER, Caller, service

BOARDS = 20
ENTRY = b"x" * 199 + b"\n"
WARM = 0.5
"""Seconds of play before anything is noted."""


@dataclass
class Noted:
    """Times in nanoseconds, as they were taken."""

    sync: list[int] = field(default_factory=list)
    empty: list[int] = field(default_factory=list)
    move: list[int] = field(default_factory=list)
    posted: dict[int, int] = field(default_factory=dict)
    """When the move that became this journal line was sent."""


class Hall:
    """Twenty boards with real games, of which somebody plays the next move."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.id = self.caller.tournament(2 * BOARDS)
        games = sorted(real_games(), key=lambda game: -len(game.moves))[:BOARDS]
        longest = max(len(game.moves) for game in games)
        self.next_moves: Iterator[tuple[int, int, str]] = (
            (board, ply, game.moves[ply])
            for ply in range(longest)
            for board, game in enumerate(games, 1)
            if ply < len(game.moves)
        )

    def play(self) -> tuple[int, int, int] | None:
        """Plays a move: when it was sent, when it was answered, its journal line; None when all games are over."""
        move = next(self.next_moves, None)
        if move is None:
            return None
        board, ply, text = move
        body = {"move": text, "ply": ply, "key": f"{board} {ply}"}
        sent = time.monotonic_ns()
        answer = self.caller.post(f"/tournaments/{self.id}/rounds/1/boards/{board}/moves", body)
        return sent, time.monotonic_ns(), answer["seq"]


def bench(folder: Path, *, seconds: float, rate: float, listening: int) -> tuple[dict[str, Figure], dict[str, float]]:
    """The figures and the ratios, from half the moves before nobody and half before the spectators."""
    with (
        service(folder, ARBITER) as served,
        served.caller(served.token()) as caller,
        (folder / "floor").open("ab", buffering=0) as floor,
    ):
        hall = Hall(caller)
        alone = play(hall, floor.fileno(), seconds=seconds, rate=rate)
        with spectators(served.port, f"/api/v1/tournaments/{hall.id}/events", listening) as crowd:
            watched = play(hall, floor.fileno(), seconds=seconds, rate=rate)
            time.sleep(1)
            heard = crowd.heard()
    missing = len(watched.posted.keys() - heard.keys())
    if missing:
        raise RuntimeError(f"{missing} of {len(watched.posted)} lines never reached all spectators")
    figures = {
        "a": figure("fsync of a 200-byte append", alone.sync),
        "b": figure("an empty request (GET /healthz)", alone.empty),
        "c": figure("a move, to the durable answer", alone.move),
        "c'": figure(f"the same while {listening} spectators listen", watched.move),
        "d": figure(
            f"a move, until {listening} spectators have it",
            [heard[seq] - sent for seq, sent in watched.posted.items()],
        ),
    }
    a, b, c, c_watched, d = (figures[key].median for key in ("a", "b", "c", "c'", "d"))
    return figures, {"c / (a + b)": c / (a + b), "c' / (a + b)": c_watched / (a + b), "d / c'": d / c_watched}


def play(hall: Hall, floor: int, *, seconds: float, rate: float) -> Noted:
    """Plays at a steady rate; between two moves the floor is measured."""
    noted = Noted()
    began = time.monotonic()
    for tick in itertools.count():
        due = began + tick / rate
        if due > began + WARM + seconds:
            break
        time.sleep(max(0, due - time.monotonic()))
        warm = due < began + WARM
        sync, empty = timed(lambda: synced(floor)), timed(lambda: asked(hall.caller))
        played = hall.play()
        if played is None:
            break
        sent, answered, seq = played
        if not warm:
            noted.sync.append(sync)
            noted.empty.append(empty)
            noted.move.append(answered - sent)
            noted.posted[seq] = sent
    return noted


def timed(deed: Callable[[], None]) -> int:
    """How long it takes."""
    began = time.monotonic_ns()
    deed()
    return time.monotonic_ns() - began


def synced(file: int) -> None:
    """An append that is on the disk."""
    os.write(file, ENTRY)
    os.fsync(file)


def asked(caller: Caller) -> None:
    """An empty request."""
    assert caller.send("GET", "/healthz", root="").status == 200


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--seconds", type=float, default=15, help="of each half: before nobody, and before spectators")
    asked.add_argument("--rate", type=float, default=20, help="moves a second over all boards")
    asked.add_argument("--spectators", type=int, default=100)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        figures, ratios = bench(Path(folder), seconds=given.seconds, rate=given.rate, listening=given.spectators)
    show(figures, ratios, as_json=given.json)


if __name__ == "__main__":
    main()
