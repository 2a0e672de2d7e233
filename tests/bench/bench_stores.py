"""What a move costs on SQLite, on PostgreSQL alone, and on PostgreSQL whose standby has it too, side by side.

    python -m tests.bench.bench_stores [--seconds 5] [--boards 20] [--json]

Journals: appends of one line, and of twenty, the three taking turns so that whatever else the machine does meets all.
Services: one over each of them, the players of 20 boards moving as fast as they are answered. How long after a commit
a follower has the line. Then the primary is killed and its standby promoted: how long no move was acknowledged.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from arbiter.journal.lines import Unwritten
from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from arbiter.journal.postgres.store import PostgresStore
from arbiter.journal.sqlite.folder import Folder
from arbiter.journal.sqlite.journal import file_of
from arbiter.journal.store import KeptJournal
from tests.bench.figures import machine
from tests.games import real_games
from tests.postgres import Cluster, cluster, either, pair, until
from tests.service import ARBITER, Caller, Service, service
from tests.tables import MOVES, Tables

BODY = '{"round":1,"board":7,"ply":23,"side":"white","move":"32-28","path":[32,28],"taken":[],"charged":4211,"left":1}'
TOGETHER = 20
"""Lines of a large append."""


@dataclass(frozen=True)
class Speed:
    """How many a second, and how long one took, in milliseconds."""

    what: str
    rate: float
    p50: float
    p99: float
    samples: int

    @classmethod
    def of(cls, what: str, times: Sequence[int], each: int = 1, seconds: float = 0) -> Speed:
        """*times* in nanoseconds, *each* of that many; side by side if it took *seconds* altogether."""
        ms = sorted(time / 1e6 for time in times)
        rate = each * len(ms) / (seconds or sum(ms) / 1e3)
        return cls(what, rate, ms[len(ms) // 2], ms[min(len(ms) - 1, int(0.99 * len(ms)))], len(ms))


@dataclass(frozen=True)
class Store:
    """A place in which journals are kept: for a journal here, and for a service."""

    name: str
    url: str
    servers: tuple[Cluster, ...] = ()


@contextmanager
def stores() -> Iterator[list[Store]]:
    """The three, each with its tables."""
    with cluster() as alone, pair() as (main, standby):
        made = [
            Store("SQLite", ""),
            Store("PostgreSQL alone", alone.url, (alone,)),
            Store("PostgreSQL and a standby", either(main, standby), (main, standby)),
        ]
        for store in made[1:]:
            with closing(Server(store.url)) as server:
                migrate(server)
        yield made


def appends(given: Sequence[Store], folder: Path, seconds: float) -> Iterator[Speed]:
    """The three in turn, from one writer each."""
    (folder / "tournaments").mkdir(parents=True)
    with ExitStack() as opened:
        journals: list[KeptJournal] = []
        for store in given:
            if store.url:
                server = opened.enter_context(closing(Server(store.url)))
                there = PostgresStore(server, folder, file_of)
                opened.callback(there.remove, "bench")
                journals.append(opened.enter_context(closing(there.create("bench"))))
            else:
                journals.append(opened.enter_context(closing(Folder(folder).create("bench"))))
        for each in (1, TOGETHER):
            lines = [Unwritten(1, "MovePlayed", BODY)] * each
            times: list[list[int]] = [[] for _ in journals]
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                for journal, noted in zip(journals, times, strict=True):
                    version = journal.version
                    began = time.perf_counter_ns()
                    journal.append(lines, version)
                    noted.append(time.perf_counter_ns() - began)
            for store, noted in zip(given, times, strict=True):
                yield Speed.of(f"{store.name}, {each} a commit", noted, each)


@contextmanager
def serving(store: Store, folder: Path) -> Iterator[Service]:
    folder.mkdir()
    with service(folder, ARBITER, ARBITER_STORE=store.url, ARBITER_CONNECTIONS_PER_ADDRESS="1000") as served:
        yield served


def play(store: Store, folder: Path, boards: int, seconds: float) -> Speed:
    """All boards of a round, each by a player who moves as soon as they are answered."""
    games = sorted(real_games(), key=lambda game: -len(game.moves))
    with serving(store, folder) as served, served.caller(served.token()) as director:
        id = director.tournament(2 * boards)
        times: list[int] = []
        end = time.monotonic() + seconds

        def table(board: int) -> None:
            with Caller(served.port, served.token(), 30) as caller:
                for ply, move in enumerate(games[board % len(games)].moves):
                    began = time.perf_counter_ns()
                    path = f"/tournaments/{id}/rounds/1/boards/{board}/moves"
                    if caller.send("POST", path, {"move": move, "ply": ply}).status != 200:
                        return  # the game has come to a king that somebody has to crown
                    times.append(time.perf_counter_ns() - began)
                    if time.monotonic() > end:
                        return

        threads = [threading.Thread(target=table, args=(board,)) for board in range(1, boards + 1)]
        began = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return Speed.of(f"{store.name}, {boards} boards over HTTP", times, seconds=time.monotonic() - began)


def delay(store: Store, folder: Path, seconds: float, rate: float = 50) -> Speed:
    """How long after its commit a line is read by whoever is told of it."""
    with (
        closing(PostgresStore(Server(store.url), folder, file_of)) as there,
        closing(PostgresStore(Server(store.url), folder, file_of)) as follows,
    ):
        there.start()
        journal, committed, ended = there.create("followed"), {}, threading.Event()

        def write() -> None:
            for seq in range(int(seconds * rate)):
                journal.append([Unwritten(1, "MovePlayed", BODY)], seq)
                committed[seq + 1] = time.perf_counter_ns()
                time.sleep(1 / rate)
            ended.set()

        seen: dict[int, int] = {}
        watched = follows.open("followed")
        follows.wait(0)  # listens from here on
        writer = threading.Thread(target=write)
        writer.start()
        while not ended.is_set() or len(seen) < len(committed):
            follows.wait(0.5)
            seen.update({line.seq: time.perf_counter_ns() for line in watched.read(len(seen))})
        writer.join()
        there.remove("followed")
    times = [max(0, seen[seq] - at) for seq, at in committed.items()]
    return Speed.of(f"{store.name}, until a follower has it", times, seconds=seconds)


def takeover(store: Store, folder: Path, boards: int) -> dict[str, float]:
    """The primary is killed: seconds of its standby's promotion, and without an acknowledged move."""
    main, standby = store.servers
    with serving(store, folder) as served, served.caller(served.token()) as director:
        id = director.tournament(2 * boards)
        tables = Tables(id, [(served.port, served.token())], boards, len(MOVES[:40]))
        tables.begin()
        until(lambda: tables.acknowledged > 2 * boards)
        began = time.monotonic()
        main.kill()
        standby.promote()
        promoted = time.monotonic() - began
        standby.set("synchronous_standby_names", "")
        tables.end()
    return {"a standby is promoted (s)": promoted, "no move is acknowledged (s)": tables.history.silence()}


def bench(folder: Path, *, seconds: float, boards: int) -> tuple[list[Speed], Mapping[str, float]]:
    with stores() as given:
        speeds = list(appends(given, folder / "journals", seconds))
        speeds += [play(store, folder / str(number), boards, seconds) for number, store in enumerate(given)]
        speeds.append(delay(given[-1], folder, seconds))
        return speeds, takeover(given[-1], folder / "takeover", boards)


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--seconds", type=float, default=3, help="of each comparison")
    asked.add_argument("--boards", type=int, default=20)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        speeds, takes = bench(Path(folder), seconds=given.seconds, boards=given.boards)
    here = machine()
    if given.json:
        json.dump({"machine": here, "speeds": [vars(speed) for speed in speeds], "takes": dict(takes)}, sys.stdout)
        return
    lines = [f"Python {here['python']}, {here['system']}, {here['cpus']} CPUs, load {here['load']}", ""]
    lines += [f"{'':46} a second        p50        p99  samples"]
    lines += [f"{s.what:46} {s.rate:8.0f} {s.p50:7.2f} ms {s.p99:7.2f} ms {s.samples:8}" for s in speeds]
    lines += ["", *(f"{what:46} {took:8.2f}" for what, took in takes.items())]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
