"""What one more node costs, and what one more who listens there does: in CPU, which holds on a busy machine too.

    python -m tests.bench.bench_nodes [--seconds 8] [--rate 20] [--nodes 2] [--listeners 1000] [--json]

At one node a round of 20 boards is played at a steady rate, over a primary and its synchronous standby. Then public
nodes join over the standby, one by one: what the servers and that node take more. Then spectators listen at the last.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server
from arbiter.machine.keys import make_key
from tests.bench.bench_moves import Hall
from tests.bench.figures import cpu_of, machine
from tests.bench.spectators import spectators
from tests.postgres import Cluster, either, pair, until
from tests.service import Service

TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Taken:
    """CPU in milliseconds a second: of both servers, the node at which is played, the last public one; its MB."""

    what: str
    primary: float
    standby: float
    playing: float
    public: float
    memory: float
    moves: int


def cpu_of_server(one: Cluster) -> float:
    """Seconds that all processes of a database server have taken, those that have ended included."""
    first = int((one.data / "postmaster.pid").read_text().split()[0])
    total = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if first in (int(stat.parent.name), int(fields[1])):
            ended = slice(11, 15) if int(stat.parent.name) == first else slice(11, 13)
            total += sum(map(int, fields[ended])) / TICK
    return total


def memory(process: int) -> float:
    """Megabytes that a process has in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


class Site:
    """A database, the node at which is played, and those that only show."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.stack = stack
        self.main, self.standby = stack.enter_context(pair())
        self.url = either(self.main, self.standby)
        with closing(Server(self.url)) as server:
            migrate(server)
        make_key(folder)
        self.nodes: list[Service] = []
        self.hall = Hall(stack.enter_context(self.join().caller(self.nodes[0].token())))

    def join(self) -> Service:
        """One more node."""
        many = {f"ARBITER_{name}": "9000" for name in ("WIRES", "WIRES_PER_ADDRESS", "CONNECTIONS")}
        many["ARBITER_CONNECTIONS_PER_ADDRESS"] = "9000"
        store = either(self.standby) if self.nodes else self.url
        node = Service(self.folder / str(len(self.nodes)), {"ARBITER_STORE": store, **many})
        node.options = ("--role", "public") if self.nodes else ()
        node.instance.mkdir(parents=True)
        shutil.copy(self.folder / "key", node.instance)
        self.stack.callback(node.stop)
        node.start()
        node.wait()
        self.nodes.append(node)
        return node

    def play(self, what: str, seconds: float, rate: float) -> Taken:
        """Plays at that rate, and says what each has taken."""
        time.sleep(1)
        before, began, played = self._cpu(), time.monotonic(), 0
        while (due := began + played / rate) < began + seconds and self.hall.play() is not None:
            played += 1
            time.sleep(max(0, due - time.monotonic()))
        lasted = time.monotonic() - began
        primary, standby, playing, public = (
            1_000 * (after - at) / lasted for at, after in zip(before, self._cpu(), strict=True)
        )
        return Taken(what, primary, standby, playing, public, memory(self.nodes[-1].process), played)

    def _cpu(self) -> tuple[float, float, float, float]:
        last = self.nodes[-1].process if len(self.nodes) > 1 else 0
        servers = cpu_of_server(self.main), cpu_of_server(self.standby)
        return *servers, cpu_of(self.nodes[0].process), cpu_of(last) if last else 0.0


def bench(folder: Path, *, seconds: float, rate: float, nodes: int, listeners: int) -> list[Taken]:
    with ExitStack() as stack:
        site = Site(folder, stack)
        taken = [site.play("one node", seconds, rate)]
        for number in range(1, nodes + 1):
            site.join()
            taken.append(site.play(f"and {number} public", seconds, rate))
        for count in (listeners // 2, listeners):
            path = f"/api/v1/tournaments/{site.hall.id}/events"
            with spectators(site.nodes[-1].port, path, count) as crowd:
                one = site.play(f"{count} listen at the last", seconds, rate)
                until(lambda heard=crowd.heard, moves=one.moves: len(heard()) >= moves)
                taken.append(one)
        return taken


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--seconds", type=float, default=8, help="of each")
    asked.add_argument("--rate", type=float, default=20, help="moves a second")
    asked.add_argument("--nodes", type=int, default=2, help="that only show")
    asked.add_argument("--listeners", type=int, default=1_000)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        taken = bench(
            Path(folder), seconds=given.seconds, rate=given.rate, nodes=given.nodes, listeners=given.listeners
        )
    here = machine()
    if given.json:
        json.dump({"machine": here, "taken": [vars(one) for one in taken]}, sys.stdout)
        return
    lines = [f"Python {here['python']}, {here['system']}, {here['cpus']} CPUs, load {here['load']}", ""]
    lines += [f"{'ms of CPU a second':26} primary  standby  playing   public   memory  moves"]
    lines += [
        f"{one.what:26} {one.primary:7.1f}  {one.standby:7.1f}  {one.playing:7.1f}  {one.public:7.1f}"
        f"  {one.memory:4.0f} MB  {one.moves:5}"
        for one in taken
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
