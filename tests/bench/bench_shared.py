"""Figures of several nodes over one database: moves, storms that cross, and commits with the standby far away.

    python -m tests.bench.bench_shared [moves storm commits] [--seconds 20] [--rate 40]
        [--storm 200] [--before COMMIT]

Moves at a steady rate, over files, over one node and over two nodes drawn by lot. Then moves at as many boards of two
tournaments at once, each tournament at the other node. Then 24 tournaments, the standby 30 ms away, with this release
and with the one of *COMMIT*, which is taken from the repository: in turn, three times each.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from tests.bench.bench_stores import Speed
from tests.bench.figures import machine
from tests.games import real_games
from tests.outages import Cable, hall
from tests.postgres import cluster, until
from tests.service import HOUSE, Caller, Gone, service

BEFORE = "31083989"
"""The last commit at which one node led each tournament, and NOTIFY was a part of each commit."""
TOURNAMENTS, AWAY_SECONDS, TURNS = 24, 0.03, 3
PARTS = ["moves", "storm", "commits"]
LONGEST = sorted(real_games(), key=lambda game: -len(game.moves))
COMMITS = HOUSE / "tests" / "bench" / "commits.py"
MANY = {"ARBITER_CONNECTIONS_PER_ADDRESS": "2000", "ARBITER_CONNECTIONS": "2000"}


def steady(what: str, ports: Sequence[int], token: str, id: str, boards: int, rate: float, seconds: float) -> Speed:
    """Moves at these boards, so many a second together, each at a node drawn by lot."""
    times: list[int] = []
    end = time.monotonic() + seconds

    def table(board: int) -> None:
        chance = random.Random(board)
        with ExitStack() as stack:
            callers = [stack.enter_context(Caller(port, token, 30)) for port in ports]
            path = f"/tournaments/{id}/rounds/1/boards/{board}/moves"
            due = time.monotonic() + chance.random() * boards / rate
            for ply, move in enumerate(LONGEST[board % len(LONGEST)].moves):
                time.sleep(max(0, due - time.monotonic()))
                due += boards / rate
                began = time.perf_counter_ns()
                answer = chance.choice(callers).send("POST", path, {"move": move, "ply": ply, "key": f"{board}-{ply}"})
                if answer.status != 200 or time.monotonic() > end:
                    return  # the game has come to a king that somebody has to crown
                times.append(time.perf_counter_ns() - began)

    began = time.monotonic()
    at_once([partial(table, board) for board in range(1, boards + 1)])
    return Speed.of(what, times, seconds=time.monotonic() - began)


def at_once(works: Sequence[Callable[[], None]]) -> None:
    """Does all of these, each in a thread of its own."""
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def moves(folder: Path, seconds: float, rate: float, boards: int = 20) -> Iterator[Speed]:
    """The three in one run."""
    (folder / "files").mkdir()
    with service(folder / "files", **MANY) as files, files.caller(files.token()) as director:
        yield steady("SQLite", [files.port], files.token(), director.tournament(2 * boards), boards, rate, seconds)
    with hall(folder / "nodes", environment=MANY) as two:
        for count, name in ((1, "one node"), (2, "two nodes")):
            id, token = two.tournament(boards, "5400", name)
            ports = [node.port for node in two.nodes[:count]]
            yield steady(f"PostgreSQL and a standby, {name}", ports, token, id, boards, rate, seconds)


def storm(folder: Path, boards: int) -> tuple[float, int]:
    """A move at each board of two tournaments at once, each tournament at one node: seconds, and how many were late.

    Late: not answered after five seconds.
    """
    with hall(folder / "storm", environment=MANY) as two:
        places = [(two.tournament(boards, "5400", f"Storm {number}"), two.nodes[number].port) for number in (0, 1)]
        taken: list[float] = []
        begin = threading.Barrier(2 * boards + 1)

        def press(id: str, token: str, port: int, board: int) -> None:
            with Caller(port, token, 60) as caller:
                while not answered(caller):
                    time.sleep(0.1)
                begin.wait()
                began = time.monotonic()
                body = {"move": LONGEST[0].moves[0], "ply": 0, "key": f"{board}"}
                status = 0
                while status != 200:
                    try:
                        status = caller.send("POST", f"/tournaments/{id}/rounds/1/boards/{board}/moves", body).status
                    except Gone:
                        status = 0
                taken.append(time.monotonic() - began)

        works = [
            partial(press, id, token, port, board) for (id, token), port in places for board in range(1, boards + 1)
        ]
        waiting = threading.Thread(target=begin.wait)
        waiting.start()
        at_once(works)
        waiting.join()
        return max(taken), sum(one > 5 for one in taken)


def answered(caller: Caller) -> bool:
    """Whether the service answers over this connection."""
    with suppress(*Gone):
        return caller.send("GET", "/me").status == 200
    return False


@contextmanager
def far_away() -> Iterator[str]:
    """A primary whose synchronous standby is 30 ms away."""
    with cluster() as main, cluster(main) as standby:
        line = Cable(main.port)
        line.delay = AWAY_SECONDS / 2
        there = f"host=127.0.0.1 port={line.port} user=postgres application_name=standby"
        standby.set("primary_conninfo", there)
        main.set("synchronous_standby_names", "standby")
        until(main.followed)
        yield main.url
        line.close()


def commits(folder: Path, before: str, seconds: float) -> list[tuple[float, float]]:
    """Commits a second of this release and of the one before, in turn, each over a database of its own."""
    packed = subprocess.run(["git", "archive", before, "arbiter"], cwd=HOUSE, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    found = []
    for _ in range(TURNS):
        with far_away() as url:
            new = rate(HOUSE, url, seconds)
        with far_away() as url:
            found.append((new, rate(folder, url, seconds)))
    return found


def rate(release: Path, url: str, seconds: float) -> float:
    """Commits a second of the release in that folder."""
    told = subprocess.run(
        [sys.executable, str(COMMITS), url, str(TOURNAMENTS), str(seconds)],
        env={**os.environ, "PYTHONPATH": str(release)},
        check=True,
        capture_output=True,
        text=True,
    )
    return float(told.stdout)


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("parts", nargs="*", default=PARTS, choices=PARTS, help="what is measured")
    asked.add_argument("--seconds", type=float, default=20, help="of each")
    asked.add_argument("--rate", type=float, default=40, help="moves a second")
    asked.add_argument("--storm", type=int, default=200, help="boards of each of the two tournaments")
    asked.add_argument("--before", default=BEFORE, metavar="COMMIT", help="the release to compare with")
    given, here = asked.parse_args(), machine()
    out = sys.stdout
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as name:
        folder = Path(name)
        out.write(f"Python {here['python']}, {here['system']}, {here['cpus']} CPUs, load {here['load']}\n\n")
        if "moves" in given.parts:
            out.write(f"{'':46} a second        p50        p99  samples\n")
            for s in moves(folder, given.seconds, given.rate):
                out.write(f"{s.what:46} {s.rate:8.0f} {s.p50:7.2f} ms {s.p99:7.2f} ms {s.samples:8}\n")
        if "storm" in given.parts:
            longest, late = storm(folder, given.storm)
            many = f"{given.storm} + {given.storm} moves at once"
            out.write(f"{many}, until the last is answered {longest:.2f} s, {late} late\n")
        for new, old in commits(folder / "before", given.before, given.seconds) if "commits" in given.parts else ():
            out.write(f"{TOURNAMENTS} tournaments, the standby 30 ms away: {new:.0f} a second, {old:.0f} before: ")
            out.write(f"{new / old:.1f} times\n")


if __name__ == "__main__":
    main()
